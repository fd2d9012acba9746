import type { Role } from '@sitwell/contract'
import type { Transaction } from 'kysely'
import { newSeed } from '../assessment/form-run/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { argon2id, type Passwords } from '../passwords.ts'
import { rootPlaceOf } from '../resource/root-place.ts'
import { grantRole } from '../roles/change-grants.ts'
import { rolesOfFlags, wholeOrganisation } from '../roles/grant.ts'
import { searchNameOf } from '../search-name.ts'
import { signInName } from '../sign-in-name.ts'
import { giveCourse } from './give-course.ts'
import type { OrganisationFile, PersonOfFile, ScheduleOfFile } from './organisation-file.ts'
import type { ReadOrganisation } from './read-organisation.ts'
import { arrangeState } from './schedule-state.ts'
import { type ImportNote, noDelivery, storePackageSchedule } from './schedules.ts'
import { changedBetween } from './settings/changed-between.ts'
import { noteChange, readSettingRows, type SettingRows } from './settings/setting-rows.ts'
import { besideText, storeCourse } from './store-course.ts'
import { storeExam } from './store-exam.ts'
import { storeResources } from './store-resources.ts'

const minuteMs = 60_000

/** Keeps who changed what of the settings that were there: an import that brings them as they are changes nothing. */
const noteImport = async (transaction: Transaction<Schema>, file: OrganisationFile, { author, nowMs }: Storing) => {
  const { orgId, name, urlToken: _address, ...details } = file.organisation
  const isThere = await transaction.selectFrom('organisation').select('org_id').where('org_id', '=', orgId).executeTakeFirst()
  if (!isThere) return
  const before = await readSettingRows(transaction, orgId)
  const after: SettingRows = {
    organisation: { ...before.organisation, name },
    details,
    settings: new Map([...before.settings, ...Object.entries(file.settings)]),
  }
  for (const what of changedBetween(before, after))
    await noteChange(transaction, { org_id: orgId, what, changed_by: author, changed_at: nowMs })
}

const storeDetails = async (
  transaction: Transaction<Schema>,
  { organisation, settings, messages }: OrganisationFile,
  nowMs: number,
) => {
  const { orgId, name, urlToken, ...details } = organisation
  const row = { name, url_token: urlToken, details: JSON.stringify(details) }
  await transaction
    .insertInto('organisation')
    .values({ org_id: orgId, ...row, created_at: nowMs })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(row))
    .execute()
  for (const [setting, value] of Object.entries(settings))
    await transaction
      .insertInto('setting')
      .values({ org_id: orgId, name: setting, value })
      .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet({ value }))
      .execute()
  for (const { id, languageId, text } of messages)
    await transaction
      .insertInto('message')
      .values({ org_id: orgId, language_id: languageId, message_id: id, text })
      .onConflict((conflict) => conflict.columns(['org_id', 'language_id', 'message_id']).doUpdateSet({ text }))
      .execute()
}

const instantOf = (iso: string | undefined) => (iso === undefined ? null : Date.parse(iso))

/** A role that a new person came with. */
export interface GrantedRole {
  readonly grant: string
  readonly role: Role
  readonly userGuid: string
}

/** Who stores it, and when. */
interface Storing {
  /** As whom it grants roles: `command:<system user>`, or `import`. */
  readonly author: string
  readonly nowMs: number
}

const grantRolesOf = async (transaction: Transaction<Schema>, orgId: number, person: PersonOfFile, storing: Storing) => {
  const flags = { admin: 0, invigilator: 0 }
  const whom = { org_id: orgId, user_guid: person.userGuid, ...flags }
  const ofFlags = rolesOfFlags({ admin: person.admin ? 1 : 0, invigilator: person.invigilator ? 1 : 0 })
  const wanted = [...person.roles, ...ofFlags.map((role) => ({ role, from: undefined, until: undefined }))]
  const granted: GrantedRole[] = []
  for (const { role, from, until } of wanted) {
    const times = { fromMs: instantOf(from), untilMs: instantOf(until) }
    const grant = await grantRole(transaction, whom, { role, scope: wholeOrganisation, ...times }, storing)
    if (grant !== undefined) granted.push({ grant, role, userGuid: person.userGuid })
  }
  return granted
}

