import { finishingOf } from '@sitwell/exam/parts/finishing'
import { reachable } from '@sitwell/exam/parts/navigation'
import { useMemo } from 'react'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { useTime } from '../time/use-time.ts'
import { placeOf } from './place-of.ts'

/** Where the learner may go. It changes as a whole, when something in it does. */
export interface Reach {
  isReachable(questionId: string): boolean
  /** Finished, or left for good. */
  isComplete(sectionId: string): boolean
  /** Finishing the part where the learner is leads to another. */
  readonly hasNextPart: boolean
}

/** What of a run says so. */
interface RunOfReach {
  readonly visit: Pick<ExamVisit, 'exam'>
  readonly formRun: FormRun
  readonly mayMove: boolean
}

/** Where the learner may go now: nowhere while moving is off, and to no question of a part that is complete. */
export const useReach = ({ visit, formRun, mayMove }: RunOfReach): Reach => {
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
