import { elapsedSeconds, remainingSeconds } from '@sitwell/exam/exam-times'
import type { ExamStore, RecordChange } from '../storage/exam-store.ts'
import { type AnswerRecord, type FormRunRecord, type RequestRecord, requestTypes } from '../storage/records.ts'
import { type AnswerBook, createAnswerBook } from './answer-book.ts'
import { createExamClock, type ExamClock } from './exam-clock.ts'
import { reconcile, type ServerAnswer } from './reconcile.ts'
import type { RequestQueue } from './request-queue.ts'

/** Milliseconds between two saves of the time and of changed texts (spec 3 §9). */
export const saveIntervalMs = 30_000
/** Milliseconds between two keepings of the time in this browser. */
const keepTimeIntervalMs = 5000

/** A question as far as saving it needs. */
export interface SavedQuestion {
  readonly id: string
  readonly number: number
  readonly versionId: string
  readonly versionNumber: number
  readonly blank: Pick<AnswerRecord, 'answer' | 'bookmarked' | 'workings'>
  readonly server: ServerAnswer | undefined
}

/** What a form run starts from: the exam as the server sent it, in milliseconds. */
export interface FormRunStart {
  readonly formRunGuid: string
  readonly examGuid: string
  readonly scheduleGuid: string
  readonly examName: string
  readonly objectID: number
  readonly lastSequence: number
  /** Undefined where the exam isn't timed. */
  readonly remainingMs: number | undefined
  readonly elapsedMs: number
  readonly currentQuestionId: string | undefined
  readonly questions: readonly SavedQuestion[]
}

export interface FormRunParts {
  readonly store: ExamStore
  readonly queue: RequestQueue
  readonly userGuid: string
  readonly orgId: number
  readonly learnerName: string
  readonly writerId: string
  /** Never goes back; only differences of it count. */
  monotonicMs(): number
  nowMs(): number
  onError(error: unknown): void
}

/** One sitting of an exam in this tab: answers, time and place, kept here and on their way to the server. */
export interface FormRun {
  readonly formRunGuid: string
  readonly answers: AnswerBook
  readonly clock: ExamClock
  /** Where the learner was when the exam was left. */
  readonly currentQuestionId: string | undefined
  finished(): boolean
  moveTo(questionId: string): void
  /** The window lost the focus (spec 3 §4). */
  leftExam(): void
  /** The window has the focus again. */
  resumedExam(): void
  /** All that is not yet queued: changed answers and the time. For leaving a page, and every 30 seconds. */
  saveAll(): Promise<void>
  /** Queues the completion and answers its callback identifier's request; answers from now on are late. */
  finish(): Promise<RequestRecord>
  acknowledge(request: RequestRecord): RecordChange[]
  resend(request: RequestRecord, missing: readonly number[]): { first: readonly RequestRecord[]; request: RequestRecord }
  stop(): void
}

