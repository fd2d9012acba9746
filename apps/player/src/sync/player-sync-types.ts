import type { HandInFile } from '@sitwell/contract'
import type { Sealer } from '@sitwell/exam/answers/hand-in-seal'
import type { ClockReading } from '@sitwell/exam/time/watched-clock'
import type { Connection } from '@sitwell/request-queue/connection'
import type { GenerationWatch } from '@sitwell/request-queue/generation-watch'
import type { Keeping } from '@sitwell/storage/overflow-store'
import type { Leaver } from '../context/leavers.ts'
import type { ExamStore } from '../storage/exam-store.ts'
import type { RequestLogStore } from '../storage/request-log.ts'
import type { StoredCourseStore } from '../storage/stored-course-store.ts'
import type { StoredExams } from '../storage/stored-exams.ts'
import type { UploadStore } from '../storage/upload-store.ts'
import type { CourseOpenings } from './courses/course-openings.ts'
import type { CoursesHere } from './courses/courses-here.ts'
import type { StoredCourses } from './courses/stored-courses.ts'
import type { EarlierAnswers } from './earlier-answers.ts'
import type { UploadLane, UploadLaneParts } from './files/upload-lane-types.ts'
import type { FormRun } from './form-run/form-run.ts'
import type { FormRunStart } from './form-run/form-run-start.ts'
import type { AnswersAt } from './only-here/where-answers-are.ts'
import type { Caller } from './queue/delivery.ts'
import type { RequestQueue } from './queue/exam-queue.ts'
import type { ContactClock } from './time/contact-clock.ts'

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
  readonly storedExams: StoredExams
  readonly storedCourses: StoredCourseStore
  readonly uploadStore: UploadStore
  readonly keeping: KeepingState
  readonly userGuid: string
  readonly orgId: number
  readonly learnerName: string
  readonly pingIntervalMs: number
  nowMs(): number
  /** The clocks of this computer, for the time of exams. */
  readClocks(): ClockReading
  /** Told of every reply; over the same clocks. */
  readonly contact: ContactClock
  /** Told of every reply too. */
  readonly generation: GenerationWatch
  /** The SHA-256 of a file, and the way of a large one's bytes: as the lane of uploads takes them. */
  readonly hash: UploadLaneParts['hash']
  readonly sendInPieces: UploadLaneParts['sendInPieces']
  newId(): string
  /** Seals files of answers; undefined on a page that came without encryption. */
  readonly sealer?: Sealer | undefined
  /** At least 0 and below 1. */
  random(): number
  onError(error: unknown): void
}

/** An answer that the server, or something on the way, has refused. */
export interface RefusedHere {
  readonly examName: string
  /** As the learner counts; undefined if it was never queued. */
  readonly number: number | undefined
  readonly reason: string
}

/** What the server hasn't acknowledged. */
export interface OnlyHere {
  /** Questions, each with its last answer: it waits, or was refused. */
  readonly answers: number
  readonly files: number
  /** SCOs of courses, each with all that it has set. */
  readonly courses: number
  /** Answers that the server had, and may have lost: it is being asked. */
  readonly checking: number
  readonly refused: readonly RefusedHere[]
}

/** Everything of one signed-in learner that is on its way to the server, in this tab. */
export interface PlayerSync {
  readonly queue: RequestQueue
  /** What the SCOs of this learner have set, where the server may have lost it. */
  readonly courses: Pick<StoredCourses, 'sendLacking' | 'settled'>
  readonly courseOpenings: CourseOpenings
  /** The course that continues here without the server. */
  readonly coursesHere: CoursesHere
  /** The learner is active where this page can't see it: in a course's frame. */
  signOfLife(): void
  /** The learner's files on their way. */
  readonly uploads: UploadLane
  readonly connection: Connection
  readonly store: ExamStore
  readonly requestLog: RequestLogStore
  readonly storedExams: StoredExams
  readonly keeping: KeepingState
  /** How many requests an earlier page had left; they are sent at once. */
  readonly leftOver: number
  readonly earlier: EarlierAnswers
  /** What has to be told when the server is reached again, before what waited for it is sent. */
  beforeFlush(tell: () => Promise<void>): () => void
  /** The exam whose completion the server took back last, because more time was given; until it is heard of. */
  readonly takenBack: { examGuid(): string | undefined; subscribe(listener: () => void): () => void; heard(): void }
  /** The exam of a form run that this browser knows; empty if it knows none. */
  examGuidOf(formRunGuid: string): string
  /** Tells of every request that is kept to be sent, whether the server can be reached or not; in this tab or in another. */
  onStored(listener: (where: 'here' | 'elsewhere') => void): () => void
  /** Another tab of this learner has kept a request. */
  storedElsewhere(): void
  openFormRun(start: FormRunStart): Promise<FormRun>
  /** Something tells that the server may have forgotten some of a form run: all that is here of it is compared. */
  doubt(formRunGuid: string): void
  /** Whether an exam is being sat in this tab, and its time passes or stands still. */
  sitting(): 'running' | 'paused' | undefined
  /** What only this device has of the learner's answers and files, of the exams of this tab and of earlier ones. */
  onlyHere(): Promise<OnlyHere>
  /** Where the answers of a form run are: the one place that says so, of one that is open in this tab and of any other. */
  answersAt(formRunGuid: string): Promise<AnswersAt>
  /** Tells that answers may be elsewhere than before. */
  onAnswers(listener: () => void): () => void
  /**
   * What this device has of the answers of a form run, or of each of which the server lacks some, as files for staff; `about` says in
   * each what it is.
   */
  handIns(about: string, formRunGuid?: string): Promise<HandInFile[]>
  /** Queues all that was typed, and sends what waits. */
  sendAll(): Promise<void>
  /** What has yet to be queued when the page goes away. It is queued before `queue` returns, or the next page sends it. */
  beforeLeaving(queue: () => void): () => void
  /**
   * The page goes away, and may be the last on this device: what the learner answered in this tab and the server hasn't acknowledged is
   * sent in requests that outlive the page, the newest first, and then the log of what they did, as far as there is room for it. All
   * of it stays queued, and the next page sends it again.
   */
  leave(): void
  /**
   * Sends everything that is queued, and the log of what was done; resolves once nothing is on its way any more, the connection is lost, or
   * the given milliseconds have passed.
   */
  sendRest(withinMs: number): Promise<void>
  /**
   * The session is over: what was typed is kept here, and from now on nothing is sent, asked or reported. Returns of which form runs it
   * isn't known whether the server has what it had acknowledged.
   */
  close(): Pick<Leaver, 'generation' | 'doubted'>
  stop(): void
}
