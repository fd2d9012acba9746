import { randomUUID } from 'node:crypto'
import { debugReport } from '@sitwell/contract'
import { byAddress } from '../http/attempt-key.ts'
import { refuse } from '../http/refusal.ts'
import { route, type ServiceContext } from '../http/service.ts'

/** Keeps a bug report for support, under the organisation and the name of whoever is signed in. */
export const debugReportRoute = ({ database, clock }: ServiceContext) =>
  route(
    debugReport,
    async ({ body, caller }) => {
      if (body.reporterGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A report is made in the reporter’s own name.')
      await database.kysely
        .insertInto('error_report')
        .values({
          org_id: caller.orgId,
          report_id: randomUUID(),
          received_at: clock.nowMs(),
          report: JSON.stringify({ kind: 'bug', ...(caller.madeBy !== undefined && { madeBy: caller.madeBy }), ...body }),
        })
        .execute()
      return { ok: true, value: {} }
    },
    { limited: byAddress },
  )
