import type { ExamPlan } from '@sitwell/exam/exam-plan'
import { type ExamTime, enterPart, passTime, wholeLeftMs } from '@sitwell/exam/exam-time'
import { elapsedSeconds, remainingSeconds } from '@sitwell/exam/exam-times'
import { countable } from '@sitwell/exam/milliseconds'
import { openReachable, partOf } from '@sitwell/exam/navigation'
import { openingQuestion, type Paper } from '@sitwell/exam/paper'
import type { ClockReading } from '@sitwell/exam/watched-clock'
import type { ExamStore, RecordChange } from '../storage/exam-store.ts'
import type { Keeping } from '../storage/overflow-store.ts'
import { type AnswerRecord, type FormRunRecord, type RequestRecord, requestTypes } from '../storage/records.ts'
import { type AnswerBook, createAnswerBook } from './answer-book.ts'
import { createHeardAudio, type HeardAudio } from './heard-audio.ts'
import { fromKept, toKept, withGivenSince } from './kept-time.ts'
import { reconcile, type ServerAnswer } from './reconcile.ts'
import type { RequestQueue } from './request-queue.ts'
import { createSittingTime, type SittingTime } from './sitting-time.ts'

/** Milliseconds between two saves of changed texts, and of the exam's time, in time that counts (spec 3 §9). */
export const saveIntervalMs = 30_000
/** Milliseconds between two keepings of the time in this browser. */
const keepTimeIntervalMs = 5000

/** A question as far as saving it needs. */
export interface SavedQuestion {
  readonly id: string
  readonly number: number
  readonly versionId: string
  readonly versionNumber: number
  /** It can't be gone to. */
  readonly disabled?: boolean
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
  readonly paper: Paper
  /** The server's: time that was added up to now is in it. */
  readonly plan: ExamPlan
  /** What the server's ledger has left. */
  readonly time: ExamTime
  /** It was started just now. */
  readonly isFresh: boolean
  /** All this is as it was kept here, from before what was answered since: the server could not be asked. */
  readonly isKept?: boolean
  readonly currentQuestionId: string | undefined
  /** Where it opens without one, counted from 1. */
  readonly initialPage: number
  readonly questions: readonly SavedQuestion[]
}

export interface FormRunParts {
  readonly store: ExamStore
  readonly keeping: { get(): Keeping }
  readonly queue: RequestQueue
  readonly userGuid: string
  readonly orgId: number
  readonly learnerName: string
  readonly writerId: string
  /** The clocks of this computer. */
  readClocks(): ClockReading
  nowMs(): number
  onError(error: unknown): void
}

