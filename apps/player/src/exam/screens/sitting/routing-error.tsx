import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './sitting.module.css'

/** An address inside a running exam that leads nowhere (spec 3 §2). */
export const RoutingError = ({ onBack }: { onBack(): void }) => {
  const { text } = usePlayer()
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <p role="alert" className={styles.routingError}>
          {text('exam.routingError')}
        </p>
        <Button variant="primary" onPress={onBack}>
          {text('exam.routingErrorBack')}
        </Button>
      </Card>
    </Page>
  )
}
