import { drawingsIn } from '@sitwell/question-types/marking'
import type { ReplayLine } from './replay-line.ts'

/** An answer's text as it was given, and what is drawn in it as pictures, since nobody reads the numbers of a drawing. */
export const quotesOfAnswer = (about: string, answerText: string): ReplayLine['quotes'] => {
  const drawings = drawingsIn(answerText)
  const text = drawings.reduce((left, { held }) => left.replace(held, () => '(drawn, see below)'), answerText)
  return [
    { about, text },
    ...drawings.map(({ field, drawing }) => ({ about: `Drawing (${field})`, text: drawing.said, drawing })),
  ]
}
