/** Requests to the server over HTTP. Refusals become errors with the server's own name and text. */
import { isOpen, pauseBefore } from './retry'
import { freshId } from './random'
import type { Asks, Config, Do, Done, Made, Me, Named, Quick, QuickMade, Refused, TableState } from './protocol'

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

/** Ask for something; the answer is what the server's description says. */
export async function ask<T>(path: string, init?: RequestInit): Promise<T> {
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
  throw new ApiError(refused?.error ?? 'failed', refused?.message ?? response.statusText, response.status)
}

const post = <T>(path: string, body: unknown, method = 'POST'): Promise<T> =>
  ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Ask again while the server cannot say what came of it. Only for what is not done twice, however often it is sent. */
async function untilKnown<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || !isOpen(error.error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseBefore(tries)))
  }
}

export const api = {
  me: () => ask<Me>('/api/me'),
  rename: (name: string) => untilKnown(() => post<Me>('/api/me', { name } satisfies Named, 'PUT')),
  create: (config: Config) => post<Made>('/api/tables', config),
  table: (id: string) => ask<TableState>(`/api/tables/${id}`),
  quick: (wish: Quick) => post<QuickMade>('/api/quick', wish),
  command: (id: string, command: Command, tokens: string[] = []) => {
    const asks: Asks = { id: freshId(), command, tokens }
    return untilKnown(() => post<Done>(`/api/tables/${id}/commands`, asks))
  },
  record: (id: string) => ask<string>(`/api/tables/${id}/record`),
  importRecord: (text: string) => ask<Made>('/api/records', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text }),
}
