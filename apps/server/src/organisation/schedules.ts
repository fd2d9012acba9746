import { randomUUID } from 'node:crypto'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { isNotVoid, newSeed } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { ScheduleTable, Schema } from '../db/schema.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import type { AuthoredSchedule } from '../import/authored-schedule.ts'
import { selectPersonNamed } from '../security/people/person-named.ts'
import { isReopenedTwice } from './reopened-windows.ts'
import type { ScheduleFields } from './schedule-wishes.ts'

/** What happened to a learner's schedule, in words; `isProblem` where it could not be done as it was asked. */
export interface ImportNote {
  readonly text: string
  readonly isProblem: boolean
}

const done = (text: string): ImportNote => ({ text, isProblem: false })
const problem = (text: string): ImportNote => ({ text, isProblem: true })

const minuteMs = 60_000

/** Schedules of an organisation, each with its learner and how far its form run is. */
export const selectScheduled = (kysely: Kysely<Schema>, orgId: number) =>
  kysely
    .selectFrom('schedule')
    .innerJoin('person', (on) =>
      on.onRef('person.org_id', '=', 'schedule.org_id').onRef('person.user_guid', '=', 'schedule.user_guid'),
    )
    .leftJoin('form_run', (on) =>
      on.onRef('form_run.org_id', '=', 'schedule.org_id').onRef('form_run.schedule_guid', '=', 'schedule.schedule_guid'),
    )
    .selectAll('schedule')
    .select(['person.username', 'form_run.form_run_guid', 'form_run.completed_at'])
    .where('schedule.org_id', '=', orgId)
    .where(isNotVoid())

/** The condition that a schedule has no sitting. */
export const isUnbegun = () => sql<SqlBool>`not exists (
  select 1 from form_run where form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid)`

/**
 * Changes a schedule that nobody has begun; answers whether there was such a one. One from before there were seeds draws its own where it
 * takes another version: nobody has seen anything of that yet.
 */
export const updateUnbegun = async (
  kysely: Kysely<Schema>,
  { org_id, schedule_guid }: Pick<ScheduleTable, 'org_id' | 'schedule_guid'>,
  fields: ScheduleFields & { readonly version?: number },
): Promise<boolean> => {
  const changed = await kysely
    .updateTable('schedule')
    .set(({ and, eb, ref }) => {
      if (fields.version === undefined) return { schedule_guid, ...fields }
      const drawsSeed = and([eb('seed', 'is', null), eb('version', '<>', fields.version)])
      return { schedule_guid, ...fields, seed: eb.case().when(drawsSeed).then(newSeed()).else(ref('seed')).end() }
    })
    .where('org_id', '=', org_id)
    .where('schedule_guid', '=', schedule_guid)
    .where(isUnbegun())
    .returning('schedule_guid')
    .execute()
  return changed.length > 0
}

/** What is in a schedule that belongs to no delivery. */
export const noDelivery = { delivery_id: null, room_id: null, voided_at: null, held_at: null } as const

const blank = {
  schedule_type: 1,
  info: '',
  start_at: null,
  complete_at: null,
  practice: 0,
  password_hash: null,
  cant_start_message: null,
  extra_time_seconds: null,
  proctor_provider: null,
  safe_exam_browser: null,
  supports: null,
  release_policy: null,
  handed_out: null,
  ...noDelivery,
}

/** The database, or a transaction of it. */
interface Reading {
  readonly kysely: Kysely<Schema>
  readonly dialect: Database['dialect']
}

/** The person who gets a schedule, and its exam. */
interface Wanted {
  readonly orgId: number
  readonly username: string
  readonly exam: AuthoredExam
  readonly nowMs: number
}

/** Changes the schedule that a learner has and has not begun. */
const changeUnbegun = async (
  reading: Reading,
  unbegun: ScheduleTable,
  { username, exam: { version }, nowMs }: Wanted,
  fields: ScheduleFields,
): Promise<ImportNote> => {
  if (unbegun.version > version) return problem(`${username}: is scheduled for version ${unbegun.version} already.`)
  if (unbegun.version === version && Object.keys(fields).length === 0) return done(`${username}: is scheduled already.`)
  if (await isReopenedTwice(reading, unbegun, fields, nowMs))
    return problem(`${username}: has this exam elsewhere, and could sit it twice; nothing was changed.`)
  const isChanged = await updateUnbegun(reading.kysely, unbegun, { ...fields, version })
  if (!isChanged) return problem(`${username}: has begun version ${unbegun.version} this moment; nothing was changed.`)
  const news = unbegun.version === version ? 'was changed' : `takes version ${version} in place of ${unbegun.version}`
  return done(`${username}: the schedule ${news}.`)
}

/** The schedule to change among those without a sitting: one that is not over before one that is, and then the first to start. */
const firstUnbegun = <T extends Pick<ScheduleTable, 'complete_at' | 'schedule_guid' | 'start_at'>>(
  unbegun: readonly T[],
  nowMs: number,
): T | undefined => {
  const isOver = ({ complete_at }: T) => Number(complete_at !== null && complete_at <= nowMs)
  const [first] = unbegun.toSorted(
    (one, other) =>
      isOver(one) - isOver(other) ||
      (one.start_at ?? 0) - (other.start_at ?? 0) ||
      (one.schedule_guid < other.schedule_guid ? -1 : 1),
  )
  return first
}

