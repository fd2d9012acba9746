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

/** What an item's own answers came to, marked by its processing. */
export interface Proof {
  /** The most that any of them earned; 0 where none earned anything. */
  readonly best: number
  /** What the answer earned that the item calls right; undefined where it names none. */
  readonly right: number | undefined
  /** What the marking of the question's type alone would give otherwise, in words; undefined where both say the same. */
  readonly otherwise: string | undefined
  /** Why it can't be marked as its source does, in words; undefined where all of it was proved. */
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

/**
 * Marks the item's own right, partly right, wrong and empty answers both ways: by its processing alone, and as the server will mark the
 * answer that a learner gives. What the two say has to be the same.
 */
export const proveMarks = (question: AuthoredQuestion, processing: QtiProcessing, hasKey: boolean): Proof => {
  let [best, right]: [number, number | undefined] = [0, undefined]
  let otherwise: string | undefined
  const fail = (problem: string): Proof => ({ best, right, otherwise, problem })
  try {
    const item = itemOf(processing)
    const start = startItem(item)
    // One object for all of them: an item is read once for each that there is.
    const asked = { ...question, processing: { ...processing, weight: 1 } }
    for (const { name, responses } of candidatesOf(question, item.declarations, processing.responses, (id) =>
      start.correct(id),
    )) {
      const score = numberIn(processResponses(item, startItem(item), responses).get('SCORE'))
      if (score === undefined) return fail('Its processing leaves an answer without a score.')
      const answer = answerTo(question, processing.responses, responses)
      if (!answer) {
        if (name === 'right') return fail(`Its right answer (${outcomes(responses)}) can't be given here.`)
        continue
      }
      best = Math.max(best, score)
      if (name === 'right') right = score
      const given = name === 'empty' ? undefined : answer
      const here = markingOf(asked).mark(asked, given)
      if (here.score !== score || here.needsPerson)
        return fail(
          `The answer "${outcomes(responses)}" is worth ${score} in its source, and would be worth ${here.score} here.`,
        )
      if (!hasKey || otherwise !== undefined) continue
      const own = ownMarkingOf(question).mark(question, given)
      if (Math.abs(own.score - score) > 1e-9)
        otherwise = `"${outcomes(responses)}" is worth ${score}, where its key alone would give ${Math.round(own.score * 1e6) / 1e6}`
    }
  } catch (error) {
    if (error instanceof ProcessingError) return fail(error.message)
    throw error
  }
  return { best, right, otherwise, problem: undefined }
}
