import type { CourseState } from '@sitwell/contract'
import { type RequestRecord, requestTypes } from '../../storage/records.ts'
import type { QueueEvent, RequestQueue } from '../queue/exam-queue.ts'

/** An opening of a SCO, whose saves are numbered on from `number`. */
export interface CourseOpening {
  readonly attemptId: number
  readonly number: number
  /** Who numbers them: one opening. */
  readonly writer: string
  /** Shows the server that the SCO was opened. */
  readonly opening?: string | undefined
  /** It was opened without the server. */
  readonly isOpenedHere?: boolean | undefined
  /** For an administrator who helps, should a save be refused: whose it is, and of what. */
  readonly about: { readonly orgId: number; readonly learnerName: string; readonly courseName: string }
}

type Queued = Pick<RequestRecord, 'type' | 'callbackId'>

/** How the saves of an opening say whom they are of. */
export const sayOpening = ({ writer, about, number, opening, isOpenedHere }: Omit<CourseOpening, 'attemptId'>) => ({
  writer,
  about,
  ...(opening !== undefined && { opening }),
  ...(isOpenedHere && { openedHere: number }),
})

/** Whether a request is a save of this SCO attempt. */
export const isSaveOf = (attemptId: number, { type, callbackId }: Queued): boolean =>
  type === requestTypes.saveCourse && callbackId === String(attemptId)

/** How what a SCO has set stands: `kept` on this device alone, `saved` on the server too, `refused` by it for good. */
export type CourseKeeping = 'saved' | 'kept' | 'refused'

/** How an event of the queue changes that; undefined if it doesn't. */
export const keepingAfter = (attemptId: number, event: QueueEvent): CourseKeeping | undefined => {
  if (!isSaveOf(attemptId, event.request)) return undefined
  if (event.kind === 'set-aside') return 'refused'
  return event.kind === 'acknowledged' ? 'saved' : 'kept'
}

interface SavingParts {
  readonly queue: Pick<RequestQueue, 'enqueue'>
  readonly opening: CourseOpening
  /** The state was about to be written: from now on only this device has it. */
  onKeeping(): void
  onError(error: unknown): void
}

/** A state as it came from the SCO's host: read when its turn comes, since most of a SCO in a loop are replaced by a newer one before. */
interface Arrived {
  read(): CourseState | undefined
  readonly ends: boolean
}

/**
 * Keeps what a SCO has set: each state, which is all of it, is in the store before anything else, instead of the one before that has
 * not been sent yet. One is written at a time, and of those that come meanwhile the newest.
 */
export const createCourseSaves = ({ queue, opening, onKeeping, onError }: SavingParts) => {
  let { number } = opening
  let next: Arrived | undefined
  let writing: Promise<void> | undefined
  let isStopped = false

  const write = async ({ read, ends }: Arrived) => {
    const state = read()
    if (!state) return
    onKeeping()
    number += 1
    const { writer, attemptId } = opening
    await queue.enqueue(
      {
        type: requestTypes.saveCourse,
        callbackId: String(attemptId),
        // No form run: what is said of those isn't said of it.
        formRunGuid: '',
        payload: { ...state, ...sayOpening(opening), number, ends },
      },
      undefined,
      // What another opening has set is its own attempt.
      (queued) => isSaveOf(attemptId, queued) && queued.payload.writer === writer,
    )
  }
  const writeAll = async () => {
    for (let arrived = next; arrived && !isStopped; arrived = next) {
      next = undefined
      await write(arrived).catch(onError)
    }
  }
  return {
    keep(arrived: Arrived): void {
      if (isStopped) return
      next = { ...arrived, ends: arrived.ends || next?.ends === true }
      writing ??= writeAll().finally(() => {
        writing = undefined
      })
    },
    /** Whether a save of this number is of an opening after this one. */
    isBefore: (standing: number): boolean => standing > number,
    /** Resolves once all that has come is kept. */
    stored: async (): Promise<void> => writing,
    /** Another tab continues: nothing of this one may reach the store any more. */
    stop() {
      isStopped = true
      next = undefined
    },
  }
}
