/** A call that has no answer yet. */
interface CallUnderWay {
  readonly what: string
  /** Where it was made, and who waits for it. */
  readonly stack: string
}

const target = (input: Parameters<typeof fetch>[0]) => (input instanceof Request ? input.url : String(input))

/** Notes the calls of `fetch` from now on. To note one costs microseconds, beside a call that takes milliseconds. */
export function noteCalls(): () => readonly CallUnderWay[] {
  const underWay = new Set<{ what: string; from: Error }>()
  const original = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const call = { what: `${method} ${target(input)}`, from: new Error() }
    underWay.add(call)
    return original(input, init).finally(() => underWay.delete(call))
  }
  return () => [...underWay].map(({ what, from }) => ({ what, stack: from.stack ?? '' }))
}
