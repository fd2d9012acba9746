import type { DeliveryCauseRow, DeliveryState } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { clockText } from './clock-text.ts'
import styles from './deliveries.module.css'
import { deliveryPath } from './delivery-text.ts'
import { useReadiness } from './use-deliveries.ts'

const Cause = ({
  of: { cause, isGrave, count, people },
  delivery: { deliveryID, zone, mayChange },
  onPreview,
}: {
  readonly of: DeliveryCauseRow
  readonly delivery: DeliveryState
  onPreview(): void
}) => {
  const { text, language, may } = useOffice()
  const clock = clockText(language.code, zone)
  const wordsFor = (one: DeliveryCauseRow['people'][number]) => {
    const name = nameOf(one)
    if (one.needsUntil !== undefined && one.closesAt !== undefined)
      return text('deliveries.causeNeeds', { name, until: clock(one.needsUntil), closes: clock(one.closesAt) })
    if (one.wasAt !== undefined && one.isAt !== undefined)
      return text('deliveries.causeMoved', { name, was: clock(one.wasAt), now: clock(one.isAt) })
    return one.other === undefined ? name : text('deliveries.causeOther', { name, other: one.other })
  }
  return (
    <details open={isGrave}>
      <summary className={isGrave ? styles.grave : undefined}>
        {text('deliveries.causeLine', {
          cause: text(`deliveries.cause.${cause}`),
          people: text('deliveries.people', { count }),
        })}
      </summary>
      <ul>
        {people.map((one) => (
          <li key={one.userID}>
            {may('people.read', 'anywhere') ? (
              <OfficeLink to={`/people/${one.userID}`}>{wordsFor(one)}</OfficeLink>
            ) : (
              wordsFor(one)
            )}
          </li>
        ))}
        {count > people.length && <li>{text('deliveries.more', { count: count - people.length })}</li>}
      </ul>
      {mayChange && cause === 'cut-short' && (
        <OfficeLink to={`${deliveryPath(deliveryID)}/edit`}>{text('deliveries.fix.window')}</OfficeLink>
      )}
      {mayChange && (cause === 'not-scheduled' || cause === 'refused') && (
        <Button className={density.press} onPress={onPreview}>
          {text('deliveries.fix.apply')}
        </Button>
      )}
    </details>
  )
}

/** Whether everybody can sit the exam: one line, and what keeps whom from it. */
export const ReadinessPart = ({ delivery, onPreview }: { readonly delivery: DeliveryState; onPreview(): void }) => {
  const { text } = useOffice()
  const isEnabled = delivery.state !== 'over' && delivery.state !== 'cancelled'
  const { data, isError, refetch } = useReadiness(delivery.deliveryID, { isEnabled })
  if (!isEnabled) return null
  const summary = () => {
    if (!data) return isError ? '' : text('deliveries.readiness.loading')
    const { people, canSit } = data
    if (people === 0) return text('deliveries.readiness.nobody')
    if (people === canSit) return text('deliveries.readiness.all', { people })
    return text('deliveries.readiness.some', { canSit, people, cannot: people - canSit })
  }
  return (
    <section className={styles.callout} aria-label={text('deliveries.readiness')}>
      <p role="status" className={styles.grave}>
        {summary()}
      </p>
      {isError && (
        <div className={styles.failed}>
          <Problem>{text('deliveries.readiness.failed')}</Problem>
          <Button className={density.press} onPress={() => void refetch()}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      <div className={styles.list}>
        {data?.causes.map((cause) => (
          <Cause key={cause.cause} of={cause} delivery={delivery} onPreview={onPreview} />
        ))}
      </div>
    </section>
  )
}
