import type { Database } from '../db/database.ts'
import type { PackageProblem } from '../import/imported-package.ts'
import { signInName } from '../sign-in-name.ts'
import type { OrganisationFile } from './organisation-file.ts'

const heldPeople = async ({ kysely }: Database, { organisation, people }: OrganisationFile): Promise<PackageProblem[]> => {
  const held = await kysely
    .selectFrom('person')
    .select(['user_guid', 'user_id', 'username'])
    .where('org_id', '=', organisation.orgId)
    .execute()
  const byName = Map.groupBy(held, ({ username }) => signInName(username))
  const byId = new Map(held.map((row) => [row.user_id, row.user_guid]))
  return people.flatMap(({ userGuid, username, userId }, index) => {
    const place = `people.${index}`
    const named = byName.get(signInName(username)) ?? []
    // Earlier versions let names in that differ in capitals alone.
    const isOwn = named.length === 0 || named.some((row) => row.user_guid === userGuid)
    const ofId = byId.get(userId) ?? userGuid
    return [
      ...(isOwn ? [] : [{ place, message: `the user name ${username} is that of the person ${named[0]?.user_guid} already` }]),
      ...(ofId === userGuid ? [] : [{ place, message: `the user id ${userId} is that of the person ${ofId} already` }]),
    ]
  })
}

const heldSchedules = async (
  { kysely }: Database,
  { organisation, people, schedules }: OrganisationFile,
): Promise<PackageProblem[]> => {
  const held = await kysely
    .selectFrom('schedule')
    .select(['schedule_guid', 'user_guid', 'exam_guid'])
    .where('org_id', '=', organisation.orgId)
    .execute()
  const byGuid = new Map(held.map((row) => [row.schedule_guid, row]))
  const guidOf = new Map(people.map((one) => [signInName(one.username), one.userGuid]))
  return schedules.flatMap(({ guid, username, exam }, index) => {
    const row = byGuid.get(guid)
    if (!row || (row.user_guid === guidOf.get(signInName(username)) && row.exam_guid === exam)) return []
    const message = `the schedule ${guid} is one of the person ${row.user_guid} for the exam ${row.exam_guid} already`
    return [{ place: `schedules.${index}`, message }]
  })
}

const heldToken = async ({ kysely }: Database, { organisation }: OrganisationFile): Promise<PackageProblem[]> => {
  const { orgId, urlToken } = organisation
  const other = await kysely
    .selectFrom('organisation')
    .select('org_id')
    .where('url_token', '=', urlToken)
    .where('org_id', '!=', orgId)
    .executeTakeFirst()
  if (!other) return []
  return [{ place: 'organisation.urlToken', message: `${urlToken} is that of the organisation ${other.org_id} already` }]
}

/**
 * What an organisation file names that the database has of somebody or something else. A person of it would not come in, and what is scheduled
 * for them would be nobody's.
 */
export const conflictsWithDatabase = async (database: Database, file: OrganisationFile): Promise<PackageProblem[]> => [
  ...(await heldToken(database, file)),
  ...(await heldPeople(database, file)),
  ...(await heldSchedules(database, file)),
]
