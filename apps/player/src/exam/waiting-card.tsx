import { Card } from '../ui/card.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './waiting-card.module.css'

/** Says what is under way. `isStill` stops its spinner while a dialog over it says why nothing moves. */
export const WaitingCard = ({
  title,
  help,
  isStill = false,
}: {
  readonly title: string
  readonly help: string
  readonly isStill?: boolean
}) => (
  <Card width="card" className={styles.card}>
    <span className={styles.spinner}>{!isStill && <Spinner />}</span>
    <div role="status">
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.help}>{help}</p>
    </div>
  </Card>
)
