export { acceptedAbsences, acceptedWaits, reopenEvent, shouldReopen } from './accepted-absences.ts'
export { accommodationNow, entitledOf, isAccommodatedLater } from './accommodate.ts'
export { changeTogether } from './change-together.ts'
export {
  type Contacts,
  contactNowText,
  contactOf,
  createContacts,
  firstContact,
  type HeardFrom,
  heardAt,
  isOwn,
  noteHeard,
  withContactAt,
} from './contact.ts'
export { formRunStateOf, offerAt } from './form-run-state.ts'
export { type Answering, eventsOfAnswer, eventsOfMoves, type Moves } from './learner-moves.ts'
export { endOfRun, isHeldAt } from './ledger-ends.ts'
export { noteAdministrator, openedByAdministrator } from './note-administrator.ts'
export { noteLocked } from './note-locked.ts'
export { noteTogether, oldLedgers } from './note-together.ts'
export { countSittings, createRunningExams } from './running-times.ts'
export { addNote, eraseNotes, hashOfNote, selectNotes } from './sitting-notes.ts'
export { longDate, timeRoute } from './time.ts'
export {
  type Author,
  type BegunLedger,
  beginLedger,
  changeLedger,
  type Decided,
  type Decision,
  eventsAfter,
  examLeftMs,
  examUsedMs,
  knowsOfTime,
  type LedgerContext,
  type LedgerState,
  loadedOf,
  readLedger,
  serverAuthor,
  statesOf,
} from './time-ledger.ts'
export { selectLastEvents } from './watched-form-runs.ts'
export { createTimeWriter } from './write-times.ts'
