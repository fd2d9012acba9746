import { type LedgerEvent, type NewEvent, ownTimeIn, presetsIn } from '@sitwell/exam/ledger/ledger'
import { isSamePresets, noPresets, type Presets } from '@sitwell/exam/paper/presets'
import { isSameOwnTime, noOwnTime, ownTimeReached } from '@sitwell/exam/time/accommodation'
import type { ExamTime } from '@sitwell/exam/time/exam-time'
import type { Kysely } from 'kysely'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import { type Entitled, entitledIn, type LoadedExam, selectAccommodations } from '../form-run/index.ts'

const written = (presets: Presets): Presets | undefined => (isSamePresets(presets, noPresets) ? undefined : presets)

/** What the accommodations of somebody write into a ledger that begins: nothing if they give nothing. */
export const accommodationAtStart = ({ of, own, presets }: Entitled): NewEvent[] =>
  isSameOwnTime(own, noOwnTime) && isSamePresets(presets, noPresets)
    ? []
    : [{ kind: 'accommodation', of, after: own, ...(written(presets) && { presets }) }]

/**
 * What they write into the ledger of a sitting that is under way, so that it has what they give now. Those count that were in force at any moment of
 * it, so that no sitting loses time at midnight. What was used of the time is never taken away.
 */
export const accommodationNow = (
  {
    run,
    time,
    events,
  }: {
    readonly run: Pick<FormRunTable, 'completed_at'>
    readonly time: ExamTime
    readonly events: readonly LedgerEvent[]
  },
  { of, own, presets }: Entitled,
): NewEvent[] => {
  if (run.completed_at !== null) return []
  const before = ownTimeIn(events)
  const after = ownTimeReached(time, before, own)
  const presetsBefore = presetsIn(events)
  if (isSameOwnTime(before, after) && isSamePresets(presetsBefore, presets)) return []
  const beside = { ...(written(presets) && { presets }), ...(written(presetsBefore) && { presetsBefore }) }
  return [{ kind: 'accommodation', of, before, after, ...beside }]
}

/** What the person of a form run is entitled to in it, up to a moment. */
export const entitledOf = async (
  kysely: Kysely<Schema>,
  { org_id: orgId, user_guid: userGuid, started_at }: FormRunTable,
  { plan }: Pick<LoadedExam, 'plan'>,
  nowMs: number,
): Promise<Entitled> =>
  entitledIn(await selectAccommodations({ kysely }, { orgId, userGuid }), plan, {
    fromMs: Math.min(started_at, nowMs),
    toMs: nowMs,
  })

/** Whether an event changed the time of a sitting that was under way; what it began with isn't news to anybody, and presets change no time. */
export const isAccommodatedLater = (event: LedgerEvent): boolean =>
  event.kind === 'accommodation' && event.before !== undefined && !isSameOwnTime(event.before, event.after)
