import { activityLog } from '@sitwell/contract'
import { createBatches, sizesOf } from '../../db/batches.ts'
import type { ActivityTable } from '../../db/schema.ts'
import { runSent, sentStatement } from '../../db/sent-rows.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { selectFormRunOfOrganisation } from '../form-run/index.ts'
import { noteAdministrator, openedByAdministrator } from '../ledger/index.ts'
import { createActivityQuota } from './activity-quota.ts'

interface Activities {
  readonly place: string
  readonly rows: readonly ActivityTable[]
}

/** Activities that are written together: saves have their turn between two writes, and so has whatever else this process does. */
const mostTogether = 250

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

/** One whose id is there already is not kept twice. */
export const activitiesStatement = sentStatement<ActivityTable>(
  'write-activities',
  {
    of_org: ['bigint', ({ org_id }) => org_id],
    of_run: ['text', ({ form_run_guid }) => form_run_guid],
    id: ['text', ({ activity_id }) => activity_id],
    kind: ['bigint', ({ type }) => type],
    told_value: ['text', ({ value }) => value],
    told_at: ['bigint', ({ received_at }) => received_at],
  },
  (told) => `insert into activity (org_id, form_run_guid, activity_id, type, value, received_at)
    select of_org, of_run, id, kind, told_value, told_at from ${told} where true on conflict do nothing`,
)

/** Keeps activities as they come, of the caller's own form run or, from an administrator, of any of the organisation. */
export const activityLogRoute = (context: AssessmentContext) => {
  const { database, clock, formRunFacts, contacts } = context
  const hasRoom = createActivityQuota(context)
  const write = createBatches<Activities, undefined>({
    ...sizesOf(database.dialect),
    keyOf: ({ place }) => place,
    run: async (all) => {
      await runSent(
        database,
        activitiesStatement,
        all.flatMap((one) => one.rows),
      )
      return all.map(() => undefined)
    },
  })

  return route(
    activityLog,
    async ({ caller, params, body }) => {
      if (body.formRunGuid !== params.formRunGuid)
        return refuse('INVALID_REQUEST', 'The path and the body name two form runs.', {
          details: [{ path: 'body.formRunGuid', message: 'not the form run of the path' }],
        })
      // An administrator sends what a learner's browser kept and the learner is not there to send (spec 3 §2).
      const run = caller.admin
        ? await selectFormRunOfOrganisation(database, caller.orgId, body.formRunGuid)
        : await formRunFacts(caller, body.formRunGuid)
      if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
      const { org_id, form_run_guid } = run
      await noteAdministrator(context, caller, form_run_guid, openedByAdministrator(caller))
      const place = { orgId: org_id, formRunGuid: form_run_guid }
      const activities = [...new Map(body.activities.map((one) => [one.id, one])).values()]
      for (let from = 0; from < activities.length; from += mostTogether) {
        const rows = activities.slice(from, from + mostTogether).map(({ id, type, value }) => ({
          ...{ org_id, form_run_guid, activity_id: id, type },
          value: JSON.stringify(value ?? null),
          received_at: clock.nowMs(),
        }))
        if (!(await hasRoom(place, rows))) break
        await write({ place: `${org_id}/${form_run_guid}`, rows })
        await pause()
      }
      const isOwn = 'user_guid' in run ? run.user_guid === caller.userGuid : true
      if (isOwn) await contacts.note(place, caller)
      return { ok: true, value: {} }
    },
    { shortReply: true },
  )
}
