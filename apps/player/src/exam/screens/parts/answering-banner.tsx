import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import styles from './answering-banner.module.css'
import { StartAnsweringButton } from './reading-buttons.tsx'

/** Why nothing can be answered just now, and the way out where there is one (spec 3 §2). */
export const AnsweringBanner = ({
  run,
  isSilent = false,
}: {
  readonly run: ExamRun
  /** Something else says so where the focus is. */
  readonly isSilent?: boolean
}) => {
  const { text } = usePlayer()
  if (run.banner === undefined) return null
  const isPaused = run.banner === 'paused'
  return (
    <div className={styles.banner}>
      <Icon name={isPaused ? 'pause' : 'clock'} />
      <p role={isSilent ? undefined : 'status'} className={styles.words}>
        <strong className={styles.name}>{text(isPaused ? 'exam.paused' : 'exam.readingTime')}</strong>{' '}
        {!isPaused && <span>{text('exam.readingTimeHelp')}</span>}
      </p>
      {!run.isShowingInstructions && <StartAnsweringButton run={run} />}
    </div>
  )
}
