export type { CountedSitting } from './counted-sittings.ts'
export { resultsOf } from './results-of.ts'
export { resultRulesRoutes } from './routes.ts'
export { type RulesVersion, selectRules } from './rules-rows.ts'
