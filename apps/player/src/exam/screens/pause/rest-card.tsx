import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import type { ReactNode } from 'react'
import styles from '../cards/paused-card.module.css'
import { useLaterMessages } from '../preload/later-messages.ts'

/** The learner has a rest break: what it means, and the way back. */
export const RestCard = ({
  note,
  timer,
  fallback,
  onResume,
}: {
  readonly note: ReactNode
  readonly timer: ReactNode
  /** Shown where its words don't come. */
  readonly fallback: ReactNode
  onResume(): void
}) => {
  const words = useLaterMessages()
  if (!words) return fallback
  return (
    <Card width="card" className={styles.card}>
      <OpeningHeading className={styles.title}>{words('day.restTitle')}</OpeningHeading>
      <p className={styles.text}>{words('day.restHelp')}</p>
      {note}
      <div className={styles.foot}>
        {timer}
        <Button variant="primary" onPress={onResume}>
          {words('day.restEnd')}
        </Button>
      </div>
    </Card>
  )
}
