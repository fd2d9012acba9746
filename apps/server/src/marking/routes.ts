import { calls } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Route, route } from '../http/service.ts'
import type { SecurityContext } from '../security/security-context.ts'

const noQueue = refuse('NOT_FOUND', 'There is no such queue for this caller.')
const noResponse = refuse('NOT_FOUND', 'There is no such response for this caller.')
const noExam = refuse('NOT_FOUND', 'There is no such exam in the organisation.')

/** The calls of marking: as long as no response waits for a person, all lists are empty. */
export const markingRoutes = ({ clock }: Pick<SecurityContext, 'clock'>): readonly Route[] => {
  const asOf = () => new Date(clock.nowMs()).toISOString()
  return [
    route(calls.officeMarkingQueues, async () => ({ ok: true, value: { queues: [], asOf: asOf() } })),
    route(calls.officeMarkingPlaces, async () => ({ ok: true, value: { places: [], asOf: asOf() } })),
    route(calls.officeMarkingConflicts, async () => ({ ok: true, value: { responses: [], total: 0, asOf: asOf() } })),
    route(calls.officeMarkingRenew, async () => ({ ok: true, value: { claims: [] } })),
    route(calls.officeMarkingRelease, async () => ({ ok: true, value: { released: 0 } })),
    route(calls.officeMarkingNext, async () => noQueue),
    route(calls.officeMarkingHistory, async () => noQueue),
    route(calls.officeMarkingResponses, async () => noQueue),
    route(calls.officeMarkingAllocate, async () => noQueue),
    route(calls.officeMarkingAllocations, async () => noExam),
    route(calls.officeMarkingQuestions, async () => noExam),
    route(calls.officeMarkingResponse, async () => noResponse),
    route(calls.officeMarkingGive, async () => noResponse),
    route(calls.officeMarkingReturn, async () => noResponse),
    route(calls.officeMarkingDecide, async () => noResponse),
    route(calls.officeMarkingFile, async () => noResponse),
  ]
}
