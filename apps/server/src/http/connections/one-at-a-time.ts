import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait on a connection behind the one that is being answered. Browsers and proxies send one at a time. */
export const mostWaiting = 8

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Answers the requests of a connection one after the other: the next one once the system has taken the whole answer to the one before. Node
 * itself answers all that come together, and holds the answers that nobody reads: 65 kB of requests are 1,700 answers. Calls `crowded`
 * for a connection that sends more requests than may wait, and answers none of them.
 */
export const oneAtATime = (answer: Answer, crowded: (socket: Socket) => void): Answer => {
  const lines = new WeakMap<Socket, Waiting[]>()
  const begin = (socket: Socket, line: Waiting[], { request, response }: Waiting) => {
    response.once('close', () => {
      const next = line.shift()
      if (next && !socket.destroyed) begin(socket, line, next)
      else lines.delete(socket)
    })
    answer(request, response)
  }
  return (request, response) => {
    const { socket } = request
    // What came in the same piece as a request that was too many.
    if (socket.destroyed) return
    const line = lines.get(socket)
    if (!line) {
      const own: Waiting[] = []
      lines.set(socket, own)
      return begin(socket, own, { request, response })
    }
    if (line.length < mostWaiting) return void line.push({ request, response })
    line.length = 0
    crowded(socket)
  }
}
