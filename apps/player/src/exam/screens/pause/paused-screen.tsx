import { Page } from '@sitwell/ui/page.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { PausedCard } from '../cards/paused-card.tsx'
import { AnsweringBanner } from '../parts/answering-banner.tsx'
import { Timer } from '../time/timer.tsx'
import { OfferLeft } from './offer-left.tsx'
import { PauseImage } from './pause-image.tsx'
import { RestCard } from './rest-card.tsx'

/** The exam is paused; once the pause has ended, the learner confirms that they are back (spec 3 §2). */
const PausedScreen = ({ run }: { readonly run: ExamRun }) => {
  const { text, settings } = usePlayer()
  const isOver = run.state.matches({ exam_paused: 'confirm_resume' })
  const { pausedBy } = run.state.context
  const help = pausedBy === 'invigilator' ? 'exam.pausedText' : 'exam.pausedHelp'
  const helpWhenOver = pausedBy === 'offer' ? 'exam.pauseOfferedText' : 'exam.pauseOverText'
  const timer = <Timer formRun={run.formRun} isPaused />
  const card = (
    <PausedCard
      help={text(isOver ? helpWhenOver : help)}
      image={settings.showPauseImage && !isOver && <PauseImage />}
      note={isOver && <OfferLeft formRun={run.formRun} />}
      timer={timer}
      onResume={isOver ? run.confirmResume : undefined}
    />
  )
  const isRest = isOver && run.formRun.time.offers().standing?.rest === true
  return (
    <Page align="centre" width="card">
      {!isOver && <AnsweringBanner run={run} isSilent />}
      {isRest ? (
        <RestCard note={<OfferLeft formRun={run.formRun} />} timer={timer} fallback={card} onResume={run.confirmResume} />
      ) : (
        card
      )}
    </Page>
  )
}

export default PausedScreen
