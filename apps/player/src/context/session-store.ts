import { createSessionStore, type SessionStore } from '@sitwell/app-core/session-store'
import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'
import { type ClientSettings, clientSettings } from './settings/client-settings.ts'

/** A schedule of a launch address was read there: here it matters which exam it leads to. */
const launchedSchedule = z.looseObject({ examGuid: z.string() })

/** What the proctoring provider's address said (spec 1 §2), and the id of the one request that signs in with it. */
const proctoring = z.object({
  clientName: z.string(),
  userInfo1: z.string(),
  userInfo2: z.string(),
  examGuid: z.optional(z.string()),
  requestId: z.string(),
})

/** What the player keeps in a tab: the session, and what an address, a launch or a provider of proctoring brought with it. */
export const createPlayerSession = (storage: KeyStorage) => {
  const own = {
    /** A schedule and an exam that came with a launch address (spec 2 §3). */
    externalSchedule: storedValue(storage, 'sitwell.externalSchedule', launchedSchedule),
    externalExam: storedValue(storage, 'sitwell.externalExam', z.looseObject({})),
    /** The id under which this tab enters a launch address; gone once the server has answered. */
    launch: storedValue(storage, 'sitwell.launch', z.object({ requestId: z.string() })),
    proctoring: storedValue(storage, 'sitwell.proctoring', proctoring),
    /** In the proctored variant an unsupported browser may be gone on with: whether its learner did. */
    anyBrowser: storedValue(storage, 'sitwell.anyBrowser', z.object({})),
  }
  const session: SessionStore<ClientSettings> = createSessionStore(storage, 'sitwell', clientSettings, [
    own.externalSchedule,
    own.externalExam,
  ])
  return { ...session, ...own }
}

export type PlayerSession = ReturnType<typeof createPlayerSession>
