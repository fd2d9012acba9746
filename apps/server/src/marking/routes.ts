import type { Route } from '../http/service.ts'
import {
  officeMarkingAllocateRoute,
  officeMarkingAllocationsRoute,
  officeMarkingPlacesRoute,
  officeMarkingQuestionsRoute,
} from './allocations.ts'
import { officeMarkingFileRoute } from './file.ts'
import { officeMarkingDecideRoute, officeMarkingGiveRoute, officeMarkingReturnRoute } from './give.ts'
import { officeMarkingQueuesRoute } from './list-queues.ts'
import { officeMarkingConflictsRoute, officeMarkingHistoryRoute, officeMarkingResponsesRoute } from './lists.ts'
import { officeMarkedExamsRoute } from './marked-exams.ts'
import type { MarkingContext } from './marking-context.ts'
import {
  officeMarkingNextRoute,
  officeMarkingReleaseRoute,
  officeMarkingRenewRoute,
  officeMarkingResponseRoute,
} from './next.ts'
import { officeMarkersOfRoute } from './returns/markers-of.ts'
import {
  officePreviewMarkerReturnRoute,
  officeReturnMarkerRoute,
  officeTakeBackMarkerReturnRoute,
} from './returns/return-marker.ts'

const makers: readonly ((context: MarkingContext) => Route)[] = [
  ...[officeMarkingQueuesRoute, officeMarkingNextRoute, officeMarkingResponseRoute, officeMarkingFileRoute],
  ...[officeMarkingGiveRoute, officeMarkingReturnRoute, officeMarkingRenewRoute, officeMarkingReleaseRoute],
  ...[officeMarkingHistoryRoute, officeMarkingConflictsRoute, officeMarkingDecideRoute, officeMarkingResponsesRoute],
  ...[officeMarkingPlacesRoute, officeMarkingAllocationsRoute, officeMarkingAllocateRoute, officeMarkingQuestionsRoute],
  ...[officeMarkedExamsRoute, officeMarkersOfRoute, officePreviewMarkerReturnRoute, officeReturnMarkerRoute],
  officeTakeBackMarkerReturnRoute,
]

/** The calls of marking. */
export const markingRoutes = (context: MarkingContext): readonly Route[] => makers.map((make) => make(context))
