import { useEffect } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { FormRun } from '../../sync/form-run.ts'
import { useAppBar } from '../../ui/app-bar-state.tsx'
import type { ExamVisit } from '../exam-visit.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { RunScreens } from './run-screens.tsx'
import styles from './sitting.module.css'
import { TimeEnd } from './time-end.tsx'
import { useExamRun } from './use-exam-run.ts'

/** The running exam: its screens, and what stands over all of them. */
export const Sitting = ({
  visit,
  formRun,
  questionId,
  onFinished,
}: {
  readonly visit: ExamVisit
  readonly formRun: FormRun
  /** The question of the page's address. */
  readonly questionId: string
  onFinished(): void
}) => {
  const run = useExamRun(visit, formRun, questionId, onFinished)
  const { content } = visit.exam
  const isComplete = run.state.matches('schedule_already_complete')
  useAppBar({ title: content.examName, isLoading: run.state.matches('starting_exam') })
  useEffect(() => {
    if (isComplete) onFinished()
  }, [isComplete, onFinished])
  return (
    // A right click opens nothing during an exam (spec 3 §4).
    <div className={styles.sitting} onContextMenu={(event) => event.preventDefault()}>
      <RunScreens run={run} />
      <TimeEnd run={run} />
      <LeaveGuard examGuid={content.examGuid} isRunning={!isComplete} />
    </div>
  )
}
