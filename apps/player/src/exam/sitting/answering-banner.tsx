import { usePlayer } from '../../api/player-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './answering-banner.module.css'
import type { ExamRun } from './use-exam-run.ts'

/** Why nothing can be answered just now (spec 3 §2). */
export const AnsweringBanner = ({ run }: { readonly run: ExamRun }) => {
  const { text } = usePlayer()
  if (run.banner === undefined) return null
  const isPaused = run.banner === 'paused'
  return (
    <div role="status" className={styles.banner}>
      <Icon name={isPaused ? 'pause' : 'clock'} />
      <p>
        <strong className={styles.name}>{text(isPaused ? 'exam.paused' : 'exam.readingTime')}</strong>{' '}
        <span className={styles.help}>{text(isPaused ? 'exam.pausedHelp' : 'exam.readingTimeHelp')}</span>
      </p>
    </div>
  )
}
