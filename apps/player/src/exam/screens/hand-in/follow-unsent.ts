import type { PlayerSync } from '../../../sync/player-sync-types.ts'
import type { Unsent } from './words-of-unsent.ts'

interface Subscribable {
  subscribe(listener: () => void): () => void
}
type Followed = Pick<PlayerSync, 'onlyHere' | 'onAnswers'> & {
  readonly queue: Subscribable
  readonly uploads: Subscribable
  readonly connection: Subscribable & Pick<PlayerSync['connection'], 'state'>
  readonly keeping: Subscribable & Pick<PlayerSync['keeping'], 'get'>
}

/** Milliseconds after which a store that hangs holds nobody back: what it keeps counts as not known until it is read. */
const readWithinMs = 2000

const nothing = { answers: 0, files: 0, courses: 0, checking: 0, refused: [] } as const

/** Tells what the server lacks, now and whenever that may be another, until the function that it answers is called. */
export const followUnsent = (
  sync: Followed,
  tell: (unsent: Unsent) => void,
  onError: (error: unknown) => void,
): (() => void) => {
  let isStopped = false
  let isReading = false
  let isWanted = false
  let hasReported = false
  const about = () => ({ isOffline: sync.connection.state() === 'offline', isLasting: sync.keeping.get() === 'lasting' })
  const unknown = () => {
    if (!isStopped && !hasReported) tell({ ...nothing, ...about(), isUnknown: true })
  }
  const read = async () => {
    const found = await sync.onlyHere()
    if (isStopped) return
    hasReported = true
    tell({ ...found, ...about() })
  }
  const look = async () => {
    isWanted = isReading
    if (isReading) return
    isReading = true
    await read().catch((error) => {
      onError(error)
      unknown()
    })
    isReading = false
    // It may be another since it was begun to be read.
    if (isWanted && !isStopped) void look()
  }
  const lookAgain = () => void look()
  const stops = [sync.queue, sync.uploads, sync.connection, sync.keeping].map(({ subscribe }) => subscribe(lookAgain))
  stops.push(sync.onAnswers(lookAgain))
  const timer = setTimeout(unknown, readWithinMs)
  lookAgain()
  return () => {
    isStopped = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
