import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import type { Database } from '../../db/database.ts'
import { ownedRowsTogether } from '../../db/read-together.ts'
import type { ScheduleTable, SupervisionEventTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { selectFormRunOfSchedule } from '../form-run/index.ts'
import { changeLedger, type LedgerContext } from '../ledger/index.ts'

/** Something that became of the supervision of an exam, as its ledger says it. */
export interface Supervised extends Omit<Extract<NewEvent, { kind: 'supervision' }>, 'kind' | 'agoMs'> {
  /** Not written down where it is what was said last of this provider, however long ago. */
  readonly isNews?: boolean
}

type SchedulePlace = Pick<ScheduleTable, 'org_id' | 'schedule_guid'>

/** The same said again within a minute is one: a page that asks again, or somebody who tries, must not fill a ledger. */
const sameWithinMs = 60_000

/** So much of what happened before a form run begins is kept of a schedule: whoever only tries begins none. */
const mostBefore = 200

const withText = (row: SupervisionEventTable): SupervisionEventTable => ({ ...row, text: String(JSON.parse(row.text)) })

/** What happened to a schedule's supervision before its form run began, the first one first. */
export const selectSupervision = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, schedule_guid }: SchedulePlace,
): Promise<SupervisionEventTable[]> => {
  const rows = await kysely
    .selectFrom('supervision_event')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('schedule_guid', '=', schedule_guid)
    .orderBy('number')
    .execute()
  return rows.map(withText)
}

/** Writes down what happened to a schedule's supervision: in the ledger of its form run, or to be taken into it. */
export const noteSupervision = async (
  context: LedgerContext,
  { caller, schedule }: { readonly caller: Pick<Caller, 'userGuid' | 'madeBy'> | string; readonly schedule: SchedulePlace },
  { provider, what, text, isNews = false }: Supervised,
): Promise<void> => {
  const { database, clock } = context
  const { org_id, schedule_guid } = schedule
  type SupervisionNote = { readonly provider: string; readonly what: string; readonly text: string }
  const isSame = (one: SupervisionNote) => one.provider === provider && one.what === what && one.text === text
  const isReported = (last: (SupervisionNote & { readonly agoMs: number }) | undefined) =>
    last !== undefined && isSame(last) && (isNews || last.agoMs < sameWithinMs)
  const isAbout = (one: { readonly provider: string }) => !isNews || one.provider === provider
  const run = await selectFormRunOfSchedule(database, org_id, schedule_guid)
  if (run) {
    await changeLedger(context, { orgId: org_id, formRunGuid: run.form_run_guid }, caller, ({ events, nowMs }) => {
      const reports = events.flatMap((event) => (event.kind === 'supervision' ? [event] : []))
      const last = reports.findLast(isAbout)
      if (isReported(last && { ...last, agoMs: nowMs - last.atMs })) return []
      return [{ kind: 'supervision', provider, what, text }]
    })
    return
  }
  const author = typeof caller === 'string' ? caller : (caller.madeBy ?? caller.userGuid)
  const at = clock.nowMs()
  // Of two that are written at once the second one takes the next number.
  for (let written: unknown; !written; ) {
    const held = await selectSupervision(database, schedule)
    const last = held.findLast(isAbout)
    if ((held.length >= mostBefore && what !== 'waiver') || isReported(last && { ...last, agoMs: at - last.at })) return
    written = await database.kysely
      .insertInto('supervision_event')
      .values({ org_id, schedule_guid, number: held.length + 1, at, author, provider, what, text: JSON.stringify(text) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst()
  }
}

const before = ownedRowsTogether({
  table: 'supervision_event',
  column: 'schedule_guid',
  read: ({ kysely }, isAsked) => kysely.selectFrom('supervision_event').selectAll().where(isAsked).orderBy('number').execute(),
})

/** What happened before a form run begins, as the first that is in its ledger after its start. */
export const supervisionBefore = async (
  database: Database,
  schedule: SchedulePlace,
  nowMs: number,
): Promise<readonly { readonly newEvent: NewEvent; readonly author: string }[]> =>
  (await before(database, schedule.org_id, schedule.schedule_guid))
    .map(withText)
    .map(({ at, author, provider, what, text }) => ({
      newEvent: { kind: 'supervision', provider, what, text, agoMs: Math.max(0, nowMs - at) },
      author,
    }))

/** Who watches over an exam, or holds its browser, and what was said of that last. */
export interface LastReport {
  readonly provider: string
  readonly what: string
}

/**
 * What was said last of each provider, in the order in which they were first spoken of. A waiver holds for good: what is tried, refused
 * or lost after it takes nothing from the learner, and must not hide it from staff.
 */
export const lastReports = (reports: readonly LastReport[]): LastReport[] => {
  const last = new Map<string, string>()
  for (const { provider, what } of reports) if (last.get(provider) !== 'waiver') last.set(provider, what)
  return [...last].map(([provider, what]) => ({ provider, what }))
}

/** The same of all schedules of an organisation whose form run has not begun, by their guids. */
export const reportedBeforeStart = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
): Promise<ReadonlyMap<string, LastReport[]>> => {
  const rows = await kysely
    .selectFrom('supervision_event')
    .leftJoin('form_run', (on) =>
      on
        .onRef('form_run.org_id', '=', 'supervision_event.org_id')
        .onRef('form_run.schedule_guid', '=', 'supervision_event.schedule_guid'),
    )
    .select(['supervision_event.schedule_guid', 'provider', 'what'])
    .where('supervision_event.org_id', '=', orgId)
    .where('form_run_guid', 'is', null)
    .orderBy('supervision_event.number')
    .execute()
  const bySchedule = Map.groupBy(rows, (row) => row.schedule_guid)
  return new Map([...bySchedule].map(([guid, reports]) => [guid, lastReports(reports)]))
}
