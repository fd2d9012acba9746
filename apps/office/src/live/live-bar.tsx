import type { LiveView } from '@sitwell/contract'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useOffice } from '../office-context.tsx'
import { useIsNarrow } from '../shell/use-is-narrow.ts'
import { liveChips, type Pulse, roomWords } from './rows/live-filter.ts'

/** Which people show: of which room, how they stand, and by name. On a phone the chips are a list, so that people have the room. */
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
  onChange(change: { readonly room?: string; readonly show?: (typeof liveChips)[number]; readonly search?: string }): void
}) => {
  const { text, language } = useOffice()
  const isNarrow = useIsNarrow()
  const rooms = view?.rooms ?? []
  const hasOwn = rooms.some(({ isOwn }) => isOwn)
  const options = [
    ...(hasOwn ? [{ id: roomWords.own, title: text('live.rooms.own') }] : []),
    { id: hasOwn ? roomWords.all : roomWords.own, title: text('live.rooms.all') },
    ...rooms.map(({ roomID, name, centre }) => ({ id: roomID, title: text('live.roomOf', { room: name, centre }) })),
    { id: roomWords.none, title: text('live.rooms.none') },
  ]
  const toShow = (id: string) => onChange({ show: liveChips.find((chip) => chip === id) ?? 'all' })
  const counted = (chip: (typeof liveChips)[number]) => pulse.chips[chip]
  return (
    <FilterBar
      views={isNarrow ? [] : liveChips.map((chip) => ({ id: chip, label: text(`live.chip.${chip}`), count: counted(chip) }))}
      view={show}
      onView={toShow}
      search={{ label: text('live.find'), value: search, shortcut: '/', onSearch: (typed) => onChange({ search: typed }) }}
    >
      {isNarrow && (
        <Select
          label={text('live.show')}
          options={liveChips.map((chip) => ({
            id: chip,
            title: text('live.chipCount', {
              chip: text(`live.chip.${chip}`),
              count: counted(chip).toLocaleString(language.code),
            }),
          }))}
          value={show}
          onChange={toShow}
        />
      )}
      {rooms.length > 0 && (
        <Select
          label={text('live.room')}
          options={options}
          value={options.some(({ id }) => id === room) ? room : roomWords.own}
          onChange={(id) => onChange({ room: id })}
        />
      )}
    </FilterBar>
  )
}
