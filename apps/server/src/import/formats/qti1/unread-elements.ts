import { attributeOf, childrenOf, type Element, insideOf, nameOf, numberIn, textIn } from '../../files/xml.ts'

/** What is read right inside an item, a section and a test, reported by itself, or says nothing to a learner. */
const read: Readonly<Record<string, ReadonlySet<string>>> = {
  item: new Set([
    ...['itemmetadata', 'presentation', 'resprocessing', 'itemfeedback', 'itemproc_extension', 'duration', 'qticomment'],
    ...['itemcontrol', 'itemprecondition', 'itempostcondition'],
  ]),
  section: new Set([
    ...['item', 'itemref', 'section', 'sectionref', 'selection_ordering', 'outcomes_processing', 'duration', 'qticomment'],
    ...['qtimetadata', 'sectioncontrol', 'rubric', 'presentation_material'],
  ]),
  assessment: new Set([
    ...['item', 'itemref', 'section', 'sectionref', 'selection_ordering', 'outcomes_processing', 'duration', 'qticomment'],
    ...['qtimetadata', 'assessmentcontrol'],
  ]),
}

interface Unread {
  readonly what: string
  readonly why: string
}

/** Elements with a text for somebody that is neither shown nor used, by their names. */
export const unreadElements = (element: Element): Unread[] => {
  const known = read[nameOf(element)]
  if (!known) return []
  const names = childrenOf(element).flatMap((one) => (!known.has(nameOf(one)) && textIn(one) !== '' ? [one.tagName] : []))
  return [...new Set(names)].map((name) => ({ what: `<${name}>`, why: 'It is neither shown nor used.' }))
}

/** Limits of what is typed, which no field here has. */
export const unreadLimits = (item: Element): Unread[] =>
  insideOf(item, 'render_fib').some((one) => (numberIn(attributeOf(one, 'maxchars')) ?? 0) > 0)
    ? [{ what: 'maxchars', why: 'No field has a limit of characters of its own.' }]
    : []
