import { newUuid } from '@sitwell/client/new-uuid'
import { openIndexedDbStore } from '@sitwell/storage/indexed-db-store'
import type { KeyValueStore } from '@sitwell/storage/key-value-store'
import { createMemoryStore } from '@sitwell/storage/memory-store'
import { createOverflowStore } from '@sitwell/storage/overflow-store'
import { forgetDone, forgetPerson } from './device-store.ts'
import { type KeptLines, openKeptLines, removeResponses } from './kept-line.ts'
import { type DevicePlace, officeDatabase } from './mark-records.ts'
import { type DeviceParts, type MarkingDevice, openMarkingDevice } from './marking-device.ts'
import { openSeal } from './seal.ts'
import { createTabClaims } from './tab-claims.ts'
import type { TabKeys } from './tab-key.ts'

/** A browser that keeps nothing. */
const nothing: KeyValueStore<DevicePlace> = {
  read: async () => undefined,
  list: async () => [],
  keys: async () => [],
  write: () => Promise.reject(new Error('This browser keeps nothing')),
  close() {},
}

/** For as long as this page is open. A page over plain http has no locks, and can't seal either. */
const locks = (): LockManager | undefined => globalThis.navigator?.locks
const isOwn = createTabClaims(locks())

interface LineParts extends Pick<DeviceParts, 'userGuid' | 'nowMs' | 'onError'> {
  readonly tabKey: TabKeys | undefined
  readonly places: KeyValueStore<DevicePlace>
}

/** What keeps the responses that wait; undefined if they can't be sealed. */
const openLines = async ({ tabKey, places, userGuid, nowMs, onError }: LineParts): Promise<KeptLines | undefined> => {
  try {
    const seal = tabKey && (await openSeal(tabKey, { crypto, newId: newUuid, isOwn }))
    return seal && (await openKeptLines({ places, seal, userGuid, nowMs }))
  } catch (error) {
    onError(error)
    return undefined
  }
}

/** Has a device keep responses again, with the key of the session that has just begun. */
export const keepAgain = async (device: MarkingDevice, parts: Omit<LineParts, 'places'>): Promise<void> =>
  device.keepLinesBy(await openLines({ ...parts, places: await openIndexedDbStore(officeDatabase) }))

interface OpenParts extends Omit<DeviceParts, 'places' | 'lines' | 'locks'> {
  /** Where the key of this tab is; without one no response is kept. */
  readonly tabKey?: TabKeys
}

/** Opens the marks of a person in this browser. In one that keeps nothing they are in the memory of the page, which the device's state says. */
export const openDevice = async ({ tabKey, ...parts }: OpenParts): Promise<MarkingDevice> => {
  let isLasting = true
  let device: MarkingDevice | undefined
  const onKeeping = (now: boolean) => {
    isLasting = now
    device?.noteKeeping(now)
  }
  const lasting = await openIndexedDbStore(officeDatabase, parts.onError).catch((error) => {
    parts.onError(error)
    onKeeping(false)
    return nothing
  })
  const places = createOverflowStore({
    lasting,
    // A mark goes before the responses that wait.
    makeRoom: () => removeResponses(lasting).catch(() => false),
    onKeeping: (keeping) => onKeeping(keeping === 'lasting'),
    // Each write to a browser that keeps nothing fails alike, and was told of once.
    onError: lasting === nothing ? () => {} : parts.onError,
  })
  const lines = lasting === nothing ? undefined : await openLines({ ...parts, tabKey, places: lasting })
  device = await openMarkingDevice({ ...parts, places, lines, locks: locks() })
  if (!isLasting) device.noteKeeping(false)
  return device
}

/** Removes all marks of somebody from this browser, and those alone that the server doesn't have are lost by it: they have decided so. */
export const discardMarks = async (userGuid: string): Promise<void> => {
  const places = await openIndexedDbStore(officeDatabase)
  try {
    await forgetPerson(places, userGuid)
  } finally {
    places.close()
  }
}

/** Removes the responses that wait for a person from this browser: their session has ended, or another person is signed in. */
export const removeWaiting = async (userGuid: string): Promise<void> => {
  const places = await openIndexedDbStore(officeDatabase)
  try {
    await removeResponses(places, userGuid)
  } finally {
    places.close()
  }
}

/** Removes from this browser what the server has, whoever gave it, and all responses: nobody is signed in here any more. */
export const leaveDevice = async (): Promise<void> => {
  const places = await openIndexedDbStore(officeDatabase).catch(() => createMemoryStore(officeDatabase.places))
  try {
    await removeResponses(places)
    await forgetDone(places)
  } finally {
    places.close()
  }
}
