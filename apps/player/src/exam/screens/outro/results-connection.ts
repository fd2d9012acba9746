import { connectSocket } from '@sitwell/client/connect-socket'
import { practiceResultsHub } from '@sitwell/contract'

/** How a connection reaches the hub: over a web socket where one comes through, or by long polling alone. */
export type ResultsTransport = 'any' | 'long-polling'

/** What the hub of practice results says; whatever comes is unread yet. */
export interface ResultsListener {
  progress(percent: unknown): void
  link(url: unknown): void
  /** The hub is done, with a link or without. */
  reply(reply: unknown): void
  /** It could not be reached, or went away. */
  down(): void
}

/** Connects once to the hub and asks for the results of (formRunGuid, fileName, orgId). Answers how to close the connection. */
export type OpenResults = (
  transport: ResultsTransport,
  request: readonly [string, string, number],
  listener: ResultsListener,
) => Promise<() => void>

/** Over socket.io. The connection isn't made again by itself: whoever opens it counts the tries. */
export const openResultsOver =
  (hubUrl: string, token: () => string | undefined): OpenResults =>
  async (transport, request, listener) => {
    const socket = await connectSocket(hubUrl, {
      path: `/${practiceResultsHub.path}`,
      auth: { token: token() },
      transports: transport === 'any' ? ['websocket', 'polling'] : ['polling'],
      tryAllTransports: true,
      upgrade: transport === 'any',
      reconnection: false,
      forceNew: true,
    })
    socket.on('connect', () => {
      socket.emit(practiceResultsHub.invoke, ...request, (reply: unknown) => listener.reply(reply))
    })
    socket.on(practiceResultsHub.progress, (percent: unknown) => listener.progress(percent))
    socket.on(practiceResultsHub.link, (url: unknown) => listener.link(url))
    socket.on('connect_error', () => listener.down())
    socket.on('disconnect', () => listener.down())
    return () => {
      socket.removeAllListeners()
      socket.disconnect()
    }
  }
