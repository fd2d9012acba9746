import type { courseOutcomes, examOutcomes, LibraryUpload, ReportedUploadLoss, ReportTotals } from '@sitwell/contract'
import type { AuthoredCourse } from '../../import/imported-course.ts'
import type { ExamSummary } from '../exams/summary.ts'

type ExamOutcome = (typeof examOutcomes)[number]
type CourseOutcome = (typeof courseOutcomes)[number]

interface Reported {
  readonly totals: ReportTotals
  readonly others: readonly (ReportedUploadLoss & { readonly place: string })[]
}

/** What was read of an upload, as its row keeps it. */
export type ReadResult =
  | { readonly is: 'refused'; readonly problems: LibraryUpload['problems'] }
  | (Reported & { readonly is: 'exam'; readonly summary: ExamSummary; readonly outcome: ExamOutcome })
  | (Reported & {
      readonly is: 'course'
      readonly course: AuthoredCourse
      readonly fingerprint: string
      readonly files: { readonly count: number; readonly bytes: number }
      readonly outcome: CourseOutcome
      readonly beside: readonly string[]
      /** Once it is stored. */
      readonly stored?: { readonly courseGuid: string; readonly version: number }
    })

/** Reads what this server wrote. */
export const readResult = (result: string | null): ReadResult | undefined =>
  result === null ? undefined : (JSON.parse(result) as ReadResult)
