import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { holdDeliveries } from '../organisation/delivery-schedules.ts'
import { isReopenedTwice } from '../organisation/reopened-windows.ts'
import type { ScheduleFields } from '../organisation/schedule-wishes.ts'
import { selectScheduled, updateUnbegun } from '../organisation/schedules.ts'
import { createCommandClock } from '../server-time/command-clock.ts'

/** What `sitwell schedule` can do. */
export const scheduleWords = ['list', 'set', 'remove'] as const
export type ScheduleWord = (typeof scheduleWords)[number]

export const isScheduleWord = (word: string | undefined): word is ScheduleWord => scheduleWords.some((one) => one === word)

interface Wishes {
  readonly orgId: number
  readonly examGuid: string | undefined
  /** Of the schedules that `set` and `remove` are for; of `list`, user names, or none for everybody. */
  readonly names: readonly string[]
  readonly fields: ScheduleFields
}

type Scheduled = Awaited<ReturnType<ReturnType<typeof selectScheduled>['execute']>>[number]

const stateOf = ({ form_run_guid, completed_at }: Scheduled) =>
  form_run_guid === null ? 'not begun' : completed_at === null ? 'begun' : 'completed'

const dateOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`

const proctoringOf = (provider: string) => (provider === 'none' ? 'not proctored' : `proctored by ${provider}`)

const lineOf = (one: Scheduled): string =>
  [
    one.schedule_guid,
    one.username,
    `${one.exam_guid} version ${one.version}`,
    stateOf(one),
    ...(one.start_at === null ? [] : [`from ${dateOf(one.start_at)}`]),
    ...(one.complete_at === null ? [] : [`until ${dateOf(one.complete_at)}`]),
    ...(one.practice === 1 ? ['practice'] : []),
    ...(one.password_hash === null ? [] : ['password']),
    ...(one.proctor_provider === null ? [] : [proctoringOf(one.proctor_provider)]),
    ...(one.safe_exam_browser === null ? [] : [one.safe_exam_browser === 'false' ? 'any browser' : 'Safe Exam Browser']),
    ...(one.supports === null ? [] : [`explanations: ${JSON.parse(one.supports).join(', ') || 'none'}`]),
    ...(one.release_policy === null
      ? []
      : [`results shown ${one.release_policy === 'immediately' ? 'immediately' : 'when confirmed'}`]),
    ...(one.extra_time_seconds === null ? [] : [`${one.extra_time_seconds / 60} minutes more`]),
  ].join('  ')

const list = async ({ kysely }: Database, { orgId, examGuid, names }: Wishes) => {
  const all = selectScheduled(kysely, orgId).orderBy('person.username').orderBy('schedule.schedule_guid')
  const rows = await (examGuid === undefined ? all : all.where('schedule.exam_guid', '=', examGuid)).execute()
  for (const one of rows) if (names.length === 0 || names.includes(one.username)) console.log(lineOf(one))
  return 0
}

const endsBeforeItBegins = ({ start_at, complete_at }: Pick<Scheduled, 'start_at' | 'complete_at'>) =>
  start_at !== null && complete_at !== null && complete_at <= start_at

const begun = (one: Scheduled) =>
  `${one.schedule_guid}: ${one.username} has ${stateOf(one)} it. Time is given with sitwell invigilate add-time; nothing was changed.`

const deleteScheduled = async (transaction: Transaction<Schema>, orgId: number, guid: string) => {
  for (const table of ['schedule_pass', 'proctored_session', 'supervision_event', 'schedule'] as const)
    await transaction.deleteFrom(table).where('org_id', '=', orgId).where('schedule_guid', '=', guid).execute()
}

/** Answers why it wasn't changed. */
const changeOne = (
  { kysely, dialect }: Database,
  guid: string,
  { orgId, fields, nowMs }: Pick<Wishes, 'orgId' | 'fields'> & { readonly nowMs: number },
  what: Exclude<ScheduleWord, 'list'>,
): Promise<string | undefined> =>
  kysely.transaction().execute(async (transaction) => {
    // A delivery that is applied at the same moment may give the person the same exam.
    await holdDeliveries(transaction, orgId)
    const one = await selectScheduled(transaction, orgId).where('schedule.schedule_guid', '=', guid).executeTakeFirst()
    if (!one) return `Organisation ${orgId} has no schedule ${guid}.`
    if (endsBeforeItBegins({ ...one, ...fields })) return `${guid}: it would end before it begins; nothing was changed.`
    if (await isReopenedTwice({ kysely: transaction, dialect }, one, fields, nowMs))
      return `${guid}: ${one.username} has this exam elsewhere, and could sit it twice; nothing was changed.`
    // Written even if nothing changes: whoever begins it now waits for this to end, or is seen.
    const isRemoved = what !== 'set'
    if (!(await updateUnbegun(transaction, one, isRemoved ? {} : fields))) return begun(one)
    if (isRemoved) await deleteScheduled(transaction, orgId, guid)
    return undefined
  })

const change = async (
  database: Database,
  { orgId, names, fields }: Wishes,
  what: Exclude<ScheduleWord, 'list'>,
): Promise<number> => {
  const nowMs = (await createCommandClock(database)).nowMs()
  let failed = 0
  for (const guid of names) {
    const outcome = await changeOne(database, guid, { orgId, fields, nowMs }, what)
    if (outcome === undefined) console.log(`${guid}: ${what === 'set' ? 'was changed' : 'was removed'}.`)
    else {
      console.error(outcome)
      failed += 1
    }
  }
  return failed > 0 ? 1 : 0
}

/** `sitwell schedule`: lists, changes or removes schedules. Answers the exit code: 1 where one could not be changed. */
export const commandSchedule = async (database: Database, what: ScheduleWord, wishes: Wishes): Promise<number> => {
  if (what === 'list') return list(database, wishes)
  if (wishes.names.length === 0) {
    console.error(`${what} takes the guids of schedules, as listed by sitwell schedule list.`)
    return 2
  }
  if (what === 'set' && Object.keys(wishes.fields).length === 0) {
    console.error(
      'set takes what is to be changed: --from, --until, --extra-time, --practice, --password, --proctoring, --safe-exam-browser, --supports, --release.',
    )
    return 2
  }
  return change(database, wishes, what)
}
