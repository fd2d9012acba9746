import { oneByOne } from '@sitwell/client/one-by-one'
import type { KeyStorage } from '@sitwell/client/stored-value'
import { type Leaver, leaversIn } from '../context/leavers.ts'
import type { KeyValueStore } from '../storage/key-value-store.ts'
import { sentRecords } from './sent-records.ts'

type Places = Pick<KeyValueStore, 'list' | 'keys' | 'write'>

/** Deletes from the browser's store what the server has of somebody whose session has ended. */
export const clearSent = async (places: Places, leaver: Leaver): Promise<void> => {
  const changes = await sentRecords(places, leaver)
  if (changes.length > 0) await places.write(changes)
}

/** A page that signs somebody in waits until what its sign-in page had begun is done. */
const inTurn = oneByOne(() => {})

/** Completes the log-offs that an earlier page has noted: one may have been interrupted, or a reply may have come after it. */
export const clearLeavers = (places: Places, storage: KeyStorage): Promise<void> =>
  inTurn(async () => {
    const leavers = leaversIn(storage)
    for (const leaver of leavers.all()) {
      await clearSent(places, leaver)
      leavers.remove(leaver.userGuid)
    }
  })
