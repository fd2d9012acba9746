import type { PackageFiles } from '../files/package-files.ts'
import type { PackageSource } from '../files/package-source.ts'
import type { CourseReading } from '../imported-course.ts'
import type { PackageReading } from '../imported-package.ts'

interface Described {
  /**
   * The files that identify a package of this format. They are at its root; if the whole package is in one folder, that folder
   * is the root.
   */
  readonly rootFiles: readonly string[]
}

export interface ExamSource {
  /** Whether an exam came as a folder: loose files may be an exam there. */
  readonly isFolder: boolean
  /** Hears how many items were read until now, one by one. */
  readonly onItem?: (count: number) => void
}

/**
 * A format of exams. Its packages are read into memory. Both functions throw `PackageRefused` if a package can't be imported.
 */
export interface ExamFormat extends Described {
  readonly of: 'exam'
  /** Its authors write MathML, so text that looks like TeX is not converted. */
  readonly hasOwnFormulas?: true
  /** Whether a package has this format. Checks as little as possible, since the package may be broken. */
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
