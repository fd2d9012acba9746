import type { AuthoredExam } from './authored-exam.ts'
import type { AuthoredSchedule } from './authored-schedule.ts'

/** A file of the package. `path` stands relative to the package with `/`, as the exam's HTML names it. */
export interface PackageResource {
  readonly path: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Something that the package holds and this server doesn't take: where it stands, what it is, and why it was left out. */
export interface LeftOut {
  readonly place: string
  readonly what: string
  readonly why: string
}

/** What is wrong with a package, and where: `exam.json sections[0].questions[2].key`. */
export interface PackageProblem {
  readonly place: string
  readonly message: string
}

/** An exam package that was read, checked and cleaned: the same whatever format it came in. */
export interface ImportedPackage {
  readonly exam: AuthoredExam
  readonly resources: readonly PackageResource[]
  readonly schedules: readonly AuthoredSchedule[]
  readonly leftOut: readonly LeftOut[]
}

export type PackageReading =
  | { readonly ok: true; readonly package: ImportedPackage }
  | { readonly ok: false; readonly problems: readonly PackageProblem[] }
