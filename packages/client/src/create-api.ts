import { type Call, type InputOf, type ReplyOf, token } from '@sitwell/contract'
import type * as z from 'zod/mini'
import type { Api, CallOptions, SendRequest } from './api.ts'
import { type Waiting, withAttempts } from './attempts.ts'
import type { Failure, Outcome, OutcomeOf } from './outcome.ts'
import { readFailure, readReply } from './read-answer.ts'
import { type Endpoints, requestOf } from './request.ts'
import type { TokenStore } from './token-store.ts'

/** Milliseconds after which an attempt without an answer counts as failed. */
export const attemptTimeoutMs = 30_000

export interface ApiDependencies extends Waiting {
  readonly endpoints: Endpoints
  readonly fetch: typeof fetch
  readonly tokens: TokenStore
  readonly credentials: { readonly client_id: string; readonly client_secret: string }
  /** A test aid: with this probability (0 to 1) an attempt fails with this code (spec 1 §3). */
  readonly randomErrors?: { readonly active: boolean; readonly frequency: number; readonly errorCode: number } | undefined
  /** The session is over: the refresh token is refused too. */
  onSignedOut(): void
  onDoubleLogin(failure: Failure): void
  /** What this browser adds to each request by itself; undefined if it adds nothing. */
  ownHeaders?(): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>> | undefined
}

const isRefused = (outcome: OutcomeOf<unknown>, status: number): outcome is Failure =>
  !outcome.ok && outcome.kind === 'refused' && outcome.status === status

/**
 * Part of an attempt: what breaks off while it is read is asked for again, as what never came. A page that is loaded again breaks off what
 * it reads, and is gone before the next attempt: that is not a lost connection.
 */
const reading = async <S extends z.ZodMiniType>(
  expected: Parameters<typeof readReply<S>>[0],
  answer: OutcomeOf<Response>,
): Promise<OutcomeOf<z.output<S>>> => (answer.ok ? readReply(expected, answer.value) : answer)

/** The client that every screen calls the server with. Makes `fetch` throw nothing: all that can happen is an outcome. */
export const createApi = (dependencies: ApiDependencies): Api => {
  const { endpoints, tokens, credentials, randomErrors } = dependencies
  let refreshing: Promise<OutcomeOf<undefined>> | undefined

  const fetchInTime: SendRequest = (url, init, signal) => {
    const timeout = AbortSignal.timeout(attemptTimeoutMs)
    return dependencies.fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  }

  const attempt = async (
    url: string,
    init: RequestInit,
    { signal, send = fetchInTime, rewrite }: CallOptions,
  ): Promise<OutcomeOf<Response>> => {
    if (randomErrors?.active === true && dependencies.random() < randomErrors.frequency) {
      return { ok: false, kind: 'unreachable', message: `Random network error (${randomErrors.errorCode})` }
    }
    try {
      const added = dependencies.ownHeaders?.()
      // Waits for nothing that is there: a page that goes away sends at once or never.
      const own = added instanceof Promise ? await added : added
      const asked = own ? { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...own } } : init
      const response = await send(url, rewrite?.(asked) ?? asked, signal)
      return response.ok ? { ok: true, value: response } : await readFailure(response)
    } catch (error) {
      return { ok: false, kind: 'unreachable', message: `${url}: ${error instanceof Error ? error.message : String(error)}` }
    }
  }

  /** One refresh at a time: calls that meet a 401 together wait for the same one. */
  const refresh = (): Promise<OutcomeOf<undefined>> => {
    refreshing ??= (async (): Promise<OutcomeOf<undefined>> => {
      const refreshToken = tokens.get()?.refresh
      if (refreshToken === undefined)
        return { ok: false, kind: 'refused', code: 'NO_AUTHORISATION', status: 401, message: 'Not signed in' }
      const body = { grant_type: 'refresh_token', ...credentials, refresh_token: refreshToken } as const
      const { url, init } = requestOf(token, { body }, endpoints, undefined)
      const reply = await withAttempts(async () => reading(token, await attempt(url, init, {})), dependencies, {})
      if (!reply.ok) return reply
      tokens.set({ access: reply.value.access_token, refresh: reply.value.refresh_token })
      return { ok: true, value: undefined }
    })().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  /** What happens to a call that was refused and whose refresh failed. */
  const withoutRefresh = (first: Failure, refreshed: Failure): Failure => {
    // No network for the refresh is no reason to sign anybody out, and a limit that holds for a moment ends no session either.
    if (refreshed.kind !== 'refused' || refreshed.status >= 500 || refreshed.status === 429)
      return { ok: false, kind: 'unreachable', message: refreshed.message }
    if (refreshed.status === 499) return refreshed
    dependencies.onSignedOut()
    return first
  }

  /** One attempt with whatever access token there is; after a 401 a refresh and the same again. */
  const authorised = async <T>(
    send: (accessToken: string | undefined) => Promise<OutcomeOf<T>>,
    canRefresh: boolean,
  ): Promise<OutcomeOf<T>> => {
    const used = tokens.get()?.access
    const first = await send(used)
    if (!isRefused(first, 401) || used === undefined || !canRefresh) return first
    // Another call may have refreshed while this one was under way.
    if (tokens.get()?.access === used) {
      const refreshed = await refresh()
      if (!refreshed.ok) return withoutRefresh(first, refreshed)
    }
    const second = await send(tokens.get()?.access)
    if (isRefused(second, 401)) dependencies.onSignedOut()
    return second
  }

  const sendWithAttempts = async <T>(
    send: (accessToken: string | undefined) => Promise<OutcomeOf<T>>,
    canRefresh: boolean,
    options: CallOptions,
  ): Promise<OutcomeOf<T>> => {
    const outcome = await withAttempts(() => authorised(send, canRefresh), dependencies, options)
    if (isRefused(outcome, 499)) dependencies.onDoubleLogin(outcome)
    return outcome
  }

  const resourceUrl = (path: string) =>
    path.startsWith(`${endpoints.api}/`) ? path : `${endpoints.api}/${path.replace(/^\/+/, '')}`

  return {
    resourceUrl,

    async call<C extends Call>(call: C, input: InputOf<C>, options: CallOptions = {}): Promise<Outcome<C>> {
      const send = async (accessToken: string | undefined) => {
        const { url, init } = requestOf(call, input, endpoints, options.bearer ?? accessToken)
        // The reply's schema is the call's own; TypeScript can't follow that through the type parameter.
        return (await reading(call, await attempt(url, init, options))) as OutcomeOf<ReplyOf<C>>
      }
      return sendWithAttempts(send, call.base !== 'authentication' && options.bearer === undefined, options)
    },

    request(path, { headers, ...init }, options = {}) {
      const url = resourceUrl(path)
      const send = (accessToken: string | undefined) => {
        const all = new Headers(headers)
        if (accessToken !== undefined) all.set('authorization', `Bearer ${accessToken}`)
        return attempt(url, { ...init, headers: all }, options)
      }
      return sendWithAttempts(send, true, options)
    },

    async fetchBlob(path, options = {}) {
      const url = resourceUrl(path)
      const send = (accessToken: string | undefined) =>
        attempt(url, { headers: accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` } }, options)
      const response = await sendWithAttempts(send, true, options)
      if (!response.ok) return response
      try {
        return { ok: true, value: await response.value.blob() }
      } catch (error) {
        return { ok: false, kind: 'unreachable', message: `${url}: ${error instanceof Error ? error.message : String(error)}` }
      }
    },
  }
}
