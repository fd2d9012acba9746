import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { computeSet } from '../result-sets/compute-set.ts'
import { freezeSet } from '../result-sets/freeze.ts'
import { releaseSet } from '../result-sets/run-release.ts'
import type { TestServer } from './start-test-server.ts'

/** The states of a result set in which the learner is not shown the marks that differ. `due`: the release is planned. */
export const hiddenSets = ['computed', 'confirmed', 'due', 'withheld', 'withdrawn', 'newer'] as const

/** All states of a result set. `newer`: a set was released, and then another one was computed from other marks. */
export const setCases = [...hiddenSets, 'released'] as const
export type SetCase = (typeof setCases)[number]

/** The states in which every run tries all calls of staff; `script/test --everything` tries them in all. Each state takes ten seconds. */
export const staffCases: readonly SetCase[] = process.env.SITWELL_TEST_EVERYTHING ? setCases : ['computed', 'withheld', 'newer']

/** The cases in which a set is released, or was: what is shown immediately otherwise is closed by the set alone. */
const begun: readonly SetCase[] = ['withheld', 'withdrawn', 'newer', 'released']

interface Place {
  readonly server: TestServer
  readonly orgId: number
  readonly nowMs: number
}

const putDelivery = async ({ server, orgId, nowMs }: Place, as: SetCase) => {
  const { kysely } = server.db
  const hourMs = 3_600_000
  await kysely
    .insertInto('delivery')
    .values({
      ...{ org_id: orgId, delivery_id: `o${orgId}-delivery`, name: 'Trees', search_name: 'trees', exam_guid: `o${orgId}-exam` },
      ...{ exam_version: 3, zone: 'UTC', opens: '2026-12-02T08:00', opens_second: 0, closes: '2026-12-02T10:00' },
      ...{ closes_second: 0, start_at: nowMs - hourMs, end_at: nowMs + hourMs, rules: '{}', shared_hash: null, version: 1 },
      ...{ added_by: 'somebody', added_at: nowMs, applied_at: nowMs, cancelled_at: null },
    })
    .execute()
  const release_policy = begun.includes(as) ? 'immediately' : 'confirmed'
  const columns = { practice: 0, delivery_id: `o${orgId}-delivery`, release_policy } as const
  await kysely.updateTable('schedule').set(columns).where('org_id', '=', orgId).execute()
}

const withhold = ({ server, orgId, nowMs }: Place) =>
  server.db.kysely
    .insertInto('outcome_entry')
    .values({
      ...{ org_id: orgId, delivery_id: `o${orgId}-delivery`, user_guid: `o${orgId}-learner`, number: 1, act: 'withheld' },
      ...{ outcome: null, reason: 'Two phones', author: 'somebody', at: nowMs, request_id: '' },
    })
    .execute()

/**
 * Puts the schedules of an organisation into a delivery, and its result set into a state, as the office does it. `differ` changes the marks: before the set is computed, or after the release
 * and before the newer set.
 */
export const putSet = async (place: Place, as: SetCase, differ: () => Promise<unknown>): Promise<void> => {
  const { server, orgId, nowMs } = place
  const { db, clock, config } = server
  await putDelivery(place, as)
  if (as !== 'newer') await differ()
  const context = { database: db, clock, config, exams: createExamCache(db, clock.nowMs) }
  const delivery = { orgId, deliveryId: `o${orgId}-delivery` }
  await computeSet(context, delivery, { author: 'somebody' })
  if (as === 'computed') return
  const set = (values: object) => db.kysely.updateTable('result_set').set(values).where('org_id', '=', orgId).execute()
  await set({ state: 'confirmed', confirmed_by: 'somebody', confirmed_at: nowMs })
  await freezeSet(context, delivery, 1)
  if (as === 'due') await set({ release_at: nowMs + 30 * 24 * 3_600_000, release_by: 'somebody' })
  if (!begun.includes(as)) return
  if (as === 'withheld') await withhold(place)
  await set({ state: 'releasing', release_at: nowMs, release_by: 'somebody', begun_at: nowMs })
  await releaseSet(context, delivery, 1)
  if (as === 'withdrawn')
    await set({ state: 'withdrawn', withdrawn_by: 'somebody', withdrawn_at: nowMs, withdrawn_reason: 'A wrong list' })
  if (as !== 'newer') return
  await differ()
  await computeSet(context, delivery, { author: 'somebody' })
}
