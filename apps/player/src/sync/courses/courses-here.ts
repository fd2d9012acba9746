import { oneByOne } from '@sitwell/client/one-by-one'
import { type LeftPlace, type StoredCourse, storedCourse } from '@sitwell/contract'
import type { ExamStore } from '../../storage/exam-store.ts'
import { requestTypes, type StoredCourseRecord } from '../../storage/records.ts'
import type { StoredCourseStore } from '../../storage/stored-course-store.ts'
import type { RequestQueue } from '../queue/exam-queue.ts'
import { type CourseHere, courseHere, type OpenedHere } from './course-here.ts'

/** The course that continues in this browser without the server: its files are on the courses' origin, the rest is here. */
export interface CoursesHere {
  /** Where the files of a course are kept, and what opens them; new where another import of it is kept, or none. */
  placeOf(courseGuid: string, content: string): Promise<LeftPlace>
  /** Keeps what the server says of a course whose files are kept there. */
  keep(courseGuid: string, place: LeftPlace, course: StoredCourse): Promise<void>
  /** All files of a course are on this device. */
  filesStored(courseGuid: string): Promise<void>
  /** Undefined if it isn't kept, or not all of its files are. */
  read(courseGuid: string): Promise<CourseHere | undefined>
  /** Opens a SCO of a course that is kept. Undefined if it isn't, or the course doesn't give that SCO out now. */
  open(courseGuid: string, attemptId: number): Promise<(OpenedHere & { readonly place: LeftPlace }) | undefined>
}

export interface HereParts {
  readonly store: Pick<ExamStore, 'courseSavesOf'>
  readonly storedCourses: StoredCourseStore
  readonly queue: Pick<RequestQueue, 'waiting'>
  readonly userGuid: string
  newId(): string
  /** The computer's own clock. */
  readClocks(): { readonly wallMs: number }
}

/** 32 bytes in hexadecimal that nobody can guess. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const createCoursesHere = ({ store, storedCourses, queue, userGuid, newId, readClocks }: HereParts): CoursesHere => {
  /** What one has kept the next one finds there. */
  const inTurn = oneByOne()
  /** Made for a course that isn't kept yet, by its guid. */
  const places = new Map<string, { readonly content: string; readonly place: LeftPlace }>()
  /** Courses whose files were all there before the rest of them was. */
  const early = new Set<string>()
  const recordOf = (courseGuid: string) => storedCourses.read(userGuid, courseGuid)
  const courseIn = (record: StoredCourseRecord | undefined) => storedCourse.safeParse(record?.course).data
  const here = async (courseGuid: string) => {
    const record = await recordOf(courseGuid)
    const course = courseIn(record)
    if (!record?.areFilesKept || !course) return undefined
    const sent = (await store.courseSavesOf(userGuid)).map(({ save }) => save)
    const waiting = queue.waiting().filter(({ type }) => type === requestTypes.saveCourse)
    return { record, course: courseHere(course, [...sent, ...waiting]) }
  }
  return {
    async placeOf(courseGuid, content) {
      // The files of one course are kept: those of any other go as this one is opened, and are fetched again.
      for (const other of early) if (other !== courseGuid) early.delete(other)
      const record = await recordOf(courseGuid)
      if (record && courseIn(record)?.content === content) return record.place
      const made = places.get(courseGuid)
      if (made?.content === content) return made.place
      const place = { id: newId(), key: newKey() }
      places.set(courseGuid, { content, place })
      early.delete(courseGuid)
      return place
    },
    keep: (courseGuid, place, course) =>
      inTurn(async () => {
        const before = await recordOf(courseGuid)
        const areFilesStored = early.has(courseGuid) || (before?.place.id === place.id && before.areFilesKept)
        const clockOffsetMs = course.nowMs - readClocks().wallMs
        await storedCourses.keep({
          format: 1,
          userGuid,
          courseGuid,
          place,
          areFilesKept: areFilesStored,
          course,
          clockOffsetMs,
        })
      }),
    filesStored: (courseGuid) =>
      inTurn(async () => {
        early.add(courseGuid)
        const record = await recordOf(courseGuid)
        if (record && !record.areFilesKept) await storedCourses.keep({ ...record, areFilesKept: true })
      }),
    read: async (courseGuid) => (await here(courseGuid))?.course,
    async open(courseGuid, attemptId) {
      const found = await here(courseGuid)
      const opened = found?.course.open(attemptId, readClocks().wallMs + found.record.clockOffsetMs)
      return found && opened && { ...opened, place: found.record.place }
    },
  }
}
