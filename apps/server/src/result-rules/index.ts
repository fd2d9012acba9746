export { type CountedSitting, selectCountedSittings } from './counted-sittings.ts'
export { sittingsAtOnce } from './read-marks.ts'
export { resultsOf } from './results-of.ts'
export { hashOfRules, type RulesVersion, selectRules } from './rules-rows.ts'
