import { useSyncExternalStore } from 'react'
import { useOfficeParts } from '../office-context.tsx'

/** Whether the server can't be reached. */
export const useIsLost = (): boolean => {
  const { connection } = useOfficeParts()
  return useSyncExternalStore(connection.subscribe, () => connection.lostSinceMs() !== undefined)
}
