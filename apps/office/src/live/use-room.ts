import type { LiveAction, LiveRow, LiveView } from '@sitwell/contract'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { LiveStore } from './feed/live-store.ts'
import { alertsOf, keepingMoments, type LiveAlert } from './rows/alerts.ts'
import { isFound, isInRooms, isOfChip, type LiveChip, type Pulse, pulseOf, roomsShown } from './rows/live-filter.ts'
import { useLiveSnapshot } from './use-live-store.ts'

/** What an address shows of a live view. */
interface Wishes {
  readonly room: string
  readonly show: LiveChip
  readonly search: string
}

export interface RoomShown {
  readonly view: LiveView | undefined
  /** The name of the one room that shows, or of the whole. */
  readonly title: string | undefined
  /** The one room that shows. */
  readonly roomID: string | undefined
  /** Whether people of several rooms show. */
  readonly isSeveral: boolean
  /** Everybody in the rooms that show, whatever the filters. */
  readonly people: readonly LiveRow[]
  readonly pulse: Pulse
  readonly alerts: readonly LiveAlert[]
  readonly actions: readonly LiveAction[]
  /** Whether the filters let a person through. */
  isShown(row: LiveRow): boolean
}

/** What shows of a live view in the rooms that an address names: alerts and actions are those of these rooms alone. */
export const useRoom = (store: LiveStore, { room, show, search }: Wishes): RoomShown => {
  const { facts, feed } = useLiveSnapshot(store)
  const { view, rows, actions } = facts
  const rooms = useMemo(() => roomsShown(room, view), [room, view])
  const people = useMemo(() => [...rows.values()].filter((row) => isInRooms(row, rooms)), [rows, rooms])
  const asOfMs = feed.known?.asOfMs ?? 0
  const moments = useRef<ReadonlyMap<string, number>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: moments that no row names are those of the reply that brought the rows
  const alerts = useMemo(() => keepingMoments(moments.current, alertsOf(people, asOfMs)), [people])
  useEffect(() => {
    moments.current = new Map(alerts.map(({ key, sinceMs }) => [key, sinceMs]))
  }, [alerts])
  const isOfRooms = ({ person }: LiveAction) => {
    const row = person && rows.get(person.rowID)
    return row === undefined || isInRooms(row, rooms)
  }
  const shown = (view?.rooms ?? []).filter(({ roomID }) => rooms?.has(roomID) === true)
  const [first, ...others] = shown
  return {
    view,
    title: first !== undefined && others.length === 0 ? first.name : view?.name,
    roomID: others.length === 0 ? first?.roomID : undefined,
    isSeveral: (rooms === undefined ? (view?.rooms.length ?? 0) : rooms.size) > 1,
    people,
    pulse: useMemo(() => pulseOf(people), [people]),
    alerts,
    // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is made of the other two
    actions: useMemo(() => [...actions.values()].filter(isOfRooms), [actions, rows, rooms]),
    isShown: useCallback(
      (row: LiveRow) => isInRooms(row, rooms) && isOfChip(row, show) && isFound(row, search),
      [rooms, show, search],
    ),
  }
}
