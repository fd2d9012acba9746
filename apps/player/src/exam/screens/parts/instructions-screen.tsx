import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Html } from '@sitwell/ui/html.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { useDisplay } from '../display/use-display.tsx'
import bar from '../sitting/sitting.module.css'
import { Timer } from '../time/timer.tsx'
import { AnsweringBanner } from './answering-banner.tsx'
import styles from './instructions-screen.module.css'
import { InstructionsButton, StartAnsweringButton } from './reading-buttons.tsx'

/** The instructions of the exam while it runs, reading time or not (spec 3 §2). */
export const InstructionsScreen = ({ run }: { readonly run: ExamRun }) => {
  const { text } = usePlayer()
  const { content } = run.visit.exam
  return (
    <>
      <section aria-label={text('exam.bar')} className={bar.bar}>
        <InstructionsButton {...run} />
        <span className={bar.space} />
        {run.maySkipReading ? (
          <StartAnsweringButton run={run} />
        ) : (
          <Button variant="primary" onPress={run.toggleInstructions}>
            {text('exam.resume')}
          </Button>
        )}
        <Timer formRun={run.formRun} />
      </section>
      <main id="main" tabIndex={-1} className={styles.main}>
        <AnsweringBanner run={run} />
        <Card width="panel" className={styles.card}>
          <p className={styles.exam}>
            <bdi>{content.examName}</bdi>
          </p>
          <OpeningHeading className={styles.title}>{text('exam.instructions')}</OpeningHeading>
          <div className={styles.text} style={{ fontSize: `${useDisplay().textPercent}%` }}>
            <Html html={content.settings.introText} />
          </div>
        </Card>
      </main>
    </>
  )
}
