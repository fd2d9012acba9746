import type { AuthoredExam } from './authored-exam.ts'
import type { AuthoredSchedule } from './authored-schedule.ts'

/** A file of the package. `path` stands relative to the package with `/`, as the exam's HTML names it. */
export interface PackageResource {
  readonly path: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * What is lost with something that is left out: what an answer is worth, how the exam is made up (a question, an order, a condition),
 * something to be seen or heard; or nothing, where it is only told.
 */
export type Loss = 'marks' | 'structure' | 'content' | 'nothing'

/** Something that the package holds and this server doesn't take: where it stands, what it is, and why it was left out. */
export interface LeftOut {
  readonly place: string
  readonly what: string
  readonly why: string
  /** `content` where it isn't said. */
  readonly loss?: Loss
}

/** What became of one item of a package. */
export interface ItemVerdict {
  /** The file that it stands in. */
  readonly place: string
  readonly identifier: string
  /** Undefined where it was left out. */
  readonly question:
    | { readonly id: string; readonly type: string; readonly marks: number; readonly marking: string }
    | undefined
  /** Its text as the package has it: XML, GIFT, a row. Read when it is asked for. */
  readonly original?: (() => string) | undefined
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
  /** Of each item, where the format has items that are read one by one. */
  readonly items?: readonly ItemVerdict[]
  /** Its options have the ids of another program's author, which no learner may see. */
  readonly hasForeignIds?: true
}

export type PackageReading =
  | { readonly ok: true; readonly package: ImportedPackage }
  | { readonly ok: false; readonly problems: readonly PackageProblem[] }
