import type { DeliveryState } from '@sitwell/contract'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { clockText } from './clock-text.ts'
import styles from './deliveries.module.css'

/** A window in the time of a zone and, if the person's clock shows another time, in theirs. */
const WindowText = ({ startsAt, endsAt, zone }: Pick<DeliveryState, 'endsAt' | 'startsAt' | 'zone'>) => {
  const { text, language } = useOffice()
  const { timeZone } = useOfficeTexts()
  const [there, here] = [clockText(language.code, zone), clockText(language.code, timeZone)]
  const isOther = there(startsAt) !== here(startsAt) || there(endsAt) !== here(endsAt)
  return (
    <>
      <span>{text('deliveries.windowIn', { start: there(startsAt), end: there(endsAt), zone })}</span>
      {isOther && (
        <span className={styles.quiet}>{text('deliveries.windowHere', { start: here(startsAt), end: here(endsAt) })}</span>
      )}
    </>
  )
}

/** The section with the state, the exam and the window of a delivery. */
export const DeliveryFacts = ({ delivery }: { readonly delivery: DeliveryState }) => {
  const { text, may } = useOffice()
  const { state, examGuid, examName, examVersion, newestVersion } = delivery
  const exam = text('deliveries.examLine', { exam: examName, version: examVersion })
  return (
    <div>
      <p className={styles.facts}>
        <strong>{text(`deliveries.state.${state}`)}</strong>
        {may('exams.read') ? (
          <OfficeLink to={`/library/exams/${encodeURIComponent(examGuid)}`}>{exam}</OfficeLink>
        ) : (
          <span>{exam}</span>
        )}
        <WindowText startsAt={delivery.startsAt} endsAt={delivery.endsAt} zone={delivery.zone} />
      </p>
      {newestVersion > examVersion && <p>{text('deliveries.newer', { version: newestVersion })}</p>}
    </div>
  )
}

/** Rules, rooms and what was done, each in a box. */
export const DeliveryDetails = ({ delivery }: { readonly delivery: DeliveryState }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const { rules, rooms, changes } = delivery
  const shown = [
    ['safeExamBrowser', text(`deliveries.safeExamBrowser.${rules.safeExamBrowser}`)],
    ['proctoring', text(`deliveries.proctoring.${rules.proctoring}`)],
    ['supports', text(`deliveries.supports.${rules.supports}`)],
    ['release', text(`deliveries.release.${rules.release}`)],
  ] as const
  return (
    <div className={styles.columns}>
      <section className={styles.callout}>
        <h2 className={styles.title}>{text('deliveries.rules')}</h2>
        <p>{text(`deliveries.passwords.${rules.passwords}`)}</p>
        {shown.map(([rule, chosen]) => (
          <p key={rule}>
            <span className={styles.quiet}>{text(`deliveries.${rule}`)}</span> <span>{chosen}</span>
          </p>
        ))}
      </section>
      {rooms.length > 0 && (
        <section className={styles.callout}>
          <h2 className={styles.title}>{text('deliveries.rooms')}</h2>
          <ul>
            {rooms.map(({ roomID, name, centre, zone, window, startsAt, endsAt }) => (
              <li key={roomID} className={styles.facts}>
                <span>{text('deliveries.roomOf', { room: name, centre })}</span>
                {window !== undefined && <WindowText startsAt={startsAt} endsAt={endsAt} zone={zone} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.callout}>
        <h2 className={styles.title}>{text('deliveries.history')}</h2>
        {changes.length === 0 && <p className={styles.quiet}>{text('deliveries.history.none')}</p>}
        <ul>
          {changes.map(({ number, act, at, by, people, isUndone, reason }) => (
            <li key={number}>
              <span>{text(`deliveries.history.${act}`, { people: text('deliveries.people', { count: people }) })}</span>{' '}
              <span className={styles.quiet}>{text('deliveries.history.line', { time: moment(at), by })}</span>{' '}
              {isUndone && <span className={styles.quiet}>{text('deliveries.history.isUndone')}</span>}
              {reason !== undefined && <p>{text('deliveries.history.reason', { reason })}</p>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
