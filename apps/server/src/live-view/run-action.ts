import { type LiveAct, permissionOfLiveAct } from '@sitwell/contract'
import type { LiveActionTable } from '../db/schema.ts'
import type { ActionTarget } from '../roles/grant.ts'
import { mayDo } from '../roles/may.ts'
import { actOf, type Settled, selectCutOff, selectPeopleOf } from './action-queries.ts'
import { applyToRun, settleAlone, type Target } from './apply-to-run.ts'
import { applyToPerson, onSchedule } from './apply-to-schedule.ts'
import { type BaseRow, selectBaseRowsOf } from './base-rows.ts'
import { placeIn, readDetails } from './details.ts'
import { learnerActionOf } from './learner-actions.ts'
import type { LiveContext } from './live-context.ts'
import { waitingForMs } from './row-of.ts'
import type { Viewer } from './viewer.ts'
import { viewerOf } from './viewer.ts'

/** What doing an action needs. */
export type ActingContext = Pick<
  LiveContext,
  'background' | 'clock' | 'config' | 'database' | 'exams' | 'keys' | 'live' | 'securityLog' | 'sessions' | 'supervisors'
>

/** Somebody whom an action names, as far as the one who acts may see them. */
export interface Named {
  readonly row: BaseRow
  readonly place: ActionTarget
}

/** Those of these people whom a viewer may see, by their rows. */
export const namedPeople = async (
  { database }: Pick<ActingContext, 'database'>,
  viewer: Viewer,
  scheduleGuids: readonly string[],
): Promise<ReadonlyMap<string, Named>> => {
  const rows = await selectBaseRowsOf(database, viewer.orgId, scheduleGuids)
  const details = await readDetails(database, viewer.orgId, rows)
  const all = rows.map((row) => ({ row, place: placeIn(details, row) }))
  const seen = all.filter(({ place }) => mayDo(viewer.grants, 'sittings.read', place, viewer.nowMs))
  return new Map(seen.map((one) => [one.row.schedule_guid, one]))
}

/** So many people are dealt with side by side: a hall waits for its pause, and the other calls need connections too. */
const atOnce = 4

const isForBegun = (act: LiveAct): boolean =>
  act.kind !== 'hold-start' && act.kind !== 'release-start' && act.kind !== 'let-in-late'

/** A message, and a note of somebody who has not begun, stand in the action alone. */
const isStoredAlone = (act: LiveAct, row: BaseRow): boolean =>
  act.kind === 'message' || (act.kind === 'incident' && row.form_run_guid === null)

const applyAlone = (context: ActingContext, target: Target, row: BaseRow): Promise<Settled | undefined> => {
  if (target.act.kind !== 'message') return settleAlone(context, target, { outcome: 'applied' })
  return settleAlone(
    context,
    target,
    row.completed_at === null ? { outcome: 'applied', isExpected: true } : { outcome: 'refused', reason: 'handed-in' },
  )
}

const runOf = (row: Pick<BaseRow, 'completed_at' | 'form_run_guid'>) =>
  row.form_run_guid === null ? undefined : { formRunGuid: row.form_run_guid, isCompleted: row.completed_at !== null }

const applyOne = async (context: ActingContext, target: Target, named: Named, viewer: Viewer): Promise<Settled | undefined> => {
  const { row, place } = named
  const { act } = target
  if (row.user_guid === target.author) return settleAlone(context, target, { outcome: 'refused', reason: 'own' })
  if (!mayDo(viewer.grants, permissionOfLiveAct[act.kind], place, viewer.nowMs))
    return settleAlone(context, target, { outcome: 'refused', reason: 'not-allowed' })
  const ofPerson = applyToPerson(context, target, viewer)
  if (ofPerson) return ofPerson
  if (isStoredAlone(act, row)) return applyAlone(context, target, row)
  const run = runOf(row)
  if (run && !isForBegun(act)) return settleAlone(context, target, { outcome: 'refused', reason: 'started' })
  if (run) return applyToRun(context, target, run)
  const isWaiting = row.waited_at !== null && viewer.nowMs - row.waited_at <= waitingForMs
  const done = await onSchedule(context, target, isWaiting)
  if (done !== 'begun') return done
  const [begun] = await selectBaseRowsOf(context.database, target.orgId, [target.scheduleGuid])
  return begun && runOf(begun) ? applyOne(context, target, { ...named, row: begun }, viewer) : undefined
}

/** Tells the page of a learner what was done, if it is open anywhere; one that isn't gets it as it connects, or as it says something. */
const tellPage = (context: ActingContext, action: LiveActionTable, { row }: Named) => {
  const told = learnerActionOf(action)
  if (told && row.form_run_guid !== null)
    context.live.tellAction({ orgId: action.org_id, formRunGuid: row.form_run_guid }, told)
}

/** Milliseconds after which nobody does any more what was asked for: what comes so late would surprise everybody. */
const tooLateMs = 120_000

/**
 * Does an action to each of its people to whom it wasn't done yet. What happens to one, and that it did, are one transaction each, so that it may be begun
 * again, also by another server at the same time: nothing is done twice. One whom it fails for stays pending, and is tried again.
 */
export const runAction = async (
  context: ActingContext,
  action: LiveActionTable,
  viewer: Viewer,
  noteFailed: (error: unknown) => void,
): Promise<void> => {
  const waiting = (await selectPeopleOf(context.database, action)).filter(({ outcome }) => outcome === 'pending')
  const people = await namedPeople(
    context,
    viewer,
    waiting.map(({ schedule_guid }) => schedule_guid),
  )
  const act = actOf(action)
  const isTooLate = viewer.nowMs - action.at > tooLateMs
  const doOne = async ({ schedule_guid, user_guid }: (typeof waiting)[number]) => {
    const named = people.get(schedule_guid)
    const target: Target = {
      ...{ orgId: action.org_id, actionId: action.action_id, author: action.author, act },
      ...{ scheduleGuid: schedule_guid, userGuid: user_guid, examGuid: named?.row.exam_guid ?? '' },
    }
    if (isTooLate) return void (await settleAlone(context, target, { outcome: 'refused', reason: 'too-late' }))
    if (!named) return void (await settleAlone(context, target, { outcome: 'refused', reason: 'not-found' }))
    const settled = await applyOne(context, target, named, viewer)
    if (settled?.isExpected) tellPage(context, action, named)
  }
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await doOne(one).catch(noteFailed)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Milliseconds after which an action that isn't done counts as cut off: its server was ended, or its database was away. */
const cutOffMs = 10_000

/** Goes on with actions that were cut off, and gives up those that are too old; each of their people is told as not reached then. */
export const continueActions = async (
  context: ActingContext & { readonly log: { error(details: object, text: string): void } },
): Promise<void> => {
  const noteFailed = (error: unknown) => context.log.error({ err: error }, 'an action of staff could not be finished')
  for (const action of await selectCutOff(context.database, context.clock.nowMs() - cutOffMs)) {
    const viewer = await viewerOf(context, { orgId: action.org_id, userGuid: action.author })
    await runAction(context, action, viewer, noteFailed)
  }
}
