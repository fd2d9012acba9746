import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { ReadingPage } from '../shell/reading-page.tsx'
import styles from './exam-day.module.css'
import { RoomsList, useRoomReports } from './rooms-list.tsx'

/** The rooms of a delivery, for whoever finishes them. */
const RoomsPage = ({ deliveryID }: { readonly deliveryID: string }) => {
  const { text } = useOffice()
  const { data, isError, error, refetch } = useRoomReports(deliveryID)
  return (
    <ReadingPage
      words={{
        ...{ heading: text('examDay.rooms'), loading: text('examDay.roomsLoading') },
        ...{ failed: text('examDay.roomsFailed'), missing: text('examDay.gone') },
      }}
      title={data && text('examDay.roomsOf', { name: data.name })}
      above={<OfficeLink to={`/live/delivery/${encodeURIComponent(deliveryID)}`}>{text('examDay.live')}</OfficeLink>}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
    >
      <div className={styles.page}>
        <RoomsList deliveryID={deliveryID} />
      </div>
    </ReadingPage>
  )
}

export default RoomsPage
