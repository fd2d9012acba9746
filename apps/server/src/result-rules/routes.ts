import {
  officeApplyResultRules,
  officeGivenAnswers,
  officePreviewResultRules,
  officeResultCurve,
  officeUndoResultRules,
} from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Route, route } from '../http/service.ts'
import type { RulesContext } from './rules-context.ts'
import { officeResultRulesRoute } from './shown-rules.ts'

const notServed = refuse('CANNOT_SAVE', 'This server does not answer this call yet.')

/** The calls about how the marks of a delivery become results. */
export const resultRulesRoutes = (context: RulesContext): Route[] => [
  officeResultRulesRoute(context),
  route(officePreviewResultRules, async () => notServed),
  route(officeApplyResultRules, async () => notServed),
  route(officeUndoResultRules, async () => notServed),
  route(officeResultCurve, async () => notServed),
  route(officeGivenAnswers, async () => notServed),
]
