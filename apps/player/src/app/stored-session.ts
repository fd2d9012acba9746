import { client, tokens, user } from '@sitwell/client/session'
import { storedValue } from '@sitwell/client/stored-value'
import { appSettings } from '@sitwell/contract'
import * as z from 'zod/mini'
import type { StoredExamSession } from '../context/player.ts'
import { clientSettings } from '../context/settings/client-settings.ts'
import type { PlayerApp } from './create-player.ts'
import { holdBuild } from './hold-build.ts'

/** Where it is kept. */
const storedSessionKey = 'sitwell.examSession'

/** Everything that the start-up would ask the server for, and the session: what a tab needs to continue with an exam. */
const storedSession = z.object({
  examGuid: z.string(),
  /** Milliseconds since 1970 by the computer's own clock; after it the exam is over, and this is nobody's any more. */
  untilMs: z.number(),
  user,
  client,
  settings: clientSettings,
  tokens,
  appSettings,
  /** The organisation's own texts, by id. */
  texts: z.record(z.string(), z.string()),
})
type StoredSession = z.infer<typeof storedSession>

const storedStartKey = 'sitwell.start'
/** What the start-up asks the server for, of whoever is signed in. Nobody is signed in by it: a tab that has no session asks for that. */
const storedStart = z.object({ userGuid: z.string(), appSettings, texts: z.record(z.string(), z.string()) })

/** Where the session of an exam that is being sat is kept, whosever it is. */
export const storedSessionStore = ({ environment }: PlayerApp) =>
  storedValue(environment.localStorage, storedSessionKey, storedSession)

/** What is kept and not over yet. */
const currentSession = (player: PlayerApp): StoredSession | undefined => {
  const stored = storedSessionStore(player).get()
  if (stored === undefined || stored.untilMs > player.environment.nowMs()) return stored
  storedSessionStore(player).clear()
  return undefined
}

/** Whether somebody who is signed in here is sitting an exam in this browser. */
export const isExamSessionStored = (player: PlayerApp): boolean => {
  const stored = currentSession(player)
  return stored !== undefined && stored.user.guid === player.store.get().session?.user.guid
}

/** Where an exam that is being sat in this browser continues, and whose it is. */
export interface StoredExamAddress {
  readonly address: string
  readonly learner: string
}

/** The exam that can be gone on with from elsewhere; none if somebody else is signed in here. */
export const storedExamOf = (player: PlayerApp): StoredExamAddress | undefined => {
  const stored = currentSession(player)
  if (stored === undefined) return undefined
  const isSomebodyElses = (player.session.user.get()?.guid ?? stored.user.guid) !== stored.user.guid
  if (isSomebodyElses || examOfAddress(player.environment.path()) === stored.examGuid) return undefined
  return {
    address: `/exam/${encodeURIComponent(stored.examGuid)}`,
    learner: `${stored.user.firstName} ${stored.user.lastName}`.trim(),
  }
}

const examOfAddress = (path: string) => /^\/exam\/([^/]+)/.exec(path)?.[1]

/**
 * The session that was kept for the exam of this address. A closed browser forgets its session storage; a learner who opens the
 * exam again in the same browser continues with it, with or without a network.
 */
const readStoredSession = (player: PlayerApp): StoredSession | undefined => {
  const stored = currentSession(player)
  return stored !== undefined && examOfAddress(player.environment.path()) === stored.examGuid ? stored : undefined
}

/** Gives a tab that has no session the kept one. */
const restoreStoredSession = ({ session, tokens }: PlayerApp, stored: StoredSession): void => {
  session.user.set(stored.user)
  session.client.set(stored.client)
  session.settings.set(stored.settings)
  session.tokens.set(stored.tokens)
  tokens.set(stored.tokens)
}

/** At the address of the exam that is being sat: its session for a tab that has none, and what the server may not be there to tell. */
export const resumeStoredSession = (player: PlayerApp): StoredSession | undefined => {
  const stored = readStoredSession(player)
  if (stored === undefined) return undefined
  if (player.session.load() === undefined) restoreStoredSession(player, stored)
  player.store.change({ storedTexts: new Map(Object.entries(stored.texts)) })
  return stored
}

const startStoreOf = ({ environment }: PlayerApp) => storedValue(environment.localStorage, storedStartKey, storedStart)

/** At a course's address, for a tab that is signed in: what the server may not be there to tell. */
export const resumeStoredStart = (player: PlayerApp): z.infer<typeof storedStart> | undefined => {
  const stored = startStoreOf(player).get()
  if (stored === undefined || player.session.load()?.user.guid !== stored.userGuid) return undefined
  player.store.change({ storedTexts: new Map(Object.entries(stored.texts)) })
  return stored
}

/** Deletes what was stored so that another page can continue the session, which is over. */
export const forgetStored = async (player: PlayerApp): Promise<void> => {
  storedSessionStore(player).clear()
  startStoreOf(player).clear()
  await holdBuild(undefined)
}

/** Keeps the session of a tab for as long as an exam is sat in it; its tokens as they change. */
export const createStoredExamSession = (player: PlayerApp): StoredExamSession => {
  const store = storedSessionStore(player)
  player.onTokens((held) => {
    const stored = store.get()
    if (stored === undefined || stored.user.guid !== player.store.get().session?.user.guid) return
    if (held === undefined) store.clear()
    else store.set({ ...stored, tokens: held })
  })
  // A tab that shares the session has refreshed its tokens: with the old ones the server would take this tab for a thief's.
  player.environment.onStored((key) => {
    const stored = key === storedSessionKey ? store.get() : undefined
    const isOurs = stored !== undefined && stored.user.guid === player.store.get().session?.user.guid
    if (isOurs && stored.tokens.refresh !== player.tokens.get()?.refresh) player.tokens.set(stored.tokens)
  })
  // Somebody else has signed in at this machine: what the one before left is theirs alone.
  const stored = store.get()
  if (stored !== undefined && stored.user.guid !== player.store.get().session?.user.guid) store.clear()
  return {
    keep(examGuid, untilMs) {
      const { session, settings, appSettings, texts } = player.store.get()
      const held = player.tokens.get()
      if (!session || !settings || !appSettings || !held) return
      const { user, client } = session
      store.set({
        examGuid,
        untilMs,
        user,
        client,
        settings,
        tokens: held,
        appSettings,
        texts: Object.fromEntries(texts ?? []),
      })
      void holdBuild({ examGuid, untilMs })
    },
    end() {
      store.clear()
      void holdBuild(undefined)
    },
    keepStart() {
      const { session, appSettings, texts } = player.store.get()
      if (!session || !appSettings) return
      const held = Object.fromEntries(texts ?? [])
      startStoreOf(player).set({ userGuid: session.user.guid, appSettings, texts: held })
    },
  }
}
