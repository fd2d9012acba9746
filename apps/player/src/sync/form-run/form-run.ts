import { isSetBack } from '@sitwell/exam/answers/set-back'
import { hasRunOut } from '@sitwell/exam/ledger/completion'
import { openingQuestion } from '@sitwell/exam/paper/paper'
import { openReachable, partOf } from '@sitwell/exam/parts/navigation'
import { currentPart, type ExamTime, wholeLeftMs } from '@sitwell/exam/time/exam-time'
import { elapsedSeconds, remainingSeconds } from '@sitwell/exam/time/exam-times'
import type { RecordChange } from '../../storage/exam-store.ts'
import { type AnswerRecord, type FormRunRecord, type RequestRecord, requestTypes } from '../../storage/records.ts'
import { type AnswerBook, createAnswerBook, type SaveState } from '../answers/answer-book.ts'
import { takenOverUnstored } from '../answers/reconcile.ts'
import { createSaveNumbers } from '../answers/save-numbers.ts'
import type { FilesAtQuestions } from '../files/files-at-questions.ts'
import { finishesIn } from '../queue/finishes-in.ts'
import { type Comparison, createComparison } from '../set-back/compare-with-server.ts'
import { createKeyWait, type KeyWait } from '../time/key-wait.ts'
import type { SittingTime } from '../time/sitting-time.ts'
import { toStored } from '../time/stored-time.ts'
import type { FormRunParts, FormRunStart, SavedQuestion } from './form-run-start.ts'
import { createHeardAudio, type HeardAudio } from './heard-audio.ts'
import { keepSaving } from './keep-saving.ts'
import { openSittingTime } from './open-sitting-time.ts'
import { createReadDocuments, type ReadDocuments } from './read-documents.ts'
import { recordsAtOpening } from './records-at-opening.ts'
import { createSeenQuestions, type SeenQuestions } from './seen-questions.ts'
import { seenAtOpening, standingOf, storedAtOpening } from './take-back.ts'

/** One sitting of an exam in this tab: answers, time and place, kept here and on their way to the server. */
export interface FormRun {
  readonly formRunGuid: string
  readonly answers: AnswerBook
  readonly time: SittingTime
  readonly audio: HeardAudio
  readonly documents: ReadDocuments
  readonly seen: SeenQuestions
  readonly files: FilesAtQuestions
  /**
   * The question to open: the one asked for, or where the learner is, otherwise the first that can be gone to. Undefined if none
   * can.
   */
  openQuestionId(asked?: string): string | undefined
  /** All that is left of it is its completion, which may still have to be queued. */
  finished(): boolean
  /** Whether its time passes or stands still; undefined once it is finished, or closed in this tab. */
  sitting(): 'running' | 'paused' | undefined
  /** Ids of the questions whose last answer the server hasn't acknowledged, whether it waits, is on its way or was set aside. */
  unsent(): string[]
  moveTo(questionId: string): void
  /** The window lost the focus (spec 3 §4). */
  leftExam(): void
  /** The window has the focus again. */
  resumedExam(): void
  /** Changed answers; each is numbered, and its write begun, when this returns. */
  saveAnswers(): Promise<void>
  /** All that is not yet queued: changed answers and the time. For leaving a page, and every 30 seconds. */
  saveAll(): Promise<void>
  /** An invigilator was asked for an extension, here, in an earlier page or on another device, and the answer wasn't taken yet. */
  awaitingExtension(): boolean
  keepAwaiting(isAwaiting: boolean): Promise<void>
  /** It was extended, here or in an earlier page: no more is asked for (spec 3 §4). */
  wasExtended(): boolean
  keepExtended(): Promise<void>
  /** Saves the exam's time as one second, which keeps it open while an extension is decided (spec 3 §4). */
  saveLastSecond(): Promise<void>
  /** The finish was confirmed, or the time is over: whoever opens it from here on completes it. */
  keepFinishing(): Promise<void>
  /** Questions that were sealed when it was opened, and are known now. */
  openQuestions(questions: readonly SavedQuestion[]): void
  readonly keyWait: KeyWait
  /** Where the learner is and what they have finished, as the server is told it when a part's key is asked for. */
  moved(): { page: string; completedParts?: string[]; skippedReading?: string[]; sequence?: number }
  /** What the server's ledger says up to this number is in the time of this sitting. */
  heardLedger(number: number): void
  /** Queues the completion and answers its callback identifier's request; answers from now on are late. */
  finish(): Promise<RequestRecord>
  /** Holds what is held here against a database that may have been set back. */
  readonly comparison: Pick<Comparison, 'heard' | 'received' | 'look' | 'doubt' | 'asking' | 'stop'>
  acknowledge: AnswerBook['acknowledge']
  refusedAsLate: AnswerBook['refusedAsLate']
  resend(request: RequestRecord, missing: readonly number[]): { first: readonly RequestRecord[]; request: RequestRecord }
  /**
   * It is let go of here: whoever opens it next, in this tab or another one, continues from what is in the store, and this one writes no
   * time, place or end over that any more, whenever its page goes. What was typed here is kept anyway.
   */
  stop(): void
  /**
   * Another tab has taken the exam over by force, and what this one knows is old: nothing of it is kept or sent any more. What is in
   * the memory alone is set aside.
   */
  takenOver(): Promise<void>
}

