import type { LiveView } from '@sitwell/contract'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useOffice } from '../office-context.tsx'
import { chipsShown, liveChips, type Pulse, roomWords } from './rows/live-filter.ts'
import { useHasChips } from './use-has-chips.ts'

type Change = (change: { readonly room?: string; readonly show?: (typeof liveChips)[number]; readonly search?: string }) => void

/** Of which room people show, if there are several places to choose from. */
export const RoomSelect = ({
  view,
  room,
  onChange,
}: {
  readonly view: LiveView | undefined
  readonly room: string
  readonly onChange: Change
}) => {
  const { text } = useOffice()
  const rooms = view?.rooms ?? []
  if (rooms.length === 0) return null
  const hasOwn = rooms.some(({ isOwn }) => isOwn)
  const options = [
    ...(hasOwn ? [{ id: roomWords.own, title: text('live.rooms.own') }] : []),
    { id: hasOwn ? roomWords.all : roomWords.own, title: text('live.rooms.all') },
    ...rooms.map(({ roomID, name, centre }) => ({ id: roomID, title: text('live.roomOf', { room: name, centre }) })),
    { id: roomWords.none, title: text('live.rooms.none') },
  ]
  return (
    <Select
      label={text('live.room')}
      options={options}
      value={options.some(({ id }) => id === room) ? room : roomWords.own}
      onChange={(id) => onChange({ room: id })}
    />
  )
}

/** Which people show: by state, and by name. In a narrow window the chips are a list, so that the table has the height. */
export const LiveBar = ({
  view,
  pulse,
  room,
  show,
  search,
  onChange,
}: {
  readonly view: LiveView | undefined
  readonly pulse: Pulse
  readonly room: string
  readonly show: (typeof liveChips)[number]
  readonly search: string
  readonly onChange: Change
}) => {
  const { text, language } = useOffice()
  const hasChips = useHasChips()
  const toShow = (id: string) => onChange({ show: liveChips.find((chip) => chip === id) ?? 'all' })
  const chips = chipsShown(pulse.chips, show).map((chip) => ({
    ...{ id: chip, label: text(`live.chip.${chip}`), count: pulse.chips[chip] },
  }))
  return (
    <FilterBar
      views={hasChips ? chips : []}
      view={show}
      onView={toShow}
      search={{ label: text('live.find'), value: search, shortcut: '/', onSearch: (typed) => onChange({ search: typed }) }}
    >
      {!hasChips && (
        <>
          <Select
            label={text('live.show')}
            options={liveChips.map((chip) => ({
              id: chip,
              title: text('live.chipCount', {
                chip: text(`live.chip.${chip}`),
                count: pulse.chips[chip].toLocaleString(language.code),
              }),
            }))}
            value={show}
            onChange={toShow}
          />
          <RoomSelect view={view} room={room} onChange={onChange} />
        </>
      )}
    </FilterBar>
  )
}
