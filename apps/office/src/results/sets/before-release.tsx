import type { DeliveryResults } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { Section } from '../../people/section.tsx'
import { useMomentText } from '../../people/use-moment-text.ts'
import { OfficeLink } from '../../shell/office-link.tsx'
import { resultsPath } from '../results-path.ts'
import { type Check, checksOf } from './checks.ts'
import styles from './sets.module.css'

/** Where something is done about a check, the best place first, and what the link is called. */
const targetsOf = (
  { id }: Check,
  { deliveryID, sets: [newest] }: DeliveryResults,
  text: OfficeText,
): { readonly to: readonly string[]; readonly words: string } | undefined => {
  if (id === 'waiting') return { to: ['/marking/markers', '/marking/decisions', '/marking'], words: text('results.go.marking') }
  if (id === 'open') return { to: [`/live/delivery/${encodeURIComponent(deliveryID)}`], words: text('results.go.live') }
  if (id === 'unknown') return { to: [`${resultsPath(deliveryID)}?show=unknown`], words: text('results.go.people') }
  if (id === 'set' && newest !== undefined)
    return { to: [`${resultsPath(deliveryID, 'sets')}?compare=${newest.set}~now`], words: text('results.go.difference') }
  return undefined
}

const CheckRow = ({
  check,
  results,
  leadsTo,
}: {
  readonly check: Check
  readonly results: DeliveryResults
  leadsTo(path: string): boolean
}) => {
  const { text, language } = useOffice()
  const moment = useMomentText()
  const { id, isDone, left } = check
  const targets = isDone ? undefined : targetsOf(check, results, text)
  const to = targets?.to.find(leadsTo)
  const { markingClosed } = results
  const isCounted = id === 'waiting' || id === 'open' || id === 'unknown'
  return (
    <li className={styles.check} data-done={isDone || undefined}>
      <Icon name={isDone ? 'check' : 'circle'} className={styles.checkIcon} />
      <div className={styles.checkBody}>
        <p>
          <span className={styles.checkName}>{text(`results.check.${id}`)}</span>
          <span className={styles.hidden}>{text(isDone ? 'results.check.ok' : 'results.check.wait')}</span>
          {isCounted && (
            <span className={styles.checkCount}>
              {isDone ? text('results.check.none') : left?.toLocaleString(language.code)}
            </span>
          )}
        </p>
        {id === 'marking' && markingClosed && (
          <p className={styles.quiet}>{text('results.by', { name: markingClosed.by, time: moment(markingClosed.at) })}</p>
        )}
        {id === 'marking' && markingClosed && markingClosed.waiting > 0 && (
          <p className={styles.quiet}>{text('results.marking.waited', { count: markingClosed.waiting })}</p>
        )}
        {targets && to !== undefined && <OfficeLink to={to}>{targets.words}</OfficeLink>}
      </div>
    </li>
  )
}

/** What has to be so before the release, each with the way to where it is done. */
export const BeforeRelease = ({
  results,
  leadsTo,
  onMarking,
}: {
  readonly results: DeliveryResults
  leadsTo(path: string): boolean
  /** Closes the marking, or opens it again. */
  onMarking(): void
}) => {
  const { text } = useOffice()
  const isEmpty = results.people === 0
  return (
    <Section title={text('results.before')}>
      {isEmpty ? (
        <p className={styles.quiet}>{text('results.check.none')}</p>
      ) : (
        <ul className={styles.checks}>
          {checksOf(results).map((check) => (
            <CheckRow key={check.id} check={check} results={results} leadsTo={leadsTo} />
          ))}
        </ul>
      )}
      {results.policy === 'immediately' && <p className={styles.quiet}>{text('results.policy.immediately')}</p>}
      {!isEmpty && results.may.includes('confirm') && (
        <div className={styles.acts}>
          <Button className={density.press} onPress={onMarking}>
            {text(results.markingClosed ? 'results.marking.open' : 'results.marking.close')}
          </Button>
        </div>
      )}
    </Section>
  )
}