/** Opens a form run: reconciles what this browser kept with what the server holds, and goes on saving from there. */
export const openFormRun = async (parts: FormRunParts, start: FormRunStart): Promise<FormRun> => {
  const { store, queue, userGuid, writerId } = parts
  const { formRunGuid } = start
  const nowIso = () => new Date(parts.nowMs()).toISOString()
  const kept = await store.formRun(userGuid, formRunGuid)
  const local = new Map((await store.answersOf(userGuid, formRunGuid)).map((record) => [record.questionId, record]))
  const queued = new Set(queue.waiting().flatMap((request) => (request.formRunGuid === formRunGuid ? [request.id] : [])))

  const records = new Map<string, AnswerRecord>()
  const lost: RecordChange[] = []
  const leftovers: AnswerRecord[] = []
  for (const question of start.questions) {
    const blank: AnswerRecord = {
      format: 1,
      formRunGuid,
      questionId: question.id,
      userGuid,
      ...question.blank,
      changed: false,
      sequence: 0,
      acknowledged: 0,
      writerId: '',
      changedAt: nowIso(),
    }
    const reconciled = reconcile(local.get(question.id), question.server, blank)
    const { record } = reconciled
    // A save that was numbered, isn't on the server and waits in no queue (a double login took it out) has to be made again.
    const isLost = record.acknowledged < record.sequence && !(record.lastSave && queued.has(record.lastSave.id))
    records.set(question.id, isLost ? { ...record, changed: true } : record)
    if (reconciled.lost) {
      const value = reconciled.lost
      if (!(value.lastSave && !value.changed && queued.has(value.lastSave.id))) leftovers.push(value)
      lost.push({
        setAside: { from: 'answers', key: `${formRunGuid}/${question.id}`, reason: 'a newer answer is on the server', value },
      })
    }
  }
  if (lost.length > 0) await store.save(lost)

  const keptLeftMs = kept?.timeLeftMs.exam
  const remainingMs =
    start.remainingMs === undefined ? undefined : Math.min(start.remainingMs, keptLeftMs ?? Number.POSITIVE_INFINITY)
  const clock = createExamClock({
    nowMs: parts.monotonicMs,
    remainingMs,
    elapsedMs: Math.max(start.elapsedMs, kept?.elapsedMs ?? 0),
  })
  let lastSequence = Math.max(start.lastSequence, kept?.lastSequence ?? 0, ...[...records.values()].map((r) => r.sequence))
  let currentQuestionId = kept?.currentQuestionId ?? start.currentQuestionId
  let finished = kept?.finished ?? false
  let leaveExam = kept?.leaveExam
  let resumeExam = kept?.resumeExam

  const snapshot = (): FormRunRecord => ({
    format: 1,
    formRunGuid,
    userGuid,
    examGuid: start.examGuid,
    scheduleGuid: start.scheduleGuid,
    orgId: parts.orgId,
    learnerName: parts.learnerName,
    examName: start.examName,
    lastSequence,
    timeLeftMs: remainingMs === undefined ? {} : { exam: clock.leftMs() ?? 0 },
    elapsedMs: clock.elapsedMs(),
    ...(currentQuestionId === undefined ? {} : { currentQuestionId }),
    finished,
    ...(leaveExam === undefined ? {} : { leaveExam }),
    ...(resumeExam === undefined ? {} : { resumeExam }),
    savedAt: nowIso(),
  })
  const keep = () => store.save([{ formRun: snapshot() }]).catch(parts.onError)
  const times = () => ({ timeRemaining: remainingSeconds(clock.leftMs() ?? 0), elapsedTime: elapsedSeconds(clock.elapsedMs()) })
  const page = () => currentQuestionId ?? ''

  const byId = new Map(start.questions.map((question) => [question.id, question]))
  const answers = createAnswerBook({
    store,
    queue,
    writerId,
    records,
    nextSequence: () => {
      lastSequence += 1
      return lastSequence
    },
    saveFields: (questionId) => ({
      ...times(),
      page: page(),
      questionNumber: byId.get(questionId)?.number ?? 0,
      questionVersionId: byId.get(questionId)?.versionId ?? questionId,
      questionVersionNumber: byId.get(questionId)?.versionNumber ?? 0,
      objectID: start.objectID,
    }),
    companions: () => [{ formRun: snapshot() }],
    nowIso,
    onError: parts.onError,
  })

  const saveTime = () =>
    queue.add(
      {
        type: requestTypes.saveTime,
        callbackId: 'time',
        formRunGuid,
        payload: { formRunGuid, ...times(), page: page(), ClientTime: nowIso(), writerId },
      },
      () => [{ formRun: snapshot() }],
      (waiting) => waiting.type === requestTypes.saveTime && waiting.formRunGuid === formRunGuid,
    )
  const saveAll = async () => {
    if (finished) return
    await answers.saveChanged()
    await saveTime()
  }
  const timers = [
    setInterval(() => void saveAll().catch(parts.onError), saveIntervalMs),
    setInterval(() => void keep(), keepTimeIntervalMs),
  ]
  const stop = () => timers.forEach(clearInterval)

  await keep()
  if (!finished) await answers.saveChanged()
  for (const leftover of leftovers) await answers.sendLeftover(leftover)

  return {
    formRunGuid,
    answers,
    clock,
    currentQuestionId,
    finished: () => finished,
    moveTo(questionId) {
      if (questionId === currentQuestionId) return
      currentQuestionId = questionId
      void keep()
    },
    leftExam() {
      leaveExam = nowIso()
      void keep()
    },
    resumedExam() {
      resumeExam = nowIso()
      void keep()
    },
    saveAll,
    async finish() {
      const before = queue.waiting().find((each) => each.type === requestTypes.finishExam && each.formRunGuid === formRunGuid)
      if (before) return before
      await answers.saveChanged()
      finished = true
      stop()
      const { timeRemaining, elapsedTime } = times()
      const payload = {
        formRunGuid,
        timeRemaining,
        elapsedTime,
        examTimeRemaining: timeRemaining,
        ClientTime: nowIso(),
        writerId,
        sequences: answers.sequences(),
      }
      return queue.add({ type: requestTypes.finishExam, callbackId: 'finish', formRunGuid, payload }, () => [
        { formRun: snapshot() },
      ])
    },
    acknowledge: (request) => answers.acknowledge(request),
    resend(request, missing) {
      const standing = new Set(answers.sequences())
      const first = answers.missing(missing)
      return { first, request: { ...request, payload: { ...request.payload, sequences: [...standing] } } }
    },
    stop,
  }
}
