import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { type Config, ConfigurationError, knownVariables, type Variables } from '../config.ts'
import { type NamedDatabase, readNodeConfig } from '../databases-config.ts'
import { type Environment, isOpenToOthers } from '../databases-file.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { durabilityRisks } from '../db/durability-risks.ts'
import { newestMigration } from '../db/known-migrations.ts'
import { selectApplied } from '../db/migration-tables.ts'
import { schemaStateOf } from '../db/schema-state.ts'

/** Something that was looked at: how it stands, in a sentence. */
interface Finding {
  readonly is: 'ok' | 'note' | 'WRONG'
  readonly text: string
}

const ok = (text: string): Finding => ({ is: 'ok', text })
const note = (text: string): Finding => ({ is: 'note', text })
const wrong = (text: string): Finding => ({ is: 'WRONG', text })
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const findingsOfSecrets = (
  config: Config,
  { SITWELL_SECRET: secret, SITWELL_SECRET_ACCEPTED: accepted }: Environment,
): Finding[] => {
  const found: Finding[] = []
  if (config.database.dialect === 'postgres' && !secret)
    found.push(wrong('SITWELL_SECRET is not set: each node would sign with its own, and take no token of another.'))
  if (accepted && accepted === secret)
    found.push(wrong('SITWELL_SECRET_ACCEPTED is SITWELL_SECRET itself: nothing else is accepted.'))
  else if (accepted)
    found.push(
      note(
        'SITWELL_SECRET_ACCEPTED is set: what was made with it holds too. Once SITWELL_SECRET signs on all nodes, run sitwell reseal, and take it out two weeks later.',
      ),
    )
  return found
}

const misspelt = (environment: Environment): Finding[] =>
  Object.keys(environment)
    .filter((one) => one.startsWith('SITWELL_') && !knownVariables.has(one))
    .map((name) => wrong(`${name} is no variable of Sitwell. Is it misspelt?`))

/** What the variables of one database say together that none says alone. */
const findingsOf = (config: Config, environment: Environment): Finding[] => {
  const found: Finding[] = []
  const { publicUrl, scormUrl } = config
  if (publicUrl === undefined)
    found.push(note('SITWELL_PUBLIC_URL is not set: links in mails lead to the address of whoever asked for them.'))
  else if (scormUrl === undefined)
    found.push(note('SITWELL_SCORM_URL is not set: courses are looked for at the port of their own, beside the proxy.'))
  if (publicUrl !== undefined && scormUrl !== undefined && new URL(publicUrl).origin === scormUrl)
    found.push(
      wrong(
        'SITWELL_SCORM_URL has the origin of SITWELL_PUBLIC_URL: courses are foreign code, and would read what the player keeps.',
      ),
    )
  if (publicUrl?.startsWith('https:') && (environment.SITWELL_TRUST_PROXY || 'false') === 'false')
    found.push(note('SITWELL_TRUST_PROXY names no proxy though one ends TLS: all learners share its address, and its limits.'))
  if (publicUrl?.startsWith('http:') && !/^http:\/\/(localhost|127\.)/.test(publicUrl))
    found.push(note('SITWELL_PUBLIC_URL is http: passwords go in the clear, and no exam opens without a network.'))
  found.push(...findingsOfSecrets(config, environment))
  return found
}

/** What concerns all that the process serves. */
const findingsOfProcess = (config: Variables): Finding[] => {
  const found: Finding[] = []
  if (config.useResetScheduleCheat)
    found.push(wrong('SITWELL_RESET_CHEAT is on: learners can set their exams back. It is for testing only.'))
  if (config.smtpUrl === undefined)
    found.push(note('SITWELL_SMTP_URL is not set: mails are written as files into the data folder.'))
  if (config.metricsToken === undefined) found.push(note('SITWELL_METRICS_TOKEN is not set: nobody can watch this server.'))
  return found
}

/** The nearest folder above that is there. */
const folderAbove = (path: string): string => (existsSync(dirname(path)) ? dirname(path) : folderAbove(dirname(path)))

const lookAtFolder = async ({ dataFolder, lowRoomBytes }: Config): Promise<Finding> => {
  try {
    await access(dataFolder, constants.W_OK)
  } catch {
    return access(existsSync(dataFolder) ? dataFolder : folderAbove(dataFolder), constants.W_OK).then(
      () => note(`${dataFolder} is not there yet; it is made at the first start.`),
      () => wrong(`${dataFolder} can not be written by this user.`),
    )
  }
  const { bavail, bsize } = await statfs(dataFolder)
  const text = `${dataFolder} has ${Math.floor((bavail * bsize) / 1_000_000)} MB free.`
  return bavail * bsize < lowRoomBytes ? wrong(text) : ok(text)
}

