import { client, tokens, user } from '@sitwell/client/session'
import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'
import { clientSettings } from './settings/client-settings.ts'

/** What a login page leaves for later (spec 1 §2): the token of its address and where the learner came from. */
const entry = z.object({
  loginToken: z.optional(z.string()),
  setPasswordToken: z.optional(z.string()),
  referrer: z.optional(z.string()),
})

/** A schedule of a launch address was read there: here it matters which exam it leads to. */
const launchedSchedule = z.looseObject({ examGuid: z.string() })

/** The path of the page of this tab that was left last. */
const place = z.object({
  path: z.string(),
  /** The page after it was shown by the browser's back or forward button, though it was loaded anew. */
  isLeftByHistory: z.optional(z.boolean()),
})

/** What the proctoring provider's address said (spec 1 §2), and the id of the one request that signs in with it. */
const proctoring = z.object({
  clientName: z.string(),
  userInfo1: z.string(),
  userInfo2: z.string(),
  examGuid: z.optional(z.string()),
  requestId: z.string(),
})

/** The keys of session storage (spec 1 §3). Each tab has its own, so a copied address starts no second session. */
export const createSessionStore = (storage: KeyStorage) => {
  const store = {
    user: storedValue(storage, 'sitwell.user', user),
    client: storedValue(storage, 'sitwell.client', client),
    tokens: storedValue(storage, 'sitwell.tokens', tokens),
    settings: storedValue(storage, 'sitwell.settings', clientSettings),
    /** A schedule and an exam that came with a launch address (spec 2 §3). */
    externalSchedule: storedValue(storage, 'sitwell.externalSchedule', launchedSchedule),
    externalExam: storedValue(storage, 'sitwell.externalExam', z.looseObject({})),
    /** The id under which this tab enters a launch address; gone once the server has answered. */
    launch: storedValue(storage, 'sitwell.launch', z.object({ requestId: z.string() })),
    entry: storedValue(storage, 'sitwell.entry', entry),
    proctoring: storedValue(storage, 'sitwell.proctoring', proctoring),
    /** In the proctored variant an unsupported browser may be gone on with: whether its learner did. */
    anyBrowser: storedValue(storage, 'sitwell.anyBrowser', z.object({})),
    place: storedValue(storage, 'sitwell.place', place),
    /** The session of this tab was ended from elsewhere, which its login page has yet to say. */
    ended: storedValue(storage, 'sitwell.ended', z.object({})),
  }
  return {
    ...store,
    /** Valid only when user, client and tokens are all there (spec 1 §3). */
    load: () => {
      const [who, where, access] = [store.user.get(), store.client.get(), store.tokens.get()]
      if (who === undefined || where === undefined || access === undefined) return undefined
      return { user: who, client: where, tokens: access, settings: store.settings.get() }
    },
    /** The session is over: who it was, the tokens and what came with a launch address. The organisation stays. */
    clearSession: () => {
      for (const value of [store.user, store.tokens, store.externalSchedule, store.externalExam]) value.clear()
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>

const lastClient = z.object({ urlToken: z.string(), languageId: z.optional(z.number()) })

/** The organisation last used in this browser: a visitor without a session is sent to its login page. */
export const createLastClientStore = (storage: KeyStorage) => storedValue(storage, 'sitwell.lastClient', lastClient)
