import type { ReplayStep } from '@sitwell/contract'

/** What stands on each question after a step (from 0), by the question's id: what the last step until then put there. A question on which nothing was put has no entry. */
export const standingAfter = (steps: readonly ReplayStep[], at: number): ReadonlyMap<string, ReplayStep> =>
  new Map(
    steps
      .slice(0, at + 1)
      .flatMap((step) => (step.stands && step.questionID !== undefined ? [[step.questionID, step] as const] : [])),
  )

/** What was given without what it repeats: an answer whose options are named one by one also has their texts in one line. */
export const withoutRepeats = (quotes: ReplayStep['quotes']): ReplayStep['quotes'] =>
  quotes.some(({ about }) => about.startsWith('Chosen (')) ? quotes.filter(({ about }) => about !== 'Answer') : quotes

/** The places (from 0) of the steps about one question, or of all of them if none is named. */
export const stepsAbout = (steps: readonly ReplayStep[], questionID: string): readonly number[] =>
  steps.flatMap((step, at) => (questionID === '' || step.questionID === questionID ? [at] : []))
