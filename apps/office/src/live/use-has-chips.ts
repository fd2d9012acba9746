import { useSyncExternalStore } from 'react'

/** From this width on, the chips, the search and the room fit into two lines next to the navigation. Below it each would take a line from the table. */
const wide = '(width >= 75rem)'

const follow = (listener: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for a chip for each state of people; otherwise they are a list. */
export const useHasChips = (): boolean => useSyncExternalStore(follow, () => matchMedia(wide).matches)
