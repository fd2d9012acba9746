import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'
import { OpeningHeading } from './opening-heading.tsx'
import { Spinner } from './spinner.tsx'
import styles from './waiting-card.module.css'

/**
 * Says what is under way. `isStill` stops its spinner while a dialog over it says why nothing moves. One that may represent long
 * `takesFocus`, so that it is read out when it comes; what changes in its help is told then. `children` stand below: a timer, a way back.
 */
export const WaitingCard = ({
  title,
  help,
  isStill = false,
  takesFocus = false,
  children,
}: {
  readonly title: string
  readonly help: string
  readonly isStill?: boolean
  readonly takesFocus?: boolean
  readonly children?: ReactNode
}) => {
  const helpId = useId()
  return (
    <Card width="card" className={styles.card}>
      <div className={styles.words}>
        <span className={styles.spinner}>{!isStill && <Spinner />}</span>
        {takesFocus ? (
          <div>
            <OpeningHeading key={title} className={styles.title} describedBy={helpId}>
              {title}
            </OpeningHeading>
            <p id={helpId} role="status" className={styles.help}>
              {help}
            </p>
          </div>
        ) : (
          <div role="status">
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.help}>{help}</p>
          </div>
        )}
      </div>
      {children !== undefined && <div className={styles.foot}>{children}</div>}
    </Card>
  )
}
