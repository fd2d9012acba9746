import { dashState, type FormRunState, formRunState } from '@sitwell/contract'
import * as z from 'zod/mini'
import type { Api } from './api.ts'
import type { LiveConnection, OpenConnection } from './live-connection.ts'
import { askIntervalMs } from './live-intervals.ts'
import { type LiveNews, readDashEvent } from './live-news.ts'
import type { TokenStore } from './token-store.ts'

/** Who follows a form run. */
export interface LiveListener {
  /** How it stands: after each connecting, and from time to time while there is no connection. It holds all that was missed. */
  onState(state: FormRunState): void
  /** A new connection tells of less than was known: the server's database was set back. What is told next is from there. */
  onSetBack?(): void
  /** What happens from then on, each once, with its number in the ledger where it has one. */
  onNews(news: LiveNews, number?: number): void
}

/** The live events of form runs (spec 3 §7). */
export interface LiveEvents {
  /** Follows a form run until the function that it answers is called. */
  follow(formRunGuid: string, listener: LiveListener): () => void
}

export interface LiveEventsParts {
  /** Where the hub is; without one the server is asked from time to time. */
  readonly hubUrl: string | undefined
  readonly api: Pick<Api, 'call'>
  readonly tokens: Pick<TokenStore, 'get'>
  readonly open: OpenConnection
  reportError(error: unknown, info?: string): void
}

/**
 * Follows form runs so that nothing is missed and nothing counts twice: the connection begins with how the exam stands, events
 * carry their number in the server's ledger, and while there is no connection the server is asked.
 */
export const createLiveEvents = (parts: LiveEventsParts): LiveEvents => ({
  follow: (formRunGuid, listener) => {
    let connection: LiveConnection | undefined
    let isStopped = false
    let isAsking = false
    /** Something came while the server was being asked, of which its answer may not know. */
    let mustAskAgain = false
    let timer: ReturnType<typeof setInterval> | undefined
    /** The hub let nobody in; it is tried again once the token is another, or after the next answer of the server. */
    let isRefused = false
    let offeredToken = ''
    /** Nothing has come over the present connection. */
    let isNew = true
    /** The number up to which the listener knows the ledger. */
    let known = 0

    const stop = () => {
      isStopped = true
      clearInterval(timer)
      connection?.close()
    }

    const tellState = (state: FormRunState) => {
      // Asked before an event that has come since: the event knows better.
      if (isStopped || state.number < known) return
      known = state.number
      listener.onState(state)
    }

    /** Asks the server; the client refreshes the token, and deals with a session that is over. */
    const ask = async (): Promise<boolean> => {
      if (isAsking || isStopped) return false
      isAsking = true
      mustAskAgain = false
      const outcome = await parts.api.call(dashState, { query: { formRunGuid } }, { attempts: 1 })
      isAsking = false
      if (outcome.ok) tellState(outcome.value)
      // A server that knows no such form run, or no such call, will not know it later.
      else if (outcome.kind === 'refused' && outcome.status < 500 && outcome.status !== 429) stop()
      if (mustAskAgain) void ask()
      return outcome.ok
    }

    const askAndRetry = async () => {
      if (!(await ask()) || !isRefused) return
      isRefused = false
      connection?.retry()
    }

    const askOn = () => {
      if (timer === undefined && !isStopped) timer = setInterval(() => void askAndRetry(), askIntervalMs)
    }

    const unreadable = (what: string, value: unknown) => {
      parts.reportError(new Error(`A live ${what} could not be read`), JSON.stringify(value)?.slice(0, 500))
      void ask()
    }

    const onConnected = (state: unknown) => {
      clearInterval(timer)
      timer = undefined
      const read = z.safeParse(formRunState, state)
      const isFirst = isNew
      isNew = false
      // What a connection begins with is read for it: a ledger loses nothing, unless its database does.
      if (read.success && isFirst && read.data.number < known && !isStopped) {
        known = 0
        listener.onSetBack?.()
      }
      if (read.success) tellState(read.data)
      else unreadable('state', state)
    }

    const isHeard = (number: number | undefined) => number !== undefined && number <= known

    const onEvent = (event: unknown) => {
      isNew = false
      const read = readDashEvent(event)
      if (!read) return unreadable('event', event)
      if (isStopped || isHeard(read.number)) return
      // Most of what is written in the ledger is no event; but one may be among it that got lost between two servers.
      const hasGap = read.number !== undefined && read.number > known + 1
      known = read.number ?? known
      for (const news of read.news) listener.onNews(news, read.number)
      if (!hasGap) return
      mustAskAgain = isAsking
      void ask()
    }

    const onDown = async (code: string | undefined) => {
      if (isStopped) return
      isNew = true
      askOn()
      if (code === undefined) return
      // Refused: most likely the token has run out. Asking gets another, or finds that it is over.
      isRefused = true
      if ((await ask()) && isRefused && parts.tokens.get()?.access !== offeredToken) {
        isRefused = false
        connection?.retry()
      }
    }

    const connect = async (hubUrl: string) => {
      const handshake = () => {
        offeredToken = parts.tokens.get()?.access ?? ''
        return { token: offeredToken, formRunGuid }
      }
      const opened = await parts.open(hubUrl, handshake, {
        state: onConnected,
        event: onEvent,
        down: (code) => void onDown(code),
      })
      connection = opened
      if (isStopped) opened.close()
    }

    askOn()
    if (parts.hubUrl === undefined) void ask()
    else
      connect(parts.hubUrl).catch((error: unknown) => {
        // The code of the connection didn't load: the server is asked instead.
        parts.reportError(error, 'live events')
        void ask()
      })
    return stop
  },
})
