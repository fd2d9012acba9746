import type { ResultFigures } from '@sitwell/contract'
import { fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { ComparableRow } from '@sitwell/exam/result-sets/compare-sets'
import { percentOfMarks } from '@sitwell/exam/results/exact-marks'

/** What a result says, as replies have it: without a score unless there is one. */
export const figuresOf = ({
  outcome,
  isWithheld,
  score,
  maxScore,
  grade,
  passed,
}: Omit<ComparableRow, 'marks' | 'waiting'>): ResultFigures => {
  const marks = score === null || maxScore === null ? undefined : ([fromBillionths(score), fromBillionths(maxScore)] as const)
  return {
    ...{ outcome, isWithheld },
    ...(marks && { score: marks[0], maxScore: marks[1], percent: percentOfMarks(...marks) }),
    ...(grade !== null && grade !== '' && { grade }),
    ...(passed !== null && { passed }),
  }
}

interface NamedPerson {
  readonly userGuid: string
  readonly userId: number | undefined
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly identifier: string | undefined
  readonly isErased: boolean
}

/** Whose result it is: nothing but that they were erased is said of somebody who was. */
export const namedOf = ({ userGuid, userId, username, firstName, lastName, identifier, isErased }: NamedPerson) =>
  isErased
    ? { row: userGuid, username: '', firstName: '', lastName: '', isErased }
    : {
        ...{ row: userGuid, ...(userId !== undefined && { userID: userId }), username, firstName, lastName, isErased },
        ...(identifier !== undefined && { identifier }),
      }
