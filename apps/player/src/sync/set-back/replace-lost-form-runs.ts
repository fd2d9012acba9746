import { takePlace } from '@sitwell/contract'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { elapsedSeconds } from '@sitwell/exam/time/exam-times'
import type { ExamStore } from '../../storage/exam-store.ts'
import type { AnswerRecord, FormRunRecord } from '../../storage/records.ts'
import type { Caller } from '../queue/delivery.ts'

interface ReplacementParts {
  readonly api: Caller
  readonly store: ExamStore
  readonly userGuid: string
  /** Has the files of the one form run sent to the other. */
  moveFiles(from: string, to: string): Promise<void>
}

/** What a form run is begun with that may take another's place. */
interface Begun {
  readonly formRunGuid: string
  readonly scheduleGuid: string
  readonly plan: ExamPlan
}

const isGiven = ({ sequence, changed }: AnswerRecord) => sequence > 0 || changed

/** Of two answers of this device to one question, whether the first was given later. */
const isLater = (one: AnswerRecord, other: AnswerRecord) =>
  one.changed || other.changed ? one.changedAt > other.changedAt : one.sequence > other.sequence

/**
 * Answers of a form run that was lost, as the one that takes its place sends them: under the numbers that they had, so that of two devices
 * that bring what they have of it the later answer stands, whoever comes first. What wasn't numbered yet comes after all that this
 * device had numbered.
 */
const underTheirNumbers = (answers: readonly AnswerRecord[], lastSequence: number, formRunGuid: string) => {
  let last = Math.max(lastSequence, ...answers.map(({ sequence }) => sequence))
  const taken = answers.map(({ lastSave: _lost, barred: _barred, ...answer }): AnswerRecord => {
    if (answer.changed) last += 1
    return {
      ...answer,
      formRunGuid,
      changed: false,
      sequence: answer.changed ? last : answer.sequence,
      acknowledged: 0,
      forgotten: true,
      writerId: '',
      late: false,
      review: false,
      paused: false,
    }
  })
  return { taken, last }
}

/** What was used of each part that has its own time, in their order, or of the whole. In seconds. */
const usedOf = ({ timeLeftMs, givenMs, elapsedMs }: FormRunRecord, plan: ExamPlan) => {
  const parts = plan.parts.flatMap(({ id, timeMs }) => {
    const leftMs = timeLeftMs[id]
    const usedMs = leftMs === undefined ? 0 : (givenMs[id] ?? timeMs) - leftMs
    return usedMs > 0 ? [{ partId: id, seconds: elapsedSeconds(usedMs) }] : []
  })
  return parts.length > 0 ? parts : [{ seconds: elapsedSeconds(elapsedMs) }]
}

/**
 * A form run that the server doesn't know any more, because its database was set back to before it was started: what this browser has
 * of it continues in the form run of the same schedule that is opened now. The answers go there as of when they were typed, and under
 * their numbers; the time continues where it stood; one that was finished is finished again. So does one that took the place of another which
 * a better backup brought back: it continues there. A database may be set back without anything that tells of it, but a schedule has one
 * form run: where there is another here, the server is asked, who knows whether it has it still. Answers the form runs that were lost;
 * what waited to be sent to them is sent no more.
 */
export const replaceLostFormRuns = async (
  { api, store, userGuid, moveFiles }: ReplacementParts,
  { formRunGuid, scheduleGuid, plan }: Begun,
  generation: string,
): Promise<string[]> => {
  const lost = (await store.formRunsOf(userGuid)).filter(
    (run) =>
      run.scheduleGuid === scheduleGuid && run.formRunGuid !== formRunGuid && run.generation !== undefined && !run.takenBy,
  )
  const takenPlaces: string[] = []
  for (const run of lost) {
    const { formRunGuid: from, generation: before = '' } = run
    // Numbers of the ledger that is lost mean nothing in the new one.
    const { completion: _sent, saves: _counted, offer: _offered, takenOffer: _taken, ...rest } = run
    const given = (await store.answersOf(userGuid, from)).filter(isGiven)
    const isOver = run.finished || run.finishing
    const begun = { paused: false, awaitingExtension: false, extended: false, finished: false, finishing: isOver }
    const body = { formRunGuid, from, generation: before, answers: given.length, used: usedOf(run, plan) }
    const outcome = await api.call(takePlace, { body })
    // What the call's own schema has read.
    if (!outcome.ok || !(outcome.value as { readonly takesPlace: boolean }).takesPlace) continue
    const opened = await store.formRun(userGuid, formRunGuid)
    // Lost once itself, and back with another backup: what it holds continued elsewhere meanwhile.
    const isBack = opened?.takenBy !== undefined
    // It may have been opened before, when the server could not be asked: what was typed in it since stands.
    const own = new Map(
      (await store.answersOf(userGuid, formRunGuid)).filter(isGiven).map((answer) => [answer.questionId, answer]),
    )
    const isTaken = (answer: AnswerRecord) => {
      const there = own.get(answer.questionId)
      const isTypedThere = there !== undefined && !isBack && (there.changed || there.writerId !== '')
      return there === undefined || (!isTypedThere && isLater(answer, there))
    }
    const { taken, last } = underTheirNumbers(given.filter(isTaken), run.lastSequence, formRunGuid)
    const waiting = (await store.requestsOf(userGuid)).filter((request) => request.formRunGuid === from)
    const logged = await store.activitiesOf(from)
    await store.save([
      ...waiting.map((sent) => ({ sent })),
      ...logged.map((loggedActivity) => ({ loggedActivity })),
      ...taken.map((answer) => ({ answer })),
      ...(opened && !isBack ? [] : [{ formRun: { ...rest, ...begun, formRunGuid, generation, lastSequence: last } }]),
      { formRun: { ...run, takenBy: formRunGuid } },
    ])
    await moveFiles(from, formRunGuid)
    takenPlaces.push(from)
  }
  return takenPlaces
}
