import { officeToday, type Permission } from '@sitwell/contract'
import { route } from '../http/service.ts'
import { timeZoneOf } from '../office/centres/time-zone.ts'
import { mayDo } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import { dayEndsAt } from './day-end.ts'
import { examsOf, extensionRequests, neverSignedIn, sittingsOf } from './exam-entries.ts'
import { withoutExams, withoutPeople } from './first-steps.ts'
import { responsesOutOfQueues, responsesToDecide } from './marking-entries.ts'
import { entriesOf, type Found } from './order.ts'
import { ownRoles, ownSecondStep, ownUploads } from './own-entries.ts'
import { importsOf, invitationsOf, rolesOf, staffWithoutSecondStep } from './people-entries.ts'
import { resultsToConfirm, resultsToRelease } from './result-entries.ts'
import type { TodayContext } from './today-context.ts'

/** What needs the caller now. Each part is asked for only by the permission for it, in the whole organisation. */
export const officeTodayRoute = ({ database, clock }: TodayContext) =>
  route(officeToday, async ({ caller, query }) => {
    const { orgId } = caller
    const nowMs = clock.nowMs()
    const asked = { orgId, nowMs }
    const grants = await grantsOfCaller(database, caller)
    const by = (permission: Permission, read: () => Promise<Found[]>): Promise<Found[]> =>
      mayDo(grants, permission, {}, nowMs) ? read() : Promise.resolve([])
    const found = await Promise.all([
      by('sittings.extend', () => extensionRequests(database, asked)),
      by('sittings.read', () => sittingsOf(database, asked)),
      by('deliveries.read', () => examsOf(database, asked)),
      ownSecondStep({ database }, caller),
      ownRoles(grants, nowMs),
      by('exams.write', () => ownUploads({ database }, caller)),
      by('people.import', () => importsOf(database, asked)),
      by('people.credentials', () => neverSignedIn(database, asked)),
      by('people.credentials', () => invitationsOf(database, asked)),
      by('roles.read', () => rolesOf(database, asked, caller)),
      by('roles.read', () => staffWithoutSecondStep(database, asked)),
      by('marks.adjudicate', () => responsesToDecide(database, asked)),
      by('deliveries.write', () => responsesOutOfQueues(database, asked)),
      by('results.confirm', () => resultsToConfirm(database, asked)),
      by('results.release', () => resultsToRelease(database, asked)),
      by('people.import', () => withoutPeople(database, orgId)),
      by('exams.write', () => withoutExams(database, orgId)),
    ])
    const zone = timeZoneOf(query.zone ?? '') ?? 'UTC'
    return {
      ok: true,
      value: { entries: entriesOf(found.flat(), dayEndsAt(nowMs, zone)), asOf: new Date(nowMs).toISOString() },
    }
  })