/**
 * Schedules an exam for a learner. One that they have and have not begun takes the version and what is asked of it; one that is
 * under way stays; after a completed one there is another only where `again` asks for it. Throws an error if there is no such learner.
 */
export const scheduleFor = async (
  reading: Reading,
  wanted: Wanted,
  { fields, again }: { readonly fields: ScheduleFields; readonly again: boolean },
): Promise<ImportNote> => {
  const { kysely } = reading
  const { orgId, username, exam } = wanted
  const { examGuid: exam_guid, version } = exam
  const user_guid = (await selectPersonNamed(kysely, orgId, username))?.user_guid
  if (user_guid === undefined) throw new Error(`Nobody in organisation ${orgId} is called ${username}.`)
  const held = await selectScheduled(kysely, orgId)
    .where('schedule.user_guid', '=', user_guid)
    .where('schedule.exam_guid', '=', exam_guid)
    .execute()
  const unbegun = firstUnbegun(
    held.filter((one) => one.form_run_guid === null),
    wanted.nowMs,
  )
  if (unbegun) return changeUnbegun(reading, unbegun, wanted, fields)
  const running = held.find((one) => one.completed_at === null)
  if (running) return problem(`${username}: is sitting version ${running.version}; nothing was changed.`)
  const last = Math.max(0, ...held.map((one) => one.version))
  if (held.length > 0 && !again) return problem(`${username}: has completed version ${last}; --again schedules it once more.`)
  const row = {
    ...blank,
    seed: newSeed(),
    ...fields,
    org_id: orgId,
    schedule_guid: randomUUID(),
    user_guid,
    exam_guid,
    version,
  }
  await kysely.insertInto('schedule').values(row).execute()
  return done(`${username}: was scheduled${held.length > 0 ? ' once more' : ''}.`)
}

const instantOf = (iso: string | undefined) => (iso === undefined ? null : Date.parse(iso))

/** What a schedule says instead of its exam; null if it leaves that to it. */
const inPlaceOfExam = ({ proctorProvider, safeExamBrowser, supports, releasePolicy }: AuthoredSchedule) => ({
  proctor_provider: proctorProvider ?? null,
  safe_exam_browser: safeExamBrowser === undefined ? null : JSON.stringify(safeExamBrowser),
  supports: supports === undefined ? null : JSON.stringify(supports),
  release_policy: releasePolicy ?? null,
})

/** Stores a schedule of a package's own. One that is there is moved to the package's version while nobody has begun it, and else left. */
export const storePackageSchedule = async (
  kysely: Kysely<Schema>,
  { orgId, exam, nowMs }: { readonly orgId: number; readonly exam: AuthoredExam; readonly nowMs: number },
  schedule: AuthoredSchedule,
  hash: (text: string) => Promise<string>,
): Promise<ImportNote> => {
  const { guid: schedule_guid, username } = schedule
  const { examGuid: exam_guid, version } = exam
  const user_guid = (await selectPersonNamed(kysely, orgId, username))?.user_guid
  if (user_guid === undefined)
    return problem(`schedules.json ${schedule_guid}: nobody in organisation ${orgId} is called ${username}.`)
  const held = await selectScheduled(kysely, orgId).where('schedule.schedule_guid', '=', schedule_guid).executeTakeFirst()
  if (held && (held.user_guid !== user_guid || held.exam_guid !== exam_guid))
    return problem(
      `schedules.json ${schedule_guid}: is another learner's schedule, or of another exam; give it a guid of its own.`,
    )
  if (held && held.version < version && (await updateUnbegun(kysely, held, { version })))
    return done(`${username}: the schedule ${schedule_guid} takes version ${version} in place of ${held.version}.`)
  if (held) return done(`${username}: the schedule ${schedule_guid} is there already.`)
  const { startsInMinutes, startDt, completeDt, password, practiceExtraTimeSeconds } = schedule
  const row: ScheduleTable = {
    seed: newSeed(),
    org_id: orgId,
    schedule_guid,
    user_guid,
    exam_guid,
    version,
    schedule_type: schedule.scheduleType,
    info: schedule.info,
    start_at: startsInMinutes === undefined ? instantOf(startDt) : nowMs + startsInMinutes * minuteMs,
    complete_at: instantOf(completeDt),
    practice: schedule.practice ? 1 : 0,
    password_hash: password === undefined ? null : await hash(password),
    cant_start_message: schedule.cantStartMessage ?? null,
    extra_time_seconds: practiceExtraTimeSeconds ?? null,
    ...inPlaceOfExam(schedule),
    handed_out: null,
    ...noDelivery,
  }
  await kysely.insertInto('schedule').values(row).execute()
  return done(`${username}: the schedule ${schedule_guid} was imported.`)
}
