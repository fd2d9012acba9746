import { randomUUID } from 'node:crypto'
import type { LiveRow } from '@sitwell/contract'
import type { LedgerContext } from '../assessment/ledger/index.ts'
import type { ActionTarget } from '../roles/grant.ts'
import { type ActionOfPerson, selectChangedActions } from './action-queries.ts'
import { createBaseReader } from './base-reader.ts'
import type { BaseRow, LiveKey } from './base-rows.ts'
import { type Details, placeIn, readDetails } from './details.ts'
import type { LiveFacts } from './facts.ts'
import { factsOf } from './facts-of.ts'
import { type LedgerFacts, readLedgers, readSavedAt } from './read-sittings.ts'
import { isPausedAt, restAt, rowOf, stateAt } from './row-of.ts'

/** A row of a board, with the number of the look that changed it last. */
export interface BoardRow {
  readonly base: BaseRow
  readonly facts: LiveFacts
  readonly row: LiveRow
  readonly place: ActionTarget
  /** Where they were before: who saw them there learns that they left. */
  readonly formerPlaces: readonly ActionTarget[]
  readonly changed: number
  readonly changedAtMs: number
}

/** An action of staff with its people in this board, by their rows. */
export interface BoardAction {
  readonly action: ActionOfPerson
  readonly people: Map<string, ActionOfPerson>
  changed: number
  changedAtMs: number
}

/** What a server has read of a delivery or exam, for all who watch it. */
export interface Board {
  /** Names this board: another server has another one. */
  readonly id: string
  /** Since when its changes are known, and the moment as of which its rows are. */
  readonly sinceMs: number
  readonly asOfMs: number
  /** The same moment by a clock that nobody sets, as `performance.now`. */
  readonly steadyMs: number
  /** Counts its looks that found a change. */
  readonly version: number
  readonly rows: ReadonlyMap<string, BoardRow>
  /** Rows that left, with the look and the moment, and where they were. */
  readonly gone: ReadonlyMap<
    string,
    { readonly changed: number; readonly changedAtMs: number; readonly places: readonly ActionTarget[] }
  >
  readonly actions: ReadonlyMap<string, BoardAction>
}

/** The moment of a look, and the number that its changes get. */
interface Look {
  readonly nowMs: number
  readonly next: number
}

const dayMs = 24 * 3_600_000
/** How far each look for actions looks back: a commit may be seen late, and clocks of servers differ a little. */
const lookBackMs = 30_000
/** Milliseconds between two looks at names, groups and accommodations. */
const detailsMs = 15_000

/** Whether a row is as it was though time went by. */
const standsStill = ({ facts, row }: BoardRow, nowMs: number) =>
  stateAt(facts, nowMs) === row.state &&
  (!facts.sitting ||
    (isPausedAt(facts.sitting, nowMs) === row.isPaused &&
      (restAt(facts.sitting, nowMs) !== undefined) === (row.rest?.until !== undefined)))

/**
 * Reads a delivery or exam again and again for all who watch it. One query finds everybody; of rows, ledgers and answers only those are read that have changed,
 * so that a look costs little however many people there are.
 */
