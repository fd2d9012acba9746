import { ping } from '@sitwell/contract'
import type { ClockReading } from '@sitwell/exam/watched-clock'
import type { ExamStore } from '../storage/exam-store.ts'
import type { KeptExams } from '../storage/kept-exams.ts'
import type { Keeping } from '../storage/overflow-store.ts'
import { type RequestRecord, requestTypes } from '../storage/records.ts'
import type { RequestLogStore } from '../storage/request-log.ts'
import { networkErrorDuringExam, startBugReports } from './bug-reports.ts'
import { type Connection, createConnection } from './connection.ts'
import { type Caller, deliverBy } from './delivery.ts'
import { type EarlierAnswers, watchEarlierAnswers } from './earlier-answers.ts'
import { type FormRun, type FormRunStart, openFormRun } from './form-run.ts'
import { createListeners } from './listeners.ts'
import { createRequestQueue, type RequestQueue } from './request-queue.ts'

/** Where what is written stays, as it changes. */
export interface KeepingState {
  get(): Keeping
  subscribe(listener: (keeping: Keeping) => void): () => void
}

/** What is needed of the page and the player; clocks and chance come from here. */
export interface SyncParts {
  readonly api: Caller
  readonly store: ExamStore
  readonly requestLog: RequestLogStore
  readonly keptExams: KeptExams
  readonly keeping: KeepingState
  readonly userGuid: string
  readonly orgId: number
  readonly learnerName: string
  readonly pingIntervalMs: number
  nowMs(): number
  /** The clocks of this computer, for the time of exams. */
  readClocks(): ClockReading
  newId(): string
  onError(error: unknown): void
}

/** Everything of one signed-in learner that is on its way to the server, in this tab. */
export interface PlayerSync {
  readonly queue: RequestQueue
  readonly connection: Connection
  readonly store: ExamStore
  readonly requestLog: RequestLogStore
  readonly keptExams: KeptExams
  readonly keeping: KeepingState
  /** How many requests an earlier page had left; they are sent at once. */
  readonly leftOver: number
  readonly earlier: EarlierAnswers
  /** What has to be told when the server is reached again, before what waited for it is sent. */
  beforeFlush(tell: () => Promise<void>): () => void
  /** The exam of a form run that this browser knows; empty where it knows none. */
  examGuidOf(formRunGuid: string): string
  /** Tells of every request that is kept to be sent, whether the server can be reached or not; in this tab or in another. */
  onKept(listener: (where: 'here' | 'elsewhere') => void): () => void
  /** Another tab of this learner has kept a request. */
  keptElsewhere(): void
  openFormRun(start: FormRunStart): Promise<FormRun>
  stop(): void
}

/** Reasons for which a save was set aside that may be gone at the next sign-in: another sign-in, a server that failed at it. */
const reasonsThatPass = ['DOUBLE_LOGIN', 'SERVER_ERROR']

const sequenceOf = (request: RequestRecord) => (typeof request.payload.sequence === 'number' ? request.payload.sequence : 0)

/** Starts the queue of a learner and sends what an earlier page left (spec 3 §4). */
export const startSync = async (parts: SyncParts): Promise<PlayerSync> => {
  const { api, store, userGuid } = parts
  const open = new Map<string, FormRun>()
  const writerId = parts.newId()
  const examGuids = new Map((await store.formRunsOf(userGuid)).map((run) => [run.formRunGuid, run.examGuid]))
  const bugReports = startBugReports(parts)
  const reportUndelivered = (reason: string) => {
    const [request] = sender.waiting()
    const examGuid = request && examGuids.get(request.formRunGuid)
    if (examGuid === undefined) return
    bugReports.schedule({ message: networkErrorDuringExam, query: { userGuid, examGuid }, reason }).catch(parts.onError)
  }
  const connection = createConnection({
    pingIntervalMs: parts.pingIntervalMs,
    ping: async () => (await api.call(ping, {}, { attempts: 1 })).ok,
  })

  /** A save whose form run isn't open in this tab: its record is in the store alone. */
  const acknowledgeClosed = async (request: RequestRecord) => {
    const records = await store.answersOf(userGuid, request.formRunGuid)
    return records
      .filter((record) => record.questionId === request.callbackId)
      .map((record) => ({ answer: { ...record, acknowledged: Math.max(record.acknowledged, sequenceOf(request)) } }))
  }

  const kept = createListeners<'here' | 'elsewhere'>(parts.onError)
  const deliver = deliverBy(api)
  const sender = createRequestQueue({
    store,
    userGuid,
    // What is known to be away isn't tried: the return is told first, and then all that waited is sent.
    deliver: async (request) => (connection.state() === 'offline' ? { kind: 'unreachable' } : deliver(request)),
    newId: parts.newId,
    async acknowledged(request) {
      if (request.type !== requestTypes.saveAnswer) return []
      return open.get(request.formRunGuid)?.acknowledge(request) ?? acknowledgeClosed(request)
    },
    async resend(request, missing) {
      const formRun = open.get(request.formRunGuid)
      if (formRun) return formRun.resend(request, missing)
      const records = await store.answersOf(userGuid, request.formRunGuid)
      const lacking = records.filter(({ sequence, lastSave }) => lastSave && missing.includes(sequence))
      const numbered = records.filter(({ writerId: by, sequence }) => by === request.payload.writerId && sequence > 0)
      return {
        first: lacking.flatMap(({ lastSave }) => (lastSave ? [lastSave] : [])),
        request: { ...request, payload: { ...request.payload, sequences: numbered.map(({ sequence }) => sequence) } },
      }
    },
    onUndelivered(reason) {
      connection.setOffline()
      reportUndelivered(reason)
    },
    onError: parts.onError,
  })
  const queue: RequestQueue = {
    ...sender,
    async add(...draft) {
      const request = await sender.add(...draft)
      kept.tell('here')
      return request
    },
  }
  const tellFirst = new Set<() => Promise<void>>()
  connection.subscribe((state) => {
    if (state === 'offline') return
    if (tellFirst.size === 0) return queue.flush()
    void Promise.allSettled([...tellFirst].map((tell) => tell())).then(() => queue.flush())
  })
  // What another learner at this machine sat is nobody's business here.
  await parts.keptExams.clearOthers(userGuid)
  await store.takeBack(userGuid, reasonsThatPass)
  const leftOver = await queue.load()
  const earlier = watchEarlierAnswers(queue)
  queue.flush()

  return {
    queue,
    connection,
    store,
    requestLog: parts.requestLog,
    keptExams: parts.keptExams,
    keeping: parts.keeping,
    leftOver,
    earlier,
    beforeFlush(tell) {
      tellFirst.add(tell)
      return () => tellFirst.delete(tell)
    },
    examGuidOf: (formRunGuid) => examGuids.get(formRunGuid) ?? '',
    onKept: kept.add,
    keptElsewhere: () => kept.tell('elsewhere'),
    async openFormRun(start) {
      open.get(start.formRunGuid)?.stop()
      examGuids.set(start.formRunGuid, start.examGuid)
      const formRun = await openFormRun({ ...parts, queue, writerId }, start)
      open.set(start.formRunGuid, formRun)
      return formRun
    },
    stop() {
      connection.stop()
      bugReports.stop()
      for (const formRun of open.values()) formRun.stop()
    },
  }
}
