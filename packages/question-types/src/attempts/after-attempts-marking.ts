import type { Answer } from '@sitwell/contract'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { numberIn, tidy } from '@sitwell/qti/score'
import type { Value } from '@sitwell/qti/value'
import { type AskedWithFeedback, type EarnedFeedback, earnedFrom } from '../feedback/earned-marking.ts'
import { type Attempted, type AttemptsBySource, attemptsBySource } from '../source/attempts-by-source-marking.ts'
import { variablesBySource } from '../source/mark-by-source-marking.ts'
import type { QtiProcessing } from '../source/processing-marking.ts'
import type { Mark } from '../type-marking.ts'
import { mostAttempts, type QuestionAttempts } from './attempts-marking.ts'

/** How a question stands after attempts at it. */
export interface AfterAttempts {
  readonly count: number
  /** How many there may be yet; undefined where nothing is said of that. */
  readonly left: number | undefined
  /** Nothing is to be answered any more. */
  readonly isClosed: boolean
  /** What counts by now: what the attempts have come to in an adaptive question, the last of them in others. */
  readonly mark: Mark
  /** Of rules that came with it, all that they know; undefined where there are none, or they can't be followed. */
  readonly variables: ReadonlyMap<string, Value> | undefined
  /** What is said of it now, once it may be told. */
  feedback(): EarnedFeedback[]
}

interface Asked extends AskedWithFeedback {
  readonly marks: number
  readonly attempts?: QuestionAttempts | false | undefined
}

type MarkOnce = (answer: Answer | undefined) => Mark

/** By the rules that came with it. What they fail at waits for a person. */
const bySource = (question: Asked, processing: QtiProcessing, attempts: readonly Attempted[], policy: QuestionAttempts) => {
  const waiting = { score: 0, maxScore: question.marks, needsPerson: true }
  try {
    const after = attemptsBySource(question, processing, attempts, policy)
    const score = numberIn(after.variables.get('SCORE'))
    const mark: Mark =
      score === undefined
        ? { ...waiting, needsPerson: attempts.length > 0 }
        : { score: tidy(score * processing.weight), maxScore: question.marks, needsPerson: false }
    return { after, mark }
  } catch (error) {
    if (!(error instanceof ProcessingError)) throw error
    return { after: undefined, mark: { ...waiting, problem: error.message } }
  }
}

const isOver = ({ most = mostAttempts, adaptive }: QuestionAttempts, count: number, after: AttemptsBySource | undefined) =>
  count >= most || (adaptive === true && after?.isCompleted === true)

/** What attempts at a question come to, in their order; `markOnce` is how one answer to it is marked. */
export const afterAttempts = (question: Asked, attempts: readonly Attempted[], markOnce: MarkOnce): AfterAttempts => {
  const policy = question.attempts || {}
  const { processing } = question
  const answer = attempts.at(-1)?.answer
  const isBySource = processing?.kind === 'qti' && (attempts.length > 0 || policy.adaptive === true)
  const { after, mark } = isBySource
    ? bySource(question, processing, attempts, policy)
    : { after: undefined, mark: markOnce(answer) }
  const own = question.feedback?.processing
  const count = attempts.length
  return {
    count,
    left: policy.most === undefined ? undefined : Math.max(0, policy.most - count),
    isClosed: isOver(policy, count, after),
    mark,
    variables: after?.variables,
    feedback: () =>
      earnedFrom(question, { answer, mark }, () => after?.variables ?? (own && variablesBySource(question, own, answer))),
  }
}

/** What a learner may be told between two attempts, and after the last. */
export const toldAfter = ({ attempts }: Pick<Asked, 'attempts'>, after: AfterAttempts): EarnedFeedback[] => {
  const when = (attempts ? attempts.feedback : undefined) ?? 'each'
  if (after.count === 0 || when === 'none' || (when === 'before-last' && after.isClosed)) return []
  return after.feedback()
}
