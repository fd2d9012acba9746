import { createHash } from 'node:crypto'
import { attributeOf, type Element, textIn } from '../../files/xml.ts'
import type { QtiReading } from './qti-reading.ts'

/** Whether each form run has the choices of an interaction in its own order. */
export const isShuffled = (interaction: Element): boolean => attributeOf(interaction, 'shuffle') === 'true'

export const isFixed = (choice: Element): boolean => attributeOf(choice, 'fixed') === 'true'

/**
 * The choices of an interaction in the order in which they are kept. Where its author has them shuffled, theirs is often the right one:
 * here they stand in another, the same at each import, from which each form run shuffles them. Nobody works it out who doesn't have the
 * package. Those that are fixed keep their places.
 */
export const fixedOrder = (
  { fingerprint }: Pick<QtiReading, 'fingerprint'>,
  interaction: Element,
  choices: readonly Element[],
): readonly Element[] => {
  if (!isShuffled(interaction)) return choices
  const placeOf = (choice: Element) =>
    createHash('sha256')
      .update(
        JSON.stringify([
          fingerprint,
          attributeOf(interaction, 'responseidentifier'),
          attributeOf(choice, 'identifier'),
          textIn(choice),
        ]),
      )
      .digest('hex')
  const free = choices
    .filter((one) => !isFixed(one))
    .map((choice) => ({ choice, place: placeOf(choice) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ choice }) => choice)
  return choices.map((one) => (isFixed(one) ? one : (free.shift() ?? one)))
}
