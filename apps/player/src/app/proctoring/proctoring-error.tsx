import type { Catalogue } from '@sitwell/i18n/catalogue'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useEffect, useState } from 'react'
import styles from './proctoring.module.css'
import type { Failed } from './proctoring-flow.machine.ts'

/** What stands where a proctored session could not be set up: what to do, and the details for whoever helps (spec 1 §2). */
export const ProctoringError = ({
  failure,
  payload,
  text,
  nowMs,
  onRetry,
  onLeave,
}: {
  readonly failure: Failed
  readonly payload: Readonly<Record<string, string | undefined>>
  text: Catalogue['text']
  readonly nowMs: number
  onRetry(): void
  onLeave(): void
}) => {
  const [isOpen, setOpen] = useState(false)
  const [at] = useState(() => new Date(nowMs))
  const { lang } = document.documentElement
  const title = text('proctoring.errorTitle')
  useEffect(() => {
    document.title = title
  }, [title])
  const details: readonly (readonly [MessageId, string])[] = [
    ['proctoring.date', at.toLocaleDateString(lang, { dateStyle: 'full' })],
    ['proctoring.time', at.toLocaleTimeString(lang, { timeStyle: 'long' })],
    ['proctoring.errorName', failure.name],
    ['proctoring.errorText', failure.message],
    ['proctoring.payload', JSON.stringify(payload)],
  ]
  return (
    <Page width="card">
      <Card width="card" className={styles.card} data-testid="proctoring-error">
        <div role="alert" className={styles.alert}>
          <OpeningHeading className={styles.title}>{title}</OpeningHeading>
          <p className={styles.name}>
            <bdi>{failure.name}</bdi>
          </p>
        </div>
        <p>{text('proctoring.errorHelp')}</p>
        <div className={styles.more}>
          <button
            type="button"
            className={styles.trigger}
            aria-expanded={isOpen}
            aria-controls="proctoring-details"
            onClick={() => setOpen(!isOpen)}
          >
            {text('proctoring.details')}
            <Icon name="arrowDown" className={styles.chevron} />
          </button>
          <dl id="proctoring-details" hidden={!isOpen} className={styles.details}>
            {details.map(([id, value]) => (
              <div key={id}>
                <dt>{text(id)}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div className={styles.actions}>
          <Button onPress={onLeave}>{text('proctoring.toAssessments')}</Button>
          <Button variant="primary" onPress={onRetry}>
            {text('proctoring.tryAgain')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}