/** One sitting of an exam in this tab: answers, time and place, kept here and on their way to the server. */
export interface FormRun {
  readonly formRunGuid: string
  readonly answers: AnswerBook
  readonly time: SittingTime
  readonly audio: HeardAudio
  /**
   * The question to open: the one asked for, or where the learner is, or else the first that can be gone to. Undefined where none
   * can.
   */
  openQuestionId(asked?: string): string | undefined
  finished(): boolean
  moveTo(questionId: string): void
  /** The window lost the focus (spec 3 §4). */
  leftExam(): void
  /** The window has the focus again. */
  resumedExam(): void
  /** All that is not yet queued: changed answers and the time. For leaving a page, and every 30 seconds. */
  saveAll(): Promise<void>
  /** An invigilator was asked for an extension, here or in an earlier page, and the answer wasn't taken yet. */
  awaitingExtension(): boolean
  keepAwaiting(isAwaiting: boolean): Promise<void>
  /** Saves the exam's time as one second, which keeps it open while an extension is decided (spec 3 §4). */
  saveLastSecond(): Promise<void>
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
    const here = local.get(question.id)
    const reconciled = start.isKept && here ? { record: here } : reconcile(here, question.server, blank)
    const { record } = reconciled
    // A save that was numbered, isn't on the server and waits in no queue (a double login took it out) has to be made again.
    const isLost = record.acknowledged < record.sequence && !(record.lastSave && queued.has(record.lastSave.id))
    records.set(question.id, isLost ? { ...record, changed: true } : record)
    if ('lost' in reconciled && reconciled.lost) {
      const value = reconciled.lost
      if (!(value.lastSave && !value.changed && queued.has(value.lastSave.id))) leftovers.push(value)
      lost.push({
        setAside: { from: 'answers', key: `${formRunGuid}/${question.id}`, reason: 'a newer answer is on the server', value },
      })
    }
  }
  if (lost.length > 0) await store.save(lost)

  let lastSequence = Math.max(start.lastSequence, kept?.lastSequence ?? 0, ...[...records.values()].map((r) => r.sequence))
  let currentQuestionId = kept?.currentQuestionId ?? start.currentQuestionId
  const { paper, plan } = start
  const openIn = ({ partId, parts: of }: ExamTime, asked = currentQuestionId) => {
    const isComplete = (id: string) => of[id]?.isComplete ?? false
    const isDisabled = (id: string) => start.questions.find((question) => question.id === id)?.disabled ?? false
    return openReachable(paper, plan, { partId, isComplete, isDisabled }, openingQuestion(paper, asked, start.initialPage))
  }
  // The server's clock has gone on while nobody was here; where it was asked, that is in its time.
  const awayMs = start.isKept && kept && !kept.paused ? countable(parts.nowMs() - Date.parse(kept.savedAt)) : 0
  const known = start.isKept ? withGivenSince(start.time, plan, kept) : start.time
  const startingTime = passTime(fromKept(known, plan, kept), awayMs)
  const time = createSittingTime({
    plan,
    paper,
    time: enterPart(startingTime, plan, partOf(paper, openIn(startingTime) ?? '')?.id),
    isFresh: start.isFresh,
    pausedBy: kept?.paused ? 'invigilator' : undefined,
    completedParts: kept?.completedParts,
    skippedReading: kept?.skippedReading,
    readClocks: parts.readClocks,
    onError: parts.onError,
  })
  let finished = kept?.finished ?? false
  let isAwaiting = kept?.awaitingExtension ?? false
  /** The least time left that is told to the server: a second where the exam is kept open for an extension. */
  let leastSeconds = isAwaiting ? 1 : 0
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
    ...toKept(time.exact(), plan),
    completedParts: time.completedParts(),
    skippedReading: time.skippedReading(),
    paused: time.read().pausedBy === 'invigilator',
    ...(currentQuestionId === undefined ? {} : { currentQuestionId }),
    finished,
    audio: audio.all(),
    awaitingExtension: isAwaiting,
    ...(leaveExam === undefined ? {} : { leaveExam }),
    ...(resumeExam === undefined ? {} : { resumeExam }),
    savedAt: nowIso(),
  })
  const keep = () => store.save([{ formRun: snapshot() }]).catch(parts.onError)
  const audio = createHeardAudio(kept?.audio ?? {}, () => void keep())
  const times = () => {
    const now = time.exact()
    return {
      timeRemaining: Math.max(leastSeconds, remainingSeconds(now.leftMs ?? wholeLeftMs(now) ?? 0)),
      elapsedTime: elapsedSeconds(now.elapsedMs),
    }
  }
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
    isLasting: () => parts.keeping.get() === 'lasting',
    onError: parts.onError,
  })

  let savedAtMs = 0
  const saveTime = () => {
    savedAtMs = time.passedMs()
    const completedParts = time.completedParts()
    const skippedReading = time.skippedReading()
    const payload = {
      formRunGuid,
      ...times(),
      page: page(),
      ClientTime: nowIso(),
      ...(completedParts.length > 0 && { completedParts }),
      ...(skippedReading.length > 0 && { skippedReading }),
      writerId,
    }
    return queue.add(
      { type: requestTypes.saveTime, callbackId: 'time', formRunGuid, payload },
      () => [{ formRun: snapshot() }],
      (waiting) => waiting.type === requestTypes.saveTime && waiting.formRunGuid === formRunGuid,
    )
  }
  const saveAll = async () => {
    if (finished) return
    await answers.saveChanged()
    await saveTime()
  }
  const inBackground = (saving: Promise<unknown>) => void saving.catch(parts.onError)
  let last = time.read()
  /** The time is saved each 30 seconds of it and with every move between parts; all of it before a pause (spec 3 §9). */
  const onTime = () => {
    const { moves, pausedBy } = last
    last = time.read()
    if (finished) return
    if (pausedBy === undefined && last.pausedBy !== undefined) inBackground(saveAll())
    else if (moves !== last.moves || time.passedMs() - savedAtMs >= saveIntervalMs) inBackground(saveTime())
  }
  const stopTime = time.subscribe(onTime)
  const timers = [
    setInterval(() => finished || inBackground(answers.saveChanged()), saveIntervalMs),
    setInterval(() => void keep(), keepTimeIntervalMs),
  ]
  const stop = () => {
    timers.forEach(clearInterval)
    stopTime()
    time.stop()
  }

  await keep()
  if (!finished) await answers.saveChanged()
  for (const leftover of leftovers) await answers.sendLeftover(leftover)

  return {
    formRunGuid,
    answers,
    time,
    audio,
    openQuestionId: (asked) => openIn(time.read().time, asked),
    finished: () => finished,
    moveTo(questionId) {
      if (questionId === currentQuestionId) return
      currentQuestionId = questionId
      time.enter(partOf(paper, questionId)?.id)
      void keep()
    },
    leftExam() {
      leaveExam = nowIso()
      time.left()
      void keep()
    },
    resumedExam() {
      resumeExam = nowIso()
      time.cameBack()
      void keep()
    },
    saveAll,
    awaitingExtension: () => isAwaiting,
    async keepAwaiting(awaiting) {
      isAwaiting = awaiting
      leastSeconds = awaiting ? 1 : 0
      await keep()
    },
    async saveLastSecond() {
      leastSeconds = 1
      await saveTime()
    },
    async finish() {
      const before = queue.waiting().find((each) => each.type === requestTypes.finishExam && each.formRunGuid === formRunGuid)
      if (before) return before
      await answers.saveChanged()
      finished = true
      isAwaiting = false
      leastSeconds = 0
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
