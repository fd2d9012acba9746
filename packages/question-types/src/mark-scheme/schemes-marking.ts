import type { MarkScheme } from '@sitwell/exam/mark-scheme/mark-scheme'
import { type SchemeProblem, schemeProblems } from '@sitwell/exam/mark-scheme/scheme-problems'
import { type AuthoredQuestion, markedParts, ownMarkingOf } from '../marking.ts'

/** What a scheme is for: a question as a whole, `''`, or one of its fields, by its id; with its marks. */
export interface SchemePlace {
  readonly part: string
  readonly marks: number
  readonly scheme: MarkScheme | undefined
  /** Fields of the question that lead to the scheme. */
  readonly path: readonly (string | number)[]
}

const writtenPartsOf = (question: AuthoredQuestion) => ownMarkingOf(question).writtenParts?.of(question)

/** Where a question may have a scheme: wherever it is marked by itself. */
export const schemePlacesOf = (question: AuthoredQuestion): SchemePlace[] =>
  markedParts(question).map(({ part, marks }) => {
    const parts = part === '' ? undefined : writtenPartsOf(question)
    if (!parts) return { part, marks, scheme: question.markScheme, path: ['markScheme'] }
    const at = parts.findIndex(({ id }) => id === part)
    return { part, marks, scheme: parts[at]?.markScheme, path: ['parts', at, 'markScheme'] }
  })

/** Schemes that stand where nothing is marked by itself. */
const misplacedIn = (question: AuthoredQuestion) => {
  const parts = writtenPartsOf(question)
  if (!parts) return []
  const isWhole = schemePlacesOf(question).some(({ part }) => part === '')
  const atQuestion =
    !isWhole && question.markScheme ? [{ path: ['markScheme'], message: 'each of its parts has a scheme of its own' }] : []
  const atParts = parts.flatMap(({ markScheme }, at) =>
    isWhole && markScheme
      ? [{ path: ['parts', at, 'markScheme'], message: 'it is marked as a whole: its scheme stands at the question' }]
      : [],
  )
  return [...atQuestion, ...atParts]
}

const messageOf = (problem: SchemeProblem): string => {
  switch (problem.kind) {
    case 'inexact':
      return 'marks have at most nine decimals'
    case 'id-twice':
      return 'another criterion has this id'
    case 'nothing-to-get':
      return 'the most has to be above the least'
    case 'level-outside':
      return 'a level lies between the least and the most of its criterion'
    case 'level-twice':
      return 'another level has these marks'
    case 'no-top-level':
      return 'one level has to have the most marks of its criterion'
    case 'floor-above-ceiling':
      return 'the least total is above the greatest'
    case 'other-marks':
      return `the best response gets ${problem.best} by it, and has ${problem.marks} to get`
  }
}

/** What is wrong with the schemes of a question, in words, with the fields of the question that lead there. */
export const problemsOfSchemes = (
  question: AuthoredQuestion,
): { readonly path: readonly (string | number)[]; readonly message: string }[] => {
  const misplaced = misplacedIn(question)
  if (misplaced.length > 0) return misplaced
  return schemePlacesOf(question).flatMap(({ scheme, marks, path }) =>
    scheme
      ? schemeProblems(scheme, marks).map((problem) => ({ path: [...path, ...problem.path], message: messageOf(problem) }))
      : [],
  )
}

const notesOf = (question: AuthoredQuestion, part: string): string => {
  const parts = writtenPartsOf(question)
  if (!parts) return 'markingNotes' in question ? (question.markingNotes ?? '') : ''
  return parts.map(({ id, markingNotes = '' }) => (part === '' || part === id ? markingNotes : '')).join('')
}

/**
 * The scheme that an exam brought for a question, or one of its fields: its notes for whoever marks are the first of its guidance.
 * Undefined where there is neither a scheme nor a note.
 */
export const broughtScheme = (question: AuthoredQuestion, part: string): MarkScheme | undefined => {
  const place = schemePlacesOf(question).find((one) => one.part === part)
  if (!place) return undefined
  const guidance = notesOf(question, part) + (place.scheme?.guidance ?? '')
  if (!place.scheme && guidance === '') return undefined
  return { ...(place.scheme ?? { criteria: [] }), ...(guidance !== '' && { guidance }) }
}

const withoutNotes = <Noted extends object>(noted: Noted): Noted => {
  const { markingNotes: _, ...others } = noted as Noted & { markingNotes?: string }
  return others as Noted
}

/** The question with another scheme in one place, in whose guidance the notes for whoever marks are. */
export const withScheme = (question: AuthoredQuestion, part: string, scheme: MarkScheme): AuthoredQuestion => {
  // A scheme as the exam's own format has it.
  const markScheme = structuredClone(scheme) as NonNullable<AuthoredQuestion['markScheme']>
  const parts = ownMarkingOf(question).writtenParts
  if (!parts) return { ...withoutNotes(question), markScheme }
  if (part === '') return { ...parts.with(question, withoutNotes), markScheme }
  return parts.with(question, (one) => (one.id === part ? { ...withoutNotes(one), markScheme } : one))
}
