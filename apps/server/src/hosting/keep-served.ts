import { setTimeout as wait } from 'node:timers/promises'
import type { Application } from '../create-application.ts'
import type { ServerLog } from '../server-log.ts'

/** One of several databases that a process serves: tried again for as long as it takes, whatever becomes of the others. */
export interface Served {
  /** Undefined for the moments in which it is made again. */
  current(): Application | undefined
  /** Resolves once it is served, or is known to be away. */
  readonly begun: Promise<void>
  /** Ends its live connections, and tries no more. */
  disconnect(): Promise<void>
  /** To be called once no request is under way. */
  close(): Promise<void>
}

interface Keeping {
  readonly log: Pick<ServerLog, 'error' | 'warn'>
  /** Milliseconds between two tries; 5000 unless given. */
  readonly againMs?: number | undefined
}

const defaultAgainMs = 5000

/**
 * Serves a database, and begins again where it can't be served, or can never be used again: its own process would end there, and be
 * started again.
 */
export const keepServed = (make: () => Promise<Application>, { log, againMs = defaultAgainMs }: Keeping): Served => {
  const begun = Promise.withResolvers<void>()
  const stopping = new AbortController()
  const stopped = Promise.withResolvers<undefined>()
  stopping.signal.addEventListener('abort', () => stopped.resolve(undefined))
  let current: Application | undefined
  /** Why it isn't served, where that was told. */
  let told: string | undefined

  const onAway = () => {
    told ??= 'away'
    begun.resolve()
  }
  /** Until it is told to stop, or can't be used any more: then it says why. */
  const serve = async (application: Application): Promise<Error | undefined> => {
    const opened = application.open({ ms: Number.POSITIVE_INFINITY, signal: stopping.signal, onAway })
    // A database that says nothing isn't waited for by a stop.
    await Promise.race([opened, stopped.promise])
    if (stopping.signal.aborted) return undefined
    if (told !== undefined) log.warn({ event: 'database-served' }, 'the database is served')
    told = undefined
    begun.resolve()
    return Promise.race([stopped.promise, application.database.broken ?? stopped.promise])
  }
  const tryOnce = async (): Promise<void> => {
    try {
      current = await make()
      const lost = await serve(current)
      if (lost) throw lost
    } catch (error) {
      if (stopping.signal.aborted) return
      // It is tried again and again, and told once.
      if (told !== String(error))
        log.error({ event: 'database-not-served', err: error }, 'the database can not be served; the server tries again')
      told = String(error)
      begun.resolve()
    }
  }
  const end = async () => {
    const ended = current
    current = undefined
    await ended?.disconnect().catch(() => {})
    await ended
      ?.close()
      .catch((error: unknown) => log.error({ event: 'database-not-closed', err: error }, 'a database could not be closed'))
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      await tryOnce()
      if (stopping.signal.aborted) return
      await end()
      await wait(againMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const over = run()
  return {
    current: () => current,
    begun: begun.promise,
    disconnect: async () => {
      stopping.abort()
      await over
      await current?.disconnect()
    },
    close: async () => {
      const ended = current
      current = undefined
      await ended?.close()
    },
  }
}
