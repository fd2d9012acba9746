import { type PageEvent, timesOnQuestions } from '@sitwell/exam/statistics/time-on-item'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { SittingOfExam } from './select-sittings.ts'

/** Sittings whose activity logs are in memory at once. */
const sittingsAtOnce = 250

/** Types of the activity log (spec 3 §7): answers are left out, since they are long and open nothing. */
const opening = new Set([3, 4, 5, 11])
const kinds: Readonly<Record<number, PageEvent['kind']>> = { 6: 'begin', 7: 'end', 8: 'end', 9: 'begin' }
const timer = 21
const wantedTypes = [...opening, ...Object.keys(kinds).map(Number), 12, 13, 18, 19, timer]

const selectActivities = ({ kysely, dialect }: Database, orgId: number, guids: readonly string[]) =>
  kysely
    .selectFrom('activity')
    .select(['form_run_guid', 'activity_id', 'type', 'value'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
    .where('type', 'in', wantedTypes)
    .orderBy('form_run_guid')
    .orderBy('activity_id')
    .execute()

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const timerKind = (value: unknown): PageEvent['kind'] => {
  const event = typeof value === 'object' && value !== null && 'event' in value ? value.event : undefined
  if (event === 'paused') return 'pause'
  return event === 'resumed' ? 'continue' : 'other'
}

/** An activity as what it says about the time on questions; a browser names the moment, and what names none is left out. */
const pageEvent = ({ activity_id, type, value }: Awaited<ReturnType<typeof selectActivities>>[number]): PageEvent[] => {
  const atMs = Date.parse(activity_id)
  if (Number.isNaN(atMs)) return []
  const told = parsed(value)
  if (opening.has(type)) return typeof told === 'string' ? [{ atMs, kind: 'open', questionId: told }] : []
  const kind = type === timer ? timerKind(told) : (kinds[type] ?? 'other')
  return kind === 'open' ? [] : [{ atMs, kind }]
}

/** How long the page of each sitting showed each question (ms); undefined for one whose page logged nothing. A few sittings are read at a time. */
export const readTimes = async (
  database: Database,
  orgId: number,
  sittings: readonly SittingOfExam[],
  firstQuestion: string | undefined,
): Promise<(ReadonlyMap<string, number> | undefined)[]> => {
  const times: (ReadonlyMap<string, number> | undefined)[] = []
  for (let from = 0; from < sittings.length; from += sittingsAtOnce) {
    const guids = sittings.slice(from, from + sittingsAtOnce).map(({ form_run_guid }) => form_run_guid)
    const bySitting = Map.groupBy(await selectActivities(database, orgId, guids), ({ form_run_guid }) => form_run_guid)
    for (const guid of guids) times.push(timesOnQuestions((bySitting.get(guid) ?? []).flatMap(pageEvent), firstQuestion))
  }
  return times
}
