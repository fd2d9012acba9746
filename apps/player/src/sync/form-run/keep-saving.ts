import { type FormRunRecord, requestTypes } from '../../storage/records.ts'
import type { AnswerBook } from '../answers/answer-book.ts'
import type { SittingTime } from '../time/sitting-time.ts'
import type { FormRunParts, FormRunStart } from './form-run-start.ts'

/** Milliseconds between two saves of changed texts, and of the exam's time, in time that counts (spec 3 §9). */
const saveIntervalMs = 30_000
/** Milliseconds between two keepings of the time in this browser. */
const keepTimeIntervalMs = 5000

interface SavingParts {
  readonly parts: Pick<FormRunParts, 'store' | 'queue' | 'userGuid' | 'writerId' | 'onError'>
  readonly start: Pick<FormRunStart, 'formRunGuid' | 'questions'>
  readonly time: SittingTime
  readonly answers: Pick<AnswerBook, 'get' | 'saveChanged'>
  /** Keeps what is known of the form run in this browser. */
  keep(): Promise<void>
  /** What is told of it with each save. */
  times(): object
  page(): string
  readNow(): object
  nowIso(): string
  lastSequence(): number
  snapshot(): { readonly formRun: FormRunRecord }
  isFinished(): boolean
  isLetGo(): boolean
}

/** Saves answers and time of a form run as they change and as time goes by, and keeps both in this browser, until it is stopped. */
export const keepSaving = ({
  parts: { store, queue, userGuid, writerId, onError },
  start: { formRunGuid, questions },
  time,
  answers,
  keep,
  times,
  page,
  readNow,
  nowIso,
  lastSequence,
  snapshot,
  isFinished,
  isLetGo,
}: SavingParts) => {
  let savedAtMs = 0
  const saveTime = async () => {
    if (isLetGo()) return
    savedAtMs = time.passedMs()
    const completedParts = time.completedParts()
    const payload = {
      formRunGuid,
      ...times(),
      page: page(),
      ClientTime: nowIso(),
      ...(completedParts.length > 0 && { completedParts }),
      ...readNow(),
      writerId,
      // What was numbered up to here was given before the move that this may tell of.
      ...(lastSequence() > 0 && { sequence: lastSequence() }),
    }
    await queue.enqueue(
      { type: requestTypes.saveTime, callbackId: 'time', formRunGuid, payload },
      () => [snapshot()],
      (waiting) => waiting.type === requestTypes.saveTime && waiting.formRunGuid === formRunGuid,
    )
  }
  const saveAnswers = async () => {
    if (!isFinished()) await answers.saveChanged()
  }
  const saveAll = async () => {
    if (isFinished()) return
    await saveAnswers()
    await saveTime()
  }
  const inBackground = (saving: Promise<unknown>) => void saving.catch(onError)
  let last = time.read()
  /**
   * The time is saved each 30 seconds of it and with every move between parts; all of it before a pause (spec 3 §9), and before what
   * is told of a move, which the answers of the part that is left have to be numbered ahead of.
   */
  const onTime = () => {
    const { moves, pausedBy } = last
    last = time.read()
    if (isFinished()) return
    if ((pausedBy === undefined && last.pausedBy !== undefined) || moves !== last.moves) inBackground(saveAll())
    else if (time.passedMs() - savedAtMs >= saveIntervalMs) inBackground(saveTime())
  }
  const stopTime = time.subscribe(onTime)
  /** A store that was emptied under the page, because somebody cleared the site's data, gets back what the page still holds. */
  const keepOn = async () => {
    const isEmptied = (await store.formRun(userGuid, formRunGuid)) === undefined
    if (isEmptied && !isLetGo())
      await store.save([
        ...questions.map(({ id }) => ({ answer: answers.get(id) })),
        ...queue.waiting().map((request) => ({ request })),
      ])
    await keep()
  }
  const timers = [
    setInterval(() => inBackground(saveAnswers()), saveIntervalMs),
    setInterval(() => inBackground(keepOn()), keepTimeIntervalMs),
  ]
  return {
    saveTime,
    saveAnswers,
    saveAll,
    stop() {
      timers.forEach(clearInterval)
      stopTime()
    },
  }
}
