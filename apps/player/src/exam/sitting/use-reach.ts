import { finishingOf } from '@sitwell/exam/finishing'
import { reachable } from '@sitwell/exam/navigation'
import { useMemo } from 'react'
import { placeOf } from '../finishing/place-of.ts'
import type { Reach } from './navigation-panel.tsx'
import type { ExamRun } from './use-exam-run.ts'
import { useTime } from './use-time.ts'

/** Where the learner may go now: nowhere while moving is off, and to no question of a part that is complete. */
export const useReach = ({ visit, formRun, mayMove }: ExamRun): Reach => {
  const { exam } = visit
  const moves = useTime(formRun, (view) => view.moves)
  const partId = useTime(formRun, (view) => view.time.partId)
  const completed = useTime(formRun, ({ time }) =>
    Object.entries(time.parts)
      .flatMap(([id, part]) => (part.isComplete ? [id] : []))
      .join('\n'),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the three say when the time that is read here is another
  return useMemo(() => {
    const place = placeOf(exam, formRun.time.read().time)
    const ids = new Set(mayMove ? reachable(exam.paper, exam.plan, place) : [])
    const hasNextPart = finishingOf(exam.paper, exam.plan, place).kind === 'part'
    return { isReachable: (id) => ids.has(id), isComplete: place.isComplete, hasNextPart }
  }, [exam, formRun, mayMove, moves, partId, completed])
}
