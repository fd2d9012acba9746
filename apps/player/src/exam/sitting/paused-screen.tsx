import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import type { ExamRun } from './use-exam-run.ts'

/** The exam is paused; once the pause has ended, the learner confirms that they are back (spec 3 §2). */
export const PausedScreen = ({ run }: { readonly run: ExamRun }) => {
  const { text } = usePlayer()
  const isOver = run.state.matches({ exam_paused: 'confirm_resume' })
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <h1>{text(isOver ? 'exam.pauseOverTitle' : 'exam.pausedTitle')}</h1>
        <p>{text(isOver ? 'exam.pauseOverText' : 'exam.pausedText')}</p>
        {isOver && (
          <Button variant="primary" onPress={run.confirmResume}>
            {text('exam.resume')}
          </Button>
        )}
      </Card>
    </Page>
  )
}
