import { useId } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { useAppBar } from '../../ui/app-bar-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { OpeningHeading } from '../../ui/opening-heading.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './time-left.module.css'

/** The exam ended on this device, and more time had been given meanwhile: it is open again, where the learner was. */
export const TimeLeft = ({ examName, onGoOn }: { readonly examName: string; readonly onGoOn: () => void }) => {
  const { text } = usePlayer()
  const helpId = useId()
  useAppBar({ title: examName, isLoading: false })
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <OpeningHeading className={styles.title} describedBy={helpId}>
          {text('outro.timeLeftTitle')}
        </OpeningHeading>
        <p id={helpId} className={styles.text}>
          {text('outro.timeLeft')}
        </p>
        <Button variant="primary" onPress={onGoOn}>
          {text('outro.timeLeftGoOn')}
        </Button>
      </Card>
    </Page>
  )
}
