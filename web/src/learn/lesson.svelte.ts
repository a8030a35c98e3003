/**
 * A lesson behind the page of a table: a connection that answers as the server's socket does. It keeps what the learner
 * has done and asks the server to play it again; the rules, the others' moves and what a step asks for are decided there.
 */
import { api, ApiError } from '$lib/api'
import { isOpen } from '$lib/retry'
import type { Action, FromClient, LessonState, ToClient } from '$lib/protocol'
import type { Wire } from '$lib/table.svelte'

const PROTOCOL = 1

export class Lesson implements Wire {
  /** The lesson as the server last told it. */
  state = $state.raw<LessonState | null>(null)
  /** The last move was not what was asked for. */
  isWrong = $state(false)
  /** What is said of a move that was not asked for. */
  hint: () => string = () => ''
  readyState: number = WebSocket.CONNECTING
  onopen: Wire['onopen'] = null
  onmessage: Wire['onmessage'] = null
  onclose: Wire['onclose'] = null

  #moves: Action[] = []
  /** What the others do first, until the page is there to show it. */
  #first: (() => void) | null = null

  constructor(
    readonly edition: string,
    readonly id: string,
    readonly name: string,
  ) {}

  /** Ask the server for the beginning: it also says whether there is such a lesson. */
  async load(): Promise<void> {
    this.state = await this.#ask([])
    this.readyState = WebSocket.OPEN
  }

  /** Be the connection of a table. */
  readonly open = (): Wire => {
    queueMicrotask(() => this.onopen?.({}))
    return this
  }

  /** The page stands: whatever the others do first is shown. */
  begin(): void {
    this.#first?.()
    this.#first = null
  }

  send(text: string): void {
    void this.#answer(JSON.parse(text) as FromClient)
  }

  close(): void {
    this.readyState = WebSocket.CLOSED
    this.onclose?.({})
  }

  async #answer(frame: FromClient): Promise<void> {
    const { state } = this
    if (!state) return
    switch (frame.type) {
      case 'Hello':
        return this.#welcome(state)
      case 'Ping':
        return this.#hear({ type: 'Pong' })
      case 'Look':
        return this.#hear({ type: 'Seen', id: frame.id, number: state.table.number, table: state.table, view: state.view })
      case 'Do':
        if (frame.command.type === 'Act') return this.#play(frame.id, frame.command.action as Action)
        return this.#refuse(frame.id, 'forbidden')
      default:
        return this.#refuse(frame.id, 'forbidden')
    }
  }

  #welcome(state: LessonState): void {
    const { table, before, view, mine, told } = state
    this.#hear({ type: 'Welcome', protocol: PROTOCOL, table, person: table.host, seats: [0], view: told.length ? before : view, mine: told.length ? [] : mine })
    if (told.length) this.#first = () => this.#tell(state)
  }

  async #play(id: string, action: Action): Promise<void> {
    this.isWrong = false
    try {
      const state = await this.#ask([...this.#moves, action])
      if (!state.asked) {
        this.isWrong = true
        return this.#refuse(id, 'lesson', this.hint())
      }
      this.#moves.push(action)
      this.#tell(state)
      this.state = state
      this.#hear({ type: 'Done', id, number: state.table.number })
    } catch (error) {
      const [name, message] = error instanceof ApiError ? [error.error, error.message] : ['failed', String(error)]
      this.#refuse(id, name === 'offline' || isOpen(name) ? 'unavailable' : name, message)
    }
  }

  #tell({ told, table }: LessonState): void {
    told.forEach((frame, place) => this.#hear(place + 1 < told.length ? frame : { ...frame, table }))
  }

  #refuse(id: string, error: string, message = error): void {
    this.#hear({ type: 'Refused', id, error, message })
  }

  #hear(frame: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }

  #ask(moves: readonly Action[]): Promise<LessonState> {
    return api.lesson(this.edition, this.id, { moves: [...moves], ...(this.name ? { name: this.name } : {}) })
  }
}
