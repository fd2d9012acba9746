import { type Role, roles } from '@sitwell/contract'
import { ConfigurationError } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { PersonTable } from '../db/schema.ts'
import { grantRole, withdrawRoles } from '../roles/change-grants.ts'
import { isRole, wholeOrganisation } from '../roles/grant.ts'
import { listGrants } from '../roles/queries.ts'
import { selectPersonByUsername } from '../security/people/queries.ts'
import { rowOfEvent } from '../security-log/chain.ts'
import { appendEvents } from '../security-log/queries.ts'
import { createCommandClock } from '../server-time/command-clock.ts'
import { dateOf, lineOf, periodOf, stateOf } from './grant-words.ts'
import { systemUser } from './note-command.ts'

/** What `sitwell roles` can do. */
const rolesWords = ['list', 'grant', 'withdraw'] as const
export type RolesWord = (typeof rolesWords)[number]

export const isRolesWord = (word: string | undefined): word is RolesWord => rolesWords.some((one) => one === word)

interface RolesWishes {
  readonly orgId: number
  readonly username: string | undefined
  readonly role: string | undefined
  /** ISO 8601, for `grant`. */
  readonly from: string | undefined
  readonly until: string | undefined
  /** For `withdraw`. */
  readonly reason: string | undefined
}

interface Named {
  readonly person: PersonTable
  readonly role: Role
  readonly nowMs: number
}

const list = async ({ kysely }: Database, orgId: number, person: PersonTable | undefined, nowMs: number) => {
  const rows = await listGrants(kysely, orgId, person?.user_guid)
  for (const row of rows) console.log(lineOf([row.username, row.role], row, nowMs))
  const hasOwner = rows.some((row) => row.role === 'owner' && stateOf(row, nowMs) === 'in force')
  if (person === undefined && !hasOwner)
    console.log(`Organisation ${orgId} has no owner. Name one: sitwell roles grant USERNAME owner --org ${orgId}`)
  return 0
}

const note = (
  database: Database,
  kind: 'role-granted' | 'role-withdrawn',
  { person, role, nowMs }: Named,
  more: Readonly<Record<string, string>>,
) => {
  const author = `command:${systemUser()}`
  const event = { kind, orgId: person.org_id, userGuid: person.user_guid, author, target: { role, ...more }, atMs: nowMs }
  return appendEvents(database, [rowOfEvent(event)])
}

const grant = async (database: Database, named: Named, { from, until }: RolesWishes) => {
  const { person, role, nowMs } = named
  const { fromMs, untilMs } = periodOf({ from, until }, nowMs)
  const acting = { author: `command:${systemUser()}`, nowMs }
  const id = await database.kysely
    .transaction()
    .execute((transaction) => grantRole(transaction, person, { role, scope: wholeOrganisation, fromMs, untilMs }, acting))
  if (id === undefined) {
    console.log(`${person.username} has the role ${role} already.`)
    return 0
  }
  await note(database, 'role-granted', named, { grant: id, ...(from && { from }), ...(until && { until }) })
  console.log(`${person.username} has the role ${role}${fromMs === null ? '' : ` from ${dateOf(fromMs)}`}.`)
  return 0
}

const refused = {
  'not there': ({ person, role }: Named) => `${person.username} does not have the role ${role}.`,
  'last owner': ({ person }: Named) =>
    `${person.username} is the last owner of organisation ${person.org_id}. Make somebody else an owner first.`,
} as const

const withdraw = async (database: Database, named: Named, reason: string | undefined) => {
  const { person, role, nowMs } = named
  if (!reason) throw new ConfigurationError('withdraw needs --reason TEXT.')
  const acting = { author: `command:${systemUser()}`, nowMs, reason: reason.slice(0, 1000) }
  const outcome = await database.kysely
    .transaction()
    .execute((transaction) => withdrawRoles(transaction, person, (one) => one.role === role, acting))
  if (outcome !== 'withdrawn') {
    console.error(refused[outcome](named))
    return 1
  }
  await note(database, 'role-withdrawn', named, {})
  console.log(`${person.username} no longer has the role ${role}.`)
  return 0
}

/** `sitwell roles`: lists, grants and withdraws roles in an organisation. Returns the exit code. */
export const commandRoles = async (database: Database, word: RolesWord, wishes: RolesWishes): Promise<number> => {
  const { orgId, username, role, reason } = wishes
  const nowMs = (await createCommandClock(database)).nowMs()
  const person = username === undefined ? undefined : await selectPersonByUsername(database, orgId, username)
  if (username !== undefined && !person) {
    console.error(`Nobody in organisation ${orgId} is called ${username}.`)
    return 1
  }
  if (word === 'list') return list(database, orgId, person, nowMs)
  if (!person || role === undefined || !isRole(role))
    throw new ConfigurationError(`Name a person and a role: one of ${roles.join(', ')}.`)
  const named = { person, role, nowMs }
  return word === 'grant' ? grant(database, named, wishes) : withdraw(database, named, reason)
}
