import type { Api, Failure } from '@sitwell/client/api'
import type { StoredValue } from '@sitwell/client/stored-value'
import { officeSession, officeSignOut, type ReplyOf } from '@sitwell/contract'

type Reply = ReplyOf<typeof officeSession>

/** Who is signed in to the office, and what they may do. */
export type Facts = Reply & { readonly [Name in 'person' | 'organisation']: NonNullable<Reply[Name]> }

/** Why a page can't continue: its session has ended, or the browser has one of somebody else by now. */
export type Interruption = { readonly is: 'ended' } | { readonly is: 'other'; readonly person: Facts['person'] }

export type SessionState =
  /** `notice`: what has just happened. */
  | { readonly is: 'signed-out'; readonly notice?: 'signed-out' | 'ended' }
  /** Another person than this tab showed before: nothing shows until somebody has decided whose page it is. */
  | { readonly is: 'other'; readonly facts: Facts }
  | { readonly is: 'signed-in'; readonly facts: Facts; readonly interruption?: Interruption | undefined }

export const isWhole = (reply: Reply): reply is Facts =>
  !reply.isPending && reply.person !== undefined && reply.organisation !== undefined

/** Whether a call was refused because its page has no session any more, or another one. */
export const isOfSession = (failure: Failure): boolean =>
  failure.kind === 'refused' &&
  (failure.code === 'NO_AUTHORISATION' || failure.code === 'OTHER_SESSION' || failure.code === 'MFA_REQUIRED')

interface Parts {
  /** Calls without the office's own waiting (`officeApi`). */
  api(): Api
  readonly memory: StoredValue<{ readonly sessionId: string; readonly userGuid: string }>
  /** What an earlier page of this tab knew of its session, for a start without the server; undefined if that may not be gone by. */
  kept(): Facts | undefined
  /** Loads the app anew. */
  startAfresh(): void
  /** Tells the other tabs that the browser's session has changed. */
  tellOthers(): void
}

/** Milliseconds that the server is asked for what this tab keeps too. */
const askedForMs = 8000

/** The session of this page: one of the browser's, by the cookie that the page can't read, and named by an id in each call. */
export const createOfficeSession = ({ api, memory, kept, startAfresh, tellOthers }: Parts) => {
  let state: SessionState = { is: 'signed-out' }
  let sessionId = memory.get()?.sessionId
  const listeners = new Set<() => void>()
  /** Calls that continue once the same person is there again. */
  let waiting = new Set<() => void>()
  /** The page has started without the server, which has yet to say whose session the browser has. */
  let isUnconfirmed = false

  const change = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const ask = async (): Promise<Facts | undefined> => {
    const outcome = await api().call(officeSession, {})
    if (outcome.ok) return isWhole(outcome.value) ? outcome.value : undefined
    if (isOfSession(outcome)) return undefined
    throw new Error(outcome.message)
  }

  /** At the start: what the server says, or what is kept if it can't be reached. */
  const askOrRemember = async (): Promise<Facts | undefined> => {
    const known = kept()
    if (known === undefined || known.person.userGuid !== memory.get()?.userGuid) return ask()
    const outcome = await api().call(officeSession, {}, { attempts: 1, signal: AbortSignal.timeout(askedForMs) })
    if (!outcome.ok && outcome.kind === 'unreachable') {
      isUnconfirmed = true
      return known
    }
    // Answered, though maybe with a fault: that is what any start makes of it.
    return outcome.ok && isWhole(outcome.value) ? outcome.value : ask()
  }

  const take = (facts: Facts) => {
    sessionId = facts.sessionId
    memory.set({ sessionId, userGuid: facts.person.userGuid })
    change({ is: 'signed-in', facts })
    const resumed = waiting
    waiting = new Set()
    for (const goOn of resumed) goOn()
  }

  /**
   * Looks which session the browser has. The page continues if it is the same person's, and says so if it isn't. False if the server can't be
   * asked: the next call finds out.
   */
  const lookAgain = async (): Promise<boolean> => {
    const before = state
    if (before.is !== 'signed-in') return true
    const found = await ask().catch(() => 'unknown' as const)
    if (found === 'unknown') return false
    isUnconfirmed = false
    if (state !== before) return true
    if (found === undefined) change({ ...before, interruption: { is: 'ended' } })
    else if (found.person.userGuid === before.facts.person.userGuid) take(found)
    else change({ ...before, interruption: { is: 'other', person: found.person } })
    return true
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Names the session of this page in its calls; undefined before a sign-in. */
    sessionId: () => sessionId,

    /**
     * At the start: the session that the browser has, if there is one and it is `wanted` at this address. If the server can't be asked, it is the
     * one that is kept, or this throws.
     */
    find: async (wanted: (facts: Facts) => boolean): Promise<Facts | undefined> => {
      const facts = await askOrRemember()
      if (facts === undefined || !wanted(facts)) {
        const wasThere = facts === undefined && memory.get() !== undefined
        memory.clear()
        sessionId = undefined
        change({ is: 'signed-out', ...(wasThere && { notice: 'ended' as const }) })
        return undefined
      }
      const before = memory.get()
      if (before !== undefined && before.userGuid !== facts.person.userGuid) change({ is: 'other', facts })
      else take(facts)
      return facts
    },

    /** The person decided to continue as whoever is signed in to this browser. */
    goOnAsFound: () => {
      if (state.is === 'other') return take(state.facts)
      memory.clear()
      startAfresh()
    },

    /** The sign-in page is asked for instead. */
    signInInstead: () => {
      if (state.is === 'signed-in') change({ ...state, interruption: { is: 'ended' } })
      else change({ is: 'signed-out' })
    },

    /** A sign-in has made a session, whose second step may still be open. */
    name: (id: string) => {
      sessionId = id
    },

    /** Somebody is through the sign-in. The page continues where it was if it is the same person, and starts afresh for another. */
    signedIn: async (): Promise<void> => {
      const facts = await ask()
      if (facts === undefined) throw new Error('The session has ended meanwhile')
      const before = state
      if (before.is === 'signed-in' && before.facts.person.userGuid !== facts.person.userGuid) {
        memory.set({ sessionId: facts.sessionId, userGuid: facts.person.userGuid })
        startAfresh()
        return
      }
      take(facts)
      tellOthers()
    },

    lookAgain,

    /** The server can be reached: a page that has started without it learns whether its session goes on. */
    confirm: async (): Promise<void> => {
      if (isUnconfirmed) await lookAgain()
    },

    /**
     * After a call that was refused for want of its session: waits until the same person is signed in again, and resolves to true; the call
     * is then made again. For another person the page starts afresh, and nothing continues. False once `signal` is aborted, or nobody was signed in.
     */
    untilRestored: async (signal: AbortSignal | undefined): Promise<boolean> => {
      if (state.is !== 'signed-in' || signal?.aborted) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const goOn = () => resolve(true)
      const giveUp = () => {
        waiting.delete(goOn)
        resolve(false)
      }
      waiting.add(goOn)
      signal?.addEventListener('abort', giveUp)
      if (state.interruption === undefined && !(await lookAgain())) giveUp()
      return promise
    },

    /** Ends the session on the server and here. False if the server can't be reached: the cookie is the server's to take away. */
    signOut: async (): Promise<boolean> => {
      const outcome = await api().call(officeSignOut, { body: {} })
      if (!outcome.ok && !isOfSession(outcome)) return false
      memory.clear()
      sessionId = undefined
      change({ is: 'signed-out', notice: 'signed-out' })
      tellOthers()
      return true
    },
  }
}

export type OfficeSession = ReturnType<typeof createOfficeSession>
