import type { AuthoredExam } from './authored-exam.ts'
import type { AuthoredSchedule } from './authored-schedule.ts'

/** A file of the package. `path` is relative to the package with `/`, as in the HTML of the exam. */
export interface PackageResource {
  readonly path: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * What an omission affects: the value of an answer, the structure of the exam (a question, an order, a condition), something
 * visible or audible; or nothing, if it is only reported.
 */
export type Loss = 'marks' | 'structure' | 'content' | 'nothing'

/** An unsupported part of the package: its place, what it is, and the reason for leaving it out. */
export interface LeftOut {
  readonly place: string
  readonly what: string
  readonly why: string
  /** `content` by default. */
  readonly loss?: Loss
}

/** The outcome of importing one item of a package. */
export interface ItemVerdict {
  /** The file of the item. */
  readonly place: string
  readonly identifier: string
  /** Undefined if it was left out. */
  readonly question:
    | { readonly id: string; readonly type: string; readonly marks: number; readonly marking: string }
    | undefined
  /** Its text as the package has it: XML, GIFT, a row. Read when it is asked for. */
  readonly original?: (() => string) | undefined
}

/** A problem of a package with its place: `exam.json sections[0].questions[2].key`. */
export interface PackageProblem {
  readonly place: string
  readonly message: string
}

/** An exam package that was read, checked and cleaned. It is the same for all formats. */
export interface ImportedPackage {
  readonly exam: AuthoredExam
  readonly resources: readonly PackageResource[]
  readonly schedules: readonly AuthoredSchedule[]
  readonly leftOut: readonly LeftOut[]
  /** One entry per item, if the format has items that are read separately. */
  readonly items?: readonly ItemVerdict[]
  /** Its options have the ids of another program's author, which no learner may see. */
  readonly hasForeignIds?: true
}

export type PackageReading =
  | { readonly ok: true; readonly package: ImportedPackage }
  | { readonly ok: false; readonly problems: readonly PackageProblem[] }
