/** Whether the table is shown in lists and buttons. The browser remembers; it can be changed at any time. */
class Mode {
  #text = $state(localStorage.getItem('text') === 'on')

  get text(): boolean {
    return this.#text
  }

  set text(on: boolean) {
    this.#text = on
    localStorage.setItem('text', on ? 'on' : 'off')
  }
}

export const mode = new Mode()
