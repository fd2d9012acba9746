import type { ResultCurve, ResultRulesVersion } from '@sitwell/contract'
import { useMemo, useState } from 'react'
import { isSameGrading, problemsOf, shownBoundaries, shownPassMark } from './boundary-draft.ts'
import { type Scale, sameMost } from './boundary-scale.ts'
import { sortedShares } from './curve-shape.ts'
import { type Grading, gradeOrder, gradesOf, whatMoves } from './what-moves.ts'

const gradingOf = (version: ResultRulesVersion | undefined): Grading => ({
  ...(version?.boundaries && { boundaries: version.boundaries }),
  ...(version?.passMark && { passMark: version.passMark }),
})

/** The boundaries of a delivery as they are being moved, and what that does to everybody; worked out here, so that it follows at once. */
export const useBoundaryDraft = (curve: ResultCurve, version: ResultRulesVersion | undefined, scale: Scale) => {
  const inForce = useMemo(() => gradingOf(version), [version])
  const [draft, setDraft] = useState<Grading>()
  const grading = draft ?? inForce
  // Several versions of the exam may have been sat: what is moved begins with what the newest one says.
  const exam = curve.exams.reduce<ResultCurve['exams'][number] | undefined>(
    (newest, one) => (newest && newest.version > one.version ? newest : one),
    undefined,
  )
  const sorted = useMemo(() => sortedShares(curve.scores, curve.maxes), [curve])
  const people = useMemo(() => ({ sorted, most: sameMost(curve.maxes) }), [sorted, curve])
  const boundaries = useMemo(() => shownBoundaries(grading, exam, people), [grading, exam, people])
  const passMark = shownPassMark(grading, exam, people)
  const before = useMemo(() => gradesOf(curve, inForce), [curve, inForce])
  const wrong = useMemo(() => problemsOf(boundaries), [boundaries])
  const moves = useMemo(() => {
    const names = gradeOrder(boundaries, gradeOrder(shownBoundaries(inForce, exam, people), []))
    return whatMoves(before, gradesOf(curve, grading), names)
  }, [before, curve, grading, boundaries, inForce, exam, people])
  return {
    ...{ grading, boundaries, passMark, wrong, sorted, moves, scale },
    isOfExam: grading.boundaries === undefined && grading.passMark === undefined,
    isChanged: !isSameGrading(grading, inForce),
    isRight: wrong.every((one) => one === undefined),
    change: (changed: Grading) => setDraft({ ...grading, ...changed }),
    /** As the exam says. */
    toExam: () => setDraft({}),
    forget: () => setDraft(undefined),
  }
}
