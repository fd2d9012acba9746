import { randomUUID } from 'node:crypto'
import { officeAddAccommodation, officeChangeAccommodation, officeWithdrawAccommodation } from '@sitwell/contract'
import { route } from '../http/service.ts'
import { otherRequest } from '../office/places/names.ts'
import type { AccommodationsContext } from './accommodations-context.ts'
import { isKnownTheme } from './known-theme.ts'
import { blanksIn, clean, ownOf, problemsOf, refusalOf } from './read-accommodation.ts'
import {
  insertVersion,
  isSameVersion,
  newestOf,
  nextVersion,
  type Own,
  type Writing,
  writeNextVersion,
  writeVersion,
} from './write-version.ts'

/** The id of an accommodation is that of the request which added it, so that the same request again finds it. */
const added =
  (id: string, own: Own): Writing =>
  async (transaction, { org_id, user_guid }, by) => {
    const there = await newestOf(transaction, { org_id }, id)
    const row = {
      ...{ org_id, accommodation_id: id, version: 1, user_guid, ...own, ...by, is_settled: 0 },
    }
    if (!there) return insertVersion(transaction, row)
    const isRepeated = there.user_guid === user_guid && there.written_by === by.written_by && isSameVersion(there, own)
    return isRepeated ? { is: 'same', row: there } : { is: 'other' }
  }

/** Adds an accommodation. */
export const officeAddAccommodationRoute = (context: AccommodationsContext) =>
  route(officeAddAccommodation, async ({ caller, body, request }) => {
    const wrong = refusalOf(problemsOf(body, await isKnownTheme(context.database, caller.orgId, body)))
    if (wrong) return wrong
    const asked = { caller, address: request.ip, userID: body.userID, kind: 'accommodation-added' as const }
    const outcome = await writeVersion(context, asked, added(body.requestId ?? randomUUID(), ownOf(body, '')))
    return 'is' in outcome ? otherRequest : outcome
  })

/** Puts another version in the place of one. */
export const officeChangeAccommodationRoute = (context: AccommodationsContext) =>
  route(officeChangeAccommodation, async ({ caller, body, request }) => {
    const wrong = refusalOf([
      ...problemsOf(body, await isKnownTheme(context.database, caller.orgId, body)),
      ...blanksIn({ reason: body.reason }),
    ])
    if (wrong) return wrong
    const asked = { caller, address: request.ip, userID: body.userID, kind: 'accommodation-changed' as const }
    return writeNextVersion(
      context,
      asked,
      nextVersion(body, () => ownOf(body, body.reason)),
    )
  })

/** Withdraws an accommodation. */
export const officeWithdrawAccommodationRoute = (context: AccommodationsContext) =>
  route(officeWithdrawAccommodation, async ({ caller, body, request }) => {
    const wrong = refusalOf(blanksIn({ reason: body.reason }))
    if (wrong) return wrong
    const asked = { caller, address: request.ip, userID: body.userID, kind: 'accommodation-withdrawn' as const }
    const withdraw = nextVersion(body, (row) => ({ ...row, is_withdrawn: 1, reason: clean(body.reason) }))
    return writeNextVersion(context, asked, withdraw)
  })
