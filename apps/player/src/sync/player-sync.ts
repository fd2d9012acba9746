import { sendOnLeaving } from '@sitwell/client/send-on-leaving'
import { compareAnswers, ping, type Refusal, type ReplyOf } from '@sitwell/contract'
import { createConnection } from '@sitwell/request-queue/connection'
import { createListeners } from '@sitwell/request-queue/listeners'
import type { Delivery } from '@sitwell/request-queue/request-kind'
import { blockedReason } from '@sitwell/request-queue/request-queue'
import { untilSent } from '@sitwell/request-queue/until-sent'
import { type RequestRecord, requestTypes } from '../storage/records.ts'
import { createCourseOpenings } from './courses/course-openings.ts'
import { isBehind } from './courses/course-order.ts'
import { createCoursePace } from './courses/course-pace.ts'
import { lazyCoursesHere } from './courses/lazy-courses-here.ts'
import { createStoredCourses } from './courses/stored-courses.ts'
import { watchEarlierAnswers } from './earlier-answers.ts'
import { createFilesAtQuestions } from './files/files-at-questions.ts'
import { createUploadLane } from './files/upload-lane.ts'
import { type FormRun, openFormRun } from './form-run/form-run.ts'
import type { FormRunStart } from './form-run/form-run-start.ts'
import { localAnswers } from './local-answers.ts'
import type { PlayerSync, SyncParts } from './player-sync-types.ts'
import { deliverBy, meaningOf, sendWithoutReply } from './queue/delivery.ts'
import { createExamQueue, type ExamKind, type RequestQueue } from './queue/exam-queue.ts'
import { finishesIn } from './queue/finishes-in.ts'
import { networkErrorDuringExam, startBugReports } from './request-log/bug-reports.ts'
import { compareClosed } from './set-back/compare-closed.ts'
import { replaceLostFormRuns } from './set-back/replace-lost-form-runs.ts'
import { settleRequests } from './settle-requests.ts'

/**
 * Reasons for which a save was set aside that may be gone at the next sign-in: another sign-in, a server that failed at it, a firewall, or a
 * database that lost the event of the part's key: a page that is loaded again asks for the key again.
 */
const reasonsThatPass = ['DOUBLE_LOGIN', 'SERVER_ERROR', 'PART_SEALED', blockedReason]

/** Why the server takes nothing of somebody whose session is over. */
const sessionOver: Refusal = 'NO_AUTHORISATION'

/** Milliseconds until the queue continues after this page failed at a request itself: its store was busy, say. */
const stumbledMs = 5000

