import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { LiveRun } from '../../session/run/live-run.ts'
import type { LaterMessages } from '../preload/later-messages.ts'
import { durationText } from './duration-text.ts'
import styles from './given-time.module.css'

interface Given {
  readonly seconds: number
  /** An invigilator gave it just now: otherwise it may come from an accommodation. */
  readonly isByStaff?: boolean | undefined
}

const nothing: Given = { seconds: 0 }

/** Tells of time that staff give or take back while the learner answers; it stands until they close it or are asked something. */
export const GivenTime = ({
  live,
  isAnswering,
  words,
}: {
  readonly live: LiveRun
  readonly isAnswering: boolean
  readonly words: LaterMessages
}) => {
  const { text } = usePlayer()
  const [{ seconds, isByStaff }, setGiven] = useState<Given>(nothing)
  /** So much of the news is taken: some came before this did. */
  const taken = useRef(0)
  useEffect(() => {
    const take = () => {
      const fresh = live.past.slice(taken.current)
      taken.current = live.past.length
      // What was asked for is answered in its dialog.
      for (const news of fresh)
        if (news.kind === 'time-added' || (news.kind === 'extended' && isAnswering))
          setGiven({ seconds: news.byMs / 1000, isByStaff: news.kind === 'extended' || news.isByStaff })
    }
    take()
    return live.onNews(take)
  }, [live, isAnswering])
  useEffect(() => {
    // A dialog is about something newer.
    if (!isAnswering) setGiven(nothing)
  }, [isAnswering])
  return (
    <div role="status" className={styles.place}>
      {seconds !== 0 && (
        <div className={styles.notice}>
          <Icon name="clock" />
          <p>
            {words(seconds < 0 ? 'day.timeTaken' : isByStaff ? 'day.timeGiven' : 'day.timeLonger', {
              duration: durationText(text, Math.abs(seconds)),
            })}
          </p>
          <Button variant="quiet" isIcon aria-label={words('day.timeGivenClose')} onPress={() => setGiven(nothing)}>
            <Icon name="close" />
          </Button>
        </div>
      )}
    </div>
  )
}
