export type { MarkOutcome } from './change-response.ts'
export { confirmedEntries } from './confirmed-entries.ts'
export { chainedMarkEntry, detailsHashOf, entrySeed, keyOfResponse, type ResponseName } from './entry-chain.ts'
export { type EntriesOfRun, entriesByResponse, entriesOf, entryOfRow, eraseEntries, selectEntryRows } from './entry-rows.ts'
export { type EvaluatedQuestion, evaluateQuestion, type MarkFacts } from './evaluate.ts'
export type { ResponsePlace } from './find-response.ts'
export { adjudicate, cannotMark, type GivenMarks, giveMark, type Marks, returnToPool, takeBackReturn } from './give-mark.ts'
export { type Grading, gradeOf } from './grade.ts'
export { listOlder } from './list-older.ts'
export { markAgain, markIfCompleted, markRows } from './mark-form-run.ts'
export { isMarkedByPerson } from './marked-by-person.ts'
export { isReleased, releasedBy, releasePolicyOf } from './release.ts'
export {
  countOpenQuestions,
  type ExpectedRow,
  expectedRows,
  forgetFilesOfRows,
  hasPending,
  removeErased,
  selectResponseRows,
} from './response-rows.ts'
export { hashOfReasons, hashOfRow, hashOfSet } from './result-row-hash.ts'
export { hasResultSets, type ShownRow } from './shown-set.ts'
export { type AnswerState, type StandingQuestion, type StandingRun, standingRuns } from './standing-questions.ts'