/** States of an answer that the server doesn't have. */
const notThere: ReadonlySet<SaveState | undefined> = new Set(['keeping', 'on-device', 'sending'])

/** What of an invigilator's offer to continue is kept. */
const storedOffer = (time: SittingTime): Pick<FormRunRecord, 'offer' | 'takenOffer'> => {
  const { standing, taken } = time.offers()
  return { ...(standing && { offer: standing }), ...(taken > 0 && { takenOffer: taken }) }
}

/** Opens a form run: reconciles what this browser kept with what the server holds, and continues saving from there. */
export const openFormRun = async (parts: FormRunParts, start: FormRunStart): Promise<Omit<FormRun, 'files'>> => {
  const { store, queue, userGuid, writerId } = parts
  const { formRunGuid } = start
  const nowIso = () => new Date(parts.nowMs()).toISOString()
  const known = { generation: parts.generation.current(), saves: start.saves }
  const before = await store.formRun(userGuid, formRunGuid)
  const stored = storedAtOpening(before, {
    isSetBack: before !== undefined && isSetBack(before, known),
    isFromServer: !start.isStored,
    isWaiting: start.isFinishing === true || finishesIn(queue).has(formRunGuid),
  })
  if (stored?.contact) parts.contact.restore(stored.contact)
  const local = new Map((await store.answersOf(userGuid, formRunGuid)).map((record) => [record.questionId, record]))
  const queued = new Set(queue.waiting().flatMap((request) => (request.formRunGuid === formRunGuid ? [request.id] : [])))

  const { records, lost, leftovers, forgotten } = recordsAtOpening(start, { userGuid, local, queued, now: nowIso() })
  if (lost.length > 0) await store.save(lost)

  const inherited = stored?.lastSequence ?? 0
  const numbers = createSaveNumbers({
    ...{ writerId, inherited, opened: start.lastSequence, contact: parts.contact, readClocks: parts.readClocks },
    last: Math.max(start.lastSequence, inherited, ...[...records.values()].map((r) => r.sequence)),
  })
  let currentQuestionId = stored?.currentQuestionId ?? start.currentQuestionId
  const { paper, plan } = start
  const disabled = new Set(start.questions.flatMap((question) => (question.disabled ? [question.id] : [])))
  const isDisabled = (id: string) => disabled.has(id)
  const openIn = ({ partId, parts: of }: ExamTime, asked = currentQuestionId) => {
    const isComplete = (id: string) => of[id]?.isComplete ?? false
    return openReachable(paper, plan, { partId, isComplete, isDisabled }, openingQuestion(paper, asked, start.initialPage))
  }
  const time = openSittingTime(parts, start, stored, { isDisabled, partAt: (at) => partOf(paper, openIn(at) ?? '')?.id })
  let heardNumber = 0
  let { finished, isFinishing, isAwaiting, isExtended } = standingOf(stored, start)
  /** The least time left that is told to the server: a second where the exam is kept open for an extension. */
  let leastSeconds = isAwaiting ? 1 : 0
  let leaveExam = stored?.leaveExam
  let resumeExam = stored?.resumeExam
  let completion = stored?.completion
  const handInSecret = start.handInSecret ?? stored?.handInSecret

  const snapshot = (): FormRunRecord => ({
    format: 1,
    formRunGuid,
    userGuid,
    examGuid: start.examGuid,
    scheduleGuid: start.scheduleGuid,
    orgId: parts.orgId,
    learnerName: parts.learnerName,
    examName: start.examName,
    lastSequence: numbers.last(),
    ...toStored(time.exact(), plan),
    completedParts: time.completedParts(),
    skippedReading: time.skippedReading(),
    paused: time.read().pausedBy === 'invigilator',
    ...storedOffer(time),
    ...keyWait.stored(),
    ...(currentQuestionId === undefined ? {} : { currentQuestionId }),
    finished,
    finishing: isFinishing,
    audio: audio.all(),
    documents: documents.all(),
    ...(seen.all() && { seen: seen.all() }),
    awaitingExtension: isAwaiting,
    extended: isExtended,
    ...(leaveExam === undefined ? {} : { leaveExam }),
    ...(resumeExam === undefined ? {} : { resumeExam }),
    savedAt: nowIso(),
    savedWallMs: parts.readClocks().wallMs,
    contact: parts.contact.anchor(),
    ...(completion && { completion }),
    ...(handInSecret !== undefined && { handInSecret }),
    ...comparison.heard(),
  })
  /** Another opening continues with it, in this tab or another one: what is known here of its time and its end is old. */
  let isLetGo = false
  const keep = (): Promise<void> => (isLetGo ? Promise.resolve() : store.save([{ formRun: snapshot() }]).catch(parts.onError))
  const keyWait = createKeyWait(stored?.waitingSinceMs, {
    time,
    wallNow: () => parts.readClocks().wallMs,
    heard: (number) => {
      heardNumber = Math.max(heardNumber, number)
    },
    keep: () => void keep(),
  })
  const audio = createHeardAudio(stored?.audio ?? {}, () => void keep())
  const documents = createReadDocuments(stored?.documents, () => void keep())
  const seen = createSeenQuestions(seenAtOpening(stored, start))
  const times = () => {
    const now = time.exact()
    return {
      timeRemaining: Math.max(leastSeconds, remainingSeconds(now.leftMs ?? wholeLeftMs(now) ?? 0)),
      elapsedTime: elapsedSeconds(now.elapsedMs),
    }
  }
  const page = () => currentQuestionId ?? ''
  /** With answers too: the server counts none before it knows that the reading is over, without a network too. */
  const readNow = () => {
    const now = time.exact()
    const skippedReading = time.skippedReading()
    const isToRead = plan.parts.some(({ id, readingMs }) => id === now.partId && readingMs > 0)
    return {
      ...(skippedReading.length > 0 && { skippedReading }),
      ...(isToRead && { readingLeft: remainingSeconds(currentPart(now)?.readingLeftMs ?? 0) }),
    }
  }

  const byId = new Map(start.questions.map((question) => [question.id, question]))
  const answers = createAnswerBook({
    store,
    queue,
    writerId,
    records,
    numbers,
    saveFields: (questionId, at = page()) => ({
      ...times(),
      page: at,
      // Of the part where the learner is now.
      ...(at === page() && readNow()),
      questionNumber: start.numberOf(questionId),
      questionVersionId: byId.get(questionId)?.versionId ?? questionId,
      questionVersionNumber: byId.get(questionId)?.versionNumber ?? 0,
      objectID: start.objectID,
    }),
    companions: () => (isLetGo ? [] : [{ formRun: snapshot() }]),
    nowIso,
    typed: parts.contact.typed,
    isLasting: () => parts.keeping.get() === 'lasting',
    newId: parts.newId,
    onError: parts.onError,
  })

  const completionWaiting = () =>
    queue.waiting().find((each) => each.type === requestTypes.finishExam && each.formRunGuid === formRunGuid)
  const complete = (payload: Record<string, unknown>) => {
    completion = payload
    return queue.enqueue({ type: requestTypes.finishExam, callbackId: 'finish', formRunGuid, payload }, () => [
      { formRun: snapshot() },
    ])
  }
  const comparison = createComparison({
    ...{ api: parts.api, generation: parts.generation, formRunGuid, answers, uploads: parts.uploads, onError: parts.onError },
    // What the server holds was read just now, and is held against what is kept here as the exam opens.
    known: start.isStored ? { generation: stored?.generation, saves: stored?.saves, savesSeal: stored?.savesSeal } : known,
    lastSequence: numbers.last,
    async compared({ completed }) {
      if (finished && !completed && completion && !completionWaiting()) await complete(completion)
      else await keep()
    },
  })

  const { saveTime, saveAnswers, saveAll, ...saving } = keepSaving({
    ...{ parts, start, time, answers, keep, times, page, readNow, nowIso },
    lastSequence: numbers.last,
    snapshot: () => ({ formRun: snapshot() }),
    isFinished: () => finished,
    isLetGo: () => isLetGo,
  })
  let isStopped = false
  const stopPassing = () => {
    isStopped = true
    saving.stop()
    time.stop()
  }
  const stop = () => {
    isLetGo = true
    stopPassing()
  }

  await keep()
  if (!finished) await answers.saveChanged()
  for (const leftover of leftovers) await answers.sendLeftover(leftover)
  if (!start.isStored) await answers.keepRead()
  if (!finished) await answers.sendAgain(forgotten)

  return {
    formRunGuid,
    answers,
    time,
    audio,
    documents,
    seen,
    openQuestionId: (asked) => openIn(time.read().time, asked),
    finished: () => finished || isFinishing,
    sitting() {
      if (finished || isStopped) return undefined
      return time.read().pausedBy === undefined ? 'running' : 'paused'
    },
    unsent: () => start.questions.map(({ id }) => id).filter((id) => notThere.has(answers.stateOf(id))),
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
    saveAnswers,
    saveAll,
    awaitingExtension: () => isAwaiting,
    async keepAwaiting(awaiting) {
      isAwaiting = awaiting
      leastSeconds = awaiting ? 1 : 0
      await keep()
    },
    wasExtended: () => isExtended,
    async keepExtended() {
      // The live connection tells of a grant, and so does the dialog once it is read: it is written once.
      if (isExtended && !isAwaiting) return
      isExtended = true
      isAwaiting = false
      leastSeconds = 0
      await keep()
    },
    async saveLastSecond() {
      leastSeconds = 1
      await saveTime()
    },
    openQuestions(questions) {
      for (const { id, blank } of questions) answers.open(id, blank)
    },
    keyWait,
    moved() {
      const completedParts = time.completedParts()
      const skippedReading = time.skippedReading()
      return {
        page: page(),
        ...(completedParts.length > 0 && { completedParts }),
        ...(skippedReading.length > 0 && { skippedReading }),
        ...(numbers.last() > 0 && { sequence: numbers.last() }),
      }
    },
    heardLedger(number) {
      heardNumber = Math.max(heardNumber, number)
    },
    async keepFinishing() {
      isFinishing = true
      isAwaiting = false
      await keep()
    },
    async finish() {
      const waiting = completionWaiting()
      if (waiting) return waiting
      await answers.saveUnnamed()
      finished = true
      isAwaiting = false
      leastSeconds = 0
      stopPassing()
      const { timeRemaining, elapsedTime } = times()
      const timeOver = hasRunOut(time.exact())
      return complete({
        formRunGuid,
        timeRemaining,
        elapsedTime,
        examTimeRemaining: timeRemaining,
        timeOver,
        ...(heardNumber > 0 && { ledgerNumber: heardNumber }),
        ClientTime: nowIso(),
        writerId,
        sequences: answers.sequences(writerId),
        answers: answers.digest('numbered'),
      })
    },
    comparison,
    acknowledge: answers.acknowledge,
    refusedAsLate: answers.refusedAsLate,
    resend(request, missing) {
      const first = answers.missing(missing)
      // An earlier page may have finished: its completion stands on what that page numbered.
      const standing = new Set(answers.sequences(request.payload.writerId))
      const digest = request.payload.answers === undefined ? {} : { answers: answers.digest('numbered') }
      return { first, request: { ...request, payload: { ...request.payload, sequences: [...standing], ...digest } } }
    },
    stop,
    async takenOver() {
      stop()
      const aside = (value: AnswerRecord): RecordChange => ({
        setAside: { from: 'answers', key: `${formRunGuid}/${value.questionId}`, reason: takenOverUnstored, value },
      })
      const unstored = answers.close()
      if (unstored.length > 0) await store.save(unstored.map(aside))
    },
  }
}
