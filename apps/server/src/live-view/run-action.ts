import { type LiveAct, permissionOfLiveAct } from '@sitwell/contract'
import type { LiveActionTable } from '../db/schema.ts'
import type { ActionTarget } from '../roles/grant.ts'
import { mayDo } from '../roles/may.ts'
import type { ServerLog } from '../server-log.ts'
import { actOf, type Settled, selectCutOff, selectPeopleOf } from './action-queries.ts'
import { applyToRun, settleAlone, type Target } from './apply-to-run.ts'
import { applyToPerson, onSchedule } from './apply-to-schedule.ts'
import { applyTogether, type Sitting, settleTogether, togetherAtOnce } from './apply-together.ts'
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
/** The most people whose outcomes are written by one statement, if nothing else has to be written. */
const knownAtOnce = 200
/** The fewest people who are handled together. */
const fewest = 2

/** Whether an action concerns the person, regardless of whether their exam has begun. */
const isOfPerson = ({ kind }: LiveAct): boolean =>
  kind === 'attendance' || kind === 'move' || kind === 'free-device' || kind === 'waive'

const isForBegun = (act: LiveAct): boolean =>
  act.kind !== 'hold-start' && act.kind !== 'release-start' && act.kind !== 'let-in-late'

/** A message, and a note of somebody who has not begun, stand in the action alone. */
const isStoredAlone = (act: LiveAct, row: BaseRow): boolean =>
  act.kind === 'message' || (act.kind === 'incident' && row.form_run_guid === null)

/** The outcome of an action for a person, from the data that was read about them; undefined if the action has to be done first. */
const knownOutcome = (act: LiveAct, author: string, { row, place }: Named, viewer: Viewer): Settled | undefined => {
  if (row.user_guid === author) return { outcome: 'refused', reason: 'own' }
  if (!mayDo(viewer.grants, permissionOfLiveAct[act.kind], place, viewer.nowMs))
    return { outcome: 'refused', reason: 'not-allowed' }
  if (isOfPerson(act)) return undefined
  if (isStoredAlone(act, row)) {
    if (act.kind !== 'message') return { outcome: 'applied' }
    return row.completed_at === null ? { outcome: 'applied', isExpected: true } : { outcome: 'refused', reason: 'handed-in' }
  }
  return row.form_run_guid !== null && !isForBegun(act) ? { outcome: 'refused', reason: 'started' } : undefined
}

const runOf = (row: Pick<BaseRow, 'completed_at' | 'form_run_guid'>) =>
  row.form_run_guid === null ? undefined : { formRunGuid: row.form_run_guid, isCompleted: row.completed_at !== null }

const applyOne = async (context: ActingContext, target: Target, named: Named, viewer: Viewer): Promise<Settled | undefined> => {
  const { row } = named
  const known = knownOutcome(target.act, target.author, named, viewer)
  if (known) return settleAlone(context, target, known)
  const ofPerson = applyToPerson(context, target, viewer)
  if (ofPerson) return ofPerson
  const run = runOf(row)
  if (run) return applyToRun(context, target, run)
  const isWaiting = row.waited_at !== null && viewer.nowMs - row.waited_at <= waitingForMs
  const done = await onSchedule(context, target, isWaiting)
  if (done !== 'begun') return done
  const [begun] = await selectBaseRowsOf(context.database, target.orgId, [target.scheduleGuid])
  return begun && runOf(begun) ? applyOne(context, target, { ...named, row: begun }, viewer) : undefined
}

/** Tells the page of a learner what was done, if it is open anywhere; one that isn't gets it as it connects, or as it says something. */
const tellPage = (context: ActingContext, action: LiveActionTable, named: Named | false | undefined) => {
  if (!named || named.row.form_run_guid === null) return
  const told = learnerActionOf(action)
  if (told) context.live.tellAction({ orgId: action.org_id, formRunGuid: named.row.form_run_guid }, told)
}

/** Milliseconds after which nobody does any more what was asked for: what comes so late would surprise everybody. */
const tooLateMs = 120_000

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))

interface Doing {
  readonly action: LiveActionTable
  readonly act: LiveAct
  readonly viewer: Viewer
  readonly people: ReadonlyMap<string, Named>
  noteFailed(error: unknown): void
}

const outcomeIn = ({ action, act, viewer, people }: Doing, guid: string): Settled | undefined => {
  if (viewer.nowMs - action.at > tooLateMs) return { outcome: 'refused', reason: 'too-late' }
  const named = people.get(guid)
  return named ? knownOutcome(act, action.author, named, viewer) : { outcome: 'refused', reason: 'not-found' }
}

