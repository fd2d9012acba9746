import { type LiveUnderWay, officeLiveNow } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import type { LivePlace } from './feed/ask-live.ts'
import styles from './live.module.css'
import { livePath } from './live-address.ts'
import { byNeed } from './now-order.ts'

/** Milliseconds between two readings of what is under way. */
const againMs = 10_000

/** Where an entry leads; undefined if it names neither a delivery nor an exam. */
const placeOf = ({ deliveryID, examGuid }: LiveUnderWay): LivePlace | undefined => {
  if (deliveryID !== undefined) return { deliveryID }
  return examGuid === undefined ? undefined : { examGuid }
}

const Entry = ({ of }: { readonly of: LiveUnderWay }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const place = placeOf(of)
  if (place === undefined) return null
  const { counts, rooms } = of
  const all = [
    ['expected', counts.people],
    ['open', counts.open],
    ['waiting', counts.waiting],
    ['done', counts['handed-in']],
  ] as const
  const shown = all.filter(([what, count]) => what === 'expected' || count > 0)
  const path = livePath(place)
  return (
    <li className={styles.card}>
      <h2 className={styles.cardTitle}>
        <OfficeLink to={path}>
          <bdi>{of.name}</bdi>
        </OfficeLink>
      </h2>
      {of.examName !== of.name && <bdi className={styles.quiet}>{of.examName}</bdi>}
      {of.startsAt !== undefined && of.endsAt !== undefined && (
        <span className={styles.quiet}>{text('live.now.window', { start: moment(of.startsAt), end: moment(of.endsAt) })}</span>
      )}
      <span>{shown.map(([what, count]) => text(`live.now.${what}`, { count })).join(text('live.listBreak'))}</span>
      {rooms.length > 0 && (
        <ul className={styles.rooms} aria-label={text('live.now.rooms')}>
          {rooms.map(({ roomID, name, isOwn, people }) => (
            <li key={roomID}>
              <OfficeLink to={`${path}?room=${encodeURIComponent(roomID)}`}>
                <bdi>{text('live.now.room', { room: name, people })}</bdi>
              </OfficeLink>
              {isOwn && <span className={styles.quiet}> {text('live.now.own')}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** What is under way now, or will be within a day. */
const LivePage = () => {
  const { api, text } = useOffice()
  const { data, error, refetch } = useQuery({ ...officeQuery(api, officeLiveNow, {}), refetchInterval: againMs })
  return (
    <OfficePage title={text('live.title')} isLoading={data === undefined && error === null}>
      <div className={styles.page}>
        {error !== null && (
          <div className={styles.failed}>
            <Problem>{failureText(error.failure, text)}</Problem>
            <Button className={density.press} onPress={() => void refetch()}>
              {text('table.retry')}
            </Button>
          </div>
        )}
        {data === undefined && error === null && <p role="status">{text('live.loading')}</p>}
        {data?.underWay.length === 0 && <p>{text('live.now.nothing')}</p>}
        <ul className={styles.cards}>
          {byNeed(data?.underWay ?? [], Date.parse(data?.asOf ?? '')).map((of) => (
            <Entry key={of.deliveryID ?? of.examGuid} of={of} />
          ))}
        </ul>
        {data !== undefined && <StatusLine asOfMs={Date.parse(data.asOf)} staleAfterMs={60_000} />}
      </div>
    </OfficePage>
  )
}

export default LivePage
