import { useMemo } from 'react'
import { useOffice } from '../office-context.tsx'
import type { LiveStore } from './feed/live-store.ts'
import type { ShownBy } from './rows/shown-row.ts'
import { useClockText } from './use-clock-text.ts'
import { useLiveSnapshot, useShownNow } from './use-live-store.ts'

/** By what rows are written: up to which moment, and whether that is now. */
export const useShownBy = (store: LiveStore): ShownBy => {
  const { text } = useOffice()
  const clock = useClockText()
  const { view } = useLiveSnapshot(store).facts
  const { nowMs = 0, isBlind } = useShownNow(store)
  const names = useMemo(() => new Map(view?.rooms.map(({ roomID, name }) => [roomID, name] as const) ?? []), [view])
  return useMemo(
    () => ({ text, nowMs, isBlind, clock, roomName: (roomID) => names.get(roomID ?? '') ?? '' }),
    [text, nowMs, isBlind, clock, names],
  )
}
