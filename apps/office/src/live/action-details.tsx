import { type LiveActionPerson, officeLiveAction } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { nameOf } from '../people/person-name.ts'
import styles from './live.module.css'
import { useClockText } from './use-clock-text.ts'

/** The lower, the more somebody has to look after a person. */
const rankOf = ({ outcome, deliveredAt, acknowledgedAt }: LiveActionPerson): number => {
  if (outcome === 'refused') return 0
  if (acknowledgedAt !== undefined) return 3
  return deliveredAt === undefined ? 1 : 2
}

/** What became of an action for one person, with the moments. */
export const OutcomeLine = ({ of }: { readonly of: Omit<LiveActionPerson, 'firstName' | 'lastName' | 'rowID'> }) => {
  const { text } = useOffice()
  const clock = useClockText()
  const at = (moment: string | undefined) => (moment === undefined ? undefined : clock(Date.parse(moment)))
  if (of.outcome === 'refused')
    return (
      <span className={styles.mark} data-tone="bad">
        {text('live.outcome.refused', { reason: text(`live.reason.${of.reason ?? 'cannot'}`) })}
      </span>
    )
  if (of.outcome !== 'applied') return <span>{text(`live.outcome.${of.outcome}`)}</span>
  const steps = [
    ['applied', at(of.appliedAt)],
    ['delivered', at(of.deliveredAt)],
    ['acknowledged', at(of.acknowledgedAt)],
  ] as const
  return (
    <ol className={styles.steps}>
      {steps.map(([step, time]) =>
        time === undefined ? null : (
          <li key={step} data-isdone="">
            {text(`live.outcome.${step}`, { time })}
          </li>
        ),
      )}
    </ol>
  )
}

/** Whom an action reached, and whom not: those not reached come first. It is read anew as long as it is open and `version` changes. */
export const ActionDetails = ({
  actionID,
  version,
  title,
  onClose,
}: {
  readonly actionID: string
  /** Changes with each change of the action. */
  readonly version: string
  readonly title: string
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const asked = officeQuery(api, officeLiveAction, { query: { actionID } })
  const { data, error, refetch } = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, version],
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const people = [...(data?.people ?? [])].sort((a, b) => rankOf(a) - rankOf(b))
  return (
    <Dialog title={title} onClose={onClose} isDismissable actions={<Button onPress={onClose}>{text('table.close')}</Button>}>
      <div className={styles.details}>
        {data === undefined && error === null && <p role="status">{text('live.loading')}</p>}
        {error !== null && (
          <div className={styles.failed}>
            <Problem>{failureText(error.failure, text)}</Problem>
            <Button className={density.press} onPress={() => void refetch()}>
              {text('table.retry')}
            </Button>
          </div>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
        <ul className={styles.outcomes} aria-label={title} tabIndex={0}>
          {people.map((one) => (
            <li key={one.rowID}>
              <bdi className={styles.who}>{nameOf({ ...one, username: '–' })}</bdi>
              <OutcomeLine of={one} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
