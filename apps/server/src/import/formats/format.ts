import type { PackageFiles } from '../files/package-files.ts'
import type { PackageSource } from '../files/package-source.ts'
import type { CourseReading } from '../imported-course.ts'
import type { PackageReading } from '../imported-package.ts'

interface Described {
  /** Files by which a package of it is known. They lie at its root: where all of a package lies in one folder, that is it. */
  readonly rootFiles: readonly string[]
}

export interface ExamSource {
  /** Whether an exam came as a folder: loose files may be an exam there. */
  readonly isFolder: boolean
  /** Hears how many items were read until now, one by one. */
  readonly onItem?: (count: number) => void
}

/** A format of exams, whose packages are held in memory. Both functions throw `PackageRefused` where a package can't be taken. */
export interface ExamFormat extends Described {
  readonly of: 'exam'
  /** Its authors write MathML, and what looks like TeX is meant as it stands. */
  readonly hasOwnFormulas?: true
  /** Whether a package is of this format, told by as little of it as will do; a broken one may be. */
  detect(files: PackageFiles, source: ExamSource): boolean
  read(files: PackageFiles, source: ExamSource): PackageReading
}

/** A format of courses, whose packages are too large for memory: the manifest is read, and files are taken from the source later. */
export interface CourseFormat extends Described {
  readonly of: 'course'
  detect(source: PackageSource): Promise<boolean>
  read(source: PackageSource): Promise<CourseReading>
}

export type Format = ExamFormat | CourseFormat
