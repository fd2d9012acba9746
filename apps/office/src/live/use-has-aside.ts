import { useSyncExternalStore } from 'react'

/** The same width as in the styles of the side panel. */
const wide = '(width >= 64rem)'

const follow = (listener: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for a column beside the table. */
export const useHasAside = (): boolean => useSyncExternalStore(follow, () => matchMedia(wide).matches)
