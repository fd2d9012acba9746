import { createHash } from 'node:crypto'
import { attributeOf, type Element, textIn } from '../../files/xml.ts'

/**
 * The choices of an interaction in the order in which they are shown. Where its author has them shuffled, theirs is often the right one:
 * here they stand in another, which is the same at each import and for each learner. Those that are fixed keep their places.
 */
export const shownOrder = (interaction: Element, choices: readonly Element[]): readonly Element[] => {
  if (attributeOf(interaction, 'shuffle') !== 'true') return choices
  const isFixed = (choice: Element) => attributeOf(choice, 'fixed') === 'true'
  const all = choices.map((one) => attributeOf(one, 'identifier') ?? '').sort()
  const placeOf = (choice: Element) =>
    createHash('sha256')
      .update(JSON.stringify([all, attributeOf(choice, 'identifier'), textIn(choice)]))
      .digest('hex')
  const free = choices
    .filter((one) => !isFixed(one))
    .map((choice) => ({ choice, place: placeOf(choice) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ choice }) => choice)
  return choices.map((one) => (isFixed(one) ? one : (free.shift() ?? one)))
}
