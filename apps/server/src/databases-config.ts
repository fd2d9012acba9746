import { join, resolve } from 'node:path'
import { type Config, ConfigurationError, readConfig, readVariables, type Variables } from './config.ts'
import {
  type Environment,
  environmentOf,
  fault,
  firstName,
  type Key,
  type Line,
  problemsOfLine,
  readDatabasesFile,
  variableOf,
} from './databases-file.ts'
import { nameOfHost } from './http/asked-host.ts'

/** A database that a process serves. */
export interface NamedDatabase {
  /** The first of its names; `variables` for the one that the ordinary variables say. */
  readonly name: string
  /** What its configuration is read from: the ordinary variables under its own. */
  readonly environment: Environment
  /** Whether it has every name that no other one has. */
  readonly servesOthers: boolean
  /**
   * Reads its configuration, and makes its folder and its secret if there are none. Throws a {@link ConfigurationError} that says all that
   * is wrong with it, and repeats no secret: nothing of that concerns another database.
   */
  read(): Config
}

/** What one process serves: one database for all names, or several. */
export interface NodeConfig {
  /** Of the process: ports, proxies, connections, log. */
  readonly config: Variables
  /** Whether there is a file of databases, be it of one. */
  readonly isOfSeveral: boolean
  readonly databases: readonly NamedDatabase[]
  /** Whose a name is at the player's port, and at the courses'. */
  readonly playerNames: ReadonlyMap<string, NamedDatabase>
  readonly courseNames: ReadonlyMap<string, NamedDatabase>
}

/** The database of the ordinary variables, as figures and the log call it. No host has a name without a dot but for this machine's. */
const nameOfVariables = 'variables'

/** The problems with a variable of one database is said of the key that it was given by. */
const inItsOwnWords = (one: string, error: unknown): string[] => {
  if (!(error instanceof ConfigurationError)) throw error
  return error.message
    .split('\n')
    .slice(1)
    .map((line) => {
      const [key] = Object.entries(variableOf).find(([, variable]) => line.trim().startsWith(`${variable}:`)) ?? []
      return `${one}: ${key ? line.trim().replace(variableOf[key as Key], key) : line.trim()}`
    })
}

/** Names a database without who it is opened by: two ways to the same one are the same. Undefined if that can't be read. */
const placeOf = ({ DATABASE_URL: url, ...environment }: Environment): string | undefined => {
  if (!url) return join(folderOf(environment), 'sitwell.sqlite')
  const read = URL.parse(url)
  return read ? `postgres://${read.hostname.toLowerCase()}:${read.port || 5432}${read.pathname}` : undefined
}

const folderOf = ({ SITWELL_DATA }: Environment) => resolve(SITWELL_DATA || './data')

/** Whether two databases are one, or have one folder. */
export const sharePlace = (one: NamedDatabase, other: NamedDatabase): boolean =>
  [placeOf, folderOf].some((of) => of(one.environment) !== undefined && of(one.environment) === of(other.environment))

const configOf = (environment: Environment): Config => {
  const config = readConfig(environment)
  // Where courses of the ordinary variables' database are.
  const { scormServer: _, ...playerSettings } = config.playerSettings
  return { ...config, playerSettings }
}

interface Claim {
  readonly by: NamedDatabase
  readonly name: string
}

/** Gives each name to who claims it, and says of which two do. */
const given = (claims: readonly Claim[]): { names: Map<string, NamedDatabase>; twice: string[] } => {
  const names = new Map<string, NamedDatabase>()
  const twice: string[] = []
  for (const { by, name: claimed } of claims) {
    const before = names.get(claimed)
    if (before && before !== by) twice.push(`${by.name}: ${claimed} is a name of ${before.name} already`)
    names.set(claimed, by)
  }
  return { names, twice }
}

/** The host of an address; none of one that can't be read, which is told where it stands. */
const hostOf = (address: string | undefined) => {
  const host = address === undefined ? undefined : URL.parse(address)?.host
  return host === undefined ? [] : [nameOfHost(host)]
}

const samePlaces = (
  databases: readonly NamedDatabase[],
  of: (environment: Environment) => string | undefined,
  what: string,
): string[] => {
  const known = new Map<string, string>()
  return databases.flatMap(({ name: own, environment }) => {
    const place = of(environment)
    if (place === undefined) return []
    const before = known.get(place)
    known.set(place, own)
    return before === undefined ? [] : [`${own}: has the ${what} of ${before}`]
  })
}

/** Reads what a line says. Throws a {@link ConfigurationError} that says all that is wrong with it. */
const readLine = (line: Line, environment: Environment): Config => {
  const own = firstName(line)
  const problems = problemsOfLine(line)
  try {
    const { publicUrl } = readVariables(environment)
    for (const host of hostOf(publicUrl))
      if (!line.names.includes(host)) problems.push(`${own}: publicUrl: leads to ${host}, which is none of its names`)
    // Nothing is made for a line that can't be used.
    if (problems.length === 0) return configOf(environment)
  } catch (error) {
    problems.push(...inItsOwnWords(own, error))
  }
  throw fault(problems)
}

const databaseOf = (ordinary: Environment, line: Line): NamedDatabase => {
  const environment = environmentOf(ordinary, line)
  return { name: firstName(line), environment, servesOthers: false, read: () => readLine(line, environment) }
}

/**
 * What a process serves: the database of the ordinary variables, and those of `SITWELL_DATABASES`, by name. Throws a
 * {@link ConfigurationError} where the variables can't be used, or it isn't certain whose a name, a database or a folder is; what is wrong
 * with one database alone is told by whoever reads that.
 */
export const readNodeConfig = (environment: Environment): NodeConfig => {
  const config = readVariables(environment)
  const ordinary = { name: nameOfVariables, environment, servesOthers: true, read: () => readConfig(environment) }
  const path = environment.SITWELL_DATABASES
  if (!path) return { config, isOfSeveral: false, databases: [ordinary], playerNames: new Map(), courseNames: new Map() }
  const { otherNames, databases: lines } = readDatabasesFile(path)
  const named = lines.map((line) => ({ line, by: databaseOf(environment, line) }))
  const databases = [...named.map(({ by }) => by), ...(otherNames === 'served' ? [ordinary] : [])]
  const claims = named.flatMap(({ line, by }) => line.names.map((name) => ({ by, name })))
  const courses = named.flatMap(({ by }) => hostOf(by.environment.SITWELL_SCORM_URL).map((name) => ({ by, name })))
  const own = otherNames === 'served' ? [...hostOf(config.publicUrl), ...hostOf(config.scormUrl)] : []
  const wrong = [
    ...given([...claims, ...courses, ...own.map((name) => ({ by: ordinary, name }))]).twice,
    ...samePlaces(databases, placeOf, 'database'),
    ...samePlaces(databases, folderOf, 'dataFolder'),
  ]
  if (wrong.length > 0) throw fault(wrong)
  return {
    ...{ config, isOfSeveral: true, databases },
    playerNames: given(claims).names,
    courseNames: given([...claims, ...courses]).names,
  }
}
