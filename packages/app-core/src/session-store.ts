import { type Client, client, type Tokens, tokens, type User, user } from '@sitwell/client/session'
import { type KeyStorage, type StoredValue, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'

/** What a login page leaves for later (spec 1 §2): the token of its address and where the learner came from. */
const entry = z.object({
  loginToken: z.optional(z.string()),
  setPasswordToken: z.optional(z.string()),
  referrer: z.optional(z.string()),
})

/** The path of the page of this tab that was left last. */
const place = z.object({
  path: z.string(),
  /** The page after it was shown by the browser's back or forward button, though it was loaded again. */
  isLeftByHistory: z.optional(z.boolean()),
})

/** What a tab keeps of a session; an app may keep more beside it. */
export interface SessionStore<Settings extends object> {
  readonly user: StoredValue<User>
  readonly client: StoredValue<Client>
  readonly tokens: StoredValue<Tokens>
  readonly settings: StoredValue<Settings>
  readonly entry: StoredValue<z.infer<typeof entry>>
  readonly place: StoredValue<z.infer<typeof place>>
  /** The session of this tab was ended from elsewhere, which its login page has yet to say. */
  readonly ended: StoredValue<object>
  /** Valid only when user, client and tokens are all there (spec 1 §3). */
  load():
    | { readonly user: User; readonly client: Client; readonly tokens: Tokens; readonly settings: Settings | undefined }
    | undefined
  /** The session is over: who it was, the tokens and what else belongs to it. The organisation stays. */
  clearSession(): void
}

/**
 * The keys of session storage (spec 1 §3). Each tab has its own, so a copied address starts no second session. `prefix` begins each key, so that
 * apps of one site have their own sessions. `rest`: what else is cleared with the session.
 */
export const createSessionStore = <S extends z.ZodMiniType<object>>(
  storage: KeyStorage,
  prefix: string,
  settings: S,
  rest: readonly Pick<StoredValue<object>, 'clear'>[] = [],
): SessionStore<z.output<S> & object> => {
  const valueAt = <T extends z.ZodMiniType<object>>(name: string, schema: T) =>
    storedValue(storage, `${prefix}.${name}`, schema)
  const store = {
    user: valueAt('user', user),
    client: valueAt('client', client),
    tokens: valueAt('tokens', tokens),
    settings: valueAt('settings', settings),
    entry: valueAt('entry', entry),
    place: valueAt('place', place),
    ended: valueAt('ended', z.object({})),
  }
  return {
    ...store,
    load: () => {
      const [who, where, access] = [store.user.get(), store.client.get(), store.tokens.get()]
      if (who === undefined || where === undefined || access === undefined) return undefined
      return { user: who, client: where, tokens: access, settings: store.settings.get() }
    },
    clearSession: () => {
      for (const value of [store.user, store.tokens, ...rest]) value.clear()
    },
  }
}

const lastClient = z.object({ urlToken: z.string(), languageId: z.optional(z.number()) })

/** The organisation last used in this browser: a visitor without a session is sent to its login page. */
export const createLastClientStore = (storage: KeyStorage) => storedValue(storage, 'sitwell.lastClient', lastClient)
