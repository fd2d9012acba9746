import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useOffice } from '../office-context.tsx'
import { askLive, type LivePlace } from './feed/ask-live.ts'
import { browserClock } from './feed/browser-clock.ts'
import { createLiveStore, type LiveSnapshot, type LiveStore } from './feed/live-store.ts'
import { shownNowMs, type ViewAge } from './feed/view-age.ts'

/** Milliseconds for which a view that nobody looks at goes on asking, so that a request still sounds while somebody looks at another tab. */
const unseenForMs = 5 * 60_000

/** The store of a live view, for as long as its page is shown; undefined for the first moment. */
export const useLiveStore = (place: LivePlace): LiveStore | undefined => {
  const { api } = useOffice()
  const [store, setStore] = useState<LiveStore>()
  const latest = useRef(api)
  latest.current = api
  const key = JSON.stringify(place)
  useEffect(() => {
    let hiddenAtMs: number | undefined
    // Boundary: the key was made of a place just above.
    const at = JSON.parse(key) as LivePlace
    const made = createLiveStore({
      clock: browserClock,
      ask: (cursor, signal) => askLive(latest.current, at, cursor, signal),
      isWatched: () => hiddenAtMs === undefined || Date.now() - hiddenAtMs < unseenForMs,
    })
    const look = () => {
      hiddenAtMs = document.visibilityState === 'hidden' ? (hiddenAtMs ?? Date.now()) : undefined
      if (hiddenAtMs === undefined) made.again()
    }
    const wake = () => made.again()
    document.addEventListener('visibilitychange', look)
    addEventListener('online', wake)
    setStore(made)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', wake)
      made.stop()
    }
  }, [key])
  return store
}

export const useLiveSnapshot = (store: LiveStore): LiveSnapshot => useSyncExternalStore(store.subscribe, store.snapshot)

/** How old the view is, read every so many milliseconds and whenever something comes. */
export const useViewAge = (store: LiveStore, everyMs: number): ViewAge => {
  useLiveSnapshot(store)
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return store.age()
}

/** The server's time (Unix ms) up to which ages in the view count, to the second; a blind view stands still. */
export const useShownNow = (store: LiveStore): { readonly nowMs: number | undefined; readonly isBlind: boolean } => {
  const age = useViewAge(store, 1000)
  return { nowMs: shownNowMs(age), isBlind: age.is === 'blind' }
}
