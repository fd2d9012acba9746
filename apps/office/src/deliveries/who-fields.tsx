import type { DeliveryEntry } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Tabs } from '@sitwell/office-ui/tabs.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { ChooseGroups, ChoosePeople } from '../courses/choose-tables.tsx'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import styles from './deliveries.module.css'
import type { DeliveryValues, Problems } from './delivery-values.ts'
import type { Rooms } from './room-fields.tsx'

const keyOf = (entry: DeliveryEntry) => ('groupID' in entry ? `group ${entry.groupID}` : `person ${entry.userID}`)

const titleOf = (entry: DeliveryEntry) => ('groupID' in entry ? entry.name : nameOf(entry))

const detailOf = (entry: DeliveryEntry, text: OfficeText) =>
  'groupID' in entry ? text('deliveries.entry.members', { count: entry.members }) : entry.username

/** Which groups and people the delivery is for, and in which room each sits. */
export const WhoFields = ({
  rooms: { rooms },
  values,
  onWho,
  problems,
}: {
  readonly rooms: Rooms
  readonly values: DeliveryValues
  onWho(changed: Partial<DeliveryValues>): void
  readonly problems: Problems
}) => {
  const { text } = useOffice()
  const [tab, setTab] = useState('groups')
  const { entries, people, groups } = values
  const options = [
    { id: '', title: text('deliveries.noRoom') },
    ...rooms
      .filter(({ id }) => values.rooms.has(id))
      .map(({ id, name, centre }) => ({ id, title: text('deliveries.roomOf', { room: name, centre }) })),
  ]
  const roomIn = (id: string | undefined) => (id !== undefined && values.rooms.has(id) ? id : '')
  const chosen = {
    people: text('deliveries.chosen.people', { count: people.keys.size }),
    groups: text('deliveries.chosen.groups', { count: groups.keys.size }),
  }
  const place = (entry: DeliveryEntry, roomID: string): DeliveryEntry => {
    const { roomID: _, ...rest } = entry
    return roomID === '' ? rest : { ...rest, roomID }
  }
  return (
    <fieldset className={styles.part}>
      <legend>{text('deliveries.who')}</legend>
      <p className={styles.quiet}>{text('deliveries.whoHelp')}</p>
      {entries.length > 0 && (
        <ul className={styles.list} aria-label={text('deliveries.whoNow')}>
          {entries.map((entry) => (
            <li key={keyOf(entry)} className={styles.entry}>
              <span>
                <bdi>{titleOf(entry)}</bdi> <span className={styles.quiet}>{detailOf(entry, text)}</span>
              </span>
              {options.length > 1 && (
                <Choice
                  label={text('deliveries.roomForOne', { name: titleOf(entry) })}
                  value={roomIn(entry.roomID)}
                  options={options}
                  onChange={(id) => onWho({ entries: entries.map((one) => (one === entry ? place(one, id) : one)) })}
                />
              )}
              <Button className={styles.press} onPress={() => onWho({ entries: entries.filter((one) => one !== entry) })}>
                {text('deliveries.takeOut', { name: titleOf(entry) })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Tabs
        label={text('deliveries.whoAdd')}
        current={tab}
        onCurrent={setTab}
        tabs={[
          {
            ...{ id: 'groups', title: text('courses.give.groups') },
            content: <ChooseGroups selection={groups} onSelection={(next) => onWho({ groups: next })} />,
          },
          {
            ...{ id: 'people', title: text('courses.give.people') },
            content: <ChoosePeople selection={people} onSelection={(next) => onWho({ people: next })} />,
          },
        ]}
      />
      <p role="status" className={styles.quiet}>
        {people.keys.size + groups.keys.size === 0 ? '' : text('deliveries.chosen', chosen)}
      </p>
      {options.length > 1 && (
        <Choice
          label={text('deliveries.roomFor')}
          value={roomIn(values.roomForChosen)}
          options={options}
          onChange={(id) => onWho({ roomForChosen: id })}
        />
      )}
      {problems.who !== undefined && <Problem>{text(`deliveries.error.${problems.who}`)}</Problem>}
    </fieldset>
  )
}
