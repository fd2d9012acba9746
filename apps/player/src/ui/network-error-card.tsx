import { useEffect } from 'react'
import { Button as DisclosureButton } from 'react-aria-components/Button'
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import { Heading } from 'react-aria-components/Heading'
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
}: {
  readonly texts: NetworkErrorTexts
  /** For people who help: what was asked for and what came. */
  readonly details: string
  onRetry?(): void
  onCleared?(): void
}) => {
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
      <Disclosure className={styles.more ?? ''}>
        <Heading level={2} className={styles.moreHeading ?? ''}>
          <DisclosureButton slot="trigger" className={styles.trigger ?? ''}>
            {texts.additionalInformation}
            <Icon name="arrowDown" className={styles.chevron} />
          </DisclosureButton>
        </Heading>
        <DisclosurePanel className={styles.panel ?? ''}>
          {/* A box that scrolls has to be reachable by keyboard */}
          <div className={styles.details} tabIndex={0} role="region" aria-label={texts.additionalInformation}>
            <pre>{details}</pre>
            <p>{texts.version}</p>
          </div>
        </DisclosurePanel>
      </Disclosure>
      <div className={styles.actions}>
        <Button variant="primary" onPress={onRetry}>
          <Icon name="reload" />
          {texts.retry}
        </Button>
      </div>
    </Card>
  )
}
