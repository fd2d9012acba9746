import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { type Config, ConfigurationError, readConfig } from './config.ts'
import { nameOfHost } from './http/asked-host.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A database that a process serves. */
export interface NamedDatabase {
  /** The first of its names; `variables` for the one that the ordinary variables say. */
  readonly name: string
  readonly config: Config
  /** What that was read from: the ordinary variables under its own. */
  readonly environment: Environment
  /** Whether it has every name that no other one has. */
  readonly servesOthers: boolean
}

/** What one process serves: one database for all names, or several. */
export interface NodeConfig {
  /** Of the process: ports, proxies, connections, log. */
  readonly config: Config
  /** Whether there is a file of databases, be it of one. */
  readonly isOfSeveral: boolean
  readonly databases: readonly NamedDatabase[]
  /** Whose a name is at the player's port, and at the courses'. */
  readonly playerNames: ReadonlyMap<string, NamedDatabase>
  readonly courseNames: ReadonlyMap<string, NamedDatabase>
}

/** The database of the ordinary variables, as figures and the log call it. No host has a name without a dot but for this machine's. */
const nameOfVariables = 'variables'

/** The name of a host as browsers write it; undefined where it is none, or more than that. */
const hostName = (given: string): string | undefined => {
  if (!/^(\[[\da-f:.]+\]|[^\s/\\:@?#[\]]+)$/i.test(given)) return undefined
  const host = URL.parse(`http://${given}`)?.hostname
  return host === undefined ? undefined : nameOfHost(host)
}

const name = z
  .string()
  .refine((text) => hostName(text) !== undefined, 'has to be a name alone, such as north.example.org')
  .transform((text) => hostName(text) ?? text)

const text = z.string().min(1)

/** What may be said of one database, and the variable that it stands for. */
const variableOf = {
  databaseUrl: 'DATABASE_URL',
  databasePool: 'SITWELL_DATABASE_POOL',
  dataFolder: 'SITWELL_DATA',
  publicUrl: 'SITWELL_PUBLIC_URL',
  scormUrl: 'SITWELL_SCORM_URL',
  secret: 'SITWELL_SECRET',
  secretAccepted: 'SITWELL_SECRET_ACCEPTED',
  proctoring: 'SITWELL_PROCTORING',
  adminUrl: 'SITWELL_ADMIN_URL',
  mailFrom: 'SITWELL_MAIL_FROM',
  clients: 'SITWELL_CLIENTS',
  lrsUrl: 'SITWELL_LRS_URL',
  lrsUser: 'SITWELL_LRS_USER',
  lrsPassword: 'SITWELL_LRS_PASSWORD',
  lrsToken: 'SITWELL_LRS_TOKEN',
} as const
type Key = keyof typeof variableOf

const entry = z.strictObject({
  names: z.array(name).min(1),
  databaseUrl: text.optional(),
  databasePool: z.int().optional(),
  dataFolder: text.optional(),
  publicUrl: text.optional(),
  scormUrl: text.optional(),
  secret: text.optional(),
  secretAccepted: text.optional(),
  proctoring: text.optional(),
  adminUrl: text.optional(),
  mailFrom: text.optional(),
  clients: text.optional(),
  lrsUrl: text.optional(),
  lrsUser: text.optional(),
  lrsPassword: text.optional(),
  lrsToken: text.optional(),
} satisfies Record<Key | 'names', z.ZodType>)
type Entry = z.output<typeof entry>

const file = z.strictObject({
  /** Whether the database of the ordinary variables has all other names, or nobody has. */
  otherNames: z.enum(['served', 'refused']).default('served'),
  databases: z.array(entry).min(1),
})

/** What is of one database alone: no other one takes it over from the ordinary variables. Organisations are numbered in each anew. */
const neverShared: readonly Key[] = [
  'databaseUrl',
  'dataFolder',
  'publicUrl',
  'scormUrl',
  'secret',
  'secretAccepted',
  'proctoring',
]

const ofStore: readonly Key[] = ['lrsUrl', 'lrsUser', 'lrsPassword', 'lrsToken']

const fault = (lines: readonly string[]) =>
  new ConfigurationError(`The configuration can't be used:\n${lines.map((line) => `  SITWELL_DATABASES: ${line}`).join('\n')}`)

/** Where a text stops being JSON; the parser's own words would repeat what stands there, which may be a secret. */
const placeOfFault = (content: string, error: unknown) => {
  const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  return at === undefined ? 'is no JSON' : `is no JSON from line ${content.slice(0, Number(at)).split('\n').length} on`
}

const readFile = (path: string): z.output<typeof file> => {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    throw fault([error instanceof Error ? error.message : String(error)])
  }
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (error) {
    throw fault([`${path} ${placeOfFault(content, error)}`])
  }
  const read = file.safeParse(json)
  if (read.success) return read.data
  throw fault(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
}

/** The variables of one database: the ordinary ones, and its own over them. */
const environmentOf = (environment: Environment, one: Entry): Environment => {
  const first = one.names[0] ?? ''
  const own = Object.entries(variableOf).flatMap(([key, variable]): [string, string][] => {
    const value = one[key as Key]
    return value === undefined ? [] : [[variable, String(value)]]
  })
  const hidden: readonly Key[] = ofStore.some((key) => one[key] !== undefined) ? [...neverShared, ...ofStore] : neverShared
  return {
    ...environment,
    SITWELL_DATABASES: undefined,
    ...Object.fromEntries(hidden.map((key) => [variableOf[key], undefined])),
    // The secret, the mails and the witness of a PostgreSQL.
    SITWELL_DATA: join(environment.SITWELL_DATA || './data', 'databases', first),
    ...Object.fromEntries(own),
  }
}

/** What is wrong with a variable of one database is said of the key that it was given by. */
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

/** Names a database without who it is opened by: two ways to the same one are the same. */
const placeOf = ({ database }: Config): string => {
  if (database.dialect === 'sqlite') return database.path
  const { hostname, port, pathname } = new URL(database.url)
  return `postgres://${hostname.toLowerCase()}:${port || 5432}${pathname}`
}

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

const hostOf = (address: string | undefined) => (address === undefined ? [] : [nameOfHost(new URL(address).host)])

const samePlaces = (databases: readonly NamedDatabase[], of: (config: Config) => string, what: string): string[] => {
  const known = new Map<string, string>()
  return databases.flatMap(({ name: own, config }) => {
    const before = known.get(of(config))
    known.set(of(config), own)
    return before === undefined ? [] : [`${own}: has the ${what} of ${before}`]
  })
}

/** What is wrong with the names of a database itself. */
const problemsOfNames = (one: Entry, { name: own, config }: NamedDatabase): string[] => [
  ...hostOf(config.publicUrl).flatMap((host) =>
    one.names.includes(host) ? [] : [`${own}: publicUrl: leads to ${host}, which is none of its names`],
  ),
  ...(one.databaseUrl === undefined && one.dataFolder === undefined ? [`${own}: has neither databaseUrl nor dataFolder`] : []),
]

/** The databases of a file, with what is wrong with each. */
const readEntries = (environment: Environment, entries: readonly Entry[]) => {
  const problems: string[] = []
  const read = entries.flatMap((one): { one: Entry; database: NamedDatabase }[] => {
    const [first = ''] = one.names
    const own = environmentOf(environment, one)
    try {
      const database = { name: first, config: configOf(own), environment: own, servesOthers: false }
      problems.push(...problemsOfNames(one, database))
      return [{ one, database }]
    } catch (error) {
      problems.push(...inItsOwnWords(first, error))
      return []
    }
  })
  return { read, problems }
}

/**
 * What a process serves: the database of the ordinary variables, and those of `SITWELL_DATABASES`, by name. Throws a
 * {@link ConfigurationError} that says all that is wrong with them, and repeats no secret.
 */
export const readNodeConfig = (environment: Environment): NodeConfig => {
  const config = readConfig(environment)
  const ordinary = { name: nameOfVariables, config, environment, servesOthers: true }
  const path = environment.SITWELL_DATABASES
  if (!path) return { config, isOfSeveral: false, databases: [ordinary], playerNames: new Map(), courseNames: new Map() }
  const { otherNames, databases: entries } = readFile(path)
  const { read, problems } = readEntries(environment, entries)
  const named = read.map(({ database }) => database)
  const databases = otherNames === 'served' ? [...named, ordinary] : named
  const claims = read.flatMap(({ one, database: by }) => one.names.map((name) => ({ by, name })))
  const courses = read.flatMap(({ database: by }) => hostOf(by.config.scormUrl).map((name) => ({ by, name })))
  const own = otherNames === 'served' ? [...hostOf(config.publicUrl), ...hostOf(config.scormUrl)] : []
  const all = given([...claims, ...courses, ...own.map((name) => ({ by: ordinary, name }))])
  const wrong = [
    ...problems,
    ...all.twice,
    ...samePlaces(databases, placeOf, 'database'),
    ...samePlaces(databases, ({ dataFolder }) => dataFolder, 'dataFolder'),
  ]
  if (wrong.length > 0) throw fault(wrong)
  return {
    ...{ config, isOfSeveral: true, databases },
    playerNames: given(claims).names,
    courseNames: given([...claims, ...courses]).names,
  }
}

/**
 * The variables of one database, for a command: the ordinary ones where none is named. Throws a {@link ConfigurationError} where none has
 * that name.
 */
export const environmentOfDatabase = (environment: Environment, named: string | undefined): Environment => {
  if (named === undefined) return environment
  const path = environment.SITWELL_DATABASES
  if (!path) throw new ConfigurationError('--database names one of the file that SITWELL_DATABASES names, and there is none.')
  const { databases } = readFile(path)
  const wanted = hostName(named)
  const one = databases.find(({ names }) => names.some((other) => other === wanted))
  if (!one) throw new ConfigurationError(`${path} has no database of the name ${named}: ${listOf(databases)}.`)
  return environmentOf(environment, one)
}

const listOf = (databases: readonly Entry[]) => databases.map(({ names }) => names[0]).join(', ')

/** Whether others than its owner may read the file, which has secrets in it. */
export const isOpenToOthers = (environment: Environment): boolean =>
  environment.SITWELL_DATABASES !== undefined && (statSync(resolve(environment.SITWELL_DATABASES)).mode & 0o077) !== 0
