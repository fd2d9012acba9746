import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { OpeningHeading } from '../../ui/opening-heading.tsx'
import { Page } from '../../ui/page.tsx'
import { AnsweringBanner } from './answering-banner.tsx'
import { OfferLeft } from './offer-left.tsx'
import { PauseImage } from './pause-image.tsx'
import styles from './paused-screen.module.css'
import { Timer } from './timer.tsx'
import type { ExamRun } from './use-exam-run.ts'

/** The exam is paused; once the pause has ended, the learner confirms that they are back (spec 3 §2). */
export const PausedScreen = ({ run }: { readonly run: ExamRun }) => {
  const { text, settings } = usePlayer()
  const isOver = run.state.matches({ exam_paused: 'confirm_resume' })
  const { pausedBy } = run.state.context
  const help = pausedBy === 'invigilator' ? 'exam.pausedText' : 'exam.pausedHelp'
  const helpWhenOver = pausedBy === 'offer' ? 'exam.pauseOfferedText' : 'exam.pauseOverText'
  return (
    <Page align="centre" width="card">
      {!isOver && <AnsweringBanner run={run} />}
      <Card width="card" className={styles.card}>
        {settings.showPauseImage && !isOver && <PauseImage />}
        {/* The screen says something else then: whoever hears it starts at its heading again. */}
        <OpeningHeading key={isOver ? 'over' : 'paused'} className={styles.title}>
          {text(isOver ? 'exam.pauseOverTitle' : 'exam.pausedTitle')}
        </OpeningHeading>
        <p className={styles.text}>{text(isOver ? helpWhenOver : help)}</p>
        {isOver && <OfferLeft formRun={run.formRun} />}
        <div className={styles.foot}>
          <Timer formRun={run.formRun} />
          {isOver && (
            <Button variant="primary" onPress={run.confirmResume}>
              {text('exam.resume')}
            </Button>
          )}
        </div>
      </Card>
    </Page>
  )
}