/** Settles all people for whom only the outcome has to be written. Returns the others. */
const settleKnown = async (context: ActingContext, doing: Doing, guids: readonly string[]): Promise<string[]> => {
  const { action, people, noteFailed } = doing
  const done = new Set<string>()
  const known = guids.flatMap((guid) => {
    const outcome = outcomeIn(doing, guid)
    return outcome ? [[guid, outcome] as const] : []
  })
  for (const part of inParts(known, knownAtOnce)) {
    const settling = settleTogether(context.database, action, new Map(part), context.clock.nowMs())
    const written = await settling.catch(noteFailed)
    if (!written) continue
    for (const [guid, { isExpected }] of part) {
      done.add(guid)
      tellPage(context, action, isExpected && written.has(guid) && people.get(guid))
    }
  }
  return guids.filter((guid) => !done.has(guid))
}

/** Does it to those who have their exam open, some dozens in a transaction. Answers those that are left: they are dealt with alone. */
const applyToMany = async (context: ActingContext, doing: Doing, guids: readonly string[]): Promise<string[]> => {
  const { action, act, people, noteFailed } = doing
  const done = new Set<string>()
  const sittings = guids.flatMap((scheduleGuid): Sitting[] => {
    const row = people.get(scheduleGuid)?.row
    return row?.form_run_guid && row.completed_at === null ? [{ scheduleGuid, formRunGuid: row.form_run_guid }] : []
  })
  if (isOfPerson(act) || sittings.length < fewest) return [...guids]
  for (const part of inParts(sittings, togetherAtOnce)) {
    // People for whom this fails are handled alone, so that one sitting doesn't make others fail.
    const became = await applyTogether(context, action, act, part).catch(noteFailed)
    for (const [guid, settled] of became ?? []) {
      done.add(guid)
      tellPage(context, action, settled?.isExpected && people.get(guid))
    }
  }
  return guids.filter((guid) => !done.has(guid))
}

/**
 * Does an action to each of its people to whom it wasn't done yet. The effect on a person and the record of it are one transaction, often with some dozens of others. So
 * the action may be started again, also by another server at the same time: nothing is done twice. A person for whom it fails stays pending, and is retried.
 */
export const runAction = async (
  context: ActingContext,
  action: LiveActionTable,
  viewer: Viewer,
  noteFailed: (error: unknown) => void,
): Promise<void> => {
  const waiting = (await selectPeopleOf(context.database, action)).filter(({ outcome }) => outcome === 'pending')
  const guids = waiting.map(({ schedule_guid }) => schedule_guid)
  const people = await namedPeople(context, viewer, guids)
  const act = actOf(action)
  const doing: Doing = { action, act, viewer, people, noteFailed }
  const undone = await settleKnown(context, doing, guids)
  const left = new Set(await applyToMany(context, doing, undone))
  const alone = waiting.filter(({ schedule_guid }) => left.has(schedule_guid))
  const doOne = async ({ schedule_guid, user_guid }: (typeof waiting)[number]) => {
    const named = people.get(schedule_guid)
    const target: Target = {
      ...{ orgId: action.org_id, actionId: action.action_id, author: action.author, act },
      ...{ scheduleGuid: schedule_guid, userGuid: user_guid, examGuid: named?.row.exam_guid ?? '' },
    }
    const known = outcomeIn(doing, schedule_guid)
    if (known || !named) return void (known && (await settleAlone(context, target, known)))
    const settled = await applyOne(context, target, named, viewer)
    tellPage(context, action, settled?.isExpected && named)
  }
  const work = async () => {
    for (let one = alone.shift(); one; one = alone.shift()) await doOne(one).catch(noteFailed)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Milliseconds after which an action that isn't done counts as cut off: its server was ended, or its database was away. */
const cutOffMs = 10_000

/** Goes on with actions that were cut off, and gives up those that are too old; each of their people is told as not reached then. */
export const continueActions = async (context: ActingContext & { readonly log: Pick<ServerLog, 'error'> }): Promise<void> => {
  const noteFailed = (error: unknown) =>
    context.log.error({ event: 'staff-action-failed', err: error }, 'an action of staff could not be finished')
  for (const action of await selectCutOff(context.database, context.clock.nowMs() - cutOffMs)) {
    const viewer = await viewerOf(context, { orgId: action.org_id, userGuid: action.author })
    await runAction(context, action, viewer, noteFailed)
  }
}
