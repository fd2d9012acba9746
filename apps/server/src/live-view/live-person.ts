import { officeLiveAction, officeLivePerson } from '@sitwell/contract'
import { selectPresets, shownPresetsOf } from '../assessment/form-run/index.ts'
import { readLedger } from '../assessment/ledger/index.ts'
import { shownEvents } from '../dashboard/dash-events.ts'
import { selectRuns } from '../dashboard/queries.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { namesOf } from '../office/people/names-of.ts'
import { mayDo } from '../roles/may.ts'
import { actOf, selectAction, selectActionsOf, selectPeopleOf } from './action-queries.ts'
import { selectBaseRowsOf } from './base-rows.ts'
import { placeIn, readDetails } from './details.ts'
import { factsOf } from './facts-of.ts'
import type { LiveContext } from './live-context.ts'
import { readLedgers, readSavedAt } from './read-sittings.ts'
import { rowOf } from './row-of.ts'
import { namedPeople } from './run-action.ts'
import { becameOf, shownAction, shownPerson } from './shown-actions.ts'
import { iso, viewerOf } from './viewer.ts'

const nobody = refuse('NOT_FOUND', 'There is nobody like this for the caller.')

type Context = Pick<LiveContext, 'clock' | 'config' | 'database' | 'exams'>

/** One person as the caller may see them: how they stand, the ledger of their sitting, and what was done to them. */
export const officeLivePersonRoute = (context: Context) =>
  route(officeLivePerson, async ({ caller, query: { rowID } }) => {
    const { database, config } = context
    const viewer = await viewerOf(context, caller)
    const { orgId, userGuid, nowMs } = viewer
    const rows = await selectBaseRowsOf(database, orgId, [rowID])
    const details = await readDetails(database, orgId, rows)
    const [row] = rows
    if (!row || !mayDo(viewer.grants, 'sittings.read', placeIn(details, row), nowMs)) return nobody
    const guid = row.form_run_guid ?? ''
    const ledger = (await readLedgers(context, orgId, rows)).get(guid)
    const saved = await readSavedAt(database, orgId, row.form_run_guid === null ? [] : [guid])
    const facts = factsOf(row, details, { ledger, savedAtMs: saved.get(guid) }, nowMs)
    if (!facts) return nobody
    const presets = shownPresetsOf(await selectPresets(database, { org_id: orgId, schedule_guid: row.schedule_guid }, nowMs))
    const [run] = row.form_run_guid === null ? [] : await selectRuns(database, orgId, { formRunGuid: guid })
    const actions = await selectActionsOf(database, orgId, rowID)
    const nameOf = await namesOf(database, orgId, [...new Set(actions.map(({ author }) => author))])
    return {
      ok: true,
      value: {
        row: { ...rowOf(facts, nowMs, config.appVersion), isOwn: row.user_guid === userGuid },
        ...(presets && { presets }),
        events: run ? shownEvents((await readLedger(context, run)).events) : [],
        actions: actions.map((one) => ({
          ...{ actionID: one.action_id, act: actOf(one), at: iso(one.at) },
          ...{ by: nameOf(one.author), isMine: one.author === userGuid },
          ...becameOf(one),
        })),
        asOf: iso(nowMs),
      },
    }
  })

/** What became of an action for each of its people whom the caller may see. */
export const officeLiveActionRoute = (context: Context) =>
  route(officeLiveAction, async ({ caller, query: { actionID } }) => {
    const { database } = context
    const viewer = await viewerOf(context, caller)
    const action = await selectAction(database, viewer.orgId, actionID)
    const people = action ? await selectPeopleOf(database, action) : []
    const guids = people.map(({ schedule_guid }) => schedule_guid)
    const named = await namedPeople(context, viewer, guids)
    const seen = [...named.values()].map(({ row }) => row)
    const details = await readDetails(database, viewer.orgId, seen)
    const shown = people.flatMap((person) => {
      const one = named.get(person.schedule_guid)
      const who = one && details.people.get(one.row.user_guid)
      if (!action || !who) return []
      const row = { rowID: person.schedule_guid, firstName: who.first_name, lastName: who.last_name }
      return [{ person: { ...person, act: action.act, at: action.at, author: action.author }, row }]
    })
    const nameOf = await namesOf(database, viewer.orgId, action ? [action.author] : [])
    const value = shownAction(shown, { userGuid: viewer.userGuid, nameOf })
    if (!value) return refuse('NOT_FOUND', 'There is no such action for the caller.')
    return { ok: true, value: { action: value, people: shown.map(shownPerson), asOf: iso(viewer.nowMs) } }
  })
