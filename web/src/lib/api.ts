/** Requests to the server over HTTP. Refusals become errors with the server's own name and text. */
import { isOpen, pauseBefore } from './retry'
import { freshId } from './random'
import { trying } from './trying.svelte'
import type { Asks, Config, Do, Done, LessonListed, LessonMoves, LessonState, Made, Me, Named, Puzzles, PuzzleShown, Quick, QuickMade, Refused, Reported, Reporting, TableState, TryAgain } from './protocol'

export type Command = Do['command']

export class ApiError extends Error {
  constructor(
    readonly error: string,
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

const TRIES = 5 // of what may be read in a moment: many people behind one address share a limit

/** Ask for something; the answer is what the server's description says. */
export async function ask<T>(path: string, init?: RequestInit, tries = 0): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init })
  } catch {
    throw new ApiError('offline', 'the server cannot be reached', 0)
  }
  if (response.ok) {
    const kind = response.headers.get('content-type') ?? ''
    return (kind.includes('json') ? await response.json() : await response.text()) as T
  }
  const refused = (await response.json().catch(() => null)) as Refused | null
  if (refused?.error === 'too_fast' && !init?.method && tries < TRIES) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(refused.wait ?? 0, pauseBefore(tries))))
    return ask(path, init, tries + 1)
  }
  throw new ApiError(refused?.error ?? 'failed', refused?.message ?? response.statusText, response.status)
}

const post = <T>(path: string, body: unknown, method = 'POST'): Promise<T> =>
  ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const LOST = 5 // requests in a row without an answer, after which somebody has to press again

const isLost = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** Ask again while it is not known what came of it. Only for what is not done twice, however often it is sent. */
async function untilKnown<T>(send: () => Promise<T>): Promise<T> {
  let tries = 0
  let lost = 0
  try {
    for (;;) {
      try {
        return await send()
      } catch (error) {
        lost = isLost(error) ? lost + 1 : 0
        if (!(error instanceof ApiError) || (lost ? lost >= LOST : !isOpen(error.error))) throw error
        trying.unsaved = !lost
      }
      if (!tries) trying.count++
      await new Promise((resolve) => setTimeout(resolve, pauseBefore(tries++)))
    }
  } finally {
    if (tries) trying.count--
  }
}

/** Ids of what was never answered: whoever asks for the same again asks with the same id. */
const unanswered = new Map<string, string>()

/** Ask for something that is done once for its id. */
async function once<T>(path: string, body: object): Promise<T> {
  const key = `${path} ${JSON.stringify(body)}`
  const id = unanswered.get(key) ?? freshId()
  unanswered.set(key, id)
  try {
    const found = await untilKnown(() => post<T>(path, { id, ...body }))
    unanswered.delete(key)
    return found
  } catch (error) {
    if (!isLost(error)) unanswered.delete(key)
    throw error
  }
}

export const api = {
  me: () => ask<Me>('/api/me'),
  rename: (name: string) => untilKnown(() => post<Me>('/api/me', { name } satisfies Named, 'PUT')),
  create: (config: Config) => once<Made>('/api/tables', config),
  table: (id: string) => ask<TableState>(`/api/tables/${id}`),
  quick: (wish: Quick) => once<QuickMade>('/api/quick', wish),
  command: (id: string, command: Command, tokens: string[] = []) => once<Done>(`/api/tables/${id}/commands`, { command, tokens } satisfies Omit<Asks, 'id'>),
  report: (id: string, report: Reporting) => post<Reported>(`/api/tables/${id}/reports`, report),
  record: (id: string) => ask<string>(`/api/tables/${id}/record`),
  lessons: (edition: string) => ask<LessonListed[]>(`/api/lessons/${encodeURIComponent(edition)}`),
  lesson: (edition: string, lesson: string, played: LessonMoves) => post<LessonState>(`/api/lessons/${encodeURIComponent(edition)}/${encodeURIComponent(lesson)}`, played),
  tryAgain: (id: string, wish: TryAgain) => post<QuickMade>(`/api/tables/${id}/tries`, wish),
  puzzles: (edition: string) => ask<Puzzles>(`/api/puzzles/${encodeURIComponent(edition)}`),
  puzzle: (edition: string, puzzle: string) => ask<PuzzleShown>(`/api/puzzles/${encodeURIComponent(edition)}/${encodeURIComponent(puzzle)}`),
  importRecord: (text: string) => ask<Made>('/api/records', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text }),
}
