import type { Api } from '@sitwell/client/api'
import type { LiveEvents, LiveListener } from '@sitwell/client/live-events'
import type { TokenStore } from '@sitwell/client/token-store'
import type { FormRunState } from '@sitwell/contract'
import type { LiveNews } from './live-news.ts'

/** The live events of form runs (spec 3 §7), followed by guid. */
export type FormRunEvents = LiveEvents<FormRunState, LiveNews>

/** Receives the state and the news of one form run. */
export type FormRunListener = LiveListener<FormRunState, LiveNews>

export interface FormRunEventsParts {
  /** Address of the hub; without one the server is asked from time to time. */
  readonly hubUrl: string | undefined
  readonly api: Pick<Api, 'call'>
  readonly tokens: Pick<TokenStore, 'get'>
  reportError(error: unknown, info?: string): void
}
