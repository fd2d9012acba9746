import type { Server as HttpServer, ServerResponse } from 'node:http'

/** The requests that were handed to servers which listen nowhere themselves, and so can't say when the last one is answered. */
export interface UnderWay {
  began(server: HttpServer, response: ServerResponse): void
  /** Resolves once none of these servers is answering any; what is under way after this many milliseconds is broken off. */
  settled(servers: readonly HttpServer[], withinMs: number): Promise<void>
}

export const createUnderWay = (): UnderWay => {
  const responses = new WeakMap<HttpServer, Set<ServerResponse>>()
  return {
    began: (server, response) => {
      const own = responses.get(server) ?? new Set()
      responses.set(server, own.add(response))
      response.once('close', () => own.delete(response))
    },
    settled: async (servers, withinMs) => {
      const left = servers.flatMap((server) => [...(responses.get(server) ?? [])])
      const breakOff = () => {
        for (const response of left) response.destroy()
      }
      const timer = setTimeout(breakOff, withinMs)
      await Promise.all(
        left.map((response) => response.closed || new Promise<void>((resolve) => response.once('close', () => resolve()))),
      )
      clearTimeout(timer)
    },
  }
}
