import type { Paper } from '@sitwell/exam/paper/paper'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import type { ExamTime } from '@sitwell/exam/time/exam-time'
import type { ClockReading } from '@sitwell/exam/time/watched-clock'
import type { GenerationWatch } from '@sitwell/request-queue/generation-watch'
import type { Keeping } from '@sitwell/storage/overflow-store'
import type { ExamStore } from '../../storage/exam-store.ts'
import type { AnswerRecord } from '../../storage/records.ts'
import type { ServerAnswer } from '../answers/reconcile.ts'
import type { UploadLane } from '../files/upload-lane-types.ts'
import type { Caller } from '../queue/delivery.ts'
import type { RequestQueue } from '../queue/exam-queue.ts'
import type { ContactClock } from '../time/contact-clock.ts'

/** A question as far as saving it needs. */
export interface SavedQuestion {
  readonly id: string
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
  /** Seals the file in which answers that can't be sent are handed to staff. */
  readonly handInSecret?: string | undefined
  /** How many saves the server had counted then. */
  readonly saves?: number | undefined
  readonly paper: Paper
  /** The server's: time that was added up to now is in it. */
  readonly plan: ExamPlan
  /** What the server's ledger has left. */
  readonly time: ExamTime
  /** It was started just now. */
  readonly isFresh: boolean
  /** An extension was asked for, on whatever device, and its answer is due. */
  readonly isAwaiting?: boolean
  /** All this is as it was kept here, from before what was answered since: the server could not be asked. */
  readonly isStored?: boolean
  /** A completion was still on its way when the server was asked: what it gave out may be from before that. */
  readonly isFinishing?: boolean
  /** All but its time, of which the server was asked. */
  readonly isTimeKnown?: boolean
  readonly currentQuestionId: string | undefined
  /** Where it opens without one, counted from 1. */
  readonly initialPage: number
  readonly questions: readonly SavedQuestion[]
  /** Of a question as its learner has it by now, counted from 1: parts that aren't asked go from the exam. 0 if it isn't in it. */
  numberOf(questionId: string): number
}

/** What an open form run needs of the page and its player. */
export interface FormRunParts {
  readonly api: Caller
  readonly generation: GenerationWatch
  readonly store: ExamStore
  readonly keeping: { get(): Keeping }
  readonly queue: RequestQueue
  readonly uploads: Pick<UploadLane, 'toAsk' | 'compared' | 'doubt'>
  readonly userGuid: string
  readonly orgId: number
  readonly learnerName: string
  readonly writerId: string
  /** The clocks of this computer. */
  readClocks(): ClockReading
  readonly contact: ContactClock
  nowMs(): number
  newId(): string
  onError(error: unknown): void
}
