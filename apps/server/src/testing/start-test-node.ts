import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNodeConfig } from '../databases-config.ts'
import { createNode, type NodeOverrides } from '../hosting/create-node.ts'
import { cheapParts, createTestDatabase, folderOfTests, type TestServer } from './start-test-server.ts'

/** Longer than any test: what is slow here is the machine. */
const neverMs = 2 ** 31 - 1

interface TestNodeWishes extends NodeOverrides {
  /** What the file says of the database of each name, which is an address of this machine; `on` makes one for it. */
  readonly databases: Readonly<Record<string, { readonly on?: 'sqlite' | 'postgres'; readonly [key: string]: unknown }>>
  readonly environment?: Readonly<Record<string, string>>
  readonly otherNames?: 'served' | 'refused'
  /** In which the databases stay after a stop. */
  readonly folder?: string
}

/** A process that serves several databases, each at its own address: all of 127.0.0.0/8 is this machine. */
export const startTestNode = async ({ databases, environment, otherNames, folder: given, ...overrides }: TestNodeWishes) => {
  const folder = given ?? (await mkdtemp(join(folderOfTests(), 'sitwell-node-')))
  const drops: (() => Promise<unknown>)[] = []
  const entryOf = async ([name, { on, ...said }]: [string, TestNodeWishes['databases'][string]]) => {
    const entry = { names: [name], dataFolder: join(folder, name), ...said }
    if (on !== 'postgres') return entry
    const place = await createTestDatabase({ withSchema: true })
    drops.push(() => place.drop())
    return { ...entry, databaseUrl: place.url, databasePool: 5 }
  }
  const entries = await Promise.all(Object.entries(databases).map(entryOf))
  const file = join(folder, 'databases.json')
  const write = (lines: readonly object[]) =>
    writeFile(file, JSON.stringify({ ...(otherNames && { otherNames }), databases: lines }), { mode: 0o600 })
  await write(entries)
  const own = {
    SITWELL_DATA: join(folder, 'data'),
    SITWELL_SECRET: randomUUID() + randomUUID(),
    SITWELL_DATABASES: file,
    HOST: '0.0.0.0',
    PORT: '0',
    SITWELL_LOG_LEVEL: 'fatal',
    SITWELL_ATTEMPTS_PER_MINUTE: '100000',
    SITWELL_LOW_ROOM_MB: '0',
    ...environment,
  }
  const node = await createNode(readNodeConfig(own), {
    ...{ beatMs: 24 * 60 * 60_000, againMs: 50, longestBeginningMs: neverMs, ...cheapParts },
    ...overrides,
  })
  const { port } = new URL(await node.start())
  const originOf = (name: string) => `http://${name}:${port}`
  return {
    folder,
    port: Number(port),
    originOf,
    /** What is served under a name, as its own server would be; `variables` is at 127.0.0.1. */
    at: (name: string): TestServer => {
      const application = node.application(name)
      const database = readNodeConfig(own).databases.find((one) => one.name === name)
      if (!application || !database) throw new Error(`Nothing is served of ${name}.`)
      return {
        origin: originOf(name === 'variables' ? '127.0.0.1' : name),
        db: application.database,
        clock: application.clock,
        config: database.read(),
        stop: async () => {},
      }
    },
    /** The list itself. */
    file,
    application: node.application,
    /** The list as it stands now is read again. */
    reload: () => node.reload(() => readNodeConfig(own)),
    /** As {@link reload}, with these databases in the place of what stood in the list. */
    relist: async (lines: TestNodeWishes['databases']) => {
      await write(await Promise.all(Object.entries(lines).map(entryOf)))
      await node.reload(() => readNodeConfig(own))
    },
    /** Leaves the databases where they are. */
    end: () => node.stop(),
    stop: async () => {
      await node.stop()
      for (const drop of drops) await drop()
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
