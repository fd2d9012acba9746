import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FinishingOfRun } from '../../session/finishing/use-finishing.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { NetworkErrorScreen } from '../cards/network-error-screen.tsx'
import { InstructionsScreen } from '../parts/instructions-screen.tsx'
import { PartWaiting } from '../parts/part-waiting.tsx'
import { LazyPausedScreen } from '../pause/lazy-paused-screen.tsx'
import { RunBoundary } from './run-boundary.tsx'
import { RunningExam } from './running-exam.tsx'

interface Shown {
  readonly run: ExamRun
  readonly finishing: FinishingOfRun
}

/** The screens of an exam that has begun. */
const BegunScreens = ({ run, finishing }: Shown) => {
  const { state } = run
  if (run.partWaiting !== undefined && state.matches('exam_running'))
    return <PartWaiting run={run} isSlow={run.partWaiting === 'slow'} />
  if (run.isShowingInstructions) return <InstructionsScreen run={run} />
  if (state.matches('exam_running')) return <RunningExam run={run} finishing={finishing} />
  // The page behind the dialog is empty, so that a learner who leaves the dialog open gains no time to read the exam.
  if (finishing.isGranted)
    return (
      <Page align="centre" width="card">
        {null}
      </Page>
    )
  // Also while the connection is away: who pulls a plug gains no time to read.
  return <LazyPausedScreen run={run} />
}

/** The screen of each state of the run (spec 3 §2). */
export const RunScreens = ({ run, finishing }: Shown) => {
  const { text } = usePlayer()
  const { state } = run
  if (state.matches('network_error')) return <NetworkErrorScreen details={state.context.details} />
  if (state.matches('exam_running') || state.matches('exam_paused'))
    return (
      <RunBoundary onError={run.fail}>
        <BegunScreens run={run} finishing={finishing} />
      </RunBoundary>
    )
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('exam.starting')} help={text('exam.startingHelp')} />
    </Page>
  )
}
