import type { SendRequest } from '@sitwell/client/api'
import { officeSessionHeader } from '@sitwell/contract'

/** Takes the bytes that a call of the office answers with and hands them to `onFile`; the call itself is answered with `null`. */
export const takingFile =
  (sessionId: () => string | undefined, onFile: (file: Blob) => void): SendRequest =>
  async (url, init, signal) => {
    const headers = new Headers(init.headers)
    const named = sessionId()
    if (named !== undefined) headers.set(officeSessionHeader, named)
    const answer = await fetch(url, { ...init, headers, signal: signal ?? null })
    if (!answer.ok) return answer
    onFile(await answer.blob())
    return Response.json(null)
  }
