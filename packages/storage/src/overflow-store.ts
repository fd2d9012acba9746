import { type Change, type KeyValueStore, placeOf } from './key-value-store.ts'
import { within } from './within.ts'

/** Where what is written stays: in the browser beyond the page, or in the memory of the page alone. */
export type Keeping = 'lasting' | 'memory'

/** Milliseconds after which a write that gives no sign counts as failed. */
export const writeTimeoutMs = 10_000
/** How often room is made for one write, at most (spec 3 §7). */
export const mostRoomTries = 100

export interface OverflowParts<P extends string> {
  readonly lasting: KeyValueStore<P>
  /** Deletes something that can be done without; answers whether there was anything. */
  makeRoom(): Promise<boolean>
  onKeeping(keeping: Keeping): void
  /** Whether what is in the store by now is later than what was held: another tab has gone on meanwhile. */
  isLater?(place: P, stored: unknown, held: unknown): boolean
  onError(error: unknown): void
}

/** A store that tells what of it is in the memory alone. */
export interface OverflowStore<P extends string> extends KeyValueStore<P> {
  /** What the browser's store hasn't taken, or hasn't said yet that it has, in the order in which it was written. */
  unwritten(): readonly Change<P>[]
  /** Another page has taken these over, and writes them. */
  giveUp(changes: readonly Change<P>[]): void
}

/** A value that can't be stored is a bug of whoever wrote it, not a store that fails. */
const isBug = (error: unknown) =>
  error instanceof Error && ['DataCloneError', 'DataError', 'TypeError', 'NotFoundError'].includes(error.name)

const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

/**
 * A store whose writes continue where the browser takes no more: what it doesn't take is held in the memory, and tried again ahead
 * of the next write, and once a write that hung has come to its end. Where the disk is full, room is made first. While all goes well no write waits for another: the last one of a
 * page that goes away leaves with it, and the store keeps their order. What failed never comes after something newer of its key.
 */
export const createOverflowStore = <P extends string>({
  lasting,
  makeRoom,
  onKeeping,
  isLater,
  onError,
}: OverflowParts<P>): OverflowStore<P> => {
  const held = new Map<string, Change<P>>()
  const begun = new Set<readonly Change<P>[]>()
  let keeping: Keeping = 'lasting'
  let last: Promise<unknown> = Promise.resolve()
  /** The number of the write under way that is the newest of each key. */
  const newest = new Map<string, number>()
  let writes = 0
  /** Writes that wait until those before them have ended. */
  let queued = 0
  /** Writes that were given up and have not come to their end. */
  let hanging = 0

  const heldKey = (place: P, key: string) => `${place}/${key}`
  const tell = (now: Keeping) => {
    if (now === keeping) return
    keeping = now
    onKeeping(now)
  }

  const keyOf = (change: Change<P>) => heldKey(placeOf(change), change.key)

  const writeMakingRoom = async (changes: readonly Change<P>[], number: number) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await lasting.write(tries === 0 ? changes : changes.filter((change) => isNewest(change, number)))
      } catch (error) {
        if (!isFull(error) || tries >= mostRoomTries || !(await makeRoom().catch(() => false))) throw error
      }
    }
  }

  /** A write that hangs is waited for once: what comes after it is held, until it has come to an end after all. */
  const writeInTime = async (changes: readonly Change<P>[], number: number) => {
    if (hanging > 0) throw new Error('The browser’s store is still busy with an earlier write')
    const writing = writeMakingRoom(changes, number)
    let isGivenUp = false
    let hasEnded = false
    const atEnd = () => {
      hasEnded = true
      if (!isGivenUp) return
      hanging -= 1
      // What was held meanwhile is written now: nothing else may come to be written for long.
      if (hanging === 0) void last.then(() => (held.size > 0 ? start([]) : undefined))
    }
    writing.then(atEnd, atEnd)
    try {
      await within(writeTimeoutMs, writing, 'The browser’s store does not write')
    } catch (error) {
      isGivenUp = !hasEnded
      if (isGivenUp) hanging += 1
      throw error
    }
  }

  /** What another tab has written since is not written over by what is older. */
  const giveWay = async () => {
    if (!isLater || hanging > 0) return
    for (const [key, change] of [...held]) {
      if (!('put' in change)) continue
      const reading = lasting.read(change.put, change.key)
      const stored = await within(writeTimeoutMs, reading, 'The browser’s store does not read').catch(() => undefined)
      if (stored !== undefined && isLater(change.put, stored, change.value) && held.get(key) === change) held.delete(key)
    }
  }

  const isNewest = (change: Change<P>, number: number) => newest.get(keyOf(change)) === number

  const hold = (changes: readonly Change<P>[], number: number) => {
    for (const change of changes) if (isNewest(change, number)) held.set(keyOf(change), copyOf(change))
  }

  const letGo = (written: readonly (readonly [key: string, change: Change<P>])[]) => {
    for (const [key, change] of written) if (held.get(key) === change) held.delete(key)
  }

  const forget = (changes: readonly Change<P>[], number: number) => {
    for (const change of changes) if (isNewest(change, number)) newest.delete(keyOf(change))
  }

  const tellMemory = (error: unknown) => {
    if (keeping === 'lasting') onError(error)
    tell('memory')
  }

  const write = async (changes: readonly Change<P>[]) => {
    if (held.size > 0) await giveWay()
    writes += 1
    const number = writes
    const again = [...held]
    const all = [...again.map(([, change]) => change), ...changes]
    for (const change of all) newest.set(keyOf(change), number)
    try {
      await writeInTime(all, number)
      letGo(again)
      if (held.size === 0) tell('lasting')
    } catch (error) {
      if (isBug(error)) throw error
      hold(changes, number)
      tellMemory(error)
    } finally {
      forget(all, number)
    }
  }
  const writeInTurn = async (changes: readonly Change<P>[]) => {
    queued += 1
    await last
    queued -= 1
    await write(changes)
  }

  const start = (changes: readonly Change<P>[]) => {
    const isWell = held.size === 0 && hanging === 0 && queued === 0
    const written = isWell ? write(changes) : writeInTurn(changes)
    last = Promise.allSettled([last, written])
    begun.add(changes)
    const atEnd = () => void begun.delete(changes)
    written.then(atEnd, atEnd)
    return written
  }

  return {
    async read(place, key) {
      const change = held.get(heldKey(place, key))
      if (change) return 'put' in change ? structuredClone(change.value) : undefined
      return lasting.read(place, key)
    },
    async list(place, prefix) {
      const found = new Map((await lasting.list(place, prefix)).map(({ key, value }) => [key, value]))
      for (const change of held.values()) {
        if (placeOf(change) !== place || !change.key.startsWith(prefix)) continue
        if ('put' in change) found.set(change.key, structuredClone(change.value))
        else found.delete(change.key)
      }
      return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => ({ key, value }))
    },
    async keys(place, prefix) {
      const found = new Set(await lasting.keys(place, prefix))
      for (const change of held.values()) {
        if (placeOf(change) !== place || !change.key.startsWith(prefix)) continue
        if ('put' in change) found.add(change.key)
        else found.delete(change.key)
      }
      return [...found].sort()
    },
    write: start,
    unwritten: () => [...held.values(), ...[...begun].flat()],
    giveUp(changes) {
      const given = new Set(changes)
      for (const [key, change] of [...held]) if (given.has(change)) held.delete(key)
    },
    close: () => lasting.close(),
  }
}

/** What its writer changes afterwards stays unchanged in here. */
const copyOf = <P extends string>(change: Change<P>): Change<P> =>
  'put' in change ? { ...change, value: structuredClone(change.value) } : change
