import { ConfigurationError, readConfig } from './config.ts'
import { createServer } from './create-server.ts'
import type { Overrides } from './overrides.ts'

/** Serves until it is told to stop. */
export const serve = async (overrides?: Overrides): Promise<void> => {
  const server = await createServer(readConfig(process.env), overrides)
  const stop = () => {
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  // Whoever started it can start it again; without its database it could but refuse.
  void server.database.broken?.then((error) => {
    console.error(`The database can not be used any more. ${explain(error)}`)
    process.exit(1)
  })
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`Sitwell is ready at ${await server.start()}`)
}

export const explain = (error: unknown): string =>
  error instanceof ConfigurationError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
