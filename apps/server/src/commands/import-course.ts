import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { PackageRefused } from '../import/files/package-files.ts'
import { asRefusal } from '../import/files/read-zip.ts'
import type { CourseReading } from '../import/imported-course.ts'
import type { LeftOut } from '../import/imported-package.ts'
import { readCourse } from '../import/read-course.ts'
import { giveCourse } from '../organisation/give-course.ts'
import type { ImportNote } from '../organisation/schedules.ts'
import { storeCourse } from '../organisation/store-course.ts'

interface Wishes {
  readonly orgId: number
  /** User names of the learners who are given each course. */
  readonly learners: readonly string[]
  readonly again: boolean
}

type Imported =
  | {
      readonly ok: true
      readonly name: string
      readonly isNew: boolean
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

/** Stores a course that was read, and gives it to learners. A package that turns out to be broken leaves nothing behind. */
const take = async (
  database: Database,
  reading: Extract<CourseReading, { readonly is: 'course' }>,
  { orgId, learners, again }: Wishes,
): Promise<Imported> => {
  const nowMs = systemClock.nowMs()
  try {
    const { course, isNew } = await storeCourse(database, orgId, reading, nowMs)
    const notes: ImportNote[] = []
    for (const username of learners) notes.push(await giveCourse(database.kysely, course, username, { again, nowMs }))
    return { ok: true, name: course.name, isNew, leftOut: reading.leftOut, notes }
  } catch (error) {
    if (!isOfArchive(error)) throw error
    const { place, message } = asRefusal(error)
    return { ok: false, place, message }
  }
}

/** Whether a file is a course that can be read. */
export const isCourse = async (file: string): Promise<boolean> => (await readCourse(file)).is === 'course'

/** Imports a course package. Undefined where the file is none, and may be an exam. */
export const importCourse = async (database: Database, file: string, wishes: Wishes): Promise<Imported | undefined> => {
  const reading = await readCourse(file)
  if (reading.is === 'something else') return undefined
  if (reading.is === 'course') return take(database, reading, wishes)
  const [problem] = reading.problems
  return { ok: false, place: problem?.place ?? '', message: problem?.message ?? '' }
}
