import { randomBytes, randomUUID } from 'node:crypto'
import { systemClock } from '../apps/server/src/clock.ts'
import { type DatabaseConfig, openDatabase } from '../apps/server/src/db/database.ts'
import { createSessions } from '../apps/server/src/http/caller.ts'
import { openPlace } from '../chaos/place.ts'
import { type Sitting, seatLearners } from './learners.ts'

/** One of very many learners, signed in. All have the password of the first, whose name is `learner-0`. */
export interface OneOfMany extends Sitting {
  readonly username: string
  readonly scheduleGuid: string
  readonly sessionId: string
}

export interface ManyLearners {
  readonly origin: string
  /** Learners in a running exam. */
  readonly running: readonly OneOfMany[]
  /** Learners who may start it. */
  readonly waiting: readonly OneOfMany[]
  /** Ids of the server's process, which is the first, and of those of its database. */
  processes(): Promise<number[]>
  stop(): Promise<void>
}

/** SQLite takes some thirty thousand values in a statement; a form run has twenty. */
const rowsAStatement = 500

/**
 * A server as it is run, with a learner who has signed in and started, and copies of that learner's rows: this many sign-ins and starts
 * would take minutes.
 */
export async function seatManyLearners(
  database: 'sqlite' | 'postgres',
  count: { running: number; waiting: number },
): Promise<ManyLearners> {
  const secret = randomBytes(32).toString('hex')
  const place = await openPlace({ database, environment: { SITWELL_SECRET: secret } })
  try {
    const [first] = await seatLearners(place, 1)
    if (!first) throw new Error('Nobody sits.')
    const all = await copyLearner(place.config, secret, first, count)
    return { origin: place.origin, ...all, processes: () => place.processes(), stop: () => place.stop() }
  } catch (error) {
    await place.stop()
    throw error
  }
}

/** This many copies of a learner who sits, and of one who may start, past the server, whose secret is given. */
export async function copyLearner(
  config: DatabaseConfig,
  secret: string,
  first: Sitting,
  count: { running: number; waiting: number },
): Promise<Pick<ManyLearners, 'running' | 'waiting'>> {
  const database = openDatabase(config)
  const { kysely } = database
  const sessions = createSessions(database, { tokenSecret: new TextEncoder().encode(secret) }, systemClock)
  const { orgId, userGuid } = first
  const person = await kysely.selectFrom('person').selectAll().where('user_guid', '=', userGuid).executeTakeFirstOrThrow()
  const schedule = await kysely.selectFrom('schedule').selectAll().where('user_guid', '=', userGuid).executeTakeFirstOrThrow()
  const session = await kysely.selectFrom('session').selectAll().where('user_guid', '=', userGuid).executeTakeFirstOrThrow()
  const run = await kysely.selectFrom('form_run').selectAll().where('user_guid', '=', userGuid).executeTakeFirstOrThrow()
  const ledger = await kysely.selectFrom('form_run_event').selectAll().where('org_id', '=', orgId).execute()

  const copy = async (number: number, isRunning: boolean): Promise<OneOfMany> => {
    const [user_guid, session_id, schedule_guid, form_run_guid] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const username = `copy-${number}`
    people.push({ ...person, user_guid, username, sign_in_name: username, user_id: person.user_id + number })
    schedules.push({ ...schedule, user_guid, schedule_guid })
    open.push({ ...session, user_guid, session_id })
    if (isRunning) {
      runs.push({ ...run, user_guid, schedule_guid, form_run_guid, form_run_id: run.form_run_id + number })
      events.push(...ledger.map((event) => ({ ...event, form_run_guid })))
    }
    const token = await sessions.sign({ orgId, userGuid: user_guid, sessionId: session_id, admin: false })
    const guids = { userGuid: user_guid, scheduleGuid: schedule_guid, formRunGuid: form_run_guid, sessionId: session_id }
    return { ...first, ...guids, token, username }
  }
  const [people, schedules, open]: [(typeof person)[], (typeof schedule)[], (typeof session)[]] = [[], [], []]
  const [runs, events]: [(typeof run)[], typeof ledger] = [[], []]
  const numbers = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)
  const running = await Promise.all(numbers(1, count.running).map((number) => copy(number, true)))
  const waiting = await Promise.all(numbers(1 + count.running, count.waiting).map((number) => copy(number, false)))
  for (const rows of inParts(people)) await kysely.insertInto('person').values(rows).execute()
  for (const rows of inParts(schedules)) await kysely.insertInto('schedule').values(rows).execute()
  for (const rows of inParts(open)) await kysely.insertInto('session').values(rows).execute()
  for (const rows of inParts(runs)) await kysely.insertInto('form_run').values(rows).execute()
  for (const rows of inParts(events)) await kysely.insertInto('form_run_event').values(rows).execute()
  await database.close()
  return { running, waiting }
}

function inParts<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAStatement) }, (_, part) =>
    rows.slice(part * rowsAStatement, (part + 1) * rowsAStatement),
  )
}
