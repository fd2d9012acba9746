import type { Attendance, LiveAct } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import { waive } from '../dashboard/waive.ts'
import type { ScheduleTable, Schema } from '../db/schema.ts'
import { selectRoomsOf } from '../deliveries/delivery-queries.ts'
import { holdDeliveries } from '../organisation/delivery-schedules.ts'
import { changeHeldSchedule, holdSchedule, type LiveScheduleChange } from '../organisation/live-schedules.ts'
import { isReopenedTwice } from '../organisation/reopened-windows.ts'
import { mayDo, mayManage } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import { sessionsEnded } from '../security/sessions/end-sessions.ts'
import { endOpenSessions } from '../security/sessions/queries.ts'
import { type Settled, settle } from './action-queries.ts'
import { placeOf, settleAlone, type Target } from './apply-to-run.ts'
import type { LiveContext } from './live-context.ts'
import type { Reading, Viewer } from './viewer.ts'

type Context = Pick<LiveContext, 'clock' | 'database' | 'exams' | 'live' | 'securityLog' | 'sessions' | 'supervisors'>

type Change = LiveScheduleChange | Settled

const isSettled = (change: Change): change is Settled => 'outcome' in change

const no = (reason: Settled['reason']): Settled => ({ outcome: 'refused', reason })
const same: Settled = { outcome: 'unchanged' }

/** What an action changes of a schedule that nobody has begun. */
const changeOf = (schedule: ScheduleTable, act: LiveAct, nowMs: number): Change => {
  switch (act.kind) {
    case 'add-time':
      return { extra_time_seconds: (schedule.extra_time_seconds ?? 0) + act.seconds }
    case 'hold-start':
      return schedule.held_at === null ? { held_at: nowMs } : same
    case 'evacuate':
      return { held_at: schedule.held_at ?? nowMs }
    case 'release-start':
      return schedule.held_at === null ? same : { held_at: null }
    case 'let-in-late': {
      const untilMs = nowMs + act.seconds * 1000
      return schedule.complete_at === null || schedule.complete_at >= untilMs ? same : { complete_at: untilMs }
    }
    default:
      return no('not-started')
  }
}

/** The change, unless it would let somebody in who has the same exam elsewhere: they could sit it twice. */
const onceOnly = async (reading: Reading, schedule: ScheduleTable, change: Change, nowMs: number): Promise<Change> => {
  if (isSettled(change)) return change
  return (await isReopenedTwice(reading, schedule, change, nowMs)) ? no('cannot') : change
}

/**
 * Changes a schedule that nobody has begun, in one transaction with what became of the action. `isWaiting`: a page waits for its start, and is told to leave the
 * building; whoever comes later isn't. `begun`: it was begun meanwhile. Undefined: somebody else has done it.
 */
export const onSchedule = async (
  context: Context,
  target: Target,
  isWaiting: boolean,
): Promise<Settled | 'begun' | undefined> => {
  const place = { orgId: target.orgId, scheduleGuid: target.scheduleGuid }
  const { clock, database } = context
  const { dialect } = database
  return database.kysely.transaction().execute(async (transaction) => {
    // A delivery that is applied at the same moment may give its people the same exam. It holds deliveries before schedules, too.
    if (target.act.kind === 'let-in-late') await holdDeliveries(transaction, target.orgId)
    const held = await holdSchedule(transaction, place)
    if (held?.isBegun) return 'begun'
    const nowMs = clock.nowMs()
    const reading = { kysely: transaction, dialect }
    const change =
      held && held.schedule.voided_at === null
        ? await onceOnly(reading, held.schedule, changeOf(held.schedule, target.act, nowMs), nowMs)
        : no('not-found')
    const isExpected = isWaiting && target.act.kind === 'evacuate'
    const settled: Settled = isSettled(change) ? change : { outcome: 'applied', isExpected }
    if (!(await settle(transaction, placeOf(target), settled, nowMs))) return undefined
    if (!isSettled(change)) await changeHeldSchedule(transaction, place, change)
    return settled
  })
}

/** Notes whether somebody is there. */
const noteAttendance = async (
  transaction: Kysely<Schema>,
  target: Target,
  attendance: Attendance,
  nowMs: number,
): Promise<Settled> => {
  const said = { attendance, noted_by: target.author, noted_at: nowMs }
  const before = await transaction
    .selectFrom('live_attendance')
    .select('attendance')
    .where('org_id', '=', target.orgId)
    .where('schedule_guid', '=', target.scheduleGuid)
    .executeTakeFirst()
  if (before?.attendance === attendance) return same
  await transaction
    .insertInto('live_attendance')
    .values({ org_id: target.orgId, schedule_guid: target.scheduleGuid, user_guid: target.userGuid, ...said })
    .onConflict((conflict) => conflict.columns(['org_id', 'schedule_guid']).doUpdateSet(said))
    .execute()
  return { outcome: 'applied' }
}