/** Starts the queue of a learner and sends what an earlier page left (spec 3 §4). */
export const startSync = async (parts: SyncParts): Promise<PlayerSync> => {
  const { api, store, userGuid } = parts
  const open = new Map<string, FormRun>()
  /** Form runs that are about to be open: what they send at once may be answered before they are. */
  const opening = new Map<string, Promise<unknown>>()
  const writerId = parts.newId()
  const examGuids = new Map((await store.formRunsOf(userGuid)).map((run) => [run.formRunGuid, run.examGuid]))
  const bugReports = startBugReports(parts)
  let isClosed = false
  const reportUndelivered = (reason: string) => {
    // Whose session is over has no trouble with the network.
    if (reason === sessionOver) return
    const [request] = sender.waiting()
    const examGuid = request && examGuids.get(request.formRunGuid)
    if (examGuid === undefined) return
    bugReports.schedule({ message: networkErrorDuringExam, query: { userGuid, examGuid }, reason }).catch(parts.onError)
  }
  const connection = createConnection({
    pingIntervalMs: parts.pingIntervalMs,
    random: parts.random,
    ping: async (attempts = 1) => (await api.call(ping, {}, { attempts })).ok,
  })

  let takenBack: string | undefined
  const takenBackListeners = createListeners<void>(parts.onError)
  const setTakenBack = (examGuid: string | undefined) => {
    takenBack = examGuid
    takenBackListeners.tell()
  }

  const stored = createListeners<'here' | 'elsewhere'>(parts.onError)
  let stumbled: ReturnType<typeof setTimeout> | undefined
  const deliver = deliverBy(api, (formRunGuid) => open.get(formRunGuid)?.comparison.heard())
  /** A completion waits for files that the server had acknowledged and lacks: they are sent again before it. */
  const filesBefore = async ({ formRunGuid }: RequestRecord): Promise<Delivery | undefined> => {
    const toAsk = uploads.toAsk(formRunGuid)
    if (toAsk.files.length === 0 && !toAsk.deletedFiles) return undefined
    const asked = await api.call(compareAnswers, { body: { formRunGuid, answers: [], ...toAsk } })
    if (!asked.ok) return asked.kind === 'unreachable' ? { kind: 'unreachable', reason: asked.message } : undefined
    // What the call's own schema has read.
    const isAgain = await uploads.compared(formRunGuid, asked.value as ReplyOf<typeof compareAnswers>)
    return isAgain ? { kind: 'refused', code: 'MISSING_REQUESTS', missing: [] } : undefined
  }
  const courses = createStoredCourses({
    ...{ store, userGuid, generation: parts.generation, onError: parts.onError },
    queue: { enqueue: (...draft) => queue.enqueue(...draft), waiting: () => sender.waiting() },
  })
  const settling = settleRequests({
    ...{ store, userGuid, open, opening, courses },
    completed: (formRunGuid) => uploads.completed(formRunGuid).catch(parts.onError),
    onTakenBack: (formRunGuid) => setTakenBack(examGuids.get(formRunGuid)),
  })
  const pace = createCoursePace({ nowMs: () => parts.readClocks().steadyMs, onDue: () => sender.lookAgain() })
  // What is known to be away isn't tried: the return is told first, and then all that waited is sent.
  const sending =
    (attempt: ExamKind['deliver']): ExamKind['deliver'] =>
    async (request, isFromStore) =>
      isClosed || connection.state() === 'offline' ? { kind: 'unreachable' } : attempt(request, isFromStore)
  const sent = { deliver: sending(deliver), meaningOf }
  const sender = createExamQueue({
    store,
    userGuid,
    kinds: {
      [requestTypes.saveAnswer]: { ...sent, ...settling.saveAnswer },
      [requestTypes.saveTime]: { ...sent, ...settling.saveTime },
      [requestTypes.finishExam]: {
        ...sent,
        ...settling.finishExam,
        deliver: sending(async (request, isFromStore) => (await filesBefore(request)) ?? deliver(request, isFromStore)),
        isHeldBack: ({ formRunGuid }) => uploads.isBusy(formRunGuid),
      },
      [requestTypes.saveActivityLog]: sent,
      [requestTypes.saveCourse]: {
        ...sent,
        ...settling.saveCourse,
        deliver: sending((request, isFromStore) => {
          pace.sent(request)
          return deliver(request, isFromStore)
        }),
        isHeldBack: (request) => isBehind(request, sender.waiting()) || pace.isHeldBack(request),
      },
    },
    newId: parts.newId,
    onUndelivered(reason) {
      if (isClosed) return
      connection.setOffline()
      reportUndelivered(reason)
    },
    onStumbled() {
      clearTimeout(stumbled)
      stumbled = setTimeout(() => sender.flush(), stumbledMs)
    },
    onError: parts.onError,
  })
  const isFinishing = (formRunGuid: string) => finishesIn(sender).has(formRunGuid)
  const uploads = createUploadLane({ ...parts, store: parts.uploadStore, connection, isAwaited: isFinishing })
  uploads.subscribe(() => sender.lookAgain())
  const queue: RequestQueue = {
    ...sender,
    async enqueue(...draft) {
      const [{ type, formRunGuid }] = draft
      // What the learner chose and did not start belongs to the exam that they finish.
      if (type === requestTypes.finishExam) await uploads.release(formRunGuid)
      const request = await sender.enqueue(...draft)
      stored.tell('here')
      // Where one answer alone was refused on the way, the server is there: the end of an exam doesn't wait for the next look.
      if (type === requestTypes.finishExam && sender.hasBlocked(formRunGuid)) connection.pingNow().catch(parts.onError)
      return request
    },
  }
  const flush = () => {
    queue.flush()
    uploads.flush()
  }
  const tellFirst = new Set<() => Promise<void>>()
  const leaving = new Set<() => void>()
  connection.subscribe((state) => {
    if (state === 'offline') return
    if (tellFirst.size === 0) return flush()
    void Promise.allSettled([...tellFirst].map((tell) => tell())).then(flush)
  })
  // What another learner at this machine sat is nobody's business here, and no reason to keep this one out.
  await parts.storedExams.clearOthers(userGuid).catch(parts.onError)
  await parts.storedCourses.clearOthers(userGuid).catch(parts.onError)
  const stopSending = () => {
    clearTimeout(stumbled)
    pace.stop()
    connection.stop()
    uploads.stop()
    bugReports.stop()
  }
  const load = async () => {
    await store.takeBack(userGuid, reasonsThatPass)
    await parts.uploadStore.takeBack(userGuid, reasonsThatPass)
    // Before the queue: a completion that waits has to know of them.
    await uploads.load()
    return await queue.load()
  }
  const leftOver = await load().catch((error) => {
    // Whoever tries again starts another.
    stopSending()
    throw error
  })
  const takePlace = async (start: FormRunStart, generation: string) => {
    for (const lost of await replaceLostFormRuns({ ...parts, moveFiles: uploads.move }, start, generation)) {
      open.get(lost)?.stop()
      sender.forget(lost)
    }
  }
  const openAndHold = async (start: FormRunStart): Promise<FormRun> => {
    const generation = parts.generation.current()
    if (!start.isStored && generation !== undefined) await takePlace(start, generation).catch(parts.onError)
    const opened = await openFormRun({ ...parts, queue, uploads, writerId }, start)
    const files = createFilesAtQuestions(uploads, start.formRunGuid)
    const formRun: FormRun = {
      ...opened,
      files,
      stop() {
        opened.stop()
        opened.comparison.stop()
        files.stop()
        // Handed over, or opened again: what it holds is older than what is in the store.
        if (open.get(start.formRunGuid) !== formRun) return
        open.delete(start.formRunGuid)
        if (opened.answers.isUnconfirmed()) closed.doubt(start.formRunGuid)
      },
    }
    open.set(start.formRunGuid, formRun)
    formRun.answers.subscribe(() => moved.tell())
    return formRun
  }

  /** One after the other: of two at once each would take what lost against the server's answer for its own, and send it. */
  const openNext = async (start: FormRunStart): Promise<FormRun> => {
    await opening.get(start.formRunGuid)
    open.get(start.formRunGuid)?.stop()
    return openAndHold(start)
  }

  const earlier = watchEarlierAnswers(queue)
  const moved = createListeners<void>(parts.onError)
  queue.subscribe(() => moved.tell())
  const isOpen = (formRunGuid: string) => open.has(formRunGuid) || opening.has(formRunGuid)
  const closed = compareClosed({ ...parts, queue, uploads, connection, isOpen, moved: () => moved.tell() })
  const lookAtGeneration = (generation: string) => {
    for (const formRun of open.values()) formRun.comparison.look()
    closed.look()
    courses.compare(generation).catch(parts.onError)
  }
  courses.makeRoom().catch(parts.onError)
  const stopLooking = parts.generation.subscribe(lookAtGeneration)
  const heardBefore = parts.generation.current()
  if (heardBefore !== undefined) lookAtGeneration(heardBefore)
  flush()

  return {
    queue,
    courses,
    courseOpenings: createCourseOpenings({ store, queue, userGuid }),
    coursesHere: lazyCoursesHere({ ...parts, queue }),
    signOfLife: () => stored.tell('here'),
    uploads: {
      ...uploads,
      async add(chosen) {
        await uploads.add(chosen)
        stored.tell('here')
      },
    },
    connection,
    store,
    requestLog: parts.requestLog,
    storedExams: parts.storedExams,
    keeping: parts.keeping,
    leftOver,
    earlier,
    beforeFlush(tell) {
      tellFirst.add(tell)
      return () => tellFirst.delete(tell)
    },
    takenBack: {
      examGuid: () => takenBack,
      subscribe: (listener) => takenBackListeners.add(listener),
      heard: () => setTakenBack(undefined),
    },
    examGuidOf: (formRunGuid) => examGuids.get(formRunGuid) ?? '',
    onStored: stored.add,
    storedElsewhere: () => stored.tell('elsewhere'),
    async openFormRun(start) {
      examGuids.set(start.formRunGuid, start.examGuid)
      const opened = openNext(start)
      const settled = opened.catch(() => undefined)
      opening.set(start.formRunGuid, settled)
      await settled
      if (opening.get(start.formRunGuid) === settled) opening.delete(start.formRunGuid)
      return opened
    },
    ...localAnswers({ ...parts, open, closed, queue, uploads }),
    doubt(formRunGuid) {
      const formRun = open.get(formRunGuid)
      if (formRun) formRun.comparison.doubt()
      else closed.doubt(formRunGuid)
    },
    onAnswers: (listener) => moved.add(listener),
    async sendAll() {
      await Promise.all([...open.values()].map((run) => run.saveAll()))
      if (connection.state() === 'online') flush()
    },
    async sendRest(withinMs) {
      for (const queueRest of leaving) queueRest()
      await untilSent({ queue, connection }, withinMs)
    },
    beforeLeaving(queueRest) {
      leaving.add(queueRest)
      return () => leaving.delete(queueRest)
    },
    sitting() {
      const states = [...open.values()].map((formRun) => formRun.sitting())
      return states.find((state) => state === 'running') ?? states.find((state) => state === 'paused')
    },
    leave() {
      for (const formRun of open.values()) formRun.saveAnswers().catch(parts.onError)
      for (const queueRest of leaving) queueRest()
      if (connection.state() === 'offline') return
      const newestFirst = (type: RequestRecord['type']) =>
        queue
          .unacknowledged()
          .filter((request) => request.type === type && (type === requestTypes.saveCourse || open.has(request.formRunGuid)))
          .sort((a, b) => b.order - a.order)
      // A log never takes an answer's room.
      const { saveAnswer, saveCourse, saveActivityLog } = requestTypes
      const requests = [saveAnswer, saveCourse, saveActivityLog].flatMap(newestFirst)
      sendWithoutReply(api, requests, sendOnLeaving())
    },
    close() {
      isClosed = true
      const unconfirmed = [...open].filter(([, { answers }]) => answers.isUnconfirmed()).map(([guid]) => guid)
      const doubted = [...new Set([...unconfirmed, ...closed.doubted()])]
      stopSending()
      stopLooking()
      closed.stop()
      for (const formRun of [...open.values()]) {
        formRun.saveAnswers().catch(parts.onError)
        formRun.stop()
      }
      const generation = parts.generation.current()
      return { doubted, ...(generation !== undefined && { generation }) }
    },
    stop() {
      stopSending()
      stopLooking()
      closed.stop()
      for (const formRun of open.values()) formRun.stop()
    },
  }
}
