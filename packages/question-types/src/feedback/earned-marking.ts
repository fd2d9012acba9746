import type { Answer } from '@sitwell/contract'
import { comparableText } from '@sitwell/qti/comparable-text'
import { foldCase } from '@sitwell/qti/fold-case'
import { type Scalar, scalarsOf, type Value } from '@sitwell/qti/value'
import { inBlanks } from '../blanks/in-blanks-marking.ts'
import { facetsOf } from '../registry-marking.ts'
import { variablesBySource } from '../source/mark-by-source-marking.ts'
import type { QtiProcessing, SourceProcessing } from '../source/processing-marking.ts'
import type { Asked } from '../source/responses-marking.ts'
import type { Mark } from '../type-marking.ts'
import { isRightTyped } from '../typed-key/typed-key-marking.ts'
import type { FeedbackCondition, FeedbackPart, QuestionFeedback } from './feedback-marking.ts'

/** What a learner is told of their answer. */
export interface EarnedFeedback {
  /** Plain text. */
  readonly title?: string
  /** HTML, cleaned when it was imported. */
  readonly html: string
}

/** A question as far as what is said of its answers goes. */
export interface AskedWithFeedback extends Asked {
  readonly feedback?: QuestionFeedback | undefined
  readonly processing?: SourceProcessing | undefined
}

/** What was given, and what it came to. */
interface Given {
  readonly answer: Answer | undefined
  readonly mark: Pick<Mark, 'score' | 'maxScore'>
}

type Outcomes = ReadonlyMap<string, Value>
type Typed = Extract<FeedbackCondition, { on: 'typed' }>

/** Whether a text fits one with stars, part after part: no text is gone through twice. */
export const fitsStars = (starred: string, text: string): boolean => {
  const [first = '', ...parts] = starred.split('*')
  const last = parts.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= end
}

const fits = (key: Typed['key'], text: string): boolean => {
  if (text.trim() === '') return false
  if (key.kind !== 'stars') return isRightTyped(key, text)
  const fold = (one: string) => (key.ignoreCase ? foldCase(comparableText(one)) : comparableText(one)).trim()
  return fitsStars(fold(key.value), fold(text))
}

const held = (scalar: Scalar) => (typeof scalar === 'object' ? scalar.join(' ') : String(scalar))

/** The values of an outcome; a record has none that could be asked for. */
const valuesOf = (value: Value | undefined): string[] =>
  value === undefined || value?.cardinality === 'record' ? [] : scalarsOf(value).map(held)

const isWorth = ({ score, maxScore }: Given['mark'], is: 'right' | 'part' | 'wrong'): boolean => {
  if (is === 'right') return maxScore > 0 && score >= maxScore - 1e-6
  if (is === 'wrong') return maxScore > 0 && score <= 1e-6
  return score > 1e-6 && score < maxScore - 1e-6
}

/** What stands in a place: a blank of a text, or a part. */
const textIn = (question: Asked, answer: Answer, place: string): string =>
  facetsOf(question.type)?.textPlaces?.textIn(question, answer, place) ?? ''

/** Whether an option was chosen, by the id that its source gave it where it has one. */
export const hasChosen = ({ sourceIds }: Pick<Asked, 'sourceIds'>, answer: Answer | undefined, option: string): boolean =>
  answer?.options.some(({ optionID }) => (sourceIds?.[optionID] ?? optionID) === option) ?? false

const holds = (question: AskedWithFeedback, one: FeedbackCondition, given: Given, outcomes: () => Outcomes | undefined) => {
  const { answer, mark } = given
  const inSource = (id: string) => question.sourceIds?.[id] ?? id
  switch (one.on) {
    case 'outcome': {
      const all = outcomes()
      // What can't be worked out says neither that it holds nor that it doesn't.
      return all !== undefined && valuesOf(all.get(one.outcome)).includes(one.value) === one.holds
    }
    case 'mark':
      return isWorth(mark, one.is)
    case 'option': {
      if (!answer) return false
      if (one.blank === undefined) return hasChosen(question, answer, one.option)
      const found = inBlanks(question, answer).get(one.blank.toUpperCase())
      return found?.isListed === true && found.value !== '' && inSource(found.value) === one.option
    }
    case 'typed':
      return answer !== undefined && fits(one.key, textIn(question, answer, one.place))
  }
}

const processingOf = ({ feedback, processing }: AskedWithFeedback): QtiProcessing | undefined =>
  feedback?.processing ?? (processing?.kind === 'qti' ? processing : undefined)

/** The feedback that an answer earns, by what it is worth and the outcomes that it came to, which are worked out only where they are asked for. */
export const earnedFrom = (
  question: AskedWithFeedback,
  { answer, mark }: { readonly answer: Answer | undefined; readonly mark: Pick<Mark, 'score' | 'maxScore' | 'needsPerson'> },
  outcomes: () => Outcomes | undefined,
): EarnedFeedback[] => {
  if (!question.feedback || mark.needsPerson) return []
  const isEarned = ({ when = [] }: FeedbackPart) => when.every((one) => holds(question, one, { answer, mark }, outcomes))
  const groups = new Set<string>()
  const earned: EarnedFeedback[] = []
  for (const part of question.feedback.parts) {
    if (part.group !== undefined && groups.has(part.group)) continue
    if (!isEarned(part)) continue
    if (part.group !== undefined) groups.add(part.group)
    if (part.text !== '')
      earned.push({ html: part.text, ...(part.title !== undefined && part.title !== '' && { title: part.title }) })
  }
  return earned
}

/**
 * The same of an answer that is marked once. Nothing of one that waits for a person: what it is worth isn't known yet. `chance` is that of
 * the question's marking.
 */
export const earnedFeedback = (
  question: AskedWithFeedback,
  answer: Answer | undefined,
  mark: Pick<Mark, 'score' | 'maxScore' | 'needsPerson'>,
  chance?: () => () => number,
): EarnedFeedback[] => {
  let worked: { readonly outcomes: Outcomes | undefined } | undefined
  return earnedFrom(question, { answer, mark }, () => {
    const processing = processingOf(question)
    worked ??= { outcomes: processing && variablesBySource(question, processing, answer, chance) }
    return worked.outcomes
  })
}
