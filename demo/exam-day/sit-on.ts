import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './answer-of.ts'
import type { PageLook, SimulatedLearner } from './simulated-learner.ts'

/** How a learner continues: who `dozes` loses the network from time to time, who is `quick` hands in, and who is `late` has not come. */
export type Manner = 'steady' | 'dozes' | 'quick' | 'late'
export const mannerOf = (number: number): Manner =>
  number % 10 === 7 ? 'dozes' : number % 15 === 4 ? 'quick' : number % 15 === 12 ? 'late' : 'steady'

type Answers = readonly (readonly [string, Answer])[]

/** The next change of an answer: an answer grows as it is typed, or is changed. */
export const nextAct = (step: number, answers: Answers): readonly [string, Answer] | undefined => {
  const at = answers[Math.floor(step / 3)]
  if (!at) return undefined
  const [question, answer] = at
  const { length } = answer.answerText
  return answer.options.length > 0
    ? at
    : [question, { ...answer, answerText: answer.answerText.slice(0, Math.ceil((length * ((step % 3) + 1)) / 3)) }]
}

/** Seconds between two looks at the exam, which differ so that a room does not act together. */
const secondsBetween = (number: number, step: number) => 6 + ((number * 7 + step * 13) % 20)

/** Whether a learner is without a network at a step: for about two minutes, more than once. */
export const isAway = (manner: Manner, step: number): boolean => manner === 'dozes' && step % 14 > 5

/** The facts that the page of a learner reports: one device has a wrong clock, one page is of an older build, and answers wait after a time without a network. */
export const lookOf = (number: number, manner: Manner, step: number, build: string): PageLook => ({
  clockOffMs: number === 9 ? 4 * 60_000 : 0,
  unsent: !isAway(manner, step) && isAway(manner, step - 1) ? 2 : 0,
  build: number === 21 ? '0.2.0-older' : build,
})

export interface Sitting {
  /** The learner's number in their room. */
  readonly number: number
  readonly answers: Answers
  /** The version of the pages that the server has now. */
  readonly build: string
}

/**
 * One step of a learner who has the network: reads the state of the exam, reports the page, and types if the time runs. A learner whose exam was handed in
 * does nothing more until staff reopen it.
 */
export const takeStep = async (learner: SimulatedLearner, { number, answers, build }: Sitting, step: number): Promise<void> => {
  const manner = mannerOf(number)
  const state = await learner.look()
  if (state.completed) return
  await learner.report(state, lookOf(number, manner, step, build))
  if (state.paused) return
  const act = nextAct(step, answers)
  if (act) await learner.save(act[0], act[1], state.elapsedTime)
  if (number === 5 && step === 6) await learner.askForTime()
  if (manner === 'quick' && step === answers.length) await learner.handIn(state.elapsedTime)
}

/** Refusals one after the other that end a learner: one may come of an action of staff between two calls; more mean that somebody else signed in as them. */
const mostRefusals = 3

/** Has one learner sit until the signal ends it. Rejects with what the server answers if it refuses three steps in a row. */
export const sitOn = async (learner: SimulatedLearner, sitting: Sitting, signal: AbortSignal): Promise<void> => {
  const { number } = sitting
  const manner = mannerOf(number)
  let refusals = 0
  for (let step = 0; !signal.aborted; step += 1) {
    if (!isAway(manner, step))
      await takeStep(learner, sitting, step).then(
        () => {
          refusals = 0
        },
        (error: unknown) => {
          refusals += 1
          if (refusals >= mostRefusals) throw error
        },
      )
    // Some were here before the others.
    if (step >= number % 12) await wait(secondsBetween(number, step) * 1000, undefined, { signal, ref: false })
  }
}
