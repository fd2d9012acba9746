import { randomUUID } from 'node:crypto'
import { errorReport } from '@sitwell/contract'
import { byAddress } from '../http/attempt-key.ts'
import { route, type ServiceContext } from '../http/service.ts'

/** Keeps an error of the player for support; of a signed-in person the organisation is the token's, not the claim's. */
export const errorReportRoute = ({ database, clock }: ServiceContext) =>
  route(
    errorReport,
    async ({ body, caller }) => {
      await database.kysely
        .insertInto('error_report')
        .values({
          org_id: caller?.orgId ?? body.orgID ?? 0,
          report_id: randomUUID(),
          received_at: clock.nowMs(),
          report: JSON.stringify(body),
        })
        .execute()
      return { ok: true, value: {} }
    },
    { limited: byAddress },
  )
