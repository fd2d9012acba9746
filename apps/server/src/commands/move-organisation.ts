import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Clock } from '../clock.ts'
import { type Config, ConfigurationError, readConfig } from '../config.ts'
import { type Environment, environmentOfDatabase } from '../databases-file.ts'
import type { Database, DatabaseConfig } from '../db/database.ts'
import { openCurrent } from '../db/open-current.ts'
import { holdAlone } from '../db/sqlite-lock.js'
import { type Moved, moveOrganisation, NotMoved, undoMove } from '../move/move-organisation.ts'
import { removeMoved } from '../move/remove-moved.ts'
import { rowOfEvent } from '../security-log/chain.ts'
import { appendEvents } from '../security-log/queries.ts'
import { systemUser } from './note-command.ts'

interface Target {
  readonly config: DatabaseConfig
  /** Without a password. */
  readonly name: string
  /** The command line that brings it to this version. */
  readonly remedy: string
}

/** A database of the file that `SITWELL_DATABASES` names, by one of its names. */
const namedTarget = (to: string, environment: Environment): Target => {
  const { database, dataFolder } = readConfig(environmentOfDatabase(environment, to))
  const target = database.dialect === 'postgres' ? targetOf(database.url) : { config: database, name: dataFolder }
  return { ...target, remedy: `sitwell migrate --database ${to}` }
}

/**
 * `postgres://…`, the data folder of a server with the embedded database, or the name of a database of the file. Throws a
 * {@link ConfigurationError} where it is none of these.
 */
export const targetOf = (to: string, environment: Environment = {}): Target => {
  if (/^postgres(ql)?:\/\//.test(to)) {
    const url = URL.parse(to)
    if (!url) throw new ConfigurationError('--to is no address of a PostgreSQL.')
    const remedy = 'sitwell migrate, with DATABASE_URL set to the address of --to'
    return { config: { dialect: 'postgres', url: to }, name: `${url.host}${url.pathname}`, remedy }
  }
  const folder = resolve(to)
  if (!existsSync(folder) && environment.SITWELL_DATABASES) return namedTarget(to, environment)
  if (!existsSync(folder))
    throw new ConfigurationError(`--to has to be postgres://…, or a data folder that is there, not ${to}.`)
  const remedy = `SITWELL_DATA=${folder} sitwell migrate`
  return { config: { dialect: 'sqlite', path: join(folder, 'sitwell.sqlite') }, name: folder, remedy }
}

/** One transaction of many gigabytes would hold everybody else up on SQLite. */
const refuseOpen = ({ config }: Target) => {
  if (config.dialect !== 'sqlite' || !existsSync(config.path)) return
  const lock = holdAlone(config.path)
  if (!lock) throw new NotMoved('The other database is in use. Stop the server over it first.')
  lock.close()
}

const noteThere = async (to: Database, orgId: number, target: string, clock: Clock) => {
  const event = {
    kind: 'command',
    orgId,
    author: `command:${systemUser()}`,
    what: 'move-organisation',
    target: { to: target },
  } as const
  await appendEvents(to, [rowOfEvent({ ...event, atMs: clock.nowMs() })])
}

const say = ({ tables, verified: { formRuns, events, findings }, wasThere }: Moved, orgId: number, target: string) => {
  const filled = tables.filter(({ rows }) => rows > 0)
  const rows = filled.reduce((sum, one) => sum + one.rows, 0)
  console.log(`Organisation ${orgId} is in ${target}: ${rows} rows of ${filled.length} tables, the same on both sides.`)
  if (wasThere) console.log('It had been moved before; it was compared again.')
  for (const one of filled) console.log(`  ${one.table}: ${one.rows}`)
  const found = findings.length === 0 ? 'everything matches' : `${findings.length} things do not match, and did not before`
  console.log(`${formRuns} form runs and ${events} events of the security log were verified there: ${found}.`)
  console.log('It is not served from here any more. Now let its names lead to that database: a line of SITWELL_DATABASES,')
  console.log(
    'or nodes of its own behind the proxy. What is served there needs the secret that was used here, as its own or as the',
  )
  console.log('accepted one, and what is configured of the organisation (proctoring, SITWELL_CONTROLS).')
  console.log(`When all is well: sitwell remove-organisation ${orgId} takes its rows away here.`)
}

const reported = async (act: () => Promise<void>): Promise<number> => {
  try {
    await act()
    return 0
  } catch (error) {
    if (!(error instanceof NotMoved)) throw error
    console.error(error.message)
    return 1
  }
}

export interface MoveWishes {
  readonly orgId: number
  readonly to: string
  /** Give up a move that was broken off. */
  readonly undo: boolean
  /** In which other databases are named. */
  readonly environment?: Environment | undefined
}

/** `sitwell move-organisation`: takes an organisation to another database. Answers the exit code. */
export const commandMoveOrganisation = async (
  database: Database,
  config: Pick<Config, 'database'>,
  { orgId, to, undo, environment }: MoveWishes,
  clock: Clock,
): Promise<number> => {
  const target = targetOf(to, environment)
  if (target.config.dialect === 'sqlite' && config.database.dialect === 'sqlite' && target.config.path === config.database.path)
    throw new ConfigurationError('--to is the database that it is in.')
  return reported(async () => {
    refuseOpen(target)
    const other = await openCurrent(target.config, target.remedy)
    try {
      const move = { from: database, to: other, target: target.name, orgId, clock }
      if (undo) {
        await undoMove(move)
        console.log(`Organisation ${orgId} is served from here as before.`)
        return
      }
      say(await moveOrganisation(move), orgId, target.name)
      await noteThere(other, orgId, target.name, clock)
    } finally {
      await other.close()
    }
  })
}

/** `sitwell remove-organisation`: removes what an organisation left behind that has moved. Answers the exit code. */
export const commandRemoveOrganisation = (database: Database, orgId: number, clock: Clock): Promise<number> =>
  reported(async () => {
    const { rows, target } = await removeMoved(database, orgId, clock)
    console.log(`${rows} rows of organisation ${orgId} were removed here. It is in ${target}.`)
  })
