import { networkErrorTexts } from '../../api/network-error-texts.ts'
import { usePlayer } from '../../api/player-context.tsx'
import { NetworkErrorCard } from '../../ui/network-error-card.tsx'
import { Page } from '../../ui/page.tsx'
import type { FinishingOfRun } from '../finishing/use-finishing.ts'
import { WaitingCard } from '../waiting-card.tsx'
import { InstructionsScreen } from './instructions-screen.tsx'
import { PausedScreen } from './paused-screen.tsx'
import { RunningExam } from './running-exam.tsx'
import type { ExamRun } from './use-exam-run.ts'

/** The screen of each state of the run (spec 3 §2). */
export const RunScreens = ({ run, finishing }: { readonly run: ExamRun; readonly finishing: FinishingOfRun }) => {
  const player = usePlayer()
  const { text } = player
  const { state } = run
  if (state.matches('network_error')) {
    return (
      <Page align="centre" width="card">
        <NetworkErrorCard texts={networkErrorTexts(player)} details={state.context.details} />
      </Page>
    )
  }
  if (run.isShowingInstructions) return <InstructionsScreen run={run} />
  // While the connection is away the questions stay in view under the popup that says so; nothing in them can be used.
  if (state.matches('exam_running') || (state.matches('exam_paused') && state.context.pausedBy === 'connection'))
    return <RunningExam run={run} finishing={finishing} />
  if (state.matches('exam_paused')) return <PausedScreen run={run} />
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('exam.starting')} help={text('exam.startingHelp')} />
    </Page>
  )
}
