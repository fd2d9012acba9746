import { gridSeparators } from '@sitwell/contract'

/** An answer as the player sends it. */
export interface Answer {
  readonly answerText: string
  readonly options: { readonly optionID: string; readonly optionText: string }[]
}

const { segment, value } = gridSeparators

/** Answers of the kinds that simulated learners give. */
export const answerOf = {
  text: (answerText: string): Answer => ({ answerText, options: [] }),
  option: (id: string): Answer => ({ answerText: id, options: [{ optionID: id, optionText: id }] }),
  options: (ids: readonly string[]): Answer => ({
    answerText: ids.join(', '),
    options: ids.map((id) => ({ optionID: id, optionText: id })),
  }),
  /** One filled field of a form. */
  field: (id: string, held: string): Answer => ({ answerText: ['', id + value + held, '', ''].join(segment), options: [] }),
}
