export {
  type Entitled,
  entitledIn,
  selectAccommodations,
  selectAccommodationsOf,
  selectAccommodationsTogether,
} from './accommodations.ts'
export {
  conditionalPartsOf,
  decidingEvents,
  decisionsUpTo,
  isRoutedExam,
  partsNotAsked,
  questionsAsked,
  rulesAfter,
} from './asked-parts.ts'
export { drawExam, isDrawnExam } from './draw-exam.ts'
export { createExamCache, type ExamCache, type ReadFor } from './exam-cache.ts'
export { createFormRunFacts, type FormRunFacts, seeIn } from './form-run-facts.ts'
export { isKnownGuid, newFormRunGuid } from './form-run-guid.ts'
export { createHandedOutNotes, type HandedOut, handedOutOf } from './handed-out.ts'
export { contentOf, hashesIn, historyBeginning, historyEntry, nextLink } from './history-chain.ts'
export { digestOf, type HistoryDigest } from './history-digest.ts'
export { historyInPieces } from './history-pieces.ts'
export { lateOutcomes } from './late-outcomes.ts'
export {
  authoredQuestionsOf,
  type ExamLayout,
  examContentOf,
  examTimeMs,
  layOutExam,
  layoutFor,
  partIdsOf,
  questionsById,
} from './lay-out-exam.ts'
export { type ChainOwner, chainedRun, ledgerEntry, ledgerSeed } from './ledger-chain.ts'
export {
  firstRows,
  insertEvents,
  insertPartRows,
  lockFormRun,
  lockFormRuns,
  lockFreeFormRuns,
  nextRows,
  partRows,
  type RunPlace,
  replaceParts,
  selectEventRows,
  selectExtraMs,
  selectLedger,
  selectLedgers,
  selectLedgerTogether,
  selectPartWindows,
  type WrittenEvent,
  windowsOf,
} from './ledger-queries.ts'
export { type LiveEvents, nobodyLive } from './live-events.ts'
export { loadImported, loadWholeExam } from './load-imported.ts'
export type { LoadedExam } from './loaded-exam.ts'
export { ownFormRun } from './own-form-run.ts'
export { contentOfPart, hiddenFilesOf, isFileOfFeedback, isFileOfOutro, isFileOpen } from './part-files.ts'
export { presetsFor, selectPresets, shownPresetsOf, withOffered } from './presets-of.ts'
export { printQuestionsOf } from './print-rules.ts'
export {
  areAnswersErased,
  type ExamPlace,
  erasedAmong,
  isErased,
  isInHistory,
  isNotVoid,
  type ScheduleRow,
  selectAnswerEvents,
  selectAnswers,
  selectAnswerTo,
  selectAttempts,
  selectErasedSaves,
  selectFormRun,
  selectFormRunOfOrganisation,
  selectFormRunOfSchedule,
  selectImported,
  selectMarks,
  selectOpenedAnswers,
  selectOpenedFormRun,
  selectPass,
  selectSchedule,
  selectSchedules,
  selectStanding,
} from './queries.ts'
export {
  attemptsIn,
  hasAttempts,
  isAttempt,
  type KeptAttempt,
  type KeptAttempts,
  noAttempts,
  selectAttemptsAt,
  selectAttemptsIn,
  standingAnswers,
  standingOf,
} from './question-attempts.ts'
export { type SealRules, sealRulesOf } from './seal-rules.ts'
export { partSeconds, sectionsAt } from './sections-at.ts'
export { newSeed, seedOf, selectSeed } from './seed.ts'
export { shownAnswer, storedAnswer } from './stored-answer.ts'
export { finalTimes, storedTimes, type TimeClaim } from './stored-times.ts'
export { isInForceIn, newestVersions } from './versions-in-force.ts'
export { withShownParts } from './with-shown-parts.ts'
export { writeOnce, writtenContent } from './written-content.ts'
