import { useEffect, useState } from 'react'
import { useVisitor } from '../../../context/player-context.tsx'
import type { PlayerSync } from '../../../sync/player-sync-types.ts'
import { followUnsent } from './follow-unsent.ts'
import type { Unsent } from './words-of-unsent.ts'

/** Milliseconds that the server is given to take what waits. */
const sendingMs = 5000

/** What the server lacks, as it changes; undefined until that is read. */
export const useUnsent = (sync: PlayerSync): Unsent | undefined => {
  const { reportError } = useVisitor()
  const [unsent, setUnsent] = useState<Unsent>()
  useEffect(() => followUnsent(sync, setUnsent, reportError), [sync, reportError])
  return unsent
}

/** Sends all that waits; true once the server has had its time to take it. */
export const useSending = (sync: PlayerSync): boolean => {
  const { reportError } = useVisitor()
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => void sync.sendAll().catch(reportError), [sync, reportError])
  useEffect(() => {
    const timer = setTimeout(setOverdue, sendingMs, true)
    return () => clearTimeout(timer)
  }, [])
  return isOverdue
}
