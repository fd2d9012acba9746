import { useState } from 'react'
import { useAppBar } from './app-bar-state.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import styles from './open-elsewhere.module.css'
import { OpeningHeading } from './opening-heading.tsx'
import { Page } from './page.tsx'

/** What the learner is at is open in another tab of this browser: one of them writes, and the learner says which. */
export const OpenElsewhere = ({
  title,
  text,
  action,
  onTakeOver,
}: {
  readonly title: string
  readonly text: string
  /** What the button says. */
  readonly action: string
  onTakeOver(): void
}) => {
  const [isTakingOver, setTakingOver] = useState(false)
  useAppBar({ title })
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <OpeningHeading className={styles.title}>{title}</OpeningHeading>
        <p className={styles.text}>{text}</p>
        <Button
          variant="primary"
          isPending={isTakingOver}
          onPress={() => {
            setTakingOver(true)
            onTakeOver()
          }}
        >
          {action}
        </Button>
      </Card>
    </Page>
  )
}
