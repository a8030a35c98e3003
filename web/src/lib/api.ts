/** What is asked of the server over HTTP. Refusals become errors with the server's own name and words. */
import type { Config, Do, Done, Refused, TableState } from './protocol'

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

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
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

export interface Me {
  id: string
  name: string
}

export interface Made {
  table: string
  link: string
}

export interface Quick extends Made {
  seat: number
  token: string
}

export const api = {
  me: () => ask<Me>('/api/me'),
  rename: (name: string) => post<Me>('/api/me', { name }, 'PUT'),
  create: (config: Partial<Config> & { edition: string }) => post<Made>('/api/tables', config),
  table: (id: string) => ask<TableState>(`/api/tables/${id}`),
  quick: (wish: { edition: string; variant?: string; skin?: string; seats?: number; level?: string; name?: string }) =>
    post<Quick>('/api/quick', wish),
  command: (id: string, command: Command, tokens: string[] = []) =>
    post<Done>(`/api/tables/${id}/commands`, { id: crypto.randomUUID(), command, tokens }),
  record: (id: string) => ask<string>(`/api/tables/${id}/record`),
  importRecord: (text: string) => ask<Made>('/api/records', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text }),
}
