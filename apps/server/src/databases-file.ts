import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { ConfigurationError } from './config.ts'
import { nameOfHost } from './http/asked-host.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The name of a host as browsers write it; undefined if it is none, or more than that. What has no letter or digit leads nowhere, and
 * `..` would lead out of the folder that is named after it.
 */
const hostName = (given: string): string | undefined => {
  if (!/^(\[[\da-f:.]+\]|[^\s/\\:@?#[\]]+)$/i.test(given)) return undefined
  const host = URL.parse(`http://${given}`)?.hostname
  return host !== undefined && /[\da-z]/.test(host) ? nameOfHost(host) : undefined
}

const name = z
  .string()
  .refine((text) => hostName(text) !== undefined, 'has to be a name alone, such as north.example.org')
  .transform((text) => hostName(text) ?? text)

const text = z.string().min(1)

/** What may be said of one database, and the variable that it represents. */
export const variableOf = {
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
export type Key = keyof typeof variableOf

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

/** What says whose a request is; all else concerns one database alone. */
const named = z.looseObject({ names: z.array(name).min(1) })
/** What a file says of one database. All but its names may be wrong. */
export type Line = z.output<typeof named>

const file = z.strictObject({
  /** Whether the database of the ordinary variables has all other names, or nobody has. */
  otherNames: z.enum(['served', 'refused']).default('served'),
  databases: z.array(named).min(1),
})

/** What is of one database alone: no other one takes it over from the ordinary variables. Organisations are numbered in each again. */
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

/** The problems with the file, or with a line of it. */
export const fault = (lines: readonly string[]) =>
  new ConfigurationError(`The configuration can't be used:\n${lines.map((line) => `  SITWELL_DATABASES: ${line}`).join('\n')}`)

/** Where a text stops being JSON; the parser's own words would repeat what stands there, which may be a secret. */
const placeOfFault = (content: string, error: unknown) => {
  const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  return at === undefined ? 'is no JSON' : `is no JSON from line ${content.slice(0, Number(at)).split('\n').length} on`
}

const issuesOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => `${[...path, ''].join('.').replace(/\.$/, ': ')}${message}`)

/**
 * Reads a file of databases, and judges no more of a line than its names. Throws a {@link ConfigurationError} where it isn't certain whose
 * a request is.
 */
export const readDatabasesFile = (path: string): z.output<typeof file> => {
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
  throw fault(issuesOf(read.error))
}

/** What the database of a line is called. */
export const firstName = ({ names }: Line): string => names[0] ?? ''

/** The variables of one database: the ordinary ones, and its own over them, whether or not these can be used. */
export const environmentOf = (environment: Environment, line: Line): Environment => {
  const own = Object.entries(variableOf).flatMap(([key, variable]): [string, string][] =>
    line[key] === undefined ? [] : [[variable, String(line[key])]],
  )
  const hidden: readonly Key[] = ofStore.some((key) => line[key] !== undefined) ? [...neverShared, ...ofStore] : neverShared
  return {
    ...environment,
    SITWELL_DATABASES: undefined,
    ...Object.fromEntries(hidden.map((key) => [variableOf[key], undefined])),
    // The secret, the mails and the witness of a PostgreSQL.
    SITWELL_DATA: join(environment.SITWELL_DATA || './data', 'databases', firstName(line)),
    ...Object.fromEntries(own),
  }
}

/** The problems with the form of a line. */
export const problemsOfLine = (line: Line): string[] => {
  const read = entry.safeParse(line)
  return [
    ...(read.success ? [] : issuesOf(read.error)),
    ...(line.databaseUrl === undefined && line.dataFolder === undefined ? ['has neither databaseUrl nor dataFolder'] : []),
  ].map((problem) => `${firstName(line)}: ${problem}`)
}

/** Whether others than its owner may read the file, which has secrets in it. */
export const isOpenToOthers = (environment: Environment): boolean =>
  environment.SITWELL_DATABASES !== undefined && (statSync(resolve(environment.SITWELL_DATABASES)).mode & 0o077) !== 0

/**
 * The variables of one database, for a command: the ordinary ones if none is named. Throws a {@link ConfigurationError} where none, or
 * more than one, has that name, or its line can't be used.
 */
export const environmentOfDatabase = (environment: Environment, named: string | undefined): Environment => {
  if (named === undefined) return environment
  const path = environment.SITWELL_DATABASES
  if (!path) throw new ConfigurationError('--database names one of the file that SITWELL_DATABASES names, and there is none.')
  const { databases } = readDatabasesFile(path)
  const wanted = hostName(named)
  const [line, ...more] = databases.filter(({ names }) => names.some((other) => other === wanted))
  if (!line)
    throw new ConfigurationError(`${path} has no database of the name ${named}: ${databases.map(firstName).join(', ')}.`)
  if (more.length > 0) throw new ConfigurationError(`${path} has more than one database of the name ${named}.`)
  const problems = problemsOfLine(line)
  if (problems.length > 0) throw fault(problems)
  return environmentOf(environment, line)
}
