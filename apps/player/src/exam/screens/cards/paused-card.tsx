import type { MessageId } from '@sitwell/i18n/message-ids'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import type { ReactNode } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './paused-card.module.css'

/** Says that the exam is paused or, with a way to continue, that the pause is over (spec 3 §2): while it is sat, and where it is opened. */
export const PausedCard = ({
  help,
  image,
  note,
  timer,
  onResume,
  title = onResume ? 'exam.pauseOverTitle' : 'exam.pausedTitle',
  action = 'exam.resume',
}: {
  readonly help: string
  /** Above it all. */
  readonly image?: ReactNode
  /** Below the help. */
  readonly note?: ReactNode
  readonly timer?: ReactNode
  /** The learner says that they are back; undefined while the pause lasts. */
  readonly onResume: (() => void) | undefined
  /** The title and the label of the button, if the card shows something other than a pause. */
  readonly title?: MessageId
  readonly action?: MessageId
}) => {
  const { text } = usePlayer()
  return (
    <Card width="card" className={styles.card}>
      {image}
      {/* The card says something else then: whoever hears it starts at its heading again. */}
      <OpeningHeading key={onResume ? 'over' : 'paused'} className={styles.title}>
        {text(title)}
      </OpeningHeading>
      <p className={styles.text}>{help}</p>
      {note}
      <div className={styles.foot}>
        {timer}
        {onResume && (
          <Button variant="primary" onPress={onResume}>
            {text(action)}
          </Button>
        )}
      </div>
    </Card>
  )
}
