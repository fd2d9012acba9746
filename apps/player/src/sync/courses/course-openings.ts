import type { CourseState } from '@sitwell/contract'
import type { ExamStore } from '../../storage/exam-store.ts'
import { type CourseOpeningRecord, type RequestRecord, requestTypes } from '../../storage/records.ts'
import type { RequestQueue } from '../queue/exam-queue.ts'
import { isSaveOf, sayOpening } from './course-saves.ts'

/**
 * Openings of SCOs that have not come to their end: what a SCO set as its page went away is kept on the courses' origin, and is asked for
 * by their ids.
 */
export interface CourseOpenings {
  /** Before the SCO begins. */
  begun(opening: CourseOpeningRecord): Promise<void>
  /** It is over, and all that it set is kept here. */
  over(id: string): Promise<void>
  /** Those that an earlier page, or another tab, has left so. */
  all(): Promise<CourseOpeningRecord[]>
  /** Queues what was left of one, if anything was, above all that was sent of it; it is over then. */
  collected(
    opening: CourseOpeningRecord,
    left: { readonly state: CourseState; readonly ends: boolean } | undefined,
  ): Promise<void>
}

interface OpeningsParts {
  readonly store: Pick<ExamStore, 'courseOpeningsOf' | 'courseSavesOf' | 'save'>
  readonly queue: Pick<RequestQueue, 'enqueue' | 'waiting'>
  readonly userGuid: string
}

export const createCourseOpenings = ({ store, queue, userGuid }: OpeningsParts): CourseOpenings => {
  const all = () => store.courseOpeningsOf(userGuid)
  const isOf = ({ id, attemptId }: CourseOpeningRecord, request: RequestRecord) =>
    isSaveOf(attemptId, request) && request.payload.writer === id
  const over = async (id: string) => {
    const courseOpeningGone = (await all()).find((one) => one.id === id)
    if (courseOpeningGone) await store.save([{ courseOpeningGone }])
  }
  return {
    begun: (courseOpening) => store.save([{ courseOpening }]),
    over,
    all,
    async collected(opening, left) {
      const { id, attemptId, shown } = opening
      const stored = (await store.courseSavesOf(userGuid)).map(({ save }) => save)
      const before = [...queue.waiting(), ...stored].filter((request) => isOf(opening, request))
      // It ended by itself, and what it set as it ended is kept already.
      if (!left || before.some(({ payload }) => payload.ends === true)) return over(id)
      const number = Math.max(opening.number, ...before.map(({ payload }) => Number(payload.number))) + 1
      const payload = { ...left.state, ...sayOpening({ ...opening, writer: id, opening: shown }), number, ends: left.ends }
      await queue.enqueue(
        { type: requestTypes.saveCourse, callbackId: String(attemptId), formRunGuid: '', payload },
        () => [{ courseOpeningGone: opening }],
        (queued) => isOf(opening, queued),
      )
    },
  }
}
