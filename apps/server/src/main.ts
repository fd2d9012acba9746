import { type Config, ConfigurationError, readConfig } from './config.ts'
import { createServer, type SitwellServer } from './create-server.ts'
import { readNodeConfig } from './databases-config.ts'
import { WrongSchema } from './db/schema-state.ts'
import { createNode } from './hosting/create-node.ts'
import type { Overrides } from './overrides.ts'

const serveOne = async (config: Config, overrides?: Overrides): Promise<Pick<SitwellServer, 'start' | 'stop'>> => {
  const server = await createServer(config, overrides)
  // Whoever started it can start it again; without its database it could but refuse.
  void server.database.broken?.then((error) => {
    console.error(`The database can not be used any more. ${explain(error)}`)
    process.exit(1)
  })
  return server
}

/** Serves until it is told to stop; returns the origin at which it does. `SIGHUP` has it read a list of databases again; without one it stops, as what loses its terminal. */
export const serve = async (overrides?: Overrides): Promise<string> => {
  const read = () => readNodeConfig(process.env)
  const list = read()
  const node = list.isOfSeveral ? await createNode(list, overrides) : undefined
  const server = node ?? (await serveOne(readConfig(process.env), overrides))
  const stop = () => {
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const starting = server.start()
  // Where it comes before everything is served, that comes first.
  process.on('SIGHUP', node ? () => void starting.then(() => node.reload(read)) : stop)
  const origin = await starting.catch((error: unknown) => {
    console.error(explain(error))
    // The thread of the embedded database would keep the process alive, and whoever started it would take it for a server.
    process.exit(1)
  })
  console.log(`Sitwell is ready at ${origin}`)
  return origin
}

export const explain = (error: unknown): string =>
  error instanceof ConfigurationError || error instanceof WrongSchema
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)
