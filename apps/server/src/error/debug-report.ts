import { randomUUID } from 'node:crypto'
import { debugReport } from '@sitwell/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { byAddress } from '../http/limits/counted-by.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { Keys } from '../keys.ts'
import { countReport } from './report-quota.ts'

/** Keeps a bug report for support, under the organisation and the name of whoever is signed in. */
export const debugReportRoute = (context: { readonly clock: Clock; readonly database: Database; readonly keys: Keys }) =>
  route(
    debugReport,
    async ({ body, caller, request }) => {
      const { database, clock } = context
      if (body.reporterGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A report is made in the reporter’s own name.')
      const report = JSON.stringify({ kind: 'bug', ...(caller.madeBy !== undefined && { madeBy: caller.madeBy }), ...body })
      const full = await countReport(context, caller, request.ip, report)
      if (full) return full
      await database.kysely
        .insertInto('error_report')
        .values({
          org_id: caller.orgId,
          report_id: randomUUID(),
          received_at: clock.nowMs(),
          report,
        })
        .execute()
      return { ok: true, value: {} }
    },
    { limited: byAddress },
  )
