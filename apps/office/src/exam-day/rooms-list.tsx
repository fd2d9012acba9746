import { officeRoomReports, type RoomReportRow } from '@sitwell/contract'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import styles from './exam-day.module.css'
import { figuresOf, leftToDo, roomTitle } from './report-text.ts'
import { roomPath } from './room-paths.ts'

const minuteMs = 60_000

export const useRoomReports = (deliveryID: string) => {
  const { api } = useOffice()
  return useQuery(officeQuery(api, officeRoomReports, { query: { deliveryID } }))
}

const RoomLine = ({ deliveryID, row }: { readonly deliveryID: string; readonly row: RoomReportRow }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const todo = leftToDo(row.counts, text)
  const { signedOff } = row
  const said = signedOff && text('examDay.signedBy', { by: signedOff.by, time: moment(signedOff.at) })
  return (
    <li className={styles.room}>
      <strong>
        <OfficeLink to={roomPath(deliveryID, row.roomID)}>{roomTitle(row, text)}</OfficeLink>
      </strong>
      <span className={styles.facts}>
        {[...figuresOf(row.counts, text), ...todo].map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </span>
      <span className={styles.quiet}>{said ?? text('examDay.unsigned')}</span>
      {signedOff?.isCurrent === false && <span>{text('examDay.changedSince')}</span>}
    </li>
  )
}

/** The rooms of a delivery with what is left to do in each, and who has signed them off. */
export const RoomsList = ({ deliveryID }: { readonly deliveryID: string }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const { data, isError, refetch } = useRoomReports(deliveryID)
  return (
    <>
      {isError && (
        <div className={styles.acts}>
          <Problem>
            {data === undefined ? text('examDay.roomsFailed') : text('examDay.failedKept', { time: moment(data.asOf) })}
          </Problem>
          <Button className={styles.press} onPress={() => void refetch()}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      {data === undefined && !isError && <p role="status">{text('examDay.roomsLoading')}</p>}
      {data !== undefined && (
        <>
          <ul className={styles.list}>
            {data.rooms.map((row) => (
              <RoomLine key={row.roomID ?? ''} deliveryID={deliveryID} row={row} />
            ))}
          </ul>
          <StatusLine asOfMs={Date.parse(data.asOf)} staleAfterMs={5 * minuteMs} />
        </>
      )}
    </>
  )
}

/** After an exam has begun: what is left to do in its rooms. On the page of its delivery. */
export const RoomsPart = ({ deliveryID }: { readonly deliveryID: string }) => {
  const { text } = useOffice()
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{text('examDay.rooms')}</h2>
      <RoomsList deliveryID={deliveryID} />
    </section>
  )
}
