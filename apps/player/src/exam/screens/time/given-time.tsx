import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { LiveRun } from '../../session/run/live-run.ts'
import { durationText } from './duration-text.ts'
import styles from './given-time.module.css'

/** Tells of time that staff give or take back while the learner answers; it stands until they close it or are asked something. */
export const GivenTime = ({ live, isAnswering }: { readonly live: LiveRun; readonly isAnswering: boolean }) => {
  const { text } = usePlayer()
  const [seconds, setSeconds] = useState(0)
  useEffect(
    () =>
      live.onNews((news) => {
        // What was asked for is answered in its dialog.
        if (news.kind === 'time-added' || (news.kind === 'extended' && isAnswering)) setSeconds(news.byMs / 1000)
      }),
    [live, isAnswering],
  )
  useEffect(() => {
    // A dialog is about something newer.
    if (!isAnswering) setSeconds(0)
  }, [isAnswering])
  return (
    <div role="status" className={styles.place}>
      {seconds !== 0 && (
        <div className={styles.notice}>
          <Icon name="clock" />
          <p>{text(seconds > 0 ? 'exam.timeGiven' : 'exam.timeTaken', { duration: durationText(text, Math.abs(seconds)) })}</p>
          <Button variant="quiet" isIcon aria-label={text('exam.timeGivenClose')} onPress={() => setSeconds(0)}>
            <Icon name="close" />
          </Button>
        </div>
      )}
    </div>
  )
}