/** Moves somebody to another room of their delivery, whether they have begun or not. Whoever moves them may act in both rooms. */
const moveTo = async (
  context: Context,
  transaction: Kysely<Schema>,
  { orgId, scheduleGuid }: Target,
  { roomId, viewer }: { readonly roomId: string; readonly viewer: Viewer },
): Promise<Settled> => {
  const place = { orgId, scheduleGuid }
  const held = await holdSchedule(transaction, place)
  if (!held) return no('not-found')
  const { delivery_id, room_id, exam_guid } = held.schedule
  if (delivery_id === null) return no('cannot')
  if (room_id === roomId) return same
  const reading = { kysely: transaction, dialect: context.database.dialect }
  const room = (await selectRoomsOf(reading, orgId, [delivery_id])).find((one) => one.room_id === roomId)
  if (!room) return no('cannot')
  const there = { room: roomId, centre: room.centre_id, delivery: delivery_id, exam: exam_guid }
  if (!mayDo(viewer.grants, 'incidents.write', there, viewer.nowMs)) return no('not-allowed')
  await changeHeldSchedule(transaction, place, { room_id: roomId })
  return { outcome: 'applied' }
}

/** Does something else that changes rows, in one transaction with what became of the action. */
const together = (
  { database, clock }: Pick<Context, 'clock' | 'database'>,
  target: Target,
  change: (transaction: Kysely<Schema>, nowMs: number) => Promise<Settled>,
): Promise<Settled | undefined> =>
  database.kysely.transaction().execute(async (transaction) => {
    const nowMs = clock.nowMs()
    // First the place of the action is held, so that nobody else does the same meanwhile; then it is written what it came to.
    const isFree = await settle(transaction, placeOf(target), { outcome: 'applied' }, nowMs)
    if (!isFree) return undefined
    const settled = await change(transaction, nowMs)
    await transaction
      .updateTable('live_action_person')
      .set({
        outcome: settled.outcome,
        reason: settled.reason ?? null,
        applied_at: settled.outcome === 'applied' ? nowMs : null,
      })
      .where('org_id', '=', target.orgId)
      .where('action_id', '=', target.actionId)
      .where('schedule_guid', '=', target.scheduleGuid)
      .execute()
    return settled
  })

/** Ends the sessions of a learner in the player, so that they can sign in on another device. Nobody ends those of people who may do more than they may. */
const freeDevice = async (context: Context, target: Target, viewer: Viewer): Promise<Settled | undefined> => {
  const whom = { orgId: target.orgId, userGuid: target.userGuid }
  const theirs = await grantsOfCaller(context.database, whom)
  if (!mayManage(viewer.grants, theirs, viewer.nowMs)) return settleAlone(context, target, no('not-allowed'))
  let ended: string[] = []
  const settled = await together(context, target, async (transaction, nowMs) => {
    ended = await endOpenSessions(transaction, whom.orgId, whom.userGuid, 'ended-by-staff', nowMs)
    return ended.length > 0 ? { outcome: 'applied' } : same
  })
  if (!settled || ended.length === 0) return settled
  sessionsEnded(context, ended)
  const about = { ...whom, author: target.author, what: 'to free the device' }
  context.securityLog.note({ kind: 'session-ended', ...about, times: ended.length })
  return settled
}

const waiveFor = async (context: Context, target: Target, reason: string): Promise<Settled | undefined> => {
  const who = { orgId: target.orgId, author: target.author }
  const waived = await waive(context, who, { named: target.scheduleGuid, examGuid: target.examGuid, reason })
  if (!waived.ok) return settleAlone(context, target, no('not-found'))
  return settleAlone(context, target, waived.value.changed.length > 0 ? { outcome: 'applied' } : same)
}

/** What concerns the person, whether their exam has begun or not; undefined if the action is none of these. */
export const applyToPerson = (context: Context, target: Target, viewer: Viewer): Promise<Settled | undefined> | undefined => {
  const { act } = target
  switch (act.kind) {
    case 'attendance':
      return together(context, target, (transaction, nowMs) => noteAttendance(transaction, target, act.attendance, nowMs))
    case 'move':
      return together(context, target, (transaction) => moveTo(context, transaction, target, { roomId: act.roomID, viewer }))
    case 'free-device':
      return freeDevice(context, target, viewer)
    case 'waive':
      return waiveFor(context, target, act.reason)
    default:
      return undefined
  }
}
