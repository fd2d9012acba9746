import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Icon } from './icon.tsx'
import styles from './network-error-card.module.css'

/** The words of the card; `networkErrorTexts` in api/ takes them from the catalogue. */
export interface NetworkErrorTexts {
  readonly title: string
  readonly subheader: string
  readonly additionalInformation: string
  readonly retry: string
  readonly version: string
}

/**
 * What a screen shows when the server can't be reached (spec 1 §2, spec 2 §8). Retry reloads the page unless told otherwise;
 * `onCleared` is told when the learner goes back, and the screen then shows what was there before.
 */
export const NetworkErrorCard = ({
  texts,
  details,
  onRetry = () => location.reload(),
  onCleared,
  children,
}: {
  readonly texts: NetworkErrorTexts
  /** For people who help: what was asked for and what came. */
  readonly details: string
  onRetry?(): void
  onCleared?(): void
  /** What can be done without the server, which then comes first. */
  readonly children?: ReactNode
}) => {
  const [isExpanded, setExpanded] = useState(false)
  const detailsId = useId()
  useEffect(() => {
    if (onCleared === undefined) return
    addEventListener('popstate', onCleared)
    return () => removeEventListener('popstate', onCleared)
  }, [onCleared])
  return (
    <Card width="card" data-testid="network-error">
      <div role="alert" className={styles.head}>
        <Icon name="offline" className={styles.icon} />
        <div>
          <h1 className={styles.title}>{texts.title}</h1>
          <p className={styles.subheader}>{texts.subheader}</p>
        </div>
      </div>
      {children}
      <div className={styles.more}>
        <h2 className={styles.moreHeading}>
          <button
            type="button"
            className={styles.trigger}
            aria-expanded={isExpanded}
            aria-controls={detailsId}
            onClick={() => setExpanded(!isExpanded)}
          >
            <span>{texts.additionalInformation}</span>
            <Icon name="arrowDown" className={styles.chevron} />
          </button>
        </h2>
        <div
          id={detailsId}
          hidden={!isExpanded}
          className={styles.details}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
          tabIndex={0}
          role="region"
          aria-label={texts.additionalInformation}
        >
          <pre dir="auto">{details}</pre>
          <p>{texts.version}</p>
        </div>
      </div>
      <div className={styles.actions}>
        <Button variant={children ? 'secondary' : 'primary'} onPress={onRetry}>
          <Icon name="reload" />
          <span>{texts.retry}</span>
        </Button>
      </div>
    </Card>
  )
}
