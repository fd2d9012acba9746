import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { type Application, createApplication, type Shared } from '../create-application.ts'
import type { NamedDatabase, NodeConfig } from '../databases-config.ts'
import { askedHost, nameOfHost } from '../http/asked-host.ts'
import type { Overrides } from '../overrides.ts'
import { makeOwnFolder } from '../owner-only.ts'
import { mergeFigures } from '../watching/merge-figures.ts'
import { openMetricsRegister } from '../watching/open-metrics-register.ts'
import { keepServed, type Served } from './keep-served.ts'
import { createListening } from './listening.ts'
import { createLobby } from './lobby.ts'

/** A process that serves several databases, each under names of its own. */
export interface SitwellNode {
  /** What is served of the database of this name; undefined while it is made anew, or where there is none. */
  application(name: string): Application | undefined
  /** Listens once each database is served or known to be away, and answers the origin. */
  start(): Promise<string>
  /** As that of a server. */
  stop(): Promise<void>
}

export interface NodeOverrides extends Overrides {
  /** Milliseconds after which a database that can't be served is tried again. */
  readonly againMs?: number
  /** Milliseconds for which a start waits for all databases. */
  readonly longestBeginningMs?: number
}

/** Milliseconds for which a start waits for all databases: a long migration of one keeps the others from nobody for longer. */
const longestBeginningMs = 10_000

/** The label of figures that says whose they are, as `--database` names it. */
const figuresOf = ({ name }: NamedDatabase) => {
  const register = openMetricsRegister()
  register.setDefaultLabels({ database: name })
  return register
}

/** The databases of a file, and the one of the variables for every other name. Requests are told apart by nothing but the name. */
export const createNode = async (node: NodeConfig, overrides: NodeOverrides = {}): Promise<SitwellNode> => {
  const { config } = node
  const ofProcess = openMetricsRegister()
  collectDefaultMetrics({ register: ofProcess })
  const registers = new Map<NamedDatabase, Registry>()
  const served = new Map<NamedDatabase, Served>()

  const others = node.databases.find(({ servesOthers }) => servesOthers)
  const databaseOf = (host: string, names: NodeConfig['playerNames']) => names.get(nameOfHost(host)) ?? others
  const ofPlayer = (request: IncomingMessage) => databaseOf(askedHost(request, config.isProxy), node.playerNames)
  const ofCourses = (request: IncomingMessage) => databaseOf(askedHost(request, config.isProxy), node.courseNames)
  const current = (database: NamedDatabase | undefined) => database && served.get(database)?.current()

  const listening = createListening(
    config,
    {
      player: (request) => current(ofPlayer(request))?.player ?? lobby.server,
      live: (request) => {
        const application = current(ofPlayer(request))
        return application?.isServing() ? application.player : undefined
      },
      courses: (request) => current(ofCourses(request))?.courses ?? lobby.server,
    },
    overrides,
  )
  const { log } = listening.shared
  const figures: Shared['figures'] = async () =>
    mergeFigures(await Promise.all([ofProcess, ...registers.values()].map((one) => one.metrics())))
  const lobby = await createLobby({
    config,
    figures,
    isKnown: ({ raw }) => {
      const isOfCourses = raw.socket.localPort === listening.shared.ports.courses
      return (isOfCourses ? ofCourses : ofPlayer)(raw) !== undefined
    },
    isAnyReady: async () => {
      const ready = await Promise.all([...served.values()].map((one) => one.current()?.isReady() ?? false))
      return ready.includes(true)
    },
  })
  const begin = (database: NamedDatabase): Served => {
    const own = log.child({ database: database.name })
    const make = async () => {
      // Its mails and the witness of a PostgreSQL are there.
      makeOwnFolder(database.config.dataFolder)
      const register = figuresOf(database)
      registers.set(database, register)
      return createApplication(database.config, { ...listening.shared, log: own, register, figures }, overrides)
    }
    return keepServed(make, { log: own, againMs: overrides.againMs })
  }
  return {
    application: (name) => current(node.databases.find((one) => one.name === name)),
    start: async () => {
      for (const database of node.databases) served.set(database, begin(database))
      const enough = new AbortController()
      const begun = Promise.all([...served.values()].map((one) => one.begun))
      const { longestBeginningMs: withinMs = longestBeginningMs } = overrides
      await Promise.race([begun, wait(withinMs, undefined, { signal: enough.signal }).catch(() => {})])
      enough.abort()
      return listening.listen()
    },
    stop: async () => {
      const all = [...served.values()]
      await Promise.all(all.map((one) => one.disconnect()))
      await listening.stop()
      await Promise.all(all.map((one) => one.close()))
      await lobby.close()
      await listening.close()
    },
  }
}
