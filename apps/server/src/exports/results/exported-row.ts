import type { Billionths } from '@sitwell/exam/marks-ledger/billionths'
import type { ExportedOutcome } from './export-words.ts'

/** What a person has in a set, or would have now. Marks are billionths. */
export interface ExportedRow {
  readonly userGuid: string
  readonly userId: number | undefined
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly identifier: string | undefined
  readonly outcome: ExportedOutcome
  /** What staff decided about the outcome, and why. */
  readonly decided: { readonly reason: string } | undefined
  readonly isWithheld: boolean
  readonly withheld: { readonly reason: string } | undefined
  /** Responses that wait for a mark. */
  readonly waiting: number
  readonly sittings: number
  readonly examVersion: number | null
  readonly formRunGuid: string | null
  readonly handedInAtMs: number | null
  /** Null unless the person sat and nothing waits, as what comes below. */
  readonly score: Billionths | null
  readonly maxScore: Billionths | null
  readonly grade: string | null
  readonly passed: boolean | null
  /** `[questionId, score, max]` for each question, as JSON. */
  readonly marks: string | null
}

/** What an export is of. */
export interface ExportedResults {
  readonly delivery: string
  readonly exam: string
  /** IANA time zone of the delivery. */
  readonly zone: string
  /** `now`, or the number of a set, and how far that set is. */
  readonly set: 'now' | number
  readonly state: string
  readonly asOfMs: number
  readonly rows: AsyncIterable<readonly ExportedRow[]>
}

/** The marks of a row by question. */
export const marksByQuestion = ({
  marks,
}: Pick<ExportedRow, 'marks'>): ReadonlyMap<string, readonly [Billionths, Billionths]> => {
  if (marks === null) return new Map()
  // Boundary: written by this server in this very form.
  const read = JSON.parse(marks) as readonly (readonly [string, Billionths, Billionths])[]
  return new Map(read.map(([question, score, max]) => [question, [score, max]]))
}
