import { officeSessionHeader } from '@sitwell/contract'

interface Parts {
  readonly fetch: typeof fetch
  /** Of this site. */
  readonly origin: string
  sessionId(): string | undefined
  /** A call was answered; `isOfOffice`: one that counts as use of the office's session. */
  onAnswer(isOfOffice: boolean, answer: Response): void
  /** No answer came, and nobody has given the call up. */
  onLost(): void
  /** Called as the server is asked; what it returns is called with the server's time (Unix ms) of the answer. */
  ask(): (serverMs: number) => void
}

/** The header `date` has whole seconds: on average it is half a one behind (milliseconds). */
const behindMs = 500

/** Makes the requests of the office: each of its calls names the session of this page, and what comes of them says whether the server is there. */
export const officeFetch = ({ fetch, origin, sessionId, onAnswer, onLost, ask }: Parts): typeof globalThis.fetch => {
  const below = `${origin}/office/api/`
  return async (url, init) => {
    const isOfOffice = String(url).startsWith(below)
    const named = isOfOffice ? sessionId() : undefined
    const headers = new Headers(init?.headers)
    if (named !== undefined) headers.set(officeSessionHeader, named)
    const answeredAt = ask()
    try {
      const answer = await fetch(url, { ...init, headers })
      const sentMs = Date.parse(answer.headers.get('date') ?? '')
      if (!Number.isNaN(sentMs)) answeredAt(sentMs + behindMs)
      onAnswer(isOfOffice && answer.ok, answer)
      return answer
    } catch (error) {
      // A page that continues to something else gives its calls up.
      if (!(error instanceof Error && error.name === 'AbortError')) onLost()
      throw error
    }
  }
}
