import { randomUUID } from 'node:crypto'
import { errorReport } from '@sitwell/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { byAddress } from '../http/limits/counted-by.ts'
import { route } from '../http/service.ts'
import type { Keys } from '../keys.ts'
import { countReport } from './report-quota.ts'

/** Keeps an error of the player for support; of a signed-in person the organisation is the token's, not the claim's. */
export const errorReportRoute = (context: { readonly clock: Clock; readonly database: Database; readonly keys: Keys }) =>
  route(
    errorReport,
    async ({ body, caller, request }) => {
      const { database, clock } = context
      const report = JSON.stringify(body)
      const full = await countReport(context, caller, request.ip, report)
      if (full) return full
      await database.kysely
        .insertInto('error_report')
        .values({
          org_id: caller?.orgId ?? body.orgID ?? 0,
          report_id: randomUUID(),
          received_at: clock.nowMs(),
          report,
        })
        .execute()
      return { ok: true, value: {} }
    },
    { limited: byAddress },
  )
