import { useEffect, useState } from 'react'
import type { PlayerSync } from '../../sync/player-sync.ts'
import type { Unsent } from './words-of-unsent.ts'

const unsentOf = (sync: PlayerSync): Unsent => ({
  ...sync.onlyHere(),
  isOffline: sync.connection.state() === 'offline',
  isLasting: sync.keeping.get() === 'lasting',
})

/** What the server lacks, as it changes. */
export const useUnsent = (sync: PlayerSync): Unsent => {
  const [unsent, setUnsent] = useState(() => unsentOf(sync))
  useEffect(() => {
    const look = () => setUnsent(unsentOf(sync))
    const stops = [sync.queue, sync.uploads, sync.connection, sync.keeping].map(({ subscribe }) => subscribe(look))
    look()
    return () => {
      for (const stop of stops) stop()
    }
  }, [sync])
  return unsent
}
