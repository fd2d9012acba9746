import type { Answer } from '@sitwell/contract'
import { processResponses, type QtiItem, readQtiItem, startItem } from '@sitwell/qti/item'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { numberIn, tidy } from '@sitwell/qti/score'
import type { Chance } from '@sitwell/qti/state'
import type { Value } from '@sitwell/qti/value'
import type { Mark } from '../type-marking.ts'
import type { QtiProcessing, SourceProcessing } from './processing-marking.ts'
import { type Asked, responsesOf } from './responses-marking.ts'

/** Items that were read from their processing, kept for as long as the question itself is. */
const read = new WeakMap<QtiProcessing, QtiItem>()

/** The item of a question's processing. Throws a ProcessingError where it can't be followed. */
export const itemOf = (processing: QtiProcessing): QtiItem => {
  const item = read.get(processing) ?? readQtiItem(processing.item, processing.version)
  read.set(processing, item)
  return item
}

/** The score that responses come to, weighted; undefined where the item sets none. */
const scoreOf = (processing: QtiProcessing, responses: ReadonlyMap<string, Value>, chance?: Chance): number | undefined => {
  const item = itemOf(processing)
  const score = numberIn(processResponses(item, startItem(item, chance), responses).get('SCORE'))
  return score === undefined ? undefined : tidy(score * processing.weight)
}

/**
 * The responses of an answer and all outcomes that they come to, those of its best score where a number can be read in several ways. Undefined where its processing
 * fails.
 */
export const variablesBySource = (
  question: Asked,
  processing: QtiProcessing,
  answer: Answer | undefined,
  chance?: () => Chance,
): ReadonlyMap<string, Value> | undefined => {
  try {
    const item = itemOf(processing)
    const ways = responsesOf(question, processing, item.declarations, answer)
    const tried = ways.map(
      (responses) => new Map([...responses, ...processResponses(item, startItem(item, chance?.()), responses)]),
    )
    const scoreIn = (outcomes: ReadonlyMap<string, Value>) => numberIn(outcomes.get('SCORE')) ?? Number.NEGATIVE_INFINITY
    return tried.reduce((best, one) => (scoreIn(one) > scoreIn(best) ? one : best))
  } catch (error) {
    if (error instanceof ProcessingError) return undefined
    throw error
  }
}

const isGiven = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && (answer.answerText.trim() !== '' || answer.options.length > 0)

/**
 * Marks an answer as the source of its question does. What its processing fails at waits for a person: an answer is never marked by a
 * guess, and never lost for a fault of its question. `chance` gives the same numbers each time for the same learner and question.
 */
export const markBySource = (
  question: Asked & { readonly marks: number },
  processing: SourceProcessing,
  answer: Answer | undefined,
  chance?: () => Chance,
): Mark => {
  const { marks } = question
  const waiting = { score: 0, maxScore: marks, needsPerson: true }
  if (processing.kind === 'none') return { score: 0, maxScore: marks, needsPerson: false }
  if (processing.kind === 'person') return { ...waiting, needsPerson: isGiven(answer) }
  try {
    const ways = responsesOf(question, processing, itemOf(processing).declarations, answer)
    const scores = ways.flatMap((responses) => scoreOf(processing, responses, chance?.()) ?? [])
    // Of the ways to read a number the learner has the best.
    return scores.length === 0 ? waiting : { score: Math.max(...scores), maxScore: marks, needsPerson: false }
  } catch (error) {
    if (error instanceof ProcessingError) return { ...waiting, problem: error.message }
    throw error
  }
}
