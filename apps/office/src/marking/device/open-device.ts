import { openIndexedDbStore } from '@sitwell/storage/indexed-db-store'
import type { KeyValueStore } from '@sitwell/storage/key-value-store'
import { createMemoryStore } from '@sitwell/storage/memory-store'
import { createOverflowStore } from '@sitwell/storage/overflow-store'
import { forgetDone, forgetPerson } from './device-store.ts'
import { type DevicePlace, officeDatabase } from './mark-records.ts'
import { type DeviceParts, type MarkingDevice, openMarkingDevice } from './marking-device.ts'

/** A browser that keeps nothing. */
const nothing: KeyValueStore<DevicePlace> = {
  read: async () => undefined,
  list: async () => [],
  keys: async () => [],
  write: () => Promise.reject(new Error('This browser keeps nothing')),
  close() {},
}

/** Opens the marks of a person in this browser. In one that keeps nothing they are in the memory of the page, which the device's state says. */
export const openDevice = async (parts: Omit<DeviceParts, 'places'>): Promise<MarkingDevice> => {
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
    makeRoom: async () => false,
    onKeeping: (keeping) => onKeeping(keeping === 'lasting'),
    // Each write to a browser that keeps nothing fails alike, and was told of once.
    onError: lasting === nothing ? () => {} : parts.onError,
  })
  device = await openMarkingDevice({ ...parts, places })
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

/** Removes from this browser what the server has, whoever gave it: nobody is signed in here any more. */
export const leaveDevice = async (): Promise<void> => {
  const places = await openIndexedDbStore(officeDatabase).catch(() => createMemoryStore(officeDatabase.places))
  try {
    await forgetDone(places)
  } finally {
    places.close()
  }
}
