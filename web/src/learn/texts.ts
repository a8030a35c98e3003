/** The texts of a lesson, with its figures in the reader's words. */
import type { Edition } from '$lib/edition'
import type { LessonFigure, LessonState } from '$lib/protocol'
import { say, words } from '$lib/words.svelte'

function figureText({ kind, value }: LessonFigure, edition: Edition, seat: (seat: number) => string): string {
  switch (kind) {
    case 'money':
      return edition.money(value)
    case 'deed':
      return edition.deedName(value, words.language)
    case 'space':
      return edition.spaceName(value, words.language)
    case 'group': {
      const group = edition.groups[value]
      return group ? edition.named(group, words.language) : ''
    }
    case 'seat':
      return seat(value)
    case 'count':
      return String(value)
  }
}

/** What a lesson says now: at its end, for a step, or after a wrong answer. */
export function lessonText(state: LessonState, edition: Edition, isWrong = false): string {
  const seat = (number: number): string => state.table.seats[number]?.name ?? ''
  const figures = Object.fromEntries(Object.entries(state.figures).map(([name, figure]) => [name, figureText(figure, edition, seat)]))
  const path = state.step === null ? 'done' : `step.${state.step}.${isWrong ? 'not' : 'do'}`
  return say(`learn.lesson.${state.words}.${path}`, { ...figures, manage: say('table.manage.open'), deals: say('table.deal.open') })
}
