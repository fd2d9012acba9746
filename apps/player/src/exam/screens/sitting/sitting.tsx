import { behindPaint } from '@sitwell/layer/after-paint.ts'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { useEffect } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { fullScreenRule } from '../../content/full-screen-rule.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { FullScreenNotice } from '../../proctoring/full-screen-notice.tsx'
import { useFinishing } from '../../session/finishing/use-finishing.ts'
import type { FinishedElsewhere } from '../../session/run/outro-facts.ts'
import { useExamRun } from '../../session/run/use-exam-run.ts'
import { useLoadingIndicator } from '../../session/run/use-loading-indicator.ts'
import { LazyExamDay } from '../day/lazy-exam-day.tsx'
import { DisplayProvider } from '../display/use-display.tsx'
import { Finishing } from '../finishing/finishing.tsx'
import { LazyPartTime } from '../part-time/lazy-part-time.tsx'
import { loadPausedScreen } from '../pause/lazy-paused-screen.tsx'
import { loadOutro } from '../preload/later-outro.tsx'
import { ClosedQuestionGuard } from './closed-question-guard.tsx'
import { LazyConnectionPopups } from './lazy-connection-popups.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { RunScreens } from './run-screens.tsx'
import styles from './sitting.module.css'
import { usePageMark } from './use-page-mark.ts'

/** A right click opens nothing during an exam, and in the bar above it neither (spec 3 §4). */
const blockContextMenu = () => {
  const block = (event: Event) => event.preventDefault()
  document.addEventListener('contextmenu', block)
  return () => document.removeEventListener('contextmenu', block)
}

/** The running exam: its screens, and what stands over all of them. */
export const Sitting = ({
  visit,
  formRun,
  questionId,
  asked,
  onFinished,
  onOpened,
}: {
  readonly visit: ExamVisit
  readonly formRun: FormRun
  /** The question of the page's address. */
  readonly questionId: string
  /** The page that the address named when the exam was opened. */
  readonly asked: string | undefined
  /** `elsewhere` where it was finished without this page. */
  onFinished(elsewhere?: FinishedElsewhere): void
  /** A part was opened that lay in the exam sealed. */
  onOpened(putInto: (exam: LoadedExam) => LoadedExam): void
}) => {
  const { settings, language, reportError } = usePlayer()
  const run = useExamRun(visit, formRun, questionId, { onFinished, onOpened })
  const finishing = useFinishing(run)
  const { content } = visit.exam
  usePageMark('data-sitting')
  useEffect(blockContextMenu, [])
  const isComplete = run.state.matches('schedule_already_complete')
  const hasBegun = run.state.matches('exam_running') || run.state.matches('exam_paused')
  useEffect(
    () =>
      hasBegun
        ? behindPaint(() => {
            void loadOutro((error) => reportError(error, 'outro'))
            loadPausedScreen(language).catch((error: unknown) => reportError(error, 'pause'))
          })
        : undefined,
    [hasBegun, language, reportError],
  )
  useAppBar({ title: content.examName, isLoading: useLoadingIndicator(!run.state.matches('starting_exam')) })
  useEffect(() => {
    if (isComplete) onFinished()
  }, [isComplete, onFinished])
  return (
    <div className={styles.sitting}>
      <LazyExamDay run={run} isAnswering={finishing.isAnswering} />
      <DisplayProvider>
        <RunScreens run={run} finishing={finishing} />
      </DisplayProvider>
      <Finishing run={run} finishing={finishing} />
      {run.moves.beginning !== undefined && run.mayMove && finishing.isAnswering && (
        <LazyPartTime exam={visit.exam} run={run} />
      )}
      <ClosedQuestionGuard run={run} asked={asked} />
      {settings.notifyImmediatelyOnLostConnection && <LazyConnectionPopups run={run} />}
      {fullScreenRule(content.settings, settings).isRequired && <FullScreenNotice log={visit.log} />}
      <LeaveGuard examGuid={content.examGuid} isRunning={!isComplete} sync={visit.sync} />
    </div>
  )
}