export const createBoard = (context: LedgerContext, orgId: number, key: LiveKey, appVersion: string) => {
  const { database, clock } = context
  const id = randomUUID().slice(0, 8)
  const readBase = createBaseReader(context)
  const rows = new Map<string, BoardRow>()
  const gone = new Map<string, { changed: number; changedAtMs: number; places: readonly ActionTarget[] }>()
  const actions = new Map<string, BoardAction>()
  const ledgers = new Map<string, LedgerFacts>()
  const saved = new Map<string, { readonly saves: number; readonly atMs: number | undefined }>()
  let details: { readonly read: Details; readonly atMs: number } | undefined
  let version = 0
  let asOfMs = 0
  let sinceMs: number | undefined
  let actionsFromMs: number | undefined

  const detailsFor = async (base: readonly BaseRow[], nowMs: number) => {
    const isNew = !details || nowMs - details.atMs >= detailsMs || base.some((row) => !details?.read.people.has(row.user_guid))
    if (isNew) details = { read: await readDetails(database, orgId, base), atMs: nowMs }
    return { read: details?.read ?? (await readDetails(database, orgId, base)), isNew }
  }

  const readChanged = async (base: readonly BaseRow[]) => {
    const begun = base.filter(({ form_run_guid }) => form_run_guid !== null)
    const unread = begun.filter((row) => ledgers.get(row.form_run_guid ?? '')?.lastEvent !== row.last_event)
    for (const [guid, facts] of await readLedgers(context, orgId, unread)) ledgers.set(guid, facts)
    const unsaved = begun.filter((row) => saved.get(row.form_run_guid ?? '')?.saves !== row.saves)
    const guids = unsaved.flatMap(({ form_run_guid }) => form_run_guid ?? [])
    const found = await readSavedAt(database, orgId, guids)
    for (const { form_run_guid, saves } of unsaved)
      saved.set(form_run_guid ?? '', { saves: saves ?? 0, atMs: found.get(form_run_guid ?? '') })
  }

  /** Takes in a row as it was read; true if it is another than before. */
  const takeIn = (one: BaseRow, facts: LiveFacts, read: Details, { nowMs, next }: Look): boolean => {
    const before = rows.get(one.schedule_guid)
    const row = rowOf(facts, nowMs, appVersion)
    const place = placeIn(read, one)
    const isMoved = before !== undefined && JSON.stringify(before.place) !== JSON.stringify(place)
    const isOther = !before || isMoved || JSON.stringify(before.row) !== JSON.stringify(row)
    const formerPlaces = isMoved ? [...before.formerPlaces, before.place].slice(-5) : (before?.formerPlaces ?? [])
    const { changed, changedAtMs } = isOther ? { changed: next, changedAtMs: nowMs } : before
    rows.set(one.schedule_guid, { base: one, facts, row, place, formerPlaces, changed, changedAtMs })
    gone.delete(one.schedule_guid)
    return isOther
  }

  /** Takes out the rows that aren't there any more; true if there were some. */
  const takeOut = (there: ReadonlySet<string>, { nowMs, next }: Look): boolean => {
    const left = [...rows].filter(([guid]) => !there.has(guid))
    for (const [guid, { place, formerPlaces }] of left) {
      rows.delete(guid)
      gone.set(guid, { changed: next, changedAtMs: nowMs, places: [...formerPlaces, place] })
    }
    return left.length > 0
  }

  /** The facts of a row; undefined of a person who is no longer there. The same object as before if nothing of it has changed. */
  const factsNow = (one: BaseRow, { read, isNew }: { readonly read: Details; readonly isNew: boolean }, nowMs: number) => {
    const before = rows.get(one.schedule_guid)
    if (before && !isNew && before.base === one && standsStill(before, nowMs)) return before.facts
    const guid = one.form_run_guid ?? ''
    return factsOf(one, read, { ledger: ledgers.get(guid), savedAtMs: saved.get(guid)?.atMs }, nowMs)
  }

  const lookAtPeople = async (now: Look): Promise<boolean> => {
    const base = await readBase({ orgId, key, nowMs: now.nowMs })
    const known = await detailsFor(base, now.nowMs)
    await readChanged(base)
    const there = new Set<string>()
    let isChanged = false
    for (const one of base) {
      const facts = factsNow(one, known, now.nowMs)
      if (!facts) continue
      there.add(one.schedule_guid)
      if (facts !== rows.get(one.schedule_guid)?.facts) isChanged = takeIn(one, facts, known.read, now) || isChanged
    }
    return takeOut(there, now) || isChanged
  }

  const lookAtActions = async ({ nowMs, next }: Look): Promise<boolean> => {
    const found = await selectChangedActions(database, orgId, actionsFromMs ?? nowMs - dayMs)
    actionsFromMs = nowMs - lookBackMs
    let isChanged = false
    for (const one of found) {
      if (!rows.has(one.schedule_guid)) continue
      const known = actions.get(one.action_id)
      const before = known?.people.get(one.schedule_guid)
      if (before && JSON.stringify(before) === JSON.stringify(one)) continue
      const action = known ?? { action: one, people: new Map<string, ActionOfPerson>(), changed: next, changedAtMs: nowMs }
      action.people.set(one.schedule_guid, one)
      Object.assign(action, { changed: next, changedAtMs: nowMs })
      actions.set(one.action_id, action)
      isChanged = true
    }
    return isChanged
  }

  const look = async (): Promise<Board> => {
    // Before anything is read: nothing that is shown is older than that.
    const nowMs = clock.nowMs()
    const steadyMs = performance.now()
    const now = { nowMs, next: version + 1 }
    const isOfPeople = await lookAtPeople(now)
    const isOfActions = await lookAtActions(now)
    if (isOfPeople || isOfActions) version += 1
    sinceMs ??= nowMs
    asOfMs = nowMs
    return { id, sinceMs, asOfMs, steadyMs, version, rows, gone, actions }
  }
  return { look }
}
