import { processResponses, startItem } from '@sitwell/qti/item'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { numberIn } from '@sitwell/qti/score'
import type { Value } from '@sitwell/qti/value'
import {
  type AuthoredQuestion,
  answerTo,
  itemOf,
  markingOf,
  ownMarkingOf,
  type QtiProcessing,
} from '@sitwell/question-types/marking'
import { candidatesOf } from './candidate-answers.ts'

/** What the answers that were tried came to. */
interface Found {
  /** The most that any of them earned; 0 if none earned anything. */
  best: number
  /** What the answer earned that the item calls right; undefined if it names none. */
  right: number | undefined
  /** What the marking of the question's type alone would give otherwise, in words; undefined if both say the same. */
  otherwise: string | undefined
}

/** What an item's own answers came to, marked by its processing. */
export interface Proof extends Readonly<Found> {
  /** Why it can't be marked as its source does, in words; undefined if all of it was proved. */
  readonly problem: string | undefined
}

const outcomes = (responses: ReadonlyMap<string, Value>): string =>
  [...responses.values()]
    .flatMap((value) => {
      if (value === null || value.cardinality === 'record') return ['nothing']
      const all = value.cardinality === 'single' ? [value.value] : value.values
      return [all.map((one) => (typeof one === 'object' ? one.join('–') : String(one))).join(', ')]
    })
    .join('; ')
    .slice(0, 100) || 'nothing'

/** An answer that was tried, as its learner would give it, and what it is worth in its source. */
interface Tried {
  readonly responses: ReadonlyMap<string, Value>
  readonly given: ReturnType<typeof answerTo>
  readonly score: number
}

/** Why the server would mark an answer in another way than its source does. */
const whyOther = (question: AuthoredQuestion, { responses, given, score }: Tried): string | undefined => {
  const here = markingOf(question).mark(question, given)
  return here.score !== score || here.needsPerson
    ? `The answer "${outcomes(responses)}" is worth ${score} in its source, and would be worth ${here.score} here.`
    : undefined
}

/** What the marking of the question's type gives an answer otherwise. */
const otherwiseOf = (question: AuthoredQuestion, { responses, given, score }: Tried): string | undefined => {
  const own = ownMarkingOf(question).mark(question, given)
  return Math.abs(own.score - score) > 1e-9
    ? `"${outcomes(responses)}" is worth ${score}, where its key alone would give ${Math.round(own.score * 1e6) / 1e6}`
    : undefined
}

const noteEarned = (found: Found, name: string, score: number) => {
  found.best = Math.max(found.best, score)
  if (name === 'right') found.right = score
}

/** Tries all answers, and notes what they come to, up to the first that is a problem. */
const tryAnswers = (
  question: AuthoredQuestion,
  processing: QtiProcessing,
  hasKey: boolean,
  found: Found,
): string | undefined => {
  const item = itemOf(processing)
  const start = startItem(item)
  // One object for all of them: an item is read once for each that there is.
  const asked = { ...question, processing: { ...processing, weight: 1 } }
  for (const { name, responses } of candidatesOf(question, item.declarations, processing.responses, (id) =>
    start.correct(id),
  )) {
    const score = numberIn(processResponses(item, startItem(item), responses).get('SCORE'))
    if (score === undefined) return 'Its processing leaves an answer without a score.'
    const answer = answerTo(question, processing.responses, responses)
    if (!answer && name === 'right') return `Its right answer (${outcomes(responses)}) can't be given here.`
    if (!answer) continue
    noteEarned(found, name, score)
    const tried = { responses, given: name === 'empty' ? undefined : answer, score }
    const problem = whyOther(asked, tried)
    if (problem !== undefined) return problem
    if (hasKey) found.otherwise ??= otherwiseOf(question, tried)
  }
  return undefined
}

/**
 * Marks the item's own right, partly right, wrong and empty answers both ways: by its processing alone, and as the server will mark the
 * answer that a learner gives. What the two say has to be the same.
 */
export const proveMarks = (question: AuthoredQuestion, processing: QtiProcessing, hasKey: boolean): Proof => {
  const found: Found = { best: 0, right: undefined, otherwise: undefined }
  try {
    const problem = tryAnswers(question, processing, hasKey, found)
    return { ...found, problem }
  } catch (error) {
    if (error instanceof ProcessingError) return { ...found, problem: error.message }
    throw error
  }
}
