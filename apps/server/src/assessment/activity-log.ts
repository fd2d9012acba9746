import { activityLog } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { selectFormRun, selectFormRunOfOrganisation } from './queries.ts'

/** How many go into one statement: a database takes a limited number of values. */
const chunk = 500

/** Keeps activities as they come, of the caller's own form run or, from an administrator, of any of the organisation; an id that is there already is not kept twice. */
export const activityLogRoute = ({ database, clock }: Ground) =>
  route(activityLog, async ({ caller, params, body }) => {
    if (body.formRunGuid !== params.formRunGuid)
      return refuse('INVALID_REQUEST', 'The path and the body name two form runs.', {
        details: [{ path: 'body.formRunGuid', message: 'not the form run of the path' }],
      })
    // An administrator sends what a learner's browser kept and the learner is not there to send (spec 3 §2).
    const run = caller.admin
      ? await selectFormRunOfOrganisation(database, caller.orgId, body.formRunGuid)
      : await selectFormRun(database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const rows = [...new Map(body.activities.map((one) => [one.id, one])).values()].map(({ id, type, value }) => ({
      org_id: run.org_id,
      form_run_guid: run.form_run_guid,
      activity_id: id,
      type,
      value: JSON.stringify(value ?? null),
      received_at: clock.nowMs(),
    }))
    await database.kysely.transaction().execute(async (transaction) => {
      for (let index = 0; index < rows.length; index += chunk)
        await transaction
          .insertInto('activity')
          .values(rows.slice(index, index + chunk))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    })
    return { ok: true, value: {} }
  })
