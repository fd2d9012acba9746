import type { LiveConnection, OpenConnection } from './live-connection.ts'
import { askIntervalMs } from './live-intervals.ts'
import type { OutcomeOf } from './outcome.ts'
import type { TokenStore } from './token-store.ts'

/** The state of what is followed, with the number of the last event in it. */
export interface NumberedState {
  readonly number: number
}

/** An event after it was read: its number, if it has one, and its news. */
export interface ReadEvent<News> {
  readonly number: number | undefined
  readonly news: readonly News[]
}

/** A kind of thing that can be followed: how its state is requested, and how states and events are read. The app supplies it. */
export interface LiveKind<State extends NumberedState, News> {
  /** Requests the state from the server, once. */
  ask(id: string): Promise<OutcomeOf<State>>
  /** What a connection sends beside the token to say what it follows. */
  handshakeOf(id: string): Readonly<Record<string, string>>
  /** Undefined if the value can't be read. */
  readState(value: unknown): State | undefined
  readEvent(value: unknown): ReadEvent<News> | undefined
}

/** Receives the state and the news of what is followed. */
export interface LiveListener<State, News> {
  /** The current state: after each connecting, and from time to time while there is no connection. It includes all that was missed. */
  onState(state: State): void
  /** A new connection begins with less than was known: the server's database was set back. What follows is from that database. */
  onSetBack?(): void
  /** What happens from then on, each once, with its number if it has one. */
  onNews(news: News, number?: number): void
}

export interface LiveEvents<State, News> {
  /** Follows the thing with this id until the returned function is called. */
  follow(id: string, listener: LiveListener<State, News>): () => void
}

export interface LiveEventsParts<State extends NumberedState, News> {
  readonly kind: LiveKind<State, News>
  /** Address of the hub; without one the server is asked from time to time. */
  readonly hubUrl: string | undefined
  readonly tokens: Pick<TokenStore, 'get'>
  readonly open: OpenConnection
  reportError(error: unknown, info?: string): void
}

/**
 * Follows things of one kind so that nothing is missed and nothing counts twice: the connection begins with the current state, events
 * carry rising numbers, and while there is no connection the server is asked.
 */
export const createLiveEvents = <State extends NumberedState, News>(
  parts: LiveEventsParts<State, News>,
): LiveEvents<State, News> => ({
  follow: (id, listener) => {
    const { kind } = parts
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
    /** The number up to which the listener knows all events. */
    let known = 0

    const stop = () => {
      isStopped = true
      clearInterval(timer)
      connection?.close()
    }

    const tellState = (state: State) => {
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
      const outcome = await kind.ask(id)
      isAsking = false
      if (outcome.ok) tellState(outcome.value)
      // A server that knows no such thing, or no such call, will not know it later.
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
      const read = kind.readState(state)
      const isFirst = isNew
      isNew = false
      // What a connection begins with is read for it: numbers only rise, unless the database was set back.
      if (read && isFirst && read.number < known && !isStopped) {
        known = 0
        listener.onSetBack?.()
      }
      if (read) tellState(read)
      else unreadable('state', state)
    }

    const isHeard = (number: number | undefined) => number !== undefined && number <= known

    const onEvent = (event: unknown) => {
      isNew = false
      const read = kind.readEvent(event)
      if (!read) return unreadable('event', event)
      if (isStopped || isHeard(read.number)) return
      // Most numbers have no event; but one that was lost between two servers may be among those that never came.
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
        return { ...kind.handshakeOf(id), token: offeredToken }
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
