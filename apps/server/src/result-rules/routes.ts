import type { Route } from '../http/service.ts'
import { officeApplyResultRulesRoute, officeUndoResultRulesRoute } from './change-rules.ts'
import { officeResultCurveRoute } from './curve.ts'
import { officeGivenAnswersRoute } from './given-answers.ts'
import { officePreviewResultRulesRoute } from './preview.ts'
import type { RulesContext } from './rules-context.ts'
import { officeResultRulesRoute } from './shown-rules.ts'
import { officeTypedAnswerRoute } from './typed-answer.ts'

/** The calls about how the marks of a delivery become results. */
export const resultRulesRoutes = (context: RulesContext): Route[] => [
  officeResultRulesRoute(context),
  officePreviewResultRulesRoute(context),
  officeApplyResultRulesRoute(context),
  officeUndoResultRulesRoute(context),
  officeResultCurveRoute(context),
  officeGivenAnswersRoute(context),
  officeTypedAnswerRoute(context),
]
