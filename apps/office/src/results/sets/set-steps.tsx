import type { DoneBy, ResultSet } from '@sitwell/contract'
import { Icon } from '@sitwell/ui/icon.tsx'
import { clockText } from '../../deliveries/clock-text.ts'
import { useOffice } from '../../office-context.tsx'
import styles from './sets.module.css'

/** The way of a set: computed, signed, confirmed, released, and withdrawn if it was; who did each, and when by the delivery's clock. */
export const SetSteps = ({ set, zone }: { readonly set: ResultSet; readonly zone: string }) => {
  const { text, language } = useOffice()
  const clock = clockText(language.code, zone)
  const { computed, signed, confirmed, released, withdrawn } = set
  // The signature that confirmed it is the confirmation.
  const alone = confirmed ? signed.filter(({ at, by }) => at !== confirmed.at || by !== confirmed.by) : signed
  const steps: readonly (readonly [string, DoneBy | undefined])[] = [
    [text('results.step.computed'), computed],
    ...alone.map((one) => [text('results.step.signed'), one] as const),
    [text('results.step.confirmed'), confirmed],
    [text('results.step.released'), released],
    ...(withdrawn ? [[text('results.step.withdrawn'), withdrawn] as const] : []),
  ]
  return (
    <ol className={styles.steps}>
      {steps.map(([name, done]) => (
        <li
          key={`${name} ${done?.at ?? ''} ${done?.by ?? ''}`}
          className={styles.step}
          data-done={done !== undefined || undefined}
        >
          <span className={styles.stepName}>
            {done && <Icon name="check" className={styles.stepIcon} />}
            <span>{name}</span>
          </span>
          {done ? (
            <>
              <bdi>{done.by}</bdi>
              <time dateTime={done.at}>{clock(done.at)}</time>
            </>
          ) : (
            <span>{text('results.stepOpen')}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
