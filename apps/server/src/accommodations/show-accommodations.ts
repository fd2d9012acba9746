import { officeAccommodations } from '@sitwell/contract'
import { selectAccommodations } from '../assessment/form-run/index.ts'
import { route } from '../http/service.ts'
import { findPerson } from '../office/people/found-person.ts'
import { mayDo } from '../roles/may.ts'
import { statesOf } from './accommodation-state.ts'
import type { AccommodationsContext } from './accommodations-context.ts'
import { examsOf } from './exams-of.ts'

/** The accommodations of a person with their history, and what they come to. */
export const officeAccommodationsRoute = (context: Pick<AccommodationsContext, 'clock' | 'database' | 'exams'>) =>
  route(officeAccommodations, async ({ caller, query }) => {
    const { database, clock } = context
    const found = await findPerson(context, caller, query.userID)
    if (!found.ok) return found
    const whose = { orgId: found.person.org_id, userGuid: found.person.user_guid }
    const nowMs = clock.nowMs()
    const rows = await selectAccommodations(database, whose)
    return {
      ok: true,
      value: {
        accommodations: await statesOf(database, whose, rows, nowMs),
        exams: rows.length === 0 ? [] : await examsOf(context, whose),
        mayWrite: !found.isSelf && mayDo(found.actor, 'accommodations.write', found.place, nowMs),
        asOf: new Date(nowMs).toISOString(),
      },
    }
  })
