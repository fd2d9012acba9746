import { schemePlacesOf, withScheme } from '@sitwell/question-types/mark-schemes'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import { attributeOf, type Element, insideOf, type Node } from '../../files/xml.ts'
import { type ContentPlace, htmlOf } from './content.ts'
import { newSearch } from './qti-reading.ts'

const viewsOf = (rubric: Element): readonly string[] => (attributeOf(rubric, 'view') ?? 'candidate').trim().split(/\s+/)

/** Whether a rubric is for whoever marks, and not for the learner. */
export const isForScorer = (rubric: Element): boolean =>
  viewsOf(rubric).includes('scorer') && !viewsOf(rubric).includes('candidate')

const htmlOfRubric = (rubric: Element, { reading, path }: ContentPlace): string => {
  const search = newSearch()
  const html = htmlOf(Array.from<Node>(rubric.childNodes), { reading, path, search })
  for (const missing of search.missing) reading.lose(path, missing, 'The file is missing.')
  return html
}

/**
 * The question with what its item says to whoever marks as the guidance of its mark scheme; each of several texts that are marked by themselves has all of it.
 */
export const withItemScheme = (question: AuthoredQuestion, body: Element, place: ContentPlace): AuthoredQuestion => {
  const guidance = insideOf(body, (name) => name === 'rubricblock')
    .filter(isForScorer)
    .map((one) => htmlOfRubric(one, place))
    .join('')
  if (guidance === '') return question
  return schemePlacesOf(question).reduce((asked, { part }) => withScheme(asked, part, { criteria: [], guidance }), question)
}
