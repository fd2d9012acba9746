import type { AuthoredSection } from '../../authored-exam.ts'
import { attributeOf, childrenOf, type Element, numberIn } from '../../files/xml.ts'
import type { QtiReading } from './qti-reading.ts'

/** What a member of a section says of being drawn and shuffled; a reference, and the section that it leads to, may each say it. */
export const membershipOf = (...elements: readonly Element[]): Pick<AuthoredSection, 'required' | 'fixed'> => {
  const says = (name: string) => elements.some((one) => attributeOf(one, name) === 'true')
  return { ...(says('required') && { required: true }), ...(says('fixed') && { fixed: true }) }
}

/** How many of its members a section draws, and whether it shuffles them. */
export const drawOf = (
  reading: Pick<QtiReading, 'lose'>,
  place: string,
  element: Element,
): Pick<AuthoredSection, 'select' | 'shuffle'> => {
  const selection = childrenOf(element, 'selection')[0]
  const ordering = childrenOf(element, 'ordering')[0]
  const select = selection && numberIn(attributeOf(selection, 'select'))
  const isCount = select !== undefined && Number.isInteger(select) && select > 0
  if (selection && !isCount)
    reading.lose(place, 'selection', 'It says no number of questions above 0: all of them are set.', 'structure')
  return {
    ...(isCount && { select }),
    ...(ordering && attributeOf(ordering, 'shuffle') === 'true' && { shuffle: true }),
  }
}

/**
 * Whether a section inside another isn't seen as one, and gives its members to it. One that says something of its own stays a section,
 * with the name of the one around it.
 */
export const unseenOf = (
  reading: Pick<QtiReading, 'lose'>,
  place: string,
  element: Element,
  own: Pick<AuthoredSection, 'text' | 'sectionTime'>,
): 'seen' | 'as around it' | Pick<AuthoredSection, 'visible' | 'keepTogether'> => {
  if (attributeOf(element, 'visible') !== 'false') return 'seen'
  const isMixed = attributeOf(element, 'keeptogether') === 'false'
  if (own.text === undefined && own.sectionTime === undefined)
    return { visible: false, ...(isMixed && { keepTogether: false }) }
  if (isMixed)
    reading.lose(
      place,
      'mixing with the section around it',
      'It has instructions or a time of its own: its questions stay together.',
      'structure',
    )
  return 'as around it'
}

/** A section that draws no more than it has, and all that it has to, whatever was left out of it. */
export const settled = ({ select, ...section }: AuthoredSection): AuthoredSection => {
  const members = [...(section.sections ?? []), ...(section.questions ?? [])]
  const count = select === undefined ? undefined : Math.max(select, members.filter(({ required }) => required).length)
  return count === undefined || count >= members.length ? section : { ...section, select: count }
}
