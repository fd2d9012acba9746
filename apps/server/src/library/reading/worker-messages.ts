import type { AuthoredCourse } from '../../import/imported-course.ts'
import type { PackageProblem } from '../../import/imported-package.ts'
import type { ImportReport } from '../../import/report/import-report.ts'
import type { HeldContent } from '../../organisation/compare-exam.ts'
import type { ExamSummary } from '../exams/summary.ts'

/** An exam that was read. Its content, items and files are in the folder that the worker was given. */
export interface ReadExam {
  readonly is: 'exam'
  readonly examGuid: string
  readonly version: number
  readonly summary: ExamSummary
  readonly isSame: boolean
  /** The same guid is the same package, however an earlier server read it. */
  readonly hasForeignIds: boolean
  readonly totals: ImportReport['totals']
  readonly others: ImportReport['others']
  readonly isGrave: boolean
  readonly hash: string
}

/** A course that was read; its files are taken from the package itself. */
export interface ReadCourse {
  readonly is: 'course'
  readonly course: AuthoredCourse
  readonly files: { readonly count: number; readonly bytes: number }
  readonly totals: ImportReport['totals']
  readonly others: ImportReport['others']
  readonly isGrave: boolean
}

export type ReadPackage = ReadExam | ReadCourse | { readonly is: 'refused'; readonly problems: readonly PackageProblem[] }

/** The names of what a worker writes into its folder. */
export const written = { content: 'content.json', items: 'items.jsonl', files: 'files.json' } as const

/** What a worker is asked to do. `into`: its own folder. */
export type WorkerTask =
  | { readonly do: 'read'; readonly path: string; readonly into: string }
  | { readonly do: 'summarise'; readonly content: string }
  | {
      readonly do: 'export'
      readonly content: string
      readonly files: readonly { readonly path: string; readonly mediaType: string; readonly at: string }[]
      readonly format: 'native' | 'qti3'
      readonly to: string
    }

/** What is in the library in the place of an exam; the worker asks for it. */
export interface Held {
  readonly held: HeldContent | undefined
}

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly items: number }
  | { readonly kind: 'which'; readonly examGuid: string; readonly version: number }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: string }

/** The result of an export. */
export interface Exported {
  /** Questions that were written; 0, and nothing was, if none can be in this form. */
  readonly questions: number
}
