import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { undoMs } from '../office/people-import/import-calls.ts'
import { selectImports } from '../office/people-import/queries.ts'
import { isSetOff } from '../office/second-step-of.ts'
import { organisationSetting } from '../security/organisation/organisation-setting.ts'
import type { Found } from './order.ts'
import { soonMs } from './soon.ts'

interface Asked {
  readonly orgId: number
  readonly nowMs: number
}

const minuteMs = 60_000

/** Milliseconds after which an import that isn't complete is no longer under way. */
const longestImportMs = 10 * minuteMs

/** Imports of people that can be undone, and those that a stop of the server cut short. */
export const importsOf = async (database: Database, { orgId, nowMs }: Asked): Promise<Found[]> => {
  const standing = (await selectImports(database, orgId)).filter(
    (one) => one.undone_at === null && nowMs < one.made_at + undoMs && one.added + one.changed > 0,
  )
  const broken = standing.filter((one) => one.completed_at === null && one.made_at < nowMs - longestImportMs)
  const whole = standing.filter((one) => one.completed_at !== null)
  const entry = (is: Found['is'], some: typeof standing): Found[] => {
    // The newest come first.
    const first = some.at(-1)
    return first ? [{ is, count: some.length, name: first.file_name, deadlineMs: first.made_at + undoMs }] : []
  }
  return [...entry('imports-undoable', whole), ...entry('imports-broken', broken)]
}

/** Links that are looked at, at most. */
const mostLinks = 5000

/** First passwords that people can soon set no more: those who have never signed in, and whose link ends. */
export const invitationsOf = async ({ kysely }: Database, { orgId, nowMs }: Asked): Promise<Found[]> => {
  const { rows } = await sql<{ n: number; looked: number; first: number | null }>`
    select count(person.user_guid) as n, count(*) as looked,
      min(case when person.user_guid is null then null else ending.expires_at end) as first
    from (select user_guid, expires_at from personal_token
      where org_id = ${orgId} and expires_at > ${nowMs} and expires_at <= ${nowMs + soonMs.invitation}
      and purpose = 'password' and used_at is null order by expires_at limit ${mostLinks}) as ending
    left join person on person.org_id = ${orgId} and person.user_guid = ending.user_guid
      and person.last_sign_in_at = 0 and person.suspended = 0`.execute(kysely)
  const [{ n = 0, looked = 0, first = null } = {}] = rows
  if (Number(n) === 0) return []
  const isPart = Number(looked) >= mostLinks
  return [
    { ...{ is: 'invitations-end', count: Number(n), deadlineMs: Number(first) }, ...(isPart && { isAtLeast: true as const }) },
  ]
}

/** Roles of others that end soon. */
export const rolesOf = async (
  { kysely }: Database,
  { orgId, nowMs }: Asked,
  but: { readonly userGuid: string },
): Promise<Found[]> => {
  const ending = kysely
    .selectFrom('role_grant as held')
    .innerJoin('person', (on) => on.onRef('person.org_id', '=', 'held.org_id').onRef('person.user_guid', '=', 'held.user_guid'))
    .where('held.org_id', '=', orgId)
    .where('held.withdrawn_at', 'is', null)
    .where('held.valid_until', 'is not', null)
    .where('held.valid_until', '>', nowMs)
    .where('held.valid_until', '<=', nowMs + soonMs.role)
    .where('held.user_guid', '!=', but.userGuid)
    .where('person.suspended', '=', 0)
  const [first, counted] = await Promise.all([
    ending
      .select(['person.user_id', 'person.first_name', 'person.last_name', 'held.valid_until'])
      .orderBy('held.valid_until')
      .orderBy('held.grant_id')
      .limit(1)
      .executeTakeFirst(),
    ending
      .select((of) => [of.fn.countAll<number>().as('count'), of.fn.count<number>('held.user_guid').distinct().as('people')])
      .executeTakeFirstOrThrow(),
  ])
  if (!first || first.valid_until === null) return []
  const isOne = Number(counted.people) === 1
  return [
    {
      ...{ is: 'roles-end', count: Number(counted.count), deadlineMs: first.valid_until },
      name: `${first.first_name} ${first.last_name}`.trim(),
      ...(isOne && { userID: first.user_id }),
    },
  ]
}

/** Staff without a second step: the next person who knows their password would set it up. */
export const staffWithoutSecondStep = async (database: Database, { orgId, nowMs }: Asked): Promise<Found[]> => {
  if (isSetOff(await organisationSetting(database, orgId, 'OfficeSecondStep'))) return []
  const { rows } = await sql<{ n: number }>`select count(distinct held.user_guid) as n from role_grant as held
    join person on person.org_id = held.org_id and person.user_guid = held.user_guid
    where held.org_id = ${orgId} and held.withdrawn_at is null and (held.valid_until is null or held.valid_until > ${nowMs})
    and person.suspended = 0 and not exists (select 1 from mfa
      where mfa.org_id = held.org_id and mfa.user_guid = held.user_guid and mfa.mfa_option <> 0)`.execute(database.kysely)
  const count = Number(rows[0]?.n ?? 0)
  return count === 0 ? [] : [{ is: 'staff-without-second-step', count }]
}
