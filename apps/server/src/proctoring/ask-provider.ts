/** What a provider's service answered, or why there is nothing to continue with. `isLasting`: asking again would not change it. */
export type ProviderAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string; readonly isLasting: boolean }

/** Milliseconds before the second and the third try. */
const pausesMs = [300, 1000] as const

/** A launch address or a participant is far below it. */
const longestAnswer = 1_000_000

/** Undefined if there is no end of it. */
const textOf = async (response: Response): Promise<string | undefined> => {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestAnswer) return undefined
  }
  return text
}

const tryOnce = async (ask: () => readonly [string, RequestInit], withinMs: number): Promise<ProviderAnswer> => {
  try {
    const [url, init] = ask()
    // It is never followed elsewhere: what was sent is meant for this service alone.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(withinMs) })
    const text = await textOf(response)
    if (text === undefined) return { ok: false, why: 'its answer has no end', isLasting: true }
    if (response.ok) return { ok: true, text }
    const isLasting = response.status < 500 && response.status !== 429
    return { ok: false, why: `it answered with status ${response.status}`, isLasting }
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return { ok: false, why: isSlow ? 'it did not answer in time' : 'it can not be reached', isLasting: false }
  }
}

/**
 * Asks a provider's service three times at most, this many milliseconds each. `ask` makes each request again, with its own time and nonce. Nothing of the answer is
 * believed here.
 */
export const askProvider = async (
  ask: () => readonly [string, RequestInit],
  { withinMs }: { readonly withinMs: number },
): Promise<ProviderAnswer> => {
  let answer = await tryOnce(ask, withinMs)
  for (const pauseMs of pausesMs) {
    if (answer.ok || answer.isLasting) return answer
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    answer = await tryOnce(ask, withinMs)
  }
  return answer
}
