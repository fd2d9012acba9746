import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createApplication } from './create-application.ts'
import type { Database } from './db/database.ts'
import { createListening } from './hosting/listening.ts'
import type { Overrides } from './overrides.ts'
import { mergeFigures } from './watching/merge-figures.ts'
import { openMetricsRegister } from './watching/open-metrics-register.ts'
import { processFigures } from './watching/process-figures.ts'

export interface SitwellServer {
  readonly database: Database
  readonly clock: Clock
  /** Migrates, listens and answers the origin, `http://127.0.0.1:8080`. */
  start(): Promise<string>
  /** Lets requests under way end, for ten seconds at most, then closes the database. */
  stop(): Promise<void>
}

/** A whole server over its own database connection; nothing runs before `start`. */
export const createServer = async (config: Config, overrides: Overrides = {}): Promise<SitwellServer> => {
  const listening = createListening(
    config,
    { player: () => application.player, live: () => application.player, courses: () => application.courses },
    overrides,
  )
  const register = openMetricsRegister()
  const figures = async () => mergeFigures(await Promise.all([processFigures(), register].map((one) => one.metrics())))
  // The library begins to watch the process once it is asked for its figures.
  processFigures()
  const shared = { ...listening.shared, register, figures }
  const application = await createApplication(config, shared, overrides)
  return {
    database: application.database,
    clock: application.clock,
    start: async () => {
      await application.open()
      return listening.listen()
    },
    stop: async () => {
      await application.disconnect()
      await listening.stop()
      await application.close()
      await listening.close()
    },
  }
}
