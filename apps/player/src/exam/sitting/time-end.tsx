import { afterPart } from '@sitwell/exam/navigation'
import { useEffect, useRef } from 'react'
import { activityTypes } from '../../sync/activity-types.ts'
import type { ExamRun } from './use-exam-run.ts'
import { useTime } from './use-time.ts'

/** What follows when the time of a part or of the exam is over (spec 3 §4, timer end). */
export const TimeEnd = ({ run }: { readonly run: ExamRun }) => {
  const { formRun, visit, moves } = run
  const timeUp = useTime(formRun, (view) => view.timeUp)
  const partId = useTime(formRun, (view) => view.time.partId)
  const now = useRef({ run })
  now.current = { run }
  useEffect(() => {
    if (timeUp === 'exam') now.current.run.finish(activityTypes.timedOut)
    if (timeUp !== 'part' || partId === undefined) return
    formRun.time.complete(partId)
    const { parts } = formRun.time.read().time
    const isComplete = (id: string) => parts[id]?.isComplete ?? false
    const isDisabled = (id: string) => visit.exam.questions.get(id)?.disabled ?? false
    moves.moveTo(afterPart(visit.exam.paper, { partId, isComplete, isDisabled }), activityTypes.moveSection)
  }, [timeUp, partId, formRun, visit, moves.moveTo])
  return null
}
