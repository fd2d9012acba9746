import type { CallListener } from '@sitwell/client/api'
import { createApi } from '@sitwell/client/create-api'
import { createLiveEvents } from '@sitwell/client/live-events'
import { createServerClock } from '@sitwell/client/server-clock'
import type { Tokens } from '@sitwell/client/session'
import { tokensFromToken, userFromToken } from '@sitwell/client/session-from-token'
import type { KeyStorage } from '@sitwell/client/stored-value'
import { createTokenStore } from '@sitwell/client/token-store'
import { confirmRubric, token } from '@sitwell/contract'
import { formRunKind } from '../../apps/player/src/live/form-run-kind.ts'
// Loaded ahead: what is imported as it is needed takes real time, while the simulated one continues.
import '../../apps/player/src/sync/only-here/hand-in.ts'
import type { World } from '../../e2e/arrange.ts'
import { createSimulatedHub } from './simulated-hub.ts'
import type { SimulatedNetwork } from './simulated-network.ts'
import type { Realm } from './simulated-time.ts'

/** What a tab keeps from page to page. */
export interface SimulatedTab {
  readonly items: Map<string, string>
  session: { readonly tokens: Tokens; readonly user: ReturnType<typeof userFromToken> } | undefined
}

/** The same as a page asks for it. */
export const storageOf = ({ items }: Pick<SimulatedTab, 'items'>): KeyStorage => ({
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, text) => void items.set(key, text),
  removeItem: (key) => void items.delete(key),
})

/** What a browser tells a page of, by the name that it has there. */
export const createPageEvents = () => {
  const events = new Map<string, Set<() => void>>()
  return {
    /** Answers how to hear of it no more. */
    on(event: string, listener: () => void): () => void {
      const listeners = events.get(event) ?? new Set()
      events.set(event, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
    tell(event: string) {
      for (const listener of events.get(event) ?? []) listener()
    },
  }
}

interface WiringParts {
  readonly network: SimulatedNetwork
  readonly realm: Realm
  readonly tab: SimulatedTab
  random(): number
  onError(error: unknown): void
  /** The server has ended the session. */
  onSignedOut(): void
}

/** How a page calls the server: the player's own client, over the simulated network. */
export const createWiring = ({ network, realm, tab, random, onError, onSignedOut }: WiringParts) => {
  const client = { client_id: 'sitwell-player', client_secret: '' }
  let isTakenOver = false
  let isSignedOut = false
  const tokens = createTokenStore(tab.session?.tokens, (held) => {
    tab.session = held && tab.session ? { ...tab.session, tokens: held } : undefined
  })
  const listeners: CallListener[] = []
  const heard: typeof fetch = async (url, init) => {
    let answer: Response | undefined
    try {
      answer = await realm.fetch(url, init)
      return answer
    } finally {
      for (const listener of listeners) listener(String(url), init ?? {}, answer)
    }
  }
  const api = createApi({
    endpoints: { site: network.origin, api: network.origin, authentication: `${network.origin}/security` },
    fetch: heard,
    tokens,
    credentials: client,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random,
    onSignedOut: () => {
      isSignedOut = true
      tokens.set(undefined)
      onSignedOut()
    },
    onDoubleLogin: () => {
      isTakenOver = true
    },
  })
  return {
    api,
    tokens,
    clock: createServerClock(() => Date.now()),
    liveEvents: createLiveEvents({
      ...{ hubUrl: network.origin, kind: formRunKind(api), tokens, reportError: onError },
      open: createSimulatedHub(network, api),
    }),
    /** Somebody has signed in elsewhere, and the page has heard of it. */
    isTakenOver: () => isTakenOver,
    isSignedOut: () => isSignedOut,
    onCalled: (listener: CallListener) => void listeners.push(listener),
    /** Answers whether it was possible. */
    async signIn({ orgId, people: [{ username, password }] }: World): Promise<boolean> {
      const reply = await api.call(token, { body: { ...client, grant_type: 'password', username, password, orgId } })
      if (!reply.ok) return false
      const user = userFromToken(reply.value)
      tab.session = { tokens: tokensFromToken(reply.value), user }
      tokens.set(tab.session.tokens)
      const confirmed = ['name', 'dob', 'identifier', 'instructions'] as const
      const rubric = await api.call(confirmRubric, { body: { userGuid: user.guid, confirmed: [...confirmed] } })
      if (!rubric.ok) tokens.set(undefined)
      return rubric.ok
    },
  }
}
