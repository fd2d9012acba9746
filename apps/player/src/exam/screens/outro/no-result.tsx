import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './assessment-complete.module.css'

/** There is nothing to show of a completed exam: not yet, or, where it `isOver`, no longer. */
export const NoResult = ({ isOver, onBack }: { readonly isOver: boolean; onBack(): void }) => {
  const { text } = usePlayer()
  return (
    <Page align="centre" width="card">
      <Card width="card" data-testid="no-result">
        <OpeningHeading className={styles.title}>{text(isOver ? 'outro.resultOver' : 'outro.noResult')}</OpeningHeading>
        <p className={styles.text}>{text(isOver ? 'outro.resultOverHelp' : 'outro.noResultHelp')}</p>
        <div className={styles.actions}>
          <Button variant="primary" onPress={onBack}>
            {text('exam.backToSchedules')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}
