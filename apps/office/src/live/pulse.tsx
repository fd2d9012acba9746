import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useOffice } from '../office-context.tsx'
import type { LiveStore } from './feed/live-store.ts'
import styles from './live.module.css'
import type { Pulse } from './rows/live-filter.ts'
import { viewAgeSeconds } from './times.ts'
import { useClockText } from './use-clock-text.ts'
import { useViewAge } from './use-live-store.ts'

/** Milliseconds between two readings of the view's age. */
const tickMs = 200

/** How old the view is, to a tenth of a second: it changes all the time, so that it isn't announced. */
const Age = ({ store }: { readonly store: LiveStore }) => {
  const { text, language } = useOffice()
  const age = useViewAge(store, tickMs)
  const isLive = age.is === 'live'
  return (
    <span className={classNames(styles.age, !isLive && styles.isBlind)} data-age={age.is}>
      <span className={styles.dot} />
      <span>
        {isLive
          ? text('live.age', { seconds: viewAgeSeconds(age.ageMs, language.code) })
          : text(age.is === 'blind' ? 'live.ageBlind' : 'live.ageLoading')}
      </span>
    </span>
  )
}

/** That the view is blind, and since when: said at once, and once. */
export const BlindNote = ({ store }: { readonly store: LiveStore }) => {
  const { text } = useOffice()
  const clock = useClockText()
  const age = useViewAge(store, 1000)
  const isLate = age.is === 'loading' && age.isLate
  return (
    <div role="alert">
      {(age.is === 'blind' || isLate) && (
        <p className={styles.blind}>
          <Icon name="offline" className={styles.icon} />
          <span>{age.is === 'blind' ? text('live.blind', { time: clock(age.sinceMs) }) : text('live.late')}</span>
        </p>
      )}
    </div>
  )
}

/** The room in one line: how old the view is, and how many people stand how. */
export const PulseLine = ({ store, pulse }: { readonly store: LiveStore; readonly pulse: Pulse }) => {
  const { text, language } = useOffice()
  const { chips } = pulse
  const figures = [
    ['working', pulse.working],
    ['no-contact', chips['no-contact']],
    ['check', chips.check],
    ['waiting', chips.waiting],
    ['handed-in', chips['handed-in']],
  ] as const
  return (
    <div className={styles.pulse}>
      <Age store={store} />
      <ul className={styles.figures} aria-label={text('live.pulse')}>
        {figures.map(([id, count]) => (
          <li key={id}>
            <b>{count.toLocaleString(language.code)}</b> <span>{text(`live.pulse.${id}`, { count })}</span>
          </li>
        ))}
      </ul>
      <span className={styles.quiet}>{text('live.present', { expected: pulse.expected, present: pulse.present })}</span>
    </div>
  )
}
