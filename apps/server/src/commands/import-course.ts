import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { PackageRefused } from '../import/files/package-files.ts'
import { asRefusal } from '../import/files/read-zip.ts'
import type { CourseReading } from '../import/imported-course.ts'
import type { LeftOut } from '../import/imported-package.ts'
import { readCourse } from '../import/read-course.ts'
import { giveCourse } from '../organisation/give-course.ts'
import type { ImportNote } from '../organisation/schedules.ts'
import { type CourseWishes, storeCourse } from '../organisation/store-course.ts'

interface Wishes {
  readonly orgId: number
  /** User names of the learners who are given each course. */
  readonly learners: readonly string[]
  readonly again: boolean
  /** What is said of the course itself. */
  readonly course?: CourseWishes | undefined
}

type Imported =
  | {
      readonly ok: true
      readonly name: string
      /** 1 for a course that was not there before. */
      readonly version: number
      readonly isNew: boolean
      /** Courses with the same identifier, beside which it was stored as another one. */
      readonly beside: readonly string[]
      readonly leftOut: readonly LeftOut[]
      readonly notes: readonly ImportNote[]
    }
  | { readonly ok: false; readonly place: string; readonly message: string }

/** Archives fail to unpack with errors of the system's own or the library's; what the database says isn't about the package. */
const isOfArchive = (error: unknown) =>
  error instanceof PackageRefused ||
  (error instanceof Error &&
    (/^(Z_|ENOENT|EISDIR)/.test(String('code' in error ? error.code : '')) ||
      /entry|bytes in the stream|zip|central directory/i.test(error.message)))

/** What was said of a course that it has no use for: the units of cmi5 open as their course structure says. */
const unusedWishes = (
  { course }: Extract<CourseReading, { readonly is: 'course' }>,
  said: CourseWishes | undefined,
): LeftOut[] =>
  course.standard === 'cmi5' && said?.isFree !== undefined
    ? [{ place: 'course', what: '--free-choice', why: 'A course of cmi5 opens its units by its own rules.' }]
    : []

/** Stores a course that was read, and gives it to learners. A package that turns out to be broken leaves nothing behind. */
const take = async (
  database: Database,
  reading: Extract<CourseReading, { readonly is: 'course' }>,
  { orgId, learners, again, course: said }: Wishes,
): Promise<Imported> => {
  const nowMs = systemClock.nowMs()
  try {
    const { course, isNew, beside } = await storeCourse(database, orgId, reading, nowMs, said)
    const notes: ImportNote[] = []
    for (const username of learners) notes.push(await giveCourse(database, course, username, { again, nowMs }))
    const { name, version } = course
    return { ok: true, name, version, isNew, beside, leftOut: [...reading.leftOut, ...unusedWishes(reading, said)], notes }
  } catch (error) {
    if (!isOfArchive(error)) throw error
    const { place, message } = asRefusal(error)
    return { ok: false, place, message }
  }
}

/** Whether a file is a course that can be read. */
export const isCourse = async (file: string): Promise<boolean> => (await readCourse(file)).is === 'course'

/** Imports a course package. Undefined if the file is none, and may be an exam. */
export const importCourse = async (database: Database, file: string, wishes: Wishes): Promise<Imported | undefined> => {
  const reading = await readCourse(file)
  if (reading.is === 'something else') return undefined
  if (reading.is === 'course') return take(database, reading, wishes)
  const [problem] = reading.problems
  return { ok: false, place: problem?.place ?? '', message: problem?.message ?? '' }
}
