import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'

const leaver = z.object({
  userGuid: z.string(),
  /** The generation of the server's database that this browser had heard of; what another one acknowledged isn't known to be there. */
  generation: z.optional(z.string()),
  /** Form runs of which it wasn't known whether the server still has their answers. */
  doubted: z.optional(z.array(z.string())),
  /** The server refused the session. It may be an older one that never knew it: nothing that it acknowledged is known to be there. */
  isRefused: z.optional(z.boolean()),
})

/** Somebody whose session has ended in this browser. */
export type Leaver = z.infer<typeof leaver>

/**
 * People whose session has ended in this browser, until everything of theirs that the server has is deleted here. It is written
 * before anything is deleted, so that the next page completes a log-off that was interrupted.
 */
export const leaversIn = (storage: KeyStorage) => {
  const value = storedValue(storage, 'sitwell.leavers', z.object({ people: z.array(leaver) }))
  const all = (): readonly Leaver[] => value.get()?.people ?? []
  const without = (userGuid: string) => all().filter((one) => one.userGuid !== userGuid)
  return {
    all,
    /** Replaces what was noted of the same person before. */
    note: (one: Leaver) => void value.set({ people: [...without(one.userGuid), one] }),
    remove(userGuid: string) {
      const people = without(userGuid)
      if (people.length === 0) value.clear()
      else value.set({ people })
    },
  }
}
