import type { LateCounts } from '@sitwell/exam/answers/late-counts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './assessment-complete.module.css'

/** Says how many answers came late, and what happened to them: by the server, which decides. */
export const LateNote = ({ id, late }: { readonly id: string; readonly late: LateCounts }) => {
  const { text } = usePlayer()
  const { counted, waiting, notCounted } = late
  const lateNote = (
    [
      { words: 'outro.lateAnswers', count: notCounted.late },
      { words: 'outro.reviewAnswers', count: waiting },
      { words: 'outro.pausedAnswers', count: notCounted.paused },
      { words: 'outro.barredAnswers', count: notCounted.closed },
      { words: 'outro.markToldAnswers', count: notCounted.markTold },
      { words: 'outro.countedAnswers', count: counted },
    ] as const
  ).filter(({ count }) => count > 0)
  if (lateNote.length === 0) return null
  return (
    <div id={id}>
      {lateNote.map(({ words, count }) => (
        <p key={words} className={styles.late}>
          <Icon name="clock" />
          <span>{text(words, { count })}</span>
        </p>
      ))}
    </div>
  )
}
