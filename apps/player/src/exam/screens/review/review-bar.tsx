import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import bar from '../sitting/sitting.module.css'
import styles from './review-page.module.css'

const words = { exam: 'review.finishExam', practice: 'review.finishPractice', part: 'review.finishPart' } as const

/** The ways from the review: back to the question before it, which can do no harm and is the one that stands out, and Finish, in words. */
export const ReviewBar = ({
  run,
  number,
  finishes,
  onFinish,
}: {
  readonly run: ExamRun
  /** Of the question to go back to. */
  readonly number: number
  readonly finishes: 'exam' | 'part'
  onFinish(): void
}) => {
  const { text } = usePlayer()
  const kind = finishes === 'exam' && run.visit.schedule.practice ? 'practice' : finishes
  const back = text('review.back', { number })
  return (
    <div role="group" aria-label={text('exam.moveLabel')} className={bar.move}>
      <Button variant="primary" className={styles.way} onPress={run.moves.leaveReview}>
        <Icon name="previous" />
        <span>{back}</span>
      </Button>
      <Button className={styles.way} onPress={onFinish} isDisabled={!run.mayMove}>
        <Icon name="flag" />
        <span>{text(words[kind])}</span>
      </Button>
    </div>
  )
}
