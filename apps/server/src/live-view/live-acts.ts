import { type LiveActed, officeLiveAct, officePreviewLiveAct, permissionOfLiveAct } from '@sitwell/contract'
import { pauseRefusal } from '../dashboard/remote-pause.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { isWindowOver, selectPlannedElsewhere } from '../organisation/reopened-windows.ts'
import { mayDo } from '../roles/may.ts'
import { actOf, reasonOf, selectPeopleOf, storeAction } from './action-queries.ts'
import { readDetails } from './details.ts'
import { factsOf } from './facts-of.ts'
import { type Judged, judgeAct } from './judge-act.ts'
import type { LiveContext } from './live-context.ts'
import { readLedgers } from './read-sittings.ts'
import { type ActingContext, type Named, namedPeople, runAction } from './run-action.ts'
import { iso, type Viewer, viewerOf } from './viewer.ts'

const otherAct = refuse('CHANGED_MEANWHILE', 'This request id was used for another action.')

const unique = (guids: readonly string[]) => [...new Set(guids)]

/** Does something to the people who are named, each by themselves, exactly once. */
export const officeLiveActRoute = (context: ActingContext & Pick<LiveContext, 'log'>) =>
  route(officeLiveAct, async ({ caller, body }) => {
    const { database } = context
    const viewer = await viewerOf(context, caller)
    const guids = unique(body.people)
    const named = await namedPeople(context, viewer, guids)
    const action = { org_id: caller.orgId, action_id: body.requestId, author: caller.userGuid, at: viewer.nowMs }
    const stored = await storeAction(
      database,
      { ...action, act: JSON.stringify(body.act) },
      [...named.values()].map(({ row }) => ({
        ...{ org_id: caller.orgId, action_id: body.requestId, schedule_guid: row.schedule_guid, user_guid: row.user_guid },
        ...{ outcome: 'pending', reason: null, applied_at: null, is_expected: 0, delivered_at: null, acknowledged_at: null },
        changed_at: viewer.nowMs,
      })),
    )
    const isSame = stored.author === caller.userGuid && JSON.stringify(actOf(stored)) === JSON.stringify(body.act)
    if (!isSame) return otherAct
    await runAction(context, stored, viewer, (error) =>
      context.log.error(
        { event: 'staff-action-retried', err: error },
        'an action of staff failed for one person; the server tries it again',
      ),
    )
    const became = new Map((await selectPeopleOf(database, stored)).map((one) => [one.schedule_guid, one]))
    const people = guids.map((rowID): LiveActed => {
      const one = became.get(rowID)
      if (!one) return { rowID, outcome: 'refused', reason: 'not-found' }
      const reason = reasonOf(one)
      return { rowID, outcome: one.outcome, ...(reason !== undefined && { reason }) }
    })
    return { ok: true, value: { actionID: stored.action_id, at: iso(stored.at), people } }
  })

/** The schedules of these people whose window has closed while they have the same exam elsewhere. */
const selectShutElsewhere = (
  database: ActingContext['database'],
  { orgId, nowMs }: Pick<Viewer, 'nowMs' | 'orgId'>,
  rows: readonly Named['row'][],
): Promise<ReadonlySet<string>> => {
  const shut = rows.filter((row) => isWindowOver(row, nowMs))
  return selectPlannedElsewhere(
    database,
    orgId,
    shut.map(({ schedule_guid }) => schedule_guid),
    nowMs,
  )
}

/** The outcome of an action, unless it would let somebody in who has the same exam elsewhere. */
const onceOnly = (judged: Judged, isElsewhere: boolean): Judged =>
  isElsewhere && judged.outcome === 'applied' ? { outcome: 'refused', reason: 'cannot' } : judged

/** Whom an action would concern, by what is known now. */
export const officePreviewLiveActRoute = (context: Pick<LiveContext, 'clock' | 'database' | 'exams'>) =>
  route(officePreviewLiveAct, async ({ caller, body: { act, people } }) => {
    const { database } = context
    const viewer = await viewerOf(context, caller)
    const { orgId, userGuid, grants, nowMs } = viewer
    const guids = unique(people)
    const named = await namedPeople(context, viewer, guids)
    const rows = [...named.values()].map(({ row }) => row)
    const details = await readDetails(database, orgId, rows)
    const ledgers = await readLedgers(context, orgId, rows)
    const pauses = act.kind === 'pause' || act.kind === 'evacuate'
    const isPauseRefused = pauses && (await pauseRefusal(database, orgId)) !== undefined
    const elsewhere = act.kind === 'let-in-late' ? await selectShutElsewhere(database, viewer, rows) : new Set()
    const judge = ({ row, place }: Named): Judged => {
      if (row.user_guid === userGuid) return { outcome: 'refused', reason: 'own' }
      if (!mayDo(grants, permissionOfLiveAct[act.kind], place, nowMs)) return { outcome: 'refused', reason: 'not-allowed' }
      const known = { ledger: ledgers.get(row.form_run_guid ?? ''), savedAtMs: undefined }
      const facts = factsOf(row, details, known, nowMs)
      if (!facts) return { outcome: 'refused', reason: 'not-found' }
      if (isPauseRefused && facts.sitting) return { outcome: 'refused', reason: 'pause-not-allowed' }
      return onceOnly(judgeAct(act, facts, nowMs), elsewhere.has(row.schedule_guid))
    }
    return {
      ok: true,
      value: {
        people: guids.map((rowID) => {
          const one = named.get(rowID)
          const judged: Judged = one ? judge(one) : { outcome: 'refused', reason: 'not-found' }
          const { outcome, reason, endsAtMs, leftMs, closesAtMs } = judged
          return {
            ...{ rowID, outcome, ...(reason !== undefined && { reason }) },
            ...(endsAtMs !== undefined && { endsAt: iso(endsAtMs) }),
            ...(leftMs !== undefined && { leftMs }),
            ...(closesAtMs !== undefined && { closesAt: iso(closesAtMs) }),
          }
        }),
        asOf: iso(nowMs),
      },
    }
  })
