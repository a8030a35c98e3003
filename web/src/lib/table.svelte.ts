/**
 * A table as this browser knows it: what the server confirmed, in order and without a gap, and nothing else.
 * It reconnects by itself from the last number it has, and sends again what was not answered, under the same id.
 */
import { isOpen, pauseBefore } from './retry'
import { freshId } from './random'
import { keptTokens } from './tokens'
import type { Command } from './api'
import type { Action, Done, FromClient, Mine, Planned, Refused, Seen, TableState, ToClient, Told, View } from './protocol'
import type { Truth } from './truth'

const PING = 20_000
const SILENT = 6_000 // after a ping
const SOONEST = 300
const LATEST = 8_000
const PAST = 100 // entries of the past wait so long for the next
const GATHER = 400 // milliseconds of what somebody skips are shown at once

export type Link = 'connecting' | 'open' | 'lost' | 'closed'

/** A refusal, with the server's name for it and what would be legal. */
export class TableError extends Error {
  constructor(readonly refused: Refused) {
    super(refused.message)
  }
}

/** What frames travel over: a WebSocket, or something that answers like one. */
export interface Wire {
  readonly readyState: number
  /* eslint-disable @typescript-eslint/no-explicit-any -- as a WebSocket declares them */
  onopen: ((this: any, event: any) => any) | null
  onmessage: ((this: any, event: any) => any) | null
  onclose: ((this: any, event: any) => any) | null
  /* eslint-enable */
  send(text: string): void
  close(code?: number): void
}

/** Hears an entry, and how things stood before it. */
type Heard = (told: Told, before: Truth | null) => void

interface Waiting {
  frame: FromClient & { id: string }
  /** How often the server could not say what came of it. */
  tries: number
  resolve: (answer: Done | Seen | Planned) => void
  reject: (error: Error) => void
}

/** Whether somebody at this browser has something to do with an entry, or the game is over. */
const isAwaited = ({ view, mine = [] }: Told): boolean => Boolean(view?.over) || mine.some((one) => Boolean(one.options?.length || one.due?.length))

export class TableStore {
  link = $state<Link>('connecting')
  table = $state.raw<TableState | null>(null)
  view = $state.raw<View | null>(null)
  person = $state('')
  /** The seats played from this browser. */
  seats = $state.raw<number[]>([])
  mine = $state.raw<Mine[]>([])
  number = $state(0)
  /** Everything that was told, oldest first. */
  told = $state.raw<Told[]>([])
  /** Commands sent and not yet answered: the interface shows that it waits. */
  waiting = $state(0)
  /** Something was asked, and the server cannot say yet what came of it: it is sent again until it can. */
  trying = $state(false)
  /** A seat that was played from this browser was taken away, and none is left. */
  unseated = $state(false)
  /** The people I do not hear, at every table. */
  muted = $state.raw<ReadonlySet<string>>(new Set())
  /** Why this table cannot be followed at all. */
  refused = $state.raw<Refused | null>(null)
  /** How often names and words were deleted from what was told: whatever was made of it goes. */
  forgotten = $state(0)
  /** The server's clock less ours, in milliseconds: for countdowns. */
  skew = $state(0)

