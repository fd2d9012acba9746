import type { Change, KeyValueStore, Place } from './key-value-store.ts'

/** Where what is written stays: in the browser beyond the page, or in the memory of the page alone. */
export type Keeping = 'lasting' | 'memory'

/** How often room is made for one write, at most (spec 3 §7). */
export const mostRoomTries = 100

export interface OverflowParts {
  readonly lasting: KeyValueStore
  /** Deletes something that can be done without; answers whether there was anything. */
  makeRoom(): Promise<boolean>
  onKeeping(keeping: Keeping): void
  onError(error: unknown): void
}

/** A value that can't be stored is a bug of whoever wrote it, not a store that fails. */
const isBug = (error: unknown) =>
  error instanceof Error && ['DataCloneError', 'DataError', 'TypeError', 'NotFoundError'].includes(error.name)

const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

const placeOf = (change: Change): Place => ('put' in change ? change.put : change.remove)

/**
 * A store whose writes go on where the browser takes no more: what it doesn't take is held in the memory, and tried again ahead
 * of the next write. Where the disk is full, room is made first. Writes are done one after the other, so that an older one that
 * failed never comes after a newer.
 */
export const createOverflowStore = ({ lasting, makeRoom, onKeeping, onError }: OverflowParts): KeyValueStore => {
  const held = new Map<string, Change>()
  let keeping: Keeping = 'lasting'
  let last: Promise<unknown> = Promise.resolve()

  const heldKey = (place: Place, key: string) => `${place}/${key}`
  const tell = (now: Keeping) => {
    if (now === keeping) return
    keeping = now
    onKeeping(now)
  }

  const writeMakingRoom = async (changes: readonly Change[]) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await lasting.write(changes)
      } catch (error) {
        if (!isFull(error) || tries >= mostRoomTries || !(await makeRoom().catch(() => false))) throw error
      }
    }
  }

  const write = async (changes: readonly Change[]) => {
    try {
      await writeMakingRoom([...held.values(), ...changes])
      held.clear()
      tell('lasting')
    } catch (error) {
      if (isBug(error)) throw error
      for (const change of changes) held.set(heldKey(placeOf(change), change.key), copyOf(change))
      if (keeping === 'lasting') onError(error)
      tell('memory')
    }
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
    write(changes) {
      const written = last.then(() => write(changes))
      last = written.catch(() => undefined)
      return written
    },
    close: () => lasting.close(),
  }
}

/** What its writer changes afterwards stays unchanged in here. */
const copyOf = (change: Change): Change => ('put' in change ? { ...change, value: structuredClone(change.value) } : change)
