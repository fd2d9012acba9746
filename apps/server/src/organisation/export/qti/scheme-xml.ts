import type { MarkCriterion, MarkScheme } from '@sitwell/exam/mark-scheme/mark-scheme'
import { broughtScheme, schemePlacesOf } from '@sitwell/question-types/mark-schemes'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import { escaped, xhtmlOf, xml } from '@sitwell/question-types/qti'

const criterionXml = ({ title, description = '', minMarks = 0, maxMarks, levels = [] }: MarkCriterion): string => {
  const worth = minMarks === 0 ? `${maxMarks}` : `${minMarks} – ${maxMarks}`
  const said = description === '' ? '' : `: ${description}`
  const each = levels.map((one) => xml('li', {}, escaped(`${one.marks}: ${one.description}`))).join('')
  return xml('li', {}, `<strong>${escaped(title)}</strong>${escaped(` (${worth})${said}`)}${each && xml('ul', {}, each)}`)
}

const schemeXml = ({ criteria, floor, ceiling, guidance = '' }: MarkScheme): string => {
  const bounds = [...(floor === undefined ? [] : [`≥ ${floor}`]), ...(ceiling === undefined ? [] : [`≤ ${ceiling}`])]
  return [
    guidance === '' ? '' : xml('div', {}, xhtmlOf(guidance)),
    criteria.length === 0 ? '' : xml('ul', {}, criteria.map(criterionXml).join('')),
    bounds.length === 0 ? '' : xml('p', {}, escaped(bounds.join(', '))),
  ].join('')
}

/** The mark schemes of a question as a rubric for whoever marks, in words; empty if there are none. */
export const rubricXml = (question: AuthoredQuestion): string => {
  const schemes = schemePlacesOf(question).flatMap(({ part }) => broughtScheme(question, part) ?? [])
  const inside = schemes.map(schemeXml).join('')
  return inside === '' ? '' : xml('qti-rubric-block', { view: 'scorer', use: 'scoring' }, xml('qti-content-body', {}, inside))
}

/** What happens to the mark schemes of a question: QTI has none beside words. */
export const schemesLost = (question: AuthoredQuestion): string[] =>
  schemePlacesOf(question).some(({ scheme }) => scheme && scheme.criteria.length > 0)
    ? ['Its mark scheme is written in words, for whoever marks.']
    : []
