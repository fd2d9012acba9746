import { toBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { Marks } from '../assessment/marks/index.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'

/** Marks as a request gives them. */
export interface Given {
  readonly marks?: number | undefined
  readonly points?: readonly { readonly criterion: string; readonly marks: number }[] | undefined
  readonly schemeVersion?: number | undefined
  readonly comment?: string | undefined
  readonly learnerComment?: string | undefined
}

const wrong = (path: string, message: string): RefusedOutcome<'INVALID_REQUEST'> =>
  refuse('INVALID_REQUEST', `${path}: ${message}`, { details: [{ path, message }] })

const textOf = (name: 'comment' | 'learnerComment', given: string | undefined) =>
  given === undefined || given.trim() === '' ? {} : { [name]: given }

/** What somebody gives for a response, exact in billionths. */
export const readGiven = ({
  marks,
  points,
  schemeVersion,
  comment,
  learnerComment,
}: Given): { readonly ok: true; readonly value: Marks } | RefusedOutcome<'INVALID_REQUEST'> => {
  if (points !== undefined || schemeVersion !== undefined)
    return wrong('body.schemeVersion', 'no version of a mark scheme of this question')
  if (marks === undefined) return wrong('body.marks', 'no marks')
  const exact = toBillionths(marks)
  if (exact === undefined) return wrong('body.marks', 'no exact marks')
  return { ok: true, value: { marks: exact, ...textOf('comment', comment), ...textOf('learnerComment', learnerComment) } }
}
