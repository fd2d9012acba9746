import { officeRetryMails } from '@sitwell/contract'
import { isOneOf } from '../db/one-of.ts'
import { route } from '../http/service.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { findDelivery, noDeliveryHere } from './find-delivery.ts'

type Context = Pick<SecurityContext, 'clock' | 'database'>

/** Queues mails of a delivery again that did not get through: each begins with its first try. */
export const officeRetryMailsRoute = ({ database, clock }: Context) =>
  route(officeRetryMails, async ({ caller, body: { deliveryID: deliveryId, set, userIDs } }) => {
    const { kysely, dialect } = database
    const { orgId } = caller
    const nowMs = clock.nowMs()
    if (!(await findDelivery(database, caller, { deliveryId, permission: 'results.release', nowMs }))) return noDeliveryHere
    let query = kysely
      .updateTable('mail_outbox')
      .set({ state: 'queued', reason: null, tries: 0, next_at: nowMs, changed_at: nowMs })
      .where('org_id', '=', orgId)
      .where('delivery_id', '=', deliveryId)
      .where('state', 'in', ['failed', 'undeliverable'])
    if (set !== undefined) query = query.where('set_number', '=', set)
    if (userIDs)
      query = query.where('user_guid', 'in', (of) =>
        of
          .selectFrom('person')
          .select('user_guid')
          .where('org_id', '=', orgId)
          .where(isOneOf(dialect, 'user_id', userIDs, (userID) => userID)),
      )
    const { numUpdatedRows } = await query.executeTakeFirst()
    return { ok: true, value: { count: Number(numUpdatedRows) } }
  })
