import { finishedByTime } from '@sitwell/exam/parts/finishing'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { placeOf } from '../moves/place-of.ts'
import type { ExamRun } from '../run/use-exam-run.ts'
import { useTime } from '../time/use-time.ts'
import type { finishingMachine } from './finishing.machine.ts'

/**
 * Tells when the time of a part or of the exam is over (spec 3 §4, timer end). `isOpen` says that the learner is at a question: what
 * ended while something else was finished is told then.
 */
export const useTimeEnd = (
  { visit, formRun, state }: ExamRun,
  isOpen: boolean,
  send: ActorRefFrom<typeof finishingMachine>['send'],
): void => {
  const { exam } = visit
  const isRunning = state.matches('exam_running')
  const timeUp = useTime(formRun, (view) => view.timeUp)
  const partId = useTime(formRun, (view) => view.time.partId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what ended while something else was finished is told once a question is open again
  useEffect(() => {
    if (!isRunning || timeUp === undefined) return
    const { time } = formRun.time.read()
    // Closed already, and the learner is on the way to the next.
    if (partId !== undefined && time.parts[partId]?.isComplete && time.leftMs !== 0) return
    const finishing = time.leftMs === 0 ? { kind: 'exam' as const } : finishedByTime(exam.paper, placeOf(exam, time))
    if (finishing.kind === 'part') send({ type: 'PART_TIME_UP', part: finishing })
    else {
      // What the exam was opened with knows nothing of an extension since.
      const isExtendable = exam.content.settings.isExtendable && !formRun.wasExtended()
      send({ type: 'TIME_UP', isExtendable, isAwaiting: formRun.awaitingExtension() })
    }
  }, [isRunning, timeUp, partId, isOpen, exam, formRun, send])
}