  #socket: Wire | null = null
  #pending = new Map<string, Waiting>()
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #pinging: ReturnType<typeof setInterval> | undefined
  #silent: ReturnType<typeof setTimeout> | undefined
  #late: Told[] = []
  #showing: ReturnType<typeof setTimeout> | undefined
  /** Somebody skips to their next decision: what comes until then is shown together. */
  gathers = false
  #gathering: ReturnType<typeof setTimeout> | undefined
  /** Where the table was when we were welcomed: what was told before is in `seats` already. */
  #welcomed = 0
  /** The past has been told: what comes now happens now. */
  #isUpToDate = false
  #listeners = new Set<Heard>()
  #wake = (): void => {
    if (document.visibilityState !== 'visible') return
    if (this.link === 'lost') this.#connect()
    else if (this.link === 'open') this.#ping() // after sleep: is anybody there?
  }

  constructor(
    readonly id: string,
    /** How a connection is made: a lesson has one of its own. */
    readonly connect: (address: URL) => Wire = (address) => new WebSocket(address),
  ) {
    addEventListener('online', this.#wake)
    addEventListener('offline', this.#wake)
    document.addEventListener('visibilitychange', this.#wake)
    this.#connect()
  }

  /** Hear every entry as it happens, and what was missed when the connection was lost; for animations and sounds. */
  listen(heard: Heard): () => void {
    this.#listeners.add(heard)
    return () => this.#listeners.delete(heard)
  }

  /** Ask something of the table; resolves when the server has kept it, rejects with a TableError when it refuses. */
  async do(command: Command): Promise<Done> {
    const done = (await this.#ask({ type: 'Do', id: freshId(), command })) as Done
    if (done.token) await this.hold(done.token, command.type === 'Sit' || command.type === 'TakeOver' ? command.seat : null)
    return done
  }

  /** Play an action for a seat of mine. `seen` is the last entry it answers to. */
  act(seat: number, action: Action, seen = this.number): Promise<Done> {
    return this.do({ type: 'Act', seat, seen, action })
  }

  /** Play one more seat from this browser. */
  async hold(token: string, seat?: number | null): Promise<void> {
    keptTokens.keep(this.id, token, seat)
    try {
      await this.#ask({ type: 'Hold', id: freshId(), token })
    } catch (error) {
      if (error instanceof TableError) keptTokens.forget(this.id, [token]) // lost again meanwhile
      throw error
    }
  }

  /** What a plan for a group's buildings would cost a seat of mine and change, before it is ordered. */
  async plan(seat: number, group: number, levels: readonly number[]): Promise<Planned> {
    return (await this.#ask({ type: 'Plan', id: freshId(), seat, group, levels: [...levels] })) as Planned
  }

  async mute(person: string, muted: boolean): Promise<void> {
    await this.#ask({ type: 'Mute', id: freshId(), person, muted })
    this.muted = new Set(muted ? [...this.muted, person] : [...this.muted].filter((one) => one !== person))
  }

  close(): void {
    this.link = 'closed'
    removeEventListener('online', this.#wake)
    removeEventListener('offline', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    clearTimeout(this.#timer)
    clearTimeout(this.#showing)
    clearTimeout(this.#gathering)
    this.#stopPinging()
    this.#socket?.close(1000)
    for (const { reject } of this.#pending.values()) reject(new Error('the table was left'))
    this.#pending.clear()
  }

  #ask(frame: FromClient & { id: string }): Promise<Done | Seen | Planned> {
    return new Promise((resolve, reject) => {
      this.#pending.set(frame.id, { frame, tries: 0, resolve, reject })
      this.waiting = this.#pending.size
      if (this.link === 'open') this.#send(frame)
    })
  }

  #send(frame: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #connect(): void {
    clearTimeout(this.#timer)
    if (this.link === 'closed' || this.#socket?.readyState === WebSocket.CONNECTING) return
    const address = new URL(`/api/tables/${this.id}/socket`, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = this.connect(address)
    this.#socket?.close()
    this.#socket = socket
    socket.onopen = () => this.#greet(socket)
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as ToClient)
    socket.onclose = () => {
      if (socket === this.#socket && this.link !== 'closed') this.#lost()
    }
  }

  #greet(socket: Wire | null): void {
    const since = this.told.length ? this.number : 0
    if (socket === this.#socket) this.#send({ type: 'Hello', since, tokens: keptTokens.all(this.id) })
  }

  #lost(): void {
    this.#stopPinging()
    this.#show()
    if (this.refused) return
    this.link = 'lost'
    const wait = Math.min(LATEST, SOONEST * 2 ** this.#tries++) * (0.75 + Math.random() / 2)
    this.#timer = setTimeout(() => this.#connect(), wait)
  }

  #hear(frame: ToClient): void {
    clearTimeout(this.#silent)
    switch (frame.type) {
      case 'Welcome':
        this.#welcome(frame)
        break
      case 'Told':
        this.#tell(frame)
        break
      case 'Pong':
        this.#show()
        this.#isUpToDate = true
        break
      case 'Done':
      case 'Seen':
      case 'Planned':
        this.#settle(frame.id, (one) => one.resolve(frame))
        break
      case 'Refused':
        this.#refuse(frame)
        break
      case 'Goodbye':
        this.#tries = 0
        if (frame.why === 'kept_out' || frame.why === 'banned') this.refused = { type: 'Refused', error: frame.why, message: '' }
        break
    }
  }

  #refuse(frame: Refused): void {
    const { id } = frame
    if (isOpen(frame.error)) {
      if (id) this.#askAgain(id)
      else this.#socket?.close() // and come back
    } else if (id) this.#settle(id, (one) => one.reject(new TableError(frame)))
    else if (frame.error !== 'too_fast') this.refused = frame
    else if (this.link !== 'open') setTimeout((socket) => this.#greet(socket), frame.wait, this.#socket)
  }

  #askAgain(id: string): void {
    const one = this.#pending.get(id)
    if (!one) return
    setTimeout(() => {
      if (this.link === 'open' && this.#pending.has(id)) this.#send(one.frame)
    }, pauseBefore(one.tries++))
    this.#count()
  }

  /** What is still waited for. Looking again is nothing a person waits for. */
  #count(): void {
    this.waiting = this.#pending.size
    this.trying = [...this.#pending.values()].some((one) => one.tries > 0 && one.frame.type !== 'Look' && one.frame.type !== 'Plan')
  }

  #welcome(frame: Extract<ToClient, { type: 'Welcome' }>): void {
    const dead = frame.refused_tokens ?? []
    keptTokens.forget(this.id, dead)
    this.unseated = dead.length > 0 && !frame.table.seats.some(({ person, seat }) => person === frame.person || frame.seats.includes(seat))
    this.#welcomed = frame.table.number
    this.table = frame.table
    this.person = frame.person
    this.seats = frame.seats
    this.view = frame.view ?? null
    this.mine = frame.mine ?? []
    this.muted = new Set(frame.muted ?? [])
    if (this.link !== 'open') {
      this.link = 'open'
      this.#tries = 0
      this.#startPinging()
      this.#send({ type: 'Ping' }) // answered after the past
      for (const { frame: again } of this.#pending.values()) this.#send(again)
    }
  }

  #tell(frame: Told): void {
    const last = this.#late.at(-1)?.number ?? this.number
    const isFirst = !this.told.length && !this.#late.length
    if (!isFirst && frame.number <= last) return // known already
    if (!isFirst && frame.number !== last + 1) return void this.#socket?.close() // a gap: come back
    this.#late.push(frame)
    if (this.gathers && !isAwaited(frame)) return this.#gather()
    // A long past is shown at once, with the present that ends it, and not entry by entry.
    clearTimeout(this.#showing)
    if (frame.view || frame.table) this.#show()
    else this.#showing = setTimeout(() => this.#show(), PAST)
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#show()
    }, GATHER)
  }

  #show(): void {
    const frames = this.#late
    const latest = frames.at(-1)
    if (!latest) return
    this.#late = []
    if (frames.some((frame) => frame.entry.type === 'NamesRemoved' && frame.number > this.#welcomed)) return this.#forget()
    this.number = latest.number
    this.told = [...this.told, ...frames.map(({ type, number, at, entry, events }) => ({ type, number, at, entry, events }))] // only the present has a view
    for (const frame of frames) {
      if (frame.number > this.#welcomed) this.#giveUp(frame.entry)
      if (frame.table) {
        this.table = frame.table
        this.skew = frame.at - Date.now()
      }
      const before = this.view && { view: this.view, mine: this.mine }
      if (frame.view) {
        this.view = frame.view
        this.mine = frame.mine ?? []
      }
      if (frame.view) this.#isUpToDate = true
      if (this.#isUpToDate) for (const heard of this.#listeners) heard(frame, before)
    }
  }

  /** Names and words were deleted from what was told: it is all told anew, without them. */
  #forget(): void {
    this.forgotten++
    this.told = []
    this.number = 0
    this.#isUpToDate = false
    this.#stopPinging()
    this.link = 'connecting'
    this.#connect()
  }

  /** Seats that somebody has left or lost are no longer mine, and neither are their tokens. */
  #giveUp(entry: Told['entry']): void {
    if (entry.type !== 'Stood' && entry.type !== 'KeptOut' && entry.type !== 'Configured') return
    const isLeft = (seat: number): boolean => {
      if (entry.type === 'Configured') return seat >= (entry.config.seats ?? 0)
      return entry.type === 'Stood' ? seat === entry.seat : (entry.seats ?? []).includes(seat)
    }
    const left = this.seats.filter((seat) => !isLeft(seat))
    this.unseated = this.seats.length > 0 && !left.length && !(entry.type === 'Stood' && !entry.by_host)
    this.seats = left
    keptTokens.leave(this.id, isLeft)
  }

  #settle(id: string, answer: (one: Waiting) => void): void {
    const one = this.#pending.get(id)
    this.#pending.delete(id)
    this.#count()
    if (one) answer(one)
  }

  #startPinging(): void {
    this.#stopPinging()
    this.#pinging = setInterval(() => this.#ping(), PING)
  }

  #ping(): void {
    this.#send({ type: 'Ping' })
    clearTimeout(this.#silent)
    this.#silent = setTimeout(() => this.#drop(), SILENT)
  }

  /** Nobody answers: a dead connection would not even say that it is closed. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#lost()
  }

  #stopPinging(): void {
    clearInterval(this.#pinging)
    clearTimeout(this.#silent)
  }
}
