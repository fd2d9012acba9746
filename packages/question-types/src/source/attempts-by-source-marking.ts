import type { Answer } from '@sitwell/contract'
import { type AfterAttempt, outcomesBefore, processAttempt, type QtiItem, startItem } from '@sitwell/qti/item'
import { numberIn } from '@sitwell/qti/score'
import { boolean, type Value } from '@sitwell/qti/value'
import { itemOf } from './mark-by-source-marking.ts'
import type { QtiProcessing } from './processing-marking.ts'
import { type Asked, responsesOf } from './responses-marking.ts'

/** An attempt at a question: the answer that was handed in, and the response of the button that ended it, where its source has one. */
export interface Attempted {
  readonly answer: Answer | undefined
  readonly ending?: string | undefined
}

export interface AttemptsBySource {
  /** The responses of the last attempt, and all outcomes. */
  readonly variables: ReadonlyMap<string, Value>
  readonly isCompleted: boolean
}

const scoreIn = ({ outcomes }: AfterAttempt) => numberIn(outcomes.get('SCORE')) ?? Number.NEGATIVE_INFINITY

/** What an attempt comes to, in the way to read its numbers that is best for its learner. */
const bestWay = (item: QtiItem, ways: readonly ReadonlyMap<string, Value>[], number: number, before?: AfterAttempt) =>
  ways
    .map((responses) => ({ responses, after: processAttempt(item, startItem(item), { number, responses, before }) }))
    .reduce((best, one) => (scoreIn(one.after) > scoreIn(best.after) ? one : best))

/**
 * What attempts come to, one after the other. In an adaptive item each goes on from the outcomes of the one before it. Throws a
 * ProcessingError where the processing can't be followed.
 */
export const attemptsBySource = (
  question: Asked,
  processing: QtiProcessing,
  attempts: readonly Attempted[],
  {
    adaptive,
    endings = [],
  }: { readonly adaptive?: boolean | undefined; readonly endings?: readonly { response: string }[] | undefined },
): AttemptsBySource => {
  const item = itemOf(processing)
  let before: AfterAttempt | undefined
  let variables: ReadonlyMap<string, Value> = outcomesBefore(startItem(item))
  for (const [index, { answer, ending }] of attempts.entries()) {
    // Each attempt of another kind begins anew: only the last one says anything.
    if (!adaptive && index < attempts.length - 1) continue
    const pressed = endings.map(({ response }) => [response, boolean(response === ending)] as const)
    const ways = responsesOf(question, processing, item.declarations, answer).map((way) => new Map([...way, ...pressed]))
    const { responses, after } = bestWay(item, ways, index + 1, adaptive ? before : undefined)
    before = after
    variables = new Map([...responses, ...after.outcomes])
  }
  return { variables, isCompleted: before?.completionStatus === 'completed' }
}
