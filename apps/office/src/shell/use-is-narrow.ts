import { useSyncExternalStore } from 'react'

/** The same width as in the styles of the frame. */
const narrow = '(width <= 56.25rem)'

const follow = (listener: () => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window has no room for the navigation at the side. */
export const useIsNarrow = (): boolean => useSyncExternalStore(follow, () => matchMedia(narrow).matches)
