import { officePeople } from '@sitwell/contract'
import { PickField } from '@sitwell/office-ui/pick-field.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import styles from './deliveries.module.css'
import type { Named } from './delivery-values.ts'

const most = 20

/** The invigilators to name in a room after the delivery is stored. */
export const RoomInvigilators = ({
  room,
  named,
  onNamed,
}: {
  /** Its name. */
  readonly room: string
  readonly named: readonly Named[]
  onNamed(named: readonly Named[]): void
}) => {
  const { api, text } = useOffice()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const query = { ...(search !== '' && { search }), limit: most }
  const { data, isError, isFetching, refetch } = useQuery({ ...officeQuery(api, officePeople, { query }), enabled: isOpen })
  const taken = new Set(named.map(({ id }) => id))
  const options = (data?.people ?? []).map((one) => ({ id: String(one.userID), title: nameOf(one), note: one.username }))
  const add = text('deliveries.invigilators.addTo', { room })
  return (
    <div className={styles.list}>
      {named.length > 0 && (
        <ul className={styles.list} aria-label={`${text('deliveries.invigilators')}: ${room}`}>
          {named.map((one) => (
            <li key={one.id} className={styles.entry}>
              <bdi>{one.title}</bdi>
              <Button
                className={styles.press}
                aria-label={text('deliveries.invigilators.takeOutOf', { name: one.title, room })}
                onPress={() => onNamed(named.filter(({ id }) => id !== one.id))}
              >
                {text('deliveries.invigilators.takeOut')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <PickField
          label={add}
          help={text('deliveries.invigilators.atOnce')}
          options={options.filter(({ id }) => !taken.has(id))}
          value={undefined}
          onChange={({ id, title }) => onNamed([...named, { id, title }])}
          onSearch={setSearch}
          isLoading={isFetching && data === undefined}
          hasFailed={isError}
          onRetry={() => void refetch()}
          hasMore={data?.next !== undefined}
        />
      ) : (
        <div>
          <Button className={styles.press} aria-label={add} onPress={() => setOpen(true)}>
            {text('deliveries.invigilators.add')}
          </Button>
        </div>
      )}
    </div>
  )
}
