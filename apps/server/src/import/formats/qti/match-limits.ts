import { attributeOf, type Element, numberIn } from '../../files/xml.ts'
import type { ContentPlace } from './content.ts'

/** How a question asks for pairs: the choices that are given, each of which takes one, and those that it is given. */
interface Sides {
  readonly given: readonly Element[]
  readonly taken: readonly Element[]
}

/** How often a choice may be used in its source; 0 if nothing limits it. */
const limitOf = (choice: Element): number => numberIn(attributeOf(choice, 'matchmax')) ?? 1

const why =
  'Nothing here limits it: an answer that its source does not let anybody give can be given, and counts as its rules say.'

/** Reports the limits of pairs that a question doesn't have here, if they would hinder anybody. */
export const loseLimits = (interaction: Element, { given, taken }: Sides, { reading, path }: ContentPlace): void => {
  const places = given.length
  if (taken.map(limitOf).some((most) => most > 0 && most < places)) reading.lose(path, 'matchMax', why)
  const most = numberIn(attributeOf(interaction, 'maxassociations')) ?? 0
  if (most > 0 && most < places) reading.lose(path, 'maxAssociations', why)
}

/** Reports choices that may be in several pairs in their source, and stand in one here. */
export const loseSeveral = (given: readonly Element[], others: number, { reading, path }: ContentPlace): void => {
  if (others > 1 && given.map(limitOf).some((most) => most !== 1))
    reading.lose(path, 'several pairs', 'Its source lets a choice stand in several pairs; here it is given one.')
}
