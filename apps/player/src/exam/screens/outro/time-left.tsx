import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useId } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './time-left.module.css'

/** The exam was finished, and is open again, where the learner was: more time had been given meanwhile, or staff have opened it. */
export const TimeLeft = ({
  examName,
  why,
  onGoOn,
}: {
  readonly examName: string
  readonly why: 'timeLeft' | 'reopened'
  onGoOn(): void
}) => {
  const { text } = usePlayer()
  const helpId = useId()
  useAppBar({ title: examName, isLoading: false })
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <OpeningHeading className={styles.title} describedBy={helpId}>
          {text(`outro.${why}Title`)}
        </OpeningHeading>
        <p id={helpId} className={styles.text}>
          {text(`outro.${why}`)}
        </p>
        <Button variant="primary" onPress={onGoOn}>
          {text('outro.timeLeftGoOn')}
        </Button>
      </Card>
    </Page>
  )
}
