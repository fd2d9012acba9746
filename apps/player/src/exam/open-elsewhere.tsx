import { useState } from 'react'
import { usePlayer } from '../api/player-context.tsx'
import { useAppBar } from '../ui/app-bar-state.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { OpeningHeading } from '../ui/opening-heading.tsx'
import { Page } from '../ui/page.tsx'
import styles from './open-elsewhere.module.css'

/** The exam is open in another tab of this browser: one of them writes, and the learner says which. */
export const OpenElsewhere = ({ onTakeOver }: { onTakeOver(): void }) => {
  const { text } = usePlayer()
  const [isTakingOver, setTakingOver] = useState(false)
  const title = text('exam.elsewhereTitle')
  useAppBar({ title })
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <OpeningHeading className={styles.title}>{title}</OpeningHeading>
        <p className={styles.text}>{text('exam.elsewhereText')}</p>
        <Button
          variant="primary"
          isPending={isTakingOver}
          onPress={() => {
            setTakingOver(true)
            onTakeOver()
          }}
        >
          {text('exam.elsewhereContinue')}
        </Button>
      </Card>
    </Page>
  )
}
