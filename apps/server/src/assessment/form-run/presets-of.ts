import type { Question, ShownPresets } from '@sitwell/contract'
import type { Explanation } from '@sitwell/exam/paper/explanations'
import { type Preset, type Presets, presetsOf } from '@sitwell/exam/paper/presets'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { AccommodationTable } from '../../db/schema.ts'
import { offeredSupports } from '../../import/authored-exam.ts'
import { isInForceIn, newestVersions, type Period } from './versions-in-force.ts'

type PresetColumns = Pick<AccommodationTable, 'opens_supports' | 'supports' | 'text_percent' | 'theme' | 'written_at'>

/** What one accommodation sets beside time. */
const presetOf = ({ text_percent, theme, supports, opens_supports, written_at }: PresetColumns): Preset => ({
  ...(text_percent !== null && { textPercent: text_percent }),
  ...(theme !== null && { theme }),
  ...(supports !== null && { supports: offeredSupports.parse(JSON.parse(supports)) }),
  opensSupports: opens_supports === 1,
  writtenAtMs: written_at,
})

/** Whether an accommodation sets anything beside time. */
export const hasPreset = ({ text_percent, theme, supports }: Omit<PresetColumns, 'written_at'>): boolean =>
  text_percent !== null || theme !== null || supports !== null

/** What the accommodations of a person that are in force in a period set beside time. `rows`: all versions of them. */
export const presetsFor = (rows: readonly AccommodationTable[], period: Period): Presets =>
  presetsOf(
    newestVersions(rows)
      .filter((row) => row.is_withdrawn === 0 && isInForceIn(row, period))
      .map(presetOf),
  )

/** The versions that counted while a sitting lasted: what is written after its completion changes nothing in it. */
export const presetsOfSitting = (
  rows: readonly AccommodationTable[],
  { startedAtMs, completedAtMs }: { readonly startedAtMs: number | null; readonly completedAtMs: number | null },
  nowMs: number,
): Presets => {
  const toMs = completedAtMs ?? nowMs
  const written = rows.filter(({ written_at }) => completedAtMs === null || written_at <= completedAtMs)
  return presetsFor(written, { fromMs: Math.min(startedAtMs ?? toMs, toMs), toMs })
}

/** What is set for somebody, as they and staff are shown it: without which supports were opened for them. Undefined if nothing is set. */
export const shownPresetsOf = ({ opened: _, supports, ...look }: Presets): ShownPresets | undefined =>
  look.textPercent === undefined && look.theme === undefined && supports === undefined
    ? undefined
    : { ...look, ...(supports && { supports: [...supports] }) }

/** The same with only those supports that questions have for their learner: no learner is promised help that an exam doesn't give. */
export const withOffered = ({ supports, ...rest }: Presets, questions: readonly Question[]): Presets => {
  // Boundary: a question's fields are those of its type, and the layout has put its explanations there.
  const explanations = questions.flatMap((question) => (question.explanations ?? []) as readonly Explanation[])
  const there = new Set(explanations.flatMap(({ cards }) => cards.map(({ support }) => support)))
  const offered = (supports ?? []).filter((one) => there.has(one))
  return offered.length === 0 ? rest : { ...rest, supports: offered }
}

type OfSchedule = AccommodationTable & { readonly started_at: number | null; readonly completed_at: number | null }

/** What is set for the learner of a schedule, as it counts in its sitting, or now if they have yet to begin. */
export const selectPresets = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, schedule_guid }: { readonly org_id: number; readonly schedule_guid: string },
  nowMs: number,
): Promise<Presets> => {
  const { rows } = await sql<OfSchedule>`select accommodation.*, form_run.started_at, form_run.completed_at from schedule
    join accommodation on accommodation.org_id = schedule.org_id and accommodation.user_guid = schedule.user_guid
    left join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid
    where schedule.org_id = ${org_id} and schedule.schedule_guid = ${schedule_guid} order by accommodation.version`.execute(
    kysely,
  )
  const [first] = rows
  if (!first) return {}
  return presetsOfSitting(rows, { startedAtMs: first.started_at, completedAtMs: first.completed_at }, nowMs)
}
