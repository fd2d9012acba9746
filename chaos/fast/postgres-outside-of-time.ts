import pg from 'pg'
import { outsideOfTime } from './simulated-time.ts'

type Call = (...given: unknown[]) => unknown

/** A call that answers by a promise, or calls the last of its arguments. */
const held = (real: Call): Call =>
  function (this: unknown, ...given: unknown[]) {
    const last = given.at(-1)
    if (typeof last !== 'function') {
      const answer = real.apply(this, given)
      if (answer instanceof Promise) outsideOfTime(() => answer).catch(() => undefined)
      return answer
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    void outsideOfTime(() => promise)
    return real.apply(this, [
      ...given.slice(0, -1),
      (...answer: unknown[]) => {
        resolve()
        return last(...answer)
      },
    ])
  }

let isHeld = false

/** PostgreSQL works in another process, and in real time: no simulated time passes while a connection is made or a statement runs. */
export const holdTimeForPostgres = (): void => {
  if (isHeld) return
  isHeld = true
  const prototype = pg.Client.prototype as unknown as Record<'connect' | 'end' | 'query', Call>
  for (const name of ['connect', 'query', 'end'] as const) Object.assign(prototype, { [name]: held(prototype[name]) })
}
