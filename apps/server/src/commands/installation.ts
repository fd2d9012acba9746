import { ConfigurationError } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { PersonTable } from '../db/schema.ts'
import { giveInstallation, listInstallationGrants, withdrawInstallation } from '../roles/installation-grants.ts'
import { selectPersonByUsername } from '../security/people/queries.ts'
import { rowOfEvent } from '../security-log/chain.ts'
import { appendEvents } from '../security-log/queries.ts'
import { createCommandClock } from '../server-time/command-clock.ts'
import { dateOf, lineOf, periodOf, stateOf } from './grant-words.ts'
import { systemUser } from './note-command.ts'

/** What `sitwell installation` can do. */
const installationWords = ['list', 'grant', 'withdraw'] as const
export type InstallationWord = (typeof installationWords)[number]

export const isInstallationWord = (word: string | undefined): word is InstallationWord =>
  installationWords.some((one) => one === word)

interface InstallationWishes {
  readonly orgId: number
  /** For `grant` and `withdraw`. */
  readonly username: string | undefined
  /** ISO 8601, for `grant`. */
  readonly from: string | undefined
  readonly until: string | undefined
  /** For `withdraw`. */
  readonly reason: string | undefined
}

interface Named {
  readonly person: PersonTable
  readonly nowMs: number
}

const list = async ({ kysely }: Database, nowMs: number) => {
  const rows = await listInstallationGrants(kysely)
  for (const row of rows) console.log(lineOf([row.username, `${row.organisation} (${row.org_id})`], row, nowMs))
  if (!rows.some((row) => stateOf(row, nowMs) === 'in force'))
    console.log('Nobody owns this installation. Name an owner: sitwell installation grant USERNAME --org ID')
  return 0
}

const note = (
  database: Database,
  kind: 'installation-granted' | 'installation-withdrawn',
  { person, nowMs }: Named,
  target: Readonly<Record<string, string>>,
) => {
  const author = `command:${systemUser()}`
  const event = { kind, orgId: person.org_id, userGuid: person.user_guid, author, target, atMs: nowMs }
  return appendEvents(database, [rowOfEvent(event)])
}

const grant = async (database: Database, named: Named, { from, until }: InstallationWishes) => {
  const { person, nowMs } = named
  const period = periodOf({ from, until }, nowMs)
  const acting = { author: `command:${systemUser()}`, nowMs }
  const id = await database.kysely.transaction().execute((transaction) => giveInstallation(transaction, person, period, acting))
  if (id === undefined) {
    console.log(`${person.username} owns the installation already.`)
    return 0
  }
  await note(database, 'installation-granted', named, { grant: id, ...(from && { from }), ...(until && { until }) })
  console.log(`${person.username} owns the installation${period.fromMs === null ? '' : ` from ${dateOf(period.fromMs)}`}.`)
  return 0
}

const refused = {
  'not there': ({ person }: Named) => `${person.username} does not own the installation.`,
  'last owner': ({ person }: Named) =>
    `${person.username} is the last owner of the installation. Make somebody else an owner first.`,
} as const

const withdraw = async (database: Database, named: Named, reason: string | undefined) => {
  const { person, nowMs } = named
  if (!reason) throw new ConfigurationError('withdraw needs --reason TEXT.')
  const acting = { author: `command:${systemUser()}`, nowMs, reason: reason.slice(0, 1000) }
  const isTheirs = (row: Pick<PersonTable, 'org_id' | 'user_guid'>) =>
    row.org_id === person.org_id && row.user_guid === person.user_guid
  const outcome = await database.kysely
    .transaction()
    .execute((transaction) => withdrawInstallation(transaction, isTheirs, acting))
  if (outcome !== 'withdrawn') {
    console.error(refused[outcome](named))
    return 1
  }
  await note(database, 'installation-withdrawn', named, {})
  console.log(`${person.username} no longer owns the installation.`)
  return 0
}

/** `sitwell installation`: lists, grants and withdraws the owners of the installation, of whatever organisation. Returns the exit code. */
export const commandInstallation = async (
  database: Database,
  word: InstallationWord,
  wishes: InstallationWishes,
): Promise<number> => {
  const { orgId, username = '' } = wishes
  const nowMs = (await createCommandClock(database)).nowMs()
  if (word === 'list') return list(database, nowMs)
  const person = await selectPersonByUsername(database, orgId, username)
  if (!person) {
    console.error(`Nobody in organisation ${orgId} is called ${username}.`)
    return 1
  }
  const named = { person, nowMs }
  return word === 'grant' ? grant(database, named, wishes) : withdraw(database, named, wishes.reason)
}
