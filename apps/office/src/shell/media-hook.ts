import { useSyncExternalStore } from 'react'

/** Returns a hook that reads whether a media query matches, and renders again when that changes. */
export const mediaHook = (query: string) => {
  const follow = (listener: () => void) => {
    const list = matchMedia(query)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  const matches = () => matchMedia(query).matches
  return (): boolean => useSyncExternalStore(follow, matches)
}
