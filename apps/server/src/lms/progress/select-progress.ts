import { verbs } from '@sitwell/exam/courses/cmi5/vocabulary'
import { isFields } from '@sitwell/exam/courses/xapi/values'
import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../../db/one-of.ts'
import type { Reading } from '../give-courses.ts'
import type { CourseProgress, UnitProgress } from './course-progress.ts'
import { courseTimeMs } from './course-time.ts'

/** Characters behind a key that are read: no time that a SCO counts is longer. */
const longestTime = 40

/**
 * What is behind a key of a SCO's data, as far as it is read. The data may have a megabyte, of which this is all that is needed. The key begins with
 * a bracket and a quotation mark, which no value can hold side by side: in a value a backslash would be between them.
 */
const behindKey = ({ dialect }: Reading, element: string): RawBuilder<string | null> => {
  const key = `["${element}","`
  const at = dialect === 'postgres' ? sql`strpos(data, ${key})` : sql`instr(data, ${key})`
  return sql<string | null>`case when ${at} > 0 then substr(data, ${at} + ${sql.lit(key.length)}, ${sql.lit(longestTime)}) end`
}

const timeBehind = (text: string | null): number | undefined =>
  text === null ? undefined : courseTimeMs(text.split('"')[0] ?? '')

const latest = (...moments: readonly (number | null)[]): number | null => {
  const known = moments.flatMap((at) => (at === null ? [] : [at]))
  return known.length > 0 ? Math.max(...known) : null
}

const selectUnits = (reading: Reading, orgId: number, guids: readonly string[]) =>
  reading.kysely
    .selectFrom('sco_attempt')
    .select(['course_attempt_guid', 'sco_attempt_id', 'position', 'status', 'started_at', 'ended_at', 'saved_at'])
    .select(['outcome', 'saves', 'last_sequence'])
    .select([behindKey(reading, 'cmi.core.total_time').as('time_12'), behindKey(reading, 'cmi.total_time').as('time_2004')])
    .where('org_id', '=', orgId)
    .where(isOneOf(reading.dialect, 'course_attempt_guid', guids, (guid) => guid))
    .orderBy('course_attempt_guid')
    .orderBy('position')
    .execute()

type UnitRow = Awaited<ReturnType<typeof selectUnits>>[number]

/** What the launches of cmi5 that count now say of a unit. */
interface Launches {
  readonly score?: number | undefined
  readonly timeMs: number | undefined
  readonly contactAt: number | null
}

const selectRegistrations = ({ kysely, dialect }: Reading, orgId: number, guids: readonly string[]) =>
  kysely
    .selectFrom('cmi5_registration')
    .select(['course_attempt_guid', 'registration', 'ended_at'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'course_attempt_guid', guids, (guid) => guid))
    .execute()

const selectLaunches = async (
  { kysely, dialect }: Reading,
  orgId: number,
  registrations: readonly string[],
): Promise<ReadonlyMap<number, Launches>> => {
  if (registrations.length === 0) return new Map()
  const sessions = await kysely
    .selectFrom('cmi5_session')
    .select(['session_guid', 'sco_attempt_id', 'launched_at', 'heard_at', 'initialized_at', 'terminated_at'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'registration', registrations, (one) => one))
    .execute()
  const judgements = await kysely
    .selectFrom('xapi_statement')
    .select(['session_guid', 'statement'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'registration', registrations, (one) => one))
    .where('verb', 'in', [verbs.passed, verbs.failed])
    .orderBy('number')
    .execute()
  const scores = new Map<string, number>()
  for (const { session_guid, statement } of judgements) {
    // Judged when it came.
    const { result } = JSON.parse(statement) as { readonly result?: unknown }
    const score = isFields(result) && isFields(result.score) ? result.score.scaled : undefined
    if (session_guid !== null && typeof score === 'number') scores.set(session_guid, score)
  }
  const found = new Map<number, Launches>()
  for (const [unit, own] of Map.groupBy(sessions, ({ sco_attempt_id }) => sco_attempt_id)) {
    const inOrder = [...own].sort((one, other) => one.launched_at - other.launched_at)
    const times = inOrder.flatMap(({ initialized_at: from, terminated_at, heard_at }) =>
      from === null ? [] : [Math.max(0, (terminated_at ?? heard_at ?? from) - from)],
    )
    found.set(unit, {
      score: inOrder.flatMap(({ session_guid }) => scores.get(session_guid) ?? []).at(-1),
      timeMs: times.length > 0 ? times.reduce((all, one) => all + one, 0) : undefined,
      contactAt: latest(...inOrder.flatMap(({ launched_at, heard_at }) => [launched_at, heard_at])),
    })
  }
  return found
}

const progressOf = (row: UnitRow, launches: Launches | undefined): UnitProgress => {
  // Written by this server.
  const { measure } = JSON.parse(row.outcome) as { readonly measure?: number }
  return {
    ...{ position: row.position, status: row.status, startedAt: row.started_at, endedAt: row.ended_at },
    score: launches?.score ?? measure,
    timeMs: launches?.timeMs ?? timeBehind(row.time_12) ?? timeBehind(row.time_2004),
    contactAt: latest(row.started_at, row.saved_at, launches?.contactAt ?? null),
  }
}

/** What people have come to in courses that they were given, by the guids of the attempts. Each of these attempts is in it. */
export const selectProgress = async (
  reading: Reading,
  orgId: number,
  guids: readonly string[],
): Promise<ReadonlyMap<string, CourseProgress>> => {
  if (guids.length === 0) return new Map()
  const units = Map.groupBy(await selectUnits(reading, orgId, guids), ({ course_attempt_guid }) => course_attempt_guid)
  const registrations = await selectRegistrations(reading, orgId, guids)
  const standing = registrations.filter(({ ended_at }) => ended_at === null).map(({ registration }) => registration)
  const launches = await selectLaunches(reading, orgId, standing)
  const registered = new Set(registrations.map(({ course_attempt_guid }) => course_attempt_guid))
  return new Map(
    guids.map((guid) => {
      const rows = units.get(guid) ?? []
      const hasHistory = ({ saves, last_sequence, started_at }: UnitRow) =>
        saves > 0 || last_sequence > 0 || started_at !== null
      return [
        guid,
        {
          units: rows.map((row) => progressOf(row, launches.get(row.sco_attempt_id))),
          wasBegun: registered.has(guid) || rows.some(hasHistory),
        },
      ]
    }),
  )
}
