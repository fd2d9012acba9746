import type { Route } from '../http/service.ts'
import { officeCloseMarkingRoute } from './close-marking.ts'
import { officeCompareResultsRoute } from './compare-calls.ts'
import { officeComputeResultsRoute } from './compute-call.ts'
import { officeConfirmResultsRoute } from './confirm.ts'
import { officeSetOutcomesRoute, officeWithholdResultsRoute } from './decide.ts'
import { officeResultsRoute } from './list-results.ts'
import { officeDeliveryResultRowsRoute } from './list-rows.ts'
import { officePreviewReleaseRoute } from './preview-release.ts'
import { officeCancelReleaseRoute, officeReleaseResultsRoute } from './release-calls.ts'
import type { ResultsContext } from './results-context.ts'
import { officeDeliveryResultsRoute } from './show-results.ts'
import { officeWithdrawResultsRoute } from './withdraw.ts'

/** The calls of outcomes and result sets with their handlers. */
export const resultRoutes = (context: ResultsContext): Route[] => [
  officeResultsRoute(context),
  officeDeliveryResultsRoute(context),
  officeDeliveryResultRowsRoute(context),
  officeSetOutcomesRoute(context),
  officeWithholdResultsRoute(context),
  officeCloseMarkingRoute(context),
  officeComputeResultsRoute(context),
  officeCompareResultsRoute(context),
  officeConfirmResultsRoute(context),
  officePreviewReleaseRoute(context),
  officeReleaseResultsRoute(context),
  officeCancelReleaseRoute(context),
  officeWithdrawResultsRoute(context),
]
