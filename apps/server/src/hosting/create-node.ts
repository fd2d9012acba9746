import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Application, createApplication } from '../create-application.ts'
import { type NamedDatabase, type NodeConfig, sharePlace } from '../databases-config.ts'
import { askedHost, nameOfHost } from '../http/asked-host.ts'
import type { Overrides } from '../overrides.ts'
import { makeOwnFolder } from '../owner-only.ts'
import { createFallbackApp } from './fallback-app.ts'
import { keepServed, type Served } from './keep-served.ts'
import { createListening, longestStopMs } from './listening.ts'
import { createNodeFigures } from './node-figures.ts'
import { createUnderWay } from './under-way.ts'

/** A process that serves several databases, each under its own names. */
export interface SitwellNode {
  /** What is served of the database of this name; undefined while it is made again, or where there is none. */
  application(name: string): Application | undefined
  /** Listens once each database is served or known to be away, and answers the origin. */
  start(): Promise<string>
  /**
   * Serves what a list says that was read again: closes the databases that are gone from it, as a stop closes all, opens the new ones, and
   * leaves alone whatever it says nothing new of. A list that can't be read (`read` throws) changes nothing; a line that can't be
   * used leaves the database as it was. Both are told in the log. One after another, and none during a stop.
   */
  reload(read: () => NodeConfig): Promise<void>
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

/** Milliseconds for which the others of a list wait until those that leave it are closed: a PostgreSQL may have fallen silent. */
const longestLeavingMs = 20_000

/** A database with what is served of it. */
interface Held {
  readonly database: NamedDatabase
  readonly served: Served
}

const saysTheSame = (one: NamedDatabase, other: NamedDatabase) =>
  JSON.stringify(one.environment) === JSON.stringify(other.environment)

/** The databases of a file, and the one of the variables for every other name. Requests are distinguished by nothing but the name. */
export const createNode = async (node: NodeConfig, overrides: NodeOverrides = {}): Promise<SitwellNode> => {
  const { config } = node
  let list = node
  const held = new Map<string, Held>()
  /** The names of those that are being closed: nothing more is handed to them. */
  const leaving = new Set<string>()
  const underWay = createUnderWay()

  const databaseOf = (host: string, names: NodeConfig['playerNames']) =>
    names.get(nameOfHost(host)) ?? list.databases.find(({ servesOthers }) => servesOthers)
  /** Whether this database shares the process, and which names lead to it: as the list says now. */
  const servedPlaceOf = ({ name }: NamedDatabase) => ({
    get isOneOfSeveral() {
      return list.databases.length > 1
    },
    leadsHere: (host: string) => databaseOf(host, list.playerNames)?.name === name,
  })
  const ofPlayer = (request: IncomingMessage) => databaseOf(askedHost(request, config.isProxy), list.playerNames)
  const ofCourses = (request: IncomingMessage) => databaseOf(askedHost(request, config.isProxy), list.courseNames)
  const currentOf = (name: string) => (leaving.has(name) ? undefined : held.get(name)?.served.current())
  const current = (database: NamedDatabase | undefined) => database && currentOf(database.name)

  const listening = createListening(
    config,
    {
      player: (request) => current(ofPlayer(request))?.player ?? fallback.server,
      live: (request) => {
        const application = current(ofPlayer(request))
        return application?.isServing() ? application.player : undefined
      },
      courses: (request) => current(ofCourses(request))?.courses ?? fallback.server,
      began: underWay.began,
    },
    overrides,
  )
  const { log } = listening.shared
  const figures = createNodeFigures({ names: () => [...held.keys()], isServed: (name) => currentOf(name) !== undefined })
  const fallback = await createFallbackApp({
    config,
    figures: figures.all,
    isKnown: ({ raw }) => {
      const isOfCourses = raw.socket.localPort === listening.shared.ports.courses
      return (isOfCourses ? ofCourses : ofPlayer)(raw) !== undefined
    },
    isAnyReady: async () => {
      const ready = await Promise.all([...held.keys()].map((name) => currentOf(name)?.isReady() ?? false))
      return ready.includes(true)
    },
  })
  /** Reads what a database is told, and has the figures say whether that can be used. */
  const read = (database: NamedDatabase) => {
    figures.faults.add(database.name)
    const own = database.read()
    figures.faults.delete(database.name)
    return own
  }
  const begin = (database: NamedDatabase): Held => {
    const { name } = database
    const own = log.child({ database: name })
    const make = async () => {
      const config = read(database)
      // Its mails and the witness of a PostgreSQL are there.
      makeOwnFolder(config.dataFolder)
      const register = figures.begin(name)
      const servedPlace = servedPlaceOf(database)
      const shared = { ...listening.shared, log: own, register, figures: figures.all, servedPlace }
      return createApplication(config, shared, overrides)
    }
    return { database, served: keepServed(make, { log: own, againMs: overrides.againMs }) }
  }
  const close = async ({ database: { name }, served }: Held) => {
    leaving.add(name)
    await served.disconnect()
    const application = served.current()
    const servers = application ? [application.player, application.courses] : []
    await underWay.settled(servers, overrides.longestStopMs ?? longestStopMs)
    await served.close()
  }
  const leave = async (one: Held) => {
    const { name } = one.database
    const closed = close(one).catch((error: unknown) =>
      log.error({ event: 'database-not-closed', err: error, database: name }, 'a database could not be closed'),
    )
    const enough = new AbortController()
    await Promise.race([closed, wait(longestLeavingMs, undefined, { signal: enough.signal }).catch(() => {})])
    enough.abort()
    held.delete(name)
    leaving.delete(name)
    figures.end(name)
  }
  /** What is served of this database already, and may stay as it is. */
  const keptFor = (database: NamedDatabase, next: NodeConfig): Held | undefined => {
    const before = held.get(database.name)
    if (!before?.served.current()) return undefined
    const isUsed = () => next.databases.some((other) => other !== database && sharePlace(other, before.database))
    try {
      read(database)
      return saysTheSame(database, before.database) ? before : undefined
    } catch (error) {
      log.error(
        { event: 'database-settings-refused', err: error, database: database.name },
        'the new settings of a database cannot be used; the old ones stay',
      )
      return isUsed() ? undefined : before
    }
  }
  /** Resolves once the list is in force; what is opened may take longer, and keeps no later list waiting. */
  const change = async (next: NodeConfig) => {
    const kept = new Set(next.databases.map((database) => keptFor(database, next)))
    const gone = [...held.values()].filter((one) => !kept.has(one))
    await Promise.all(gone.map(leave))
    list = next
    const begun = next.databases.filter(({ name }) => !held.has(name))
    for (const database of begun) held.set(database.name, begin(database))
    const names = { closed: gone.map(({ database }) => database.name), opened: begun.map(({ name }) => name) }
    log.warn({ event: 'databases-read', ...names, served: held.size }, 'the list of databases was read again')
    return { opened: Promise.all(begun.map(({ name }) => held.get(name)?.served.begun)) }
  }
  const readAnew = (readList: () => NodeConfig): NodeConfig | undefined => {
    try {
      const next = readList()
      figures.faults.clear()
      return next
    } catch (error) {
      figures.faults.add('')
      log.error({ event: 'databases-refused', err: error }, 'the list of databases can not be used; nothing changes')
      return undefined
    }
  }
  let isStopping = false
  let last: Promise<unknown> = Promise.resolve()
  return {
    application: currentOf,
    start: async () => {
      for (const database of node.databases) held.set(database.name, begin(database))
      const enough = new AbortController()
      const begun = Promise.all([...held.values()].map(({ served }) => served.begun))
      const { longestBeginningMs: withinMs = longestBeginningMs } = overrides
      await Promise.race([begun, wait(withinMs, undefined, { signal: enough.signal }).catch(() => {})])
      enough.abort()
      return listening.listen()
    },
    reload: async (readList) => {
      const changed = last.then(() => {
        const next = isStopping ? undefined : readAnew(readList)
        return next && change(next)
      })
      last = changed.catch(() => {})
      await (await changed)?.opened
    },
    stop: async () => {
      isStopping = true
      await last
      const all = [...held.values()].map(({ served }) => served)
      await Promise.all(all.map((one) => one.disconnect()))
      await listening.stop()
      await Promise.all(all.map((one) => one.close()))
      await fallback.close()
      await listening.close()
    },
  }
}
