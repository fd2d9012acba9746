export type { MarkAuthor, MarkOutcome, Standing } from './change-response.ts'
export { confirmedEntries } from './confirmed-entries.ts'
export { chainedMarkEntry, detailsHashOf, entrySeed, keyOfResponse, type ResponseName } from './entry-chain.ts'
export {
  type EntriesOfRun,
  entriesBy,
  entriesByResponse,
  entriesOf,
  entryOfRow,
  eraseEntries,
  type StoredEntry,
  selectEntryRows,
} from './entry-rows.ts'
export { type EvaluatedQuestion, type EvaluatedResponse, evaluateQuestion, type MarkFacts } from './evaluate.ts'
export type { ResponsePlace } from './find-response.ts'
export { adjudicate, cannotMark, type GivenMarks, giveMark, type Marks, returnToPool, type Seen } from './give-mark.ts'
export { type Grading, gradeOf } from './grade.ts'
export { listOlder } from './list-older.ts'
export { listResponses, type Marked, type MarkedRun, markAgain, markIfCompleted, markRows } from './mark-form-run.ts'
export { isReleased, releasePolicyOf } from './release.ts'
export {
  type ConfirmedEntries,
  countOpenQuestions,
  type ExpectedRow,
  expectedRows,
  forgetFilesOfRows,
  hasPending,
  removeErased,
  selectResponseRows,
} from './response-rows.ts'