/** A person who is there already keeps everything, above all the password that they may have changed, and their roles. */
const storePerson = async (
  transaction: Transaction<Schema>,
  orgId: number,
  person: PersonOfFile,
  { passwordHash, ...storing }: Storing & { readonly passwordHash: string },
) => {
  const named = {
    username: person.username,
    first_name: person.firstName,
    last_name: person.lastName,
    learner_identifier: person.learnerIdentifier ?? null,
    email: person.email ?? null,
  }
  const inserted = await transaction
    .insertInto('person')
    .values({
      ...{ org_id: orgId, user_guid: person.userGuid, user_id: person.userId },
      ...named,
      search_name: searchNameOf(named),
      sign_in_name: signInName(person.username),
      password_hash: passwordHash,
      date_of_birth: person.dateOfBirth ?? null,
      language_id: person.languageId,
      admin: 0,
      user_type_id: person.userTypeId,
      suspended: person.suspended ? 1 : 0,
      invigilator: 0,
      phone: person.phone ?? null,
      mfa_required: person.mfaRequired ? 1 : 0,
      ...{ version: 1, last_sign_in_at: 0 },
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_guid']).doNothing())
    .returning('user_guid')
    .execute()
  return inserted.length > 0 ? grantRolesOf(transaction, orgId, person, storing) : []
}

/** Answers whether the schedule is new: one that is there already is left as its learner has it. */
const storeSchedule = async (
  transaction: Transaction<Schema>,
  orgId: number,
  schedule: ScheduleOfFile,
  { userGuid, version, passwordHash, nowMs }: { userGuid: string; version: number; passwordHash: string | null; nowMs: number },
) => {
  const relative = schedule.startsInMinutes === undefined ? undefined : nowMs + schedule.startsInMinutes * minuteMs
  const inserted = await transaction
    .insertInto('schedule')
    .values({
      org_id: orgId,
      schedule_guid: schedule.guid,
      user_guid: userGuid,
      exam_guid: schedule.exam,
      version,
      schedule_type: schedule.scheduleType,
      info: schedule.info,
      start_at: relative ?? instantOf(schedule.startDt),
      complete_at: instantOf(schedule.completeDt),
      practice: schedule.practice ? 1 : 0,
      password_hash: passwordHash,
      cant_start_message: schedule.cantStartMessage ?? null,
      extra_time_seconds: schedule.practiceExtraTimeSeconds ?? null,
      proctor_provider: schedule.proctorProvider ?? null,
      safe_exam_browser: schedule.safeExamBrowser === undefined ? null : JSON.stringify(schedule.safeExamBrowser),
      supports: schedule.supports === undefined ? null : JSON.stringify(schedule.supports),
      release_policy: schedule.releasePolicy ?? null,
      seed: newSeed(),
      handed_out: null,
      ...noDelivery,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'schedule_guid']).doNothing())
    .returning('schedule_guid')
    .execute()
  return inserted.length > 0
}

const hashes = async (database: Database, { file }: ReadOrganisation, { hash }: Pick<Passwords, 'hash'>) => {
  const { orgId } = file.organisation
  // Hashing costs 30 ms each by design; a second import of the same people need not pay it again.
  const known = await database.kysely.selectFrom('person').select('user_guid').where('org_id', '=', orgId).execute()
  const old = new Set(known.map((row) => row.user_guid))
  const people = await Promise.all(file.people.map((one) => (old.has(one.userGuid) ? '' : hash(one.password))))
  const held = await database.kysely.selectFrom('schedule').select('schedule_guid').where('org_id', '=', orgId).execute()
  const oldSchedules = new Set(held.map((row) => row.schedule_guid))
  const schedules = await Promise.all(
    file.schedules.map((one) => (one.password && !oldSchedules.has(one.guid) ? hash(one.password) : null)),
  )
  return { people, schedules }
}

/**
 * Puts an organisation into the database, all or nothing, and then its courses, each all or nothing: their files may be many gigabytes.
 * A second time changes nothing that a learner did. Answers the exams that came changed under a version that somebody sits, which stay as they were, what happened to the packages' own schedules,
 * and the roles that new people came with, granted by `author`.
 */
export const storeOrganisation = async (
  database: Database,
  clock: Clock,
  read: ReadOrganisation,
  passwords: Pick<Passwords, 'hash'> = argon2id,
  author = 'import',
): Promise<{
  readonly inUse: readonly AuthoredExam[]
  readonly notes: readonly ImportNote[]
  readonly granted: readonly GrantedRole[]
}> => {
  const { file, packages } = read
  const { orgId } = file.organisation
  const hashed = await hashes(database, read, passwords)
  const nowMs = clock.nowMs()
  const stored = await database.kysely.transaction().execute(async (transaction) => {
    const inUse: AuthoredExam[] = []
    const granted: GrantedRole[] = []
    await noteImport(transaction, file, { author, nowMs })
    await storeDetails(transaction, file, nowMs)
    for (const [index, person] of file.people.entries())
      granted.push(
        ...(await storePerson(transaction, orgId, person, { passwordHash: hashed.people[index] ?? '', author, nowMs })),
      )
    if (read.files) await storeResources(transaction, rootPlaceOf(orgId), read.files)
    const exams: AuthoredExam[] = []
    for (const one of packages) {
      const { outcome, exam } = await storeExam(transaction, orgId, one, nowMs)
      if (outcome === 'in use') inUse.push(one.exam)
      exams.push(exam)
    }
    const storeOwnSchedule = async (schedule: (typeof file.schedules)[number], passwordHash: string | null) => {
      const person = file.people.find((one) => signInName(one.username) === signInName(schedule.username))
      const exam = exams.find(({ examGuid }) => examGuid === schedule.exam)
      if (!person || !exam) throw new Error(`Schedule ${schedule.guid} lacks its person or its exam.`)
      const place = { userGuid: person.userGuid, version: exam.version, passwordHash, nowMs }
      if (await storeSchedule(transaction, orgId, schedule, place))
        await arrangeState(transaction, { orgId, schedule, userGuid: person.userGuid, exam, nowMs })
    }
    for (const [index, schedule] of file.schedules.entries()) await storeOwnSchedule(schedule, hashed.schedules[index] ?? null)
    const notes: ImportNote[] = []
    const taken = packages.filter(({ exam }) => !inUse.includes(exam))
    for (const [exam, one] of taken.flatMap(({ exam, schedules }) => schedules.map((each) => [exam, each] as const)))
      notes.push(await storePackageSchedule(transaction, { orgId, exam, nowMs }, one, passwords.hash))
    return { inUse, notes, granted }
  })
  for (const { reading, learners } of read.courses ?? []) {
    const { course, beside } = await storeCourse(database, orgId, reading, nowMs)
    for (const other of beside) stored.notes.push({ text: `"${course.name}": ${besideText(other)}`, isProblem: false })
    for (const username of learners) stored.notes.push(await giveCourse(database, course, username, { again: false, nowMs }))
  }
  return stored
}
