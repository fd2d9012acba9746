import type { Route } from '../http/service.ts'
import { officeApplyResultRulesRoute, officeUndoResultRulesRoute } from './change-rules.ts'
import { officeResultCurveRoute } from './curve.ts'
import { officeGivenAnswersRoute } from './given-answers.ts'
import { officePreviewResultRulesRoute } from './preview.ts'
import type { ComputeSet, RulesContext } from './rules-context.ts'
import { officeResultRulesRoute } from './shown-rules.ts'

/** The calls about how the marks of a delivery become results; `computeSet` is asked after each change of that. */
export const resultRulesRoutes = (context: RulesContext & { readonly computeSet?: ComputeSet }): Route[] => [
  officeResultRulesRoute(context),
  officePreviewResultRulesRoute(context),
  officeApplyResultRulesRoute(context),
  officeUndoResultRulesRoute(context),
  officeResultCurveRoute(context),
  officeGivenAnswersRoute(context),
]
