import { client, tokens, user } from '@sitwell/client/session'
import { storedValue } from '@sitwell/client/stored-value'
import { appSettings } from '@sitwell/contract'
import * as z from 'zod/mini'
import type { KeptExamSession } from '../context/player-context.tsx'
import { clientSettings } from '../context/settings/client-settings.ts'
import type { PlayerApp } from './create-player.ts'
import { holdBuild } from './keep-player.ts'

/** Where it is kept. */
const keptSessionKey = 'sitwell.examSession'

/** Everything that the start-up would ask the server for, and the session: what a tab needs to go on with an exam. */
const keptSession = z.object({
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
type KeptSession = z.infer<typeof keptSession>

const keptStartKey = 'sitwell.start'
/** What the start-up asks the server for, of whoever is signed in. Nobody is signed in by it: a tab that has no session asks for that. */
const keptStart = z.object({ userGuid: z.string(), appSettings, texts: z.record(z.string(), z.string()) })

/** Where the session of an exam that is being sat is kept, whosever it is. */
export const keptSessionStore = ({ environment }: PlayerApp) =>
  storedValue(environment.localStorage, keptSessionKey, keptSession)

/** What is kept and not over yet. */
const currentSession = (player: PlayerApp): KeptSession | undefined => {
  const kept = keptSessionStore(player).get()
  if (kept === undefined || kept.untilMs > player.environment.nowMs()) return kept
  keptSessionStore(player).clear()
  return undefined
}

/** Whether somebody who is signed in here is sitting an exam in this browser. */
export const isExamSessionKept = (player: PlayerApp): boolean => {
  const kept = currentSession(player)
  return kept !== undefined && kept.user.guid === player.store.get().session?.user.guid
}

/** Where an exam that is being sat in this browser goes on, and whose it is. */
export interface KeptExamAddress {
  readonly address: string
  readonly learner: string
}

/** The exam that can be gone on with from elsewhere; none where somebody else is signed in here. */
export const keptExamOf = (player: PlayerApp): KeptExamAddress | undefined => {
  const kept = currentSession(player)
  if (kept === undefined) return undefined
  const isSomebodyElses = (player.session.user.get()?.guid ?? kept.user.guid) !== kept.user.guid
  if (isSomebodyElses || examOfAddress(player.environment.path()) === kept.examGuid) return undefined
  return {
    address: `/exam/${encodeURIComponent(kept.examGuid)}`,
    learner: `${kept.user.firstName} ${kept.user.lastName}`.trim(),
  }
}

const examOfAddress = (path: string) => /^\/exam\/([^/]+)/.exec(path)?.[1]

/**
 * The session that was kept for the exam of this address. A closed browser forgets its session storage; a learner who opens the
 * exam again in the same browser goes on with it, with or without a network.
 */
const readKeptSession = (player: PlayerApp): KeptSession | undefined => {
  const kept = currentSession(player)
  return kept !== undefined && examOfAddress(player.environment.path()) === kept.examGuid ? kept : undefined
}

/** Gives a tab that has no session the kept one. */
const restoreKeptSession = ({ session, tokens }: PlayerApp, kept: KeptSession): void => {
  session.user.set(kept.user)
  session.client.set(kept.client)
  session.settings.set(kept.settings)
  session.tokens.set(kept.tokens)
  tokens.set(kept.tokens)
}

/** At the address of the exam that is being sat: its session for a tab that has none, and what the server may not be there to tell. */
export const resumeKeptSession = (player: PlayerApp): KeptSession | undefined => {
  const kept = readKeptSession(player)
  if (kept === undefined) return undefined
  if (player.session.load() === undefined) restoreKeptSession(player, kept)
  player.store.change({ keptTexts: new Map(Object.entries(kept.texts)) })
  return kept
}

const startStoreOf = ({ environment }: PlayerApp) => storedValue(environment.localStorage, keptStartKey, keptStart)

/** At a course's address, for a tab that is signed in: what the server may not be there to tell. */
export const resumeKeptStart = (player: PlayerApp): z.infer<typeof keptStart> | undefined => {
  const kept = startStoreOf(player).get()
  if (kept === undefined || player.session.load()?.user.guid !== kept.userGuid) return undefined
  player.store.change({ keptTexts: new Map(Object.entries(kept.texts)) })
  return kept
}

/** Keeps the session of a tab for as long as an exam is sat in it; its tokens as they change. */
export const createKeptExamSession = (player: PlayerApp): KeptExamSession => {
  const store = keptSessionStore(player)
  player.onTokens((held) => {
    const kept = store.get()
    if (kept === undefined || kept.user.guid !== player.store.get().session?.user.guid) return
    if (held === undefined) store.clear()
    else store.set({ ...kept, tokens: held })
  })
  // A tab that shares the session has refreshed its tokens: with the old ones the server would take this tab for a thief's.
  player.environment.onStored((key) => {
    const kept = key === keptSessionKey ? store.get() : undefined
    const isOurs = kept !== undefined && kept.user.guid === player.store.get().session?.user.guid
    if (isOurs && kept.tokens.refresh !== player.tokens.get()?.refresh) player.tokens.set(kept.tokens)
  })
  // Somebody else has signed in at this machine: what the one before left is theirs alone.
  const kept = store.get()
  if (kept !== undefined && kept.user.guid !== player.store.get().session?.user.guid) store.clear()
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
      holdBuild({ examGuid, untilMs }).catch(player.reportError)
    },
    end() {
      store.clear()
      holdBuild(undefined).catch(player.reportError)
    },
    keepStart() {
      const { session, appSettings, texts } = player.store.get()
      if (!session || !appSettings) return
      const held = Object.fromEntries(texts ?? [])
      startStoreOf(player).set({ userGuid: session.user.guid, appSettings, texts: held })
    },
  }
}
