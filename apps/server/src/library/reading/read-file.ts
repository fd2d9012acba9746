import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CourseReading } from '../../import/imported-course.ts'
import type { ImportedPackage } from '../../import/imported-package.ts'
import { readCourse } from '../../import/read-course.ts'
import { readPackage } from '../../import/read-package.ts'
import { hasGraveLoss, reportOf } from '../../import/report/import-report.ts'
import { comparedExam, type HeldContent } from '../../organisation/compare-exam.ts'
import { summaryOf } from '../exams/summary.ts'
import { organisationIn } from './organisation-in.ts'
import { reportItemsOf } from './report-items.ts'
import { uploadedCourseLimits } from './upload-limits.ts'
import { type ReadCourse, type ReadExam, type ReadPackage, written } from './worker-messages.ts'

/** What is reported beside items. */
const mostOthers = 1000

/** Whoever reads a file is told how far it is, and asks what is in the place of an exam. */
export interface Around {
  onItem(count: number): void
  heldOf(place: { readonly examGuid: string; readonly version: number }): Promise<HeldContent | undefined>
}

const writeExam = async (
  path: string,
  into: string,
  read: ImportedPackage,
  held: HeldContent | undefined,
): Promise<ReadExam> => {
  const { exam, resources, items = [], hasForeignIds = false, schedules } = read
  const { next, content, isSame } = comparedExam(read, held)
  const ofSchedules = {
    place: 'schedules',
    what: `${schedules.length} schedules`,
    why: 'An upload schedules nobody.',
    loss: 'nothing' as const,
  }
  const report = reportOf(basename(path), {
    ...read,
    leftOut: [...read.leftOut, ...(schedules.length > 0 ? [ofSchedules] : [])],
  })
  const hash = createHash('sha256').update(content)
  await writeFile(join(into, written.content), content)
  function* lines() {
    for (const item of reportItemsOf(next, report.items, items)) {
      const line = `${JSON.stringify(item)}\n`
      hash.update(line)
      yield line
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(into, written.items)))
  await mkdir(join(into, 'files'))
  for (const [at, { bytes }] of resources.entries()) await writeFile(join(into, 'files', String(at)), bytes)
  const listed = resources.map(({ path: name, mediaType, bytes }) => ({ path: name, mediaType, size: bytes.length }))
  await writeFile(join(into, written.files), JSON.stringify(listed))
  for (const { path: name, bytes } of resources) hash.update(name).update(bytes)
  const others = report.others.slice(0, mostOthers)
  return {
    is: 'exam',
    examGuid: exam.examGuid,
    version: exam.version,
    summary: summaryOf(next),
    isSame,
    hasForeignIds,
    totals: report.totals,
    others,
    isGrave: hasGraveLoss(read.leftOut),
    hash: hash.update(JSON.stringify(others)).digest('hex'),
  }
}

const courseOf = ({ course, source, leftOut }: Extract<CourseReading, { readonly is: 'course' }>): ReadCourse => {
  const others = leftOut.slice(0, mostOthers).map(({ place, what, why, loss = 'content' }) => ({ place, what, why, loss }))
  const losing = (wanted: string) => others.filter(({ loss }) => loss === wanted).length
  const sizes = [...source.sizes.values()]
  return {
    is: 'course',
    course,
    files: { count: sizes.length, bytes: sizes.reduce((sum, one) => sum + one, 0) },
    totals: {
      ...{ items: 0, faithful: 0, withLoss: 0, leftOut: 0 },
      losses: { marks: losing('marks'), structure: losing('structure'), content: losing('content') },
    },
    others,
    isGrave: hasGraveLoss(leftOut),
  }
}

/** Reads an uploaded file, whatever it is, and writes what it holds into a folder. Nothing of it is in the library then. */
export const readFile = async (path: string, into: string, { onItem, heldOf }: Around): Promise<ReadPackage> => {
  const organisation = await organisationIn(path, uploadedCourseLimits)
  if (organisation) return { is: 'refused', problems: [organisation] }
  const course = await readCourse(path, uploadedCourseLimits)
  if (course.is === 'refused') return course
  if (course.is === 'course') return courseOf(course)
  const read = await readPackage({ path, onItem })
  if (!read.ok) return { is: 'refused', problems: read.problems }
  const { examGuid, version } = read.package.exam
  return writeExam(path, into, read.package, await heldOf({ examGuid, version }))
}
