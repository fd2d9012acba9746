import type { ServerLog } from './server-log.ts'

/** Work that nobody waits for, such as a mail whose reply must tell nothing by its time. */
export interface Background {
  /** Starts it; a failure goes into the log. */
  run(what: string, work: () => Promise<unknown>): void
  /** Resolves when all that was started has ended. */
  settled(): Promise<void>
}

export const createBackground = (log: Pick<ServerLog, 'error'>): Background => {
  const running = new Set<Promise<void>>()
  return {
    run: (what, work) => {
      const one = (async () => {
        try {
          await work()
        } catch (error) {
          log.error({ event: 'background-work-failed', err: error }, what)
        }
      })()
      running.add(one)
      void one.finally(() => running.delete(one))
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
