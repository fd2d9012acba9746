import type { SendRequest } from '@sitwell/client/api'
import { sendWithProgress } from '@sitwell/client/send-with-progress'

/** Names the page's session in what is sent by a function, and notices whether the server is there. */
export type FetchBy = (fetch: typeof globalThis.fetch) => typeof globalThis.fetch

/**
 * Sends a file by a call of the office, in whatever time that takes; a minute without any progress is a failure. `onProgress`: called with the bytes
 * of the request that have left.
 */
export const withProgress =
  (fetchBy: FetchBy, onProgress: (sentBytes: number) => void): SendRequest =>
  (url, init, signal) => {
    const send = sendWithProgress(onProgress)
    const fetch = fetchBy(async (_url, made = {}) => {
      try {
        return await send(url, made, signal)
      } catch (error) {
        // Somebody gave it up, which says nothing about the server.
        signal?.throwIfAborted()
        throw error
      }
    })
    return fetch(url, init)
  }

/** Takes the bytes that a call of the office answers with, and hands them to `onFile` with their headers. The call itself is answered with `null`. */
export const takingFile =
  (fetchBy: FetchBy, onFile: (file: Blob, headers: Headers) => void): SendRequest =>
  async (url, init, signal) => {
    const answer = await fetchBy((...asked) => fetch(...asked))(url, { ...init, signal: signal ?? null })
    if (!answer.ok) return answer
    onFile(await answer.blob(), answer.headers)
    return Response.json(null)
  }
