import { ConfigurationError } from './config.ts'
import { createServer, type SitwellServer } from './create-server.ts'
import { type NodeConfig, readNodeConfig } from './databases-config.ts'
import { createNode } from './hosting/create-node.ts'
import type { Overrides } from './overrides.ts'

const serveOne = async (
  config: NodeConfig['config'],
  overrides?: Overrides,
): Promise<Pick<SitwellServer, 'start' | 'stop'>> => {
  const server = await createServer(config, overrides)
  // Whoever started it can start it again; without its database it could but refuse.
  void server.database.broken?.then((error) => {
    console.error(`The database can not be used any more. ${explain(error)}`)
    process.exit(1)
  })
  return server
}

/** Serves until it is told to stop. */
export const serve = async (overrides?: Overrides): Promise<void> => {
  const node = readNodeConfig(process.env)
  const server = await (node.isOfSeveral ? createNode(node, overrides) : serveOne(node.config, overrides))
  const stop = () => {
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`Sitwell is ready at ${await server.start()}`)
}

export const explain = (error: unknown): string =>
  error instanceof ConfigurationError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
