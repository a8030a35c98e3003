/** Whom the menu about a person is open for: the lobby, the people at the table and the chat open it. */
export interface About {
  person: string
  name: string
  seat: number | null
  /** The message that led here. */
  number?: number
}

class PersonMenu {
  about = $state.raw<About | null>(null)

  open(about: About): void {
    this.about = about
  }
}

export const personMenu = new PersonMenu()