const findingOfSchema = async ({ kysely, dialect }: Database): Promise<Finding> => {
  const applied = await selectApplied(kysely, dialect)
  const state = schemaStateOf(applied)
  if (state.is === 'newer')
    return wrong(`The database is of a newer Sitwell (migration ${state.has}; this one knows ${newestMigration}).`)
  if (applied.length === 0) return note('The database is empty; its tables are made at the first start.')
  return ok(`The database can be reached${state.is === 'older' ? '; the next start brings it to this version' : ''}.`)
}

const lookAtConnections = async ({ kysely }: Database, config: Config): Promise<Finding[]> => {
  if (config.database.dialect !== 'postgres') return []
  const { rows } = await sql<{ most: number; standby: boolean }>`select current_setting('max_connections')::int as most,
    pg_is_in_recovery() as standby`.execute(kysely)
  const { most = 0, standby = false } = rows[0] ?? {}
  // Beside the pool a node has two for saves, one to listen, and one that migrates.
  const own = (config.database.poolSize ?? 10) + 4
  const found = [
    own * 2 > most
      ? note(`The database takes ${most} connections, and a node wants ${own}: there is no room for a second node.`)
      : ok(`The database takes ${most} connections; a node wants ${own}.`),
  ]
  return standby ? [wrong('DATABASE_URL leads to a standby, which takes no write.'), ...found] : found
}

const lookAtDatabase = async (config: Config): Promise<Finding[]> => {
  if (config.database.dialect === 'sqlite')
    // Opening it would make it.
    return access(config.database.path, constants.R_OK | constants.W_OK).then(
      () => [ok(`The embedded database is ${config.database.dialect === 'sqlite' ? config.database.path : ''}.`)],
      (error) =>
        Object(error).code === 'ENOENT'
          ? [note('There is no embedded database yet; it is made at the first start.')]
          : [wrong(`The embedded database can not be written by this user: ${reasonOf(error)}`)],
    )
  const database = openDatabase(config.database, { longestStatementMs: 10_000 })
  try {
    await sql`select 1`.execute(database.kysely)
    const found = await findingOfSchema(database)
    return [found, ...(await lookAtConnections(database, config)), ...(await durabilityRisks(database)).map(wrong)]
  } catch (error) {
    const { cause } = Object(error)
    return [wrong(`The database can not be reached: ${reasonOf(cause ?? error)}`)]
  } finally {
    await database.close()
  }
}

/** A database whose configuration could be read. */
interface ReadDatabase {
  readonly name: string
  readonly config: Config
}

const lookAt = async (config: Config, environment: Environment): Promise<Finding[]> => [
  ...findingsOf(config, environment),
  await lookAtFolder(config),
  ...(await lookAtDatabase(config)),
]

/** The configuration of a database, or what is wrong with it, a line each. */
const readOf = (database: NamedDatabase): Config | readonly string[] => {
  try {
    return database.read()
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.message.split('\n').slice(1)
  }
}

/** What holds of several databases together. */
const findingsOfSeveral = (databases: readonly ReadDatabase[], environment: Environment): Finding[] => {
  const secretOf = ({ config }: ReadDatabase) => Buffer.from(config.tokenSecret).toString('base64')
  const sharing = databases.filter((one) => databases.some((other) => other !== one && secretOf(other) === secretOf(one)))
  const found: Finding[] = []
  if (isOpenToOthers(environment))
    found.push(wrong('The file of SITWELL_DATABASES has secrets in it, and others may read it: chmod 600.'))
  if (sharing.length > 0)
    found.push(
      note(
        `${sharing.map(({ name }) => name).join(', ')} sign with one secret: right where an organisation has moved between them, and nowhere else.`,
      ),
    )
  return found
}

/**
 * `sitwell check-config`: says of the environment and of what it leads to how it stands, and changes nothing but the secrets that a first
 * start makes. Answers the exit code, 1 where anything is wrong.
 */
export const commandCheckConfig = async (environment: Environment): Promise<number> => {
  let node: ReturnType<typeof readNodeConfig>
  try {
    node = readNodeConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    console.log(error.message)
    return 1
  }
  const { config, databases, isOfSeveral } = node
  const found = [...misspelt(environment), ...findingsOfProcess(config)]
  const read: ReadDatabase[] = []
  for (const database of databases) {
    const { name, environment: own } = database
    const config = readOf(database)
    if (!('dataFolder' in config)) {
      found.push(...config.map((line) => wrong(line.trim())))
      continue
    }
    read.push({ name, config })
    const looked = await lookAt(config, own)
    found.push(...looked.map(({ is, text }) => ({ is, text: isOfSeveral ? `${name}: ${text}` : text })))
  }
  if (isOfSeveral) found.push(...findingsOfSeveral(read, environment))
  for (const { is, text } of found) console.log(`${is.padEnd(6)}${text}`)
  return found.some(({ is }) => is === 'WRONG') ? 1 : 0
}
