import type { AuthoredSection } from '../../authored-exam.ts'
import type { AuthoredRoute } from '../../authored-route.ts'
import { attributeOf, childrenOf, type Element } from '../../files/xml.ts'
import type { PackageIds } from './package-ids.ts'
import type { QtiReading } from './qti-reading.ts'

/** Each draw has a copy of each question: more of them would make a small test a large exam. */
const mostCopies = 300

/** Whether a section may draw the same of its members more than once. */
export const drawsAgain = (element: Element): boolean =>
  childrenOf(element, 'selection').some((one) => attributeOf(one, 'withreplacement') === 'true')

const whyNot = ({ select, sections = [], questions = [] }: AuthoredSection): string | undefined => {
  if (select === undefined) return undefined
  if (sections.length > 0) return 'It draws sections.'
  if (questions.some(({ required, fixed }) => required || fixed))
    return 'Some of its questions are required, or keep their place.'
  return select * questions.length > mostCopies ? 'It would take too many copies of its questions.' : undefined
}

interface Drawing {
  readonly reading: Pick<QtiReading, 'lose'>
  readonly ids: PackageIds
  /** The ids of the sections that draw again, with their places. */
  readonly again: ReadonlyMap<string, string>
}

/**
 * Sections that draw with replacement as this many draws of one question each, which know nothing of each other: each has its own questions, so
 * that what is asked twice is answered twice, with its own values. `copies` are the questions that were made of each, by its id.
 */
export const drawnAgain = ({ reading, ids, again }: Drawing, all: readonly AuthoredSection[]) => {
  const copies = new Map<string, string[]>()
  const copyOf = <T extends { readonly id: string }>(question: T, draw: number): T => {
    if (draw === 1) return question
    const id = ids.take(`${question.id}.${draw}`)
    copies.set(question.id, [...(copies.get(question.id) ?? []), id])
    return { ...question, id }
  }
  const spread = (section: AuthoredSection): AuthoredSection => {
    const { select, shuffle, questions = [], ...own } = section
    const { id, name } = own
    const draws = Array.from({ length: select ?? 0 }, (_, at) => ({
      ...{ id: ids.take(`${id}.draw${at + 1}`), name, visible: false, select: 1 },
      questions: questions.map((question) => copyOf(question, at + 1)),
    }))
    return { ...own, sections: draws }
  }
  const read = (section: AuthoredSection): AuthoredSection => {
    const place = again.get(section.id)
    if (place === undefined || section.select === undefined)
      return { ...section, ...(section.sections && { sections: section.sections.map(read) }) }
    const why = whyNot(section)
    if (why !== undefined) {
      reading.lose(place, 'selection with replacement', `${why} A question is drawn once at most.`, 'structure')
      return section
    }
    if (section.shuffle !== true && (section.questions ?? []).length > 1)
      reading.lose(place, 'order of a selection', 'Its questions stand in the order in which they are drawn.', 'structure')
    return spread(section)
  }
  return { sections: all.map(read), copies }
}

/** What rules know of a test, with the copies of its questions. */
export const withCopies = (route: AuthoredRoute, copies: ReadonlyMap<string, readonly string[]>): AuthoredRoute => ({
  ...route,
  items: route.items.flatMap((item) => [item, ...(copies.get(item.question) ?? []).map((question) => ({ ...item, question }))]),
})
