import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../api/player-context.tsx'
import styles from './answering-banner.module.css'
import { StartAnsweringButton } from './reading-buttons.tsx'
import type { ExamRun } from './use-exam-run.ts'

/** Why nothing can be answered just now, and the way out where there is one (spec 3 §2). */
export const AnsweringBanner = ({ run }: { readonly run: ExamRun }) => {
  const { text } = usePlayer()
  if (run.banner === undefined) return null
  const isPaused = run.banner === 'paused'
  return (
    <div className={styles.banner}>
      <Icon name={isPaused ? 'pause' : 'clock'} />
      <p role="status" className={styles.words}>
        <strong className={styles.name}>{text(isPaused ? 'exam.paused' : 'exam.readingTime')}</strong>{' '}
        {!isPaused && text('exam.readingTimeHelp')}
      </p>
      {!run.isShowingInstructions && <StartAnsweringButton run={run} />}
    </div>
  )
}
