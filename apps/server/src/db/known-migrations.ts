import type { Migration } from './migration.ts'
import { first } from './migrations/2026-11-29-first.ts'
import { roles } from './migrations/2026-11-29-roles.ts'
import { sessionsOfOffice } from './migrations/2026-11-29-sessions-of-office.ts'
import { groupsAndCentres } from './migrations/2026-11-30-groups-and-centres.ts'
import { library } from './migrations/2026-11-30-library.ts'
import { peopleImports } from './migrations/2026-11-30-people-imports.ts'
import { peopleOfOffice } from './migrations/2026-11-30-people-of-office.ts'
import { coursesOfOffice } from './migrations/2026-12-01-courses-of-office.ts'
import { settings } from './migrations/2026-12-01-settings.ts'
import { today } from './migrations/2026-12-01-today.ts'
import { accommodations } from './migrations/2026-12-02-accommodations.ts'
import { deliveries } from './migrations/2026-12-02-deliveries.ts'
import { installation } from './migrations/2026-12-02-installation.ts'
import { releaseGate } from './migrations/2026-12-02-release-gate.ts'
import { live } from './migrations/2026-12-03-live.ts'
import { markSchemes } from './migrations/2026-12-03-mark-schemes.ts'
import { marking } from './migrations/2026-12-03-marking.ts'
import { marksLedger } from './migrations/2026-12-03-marks-ledger.ts'
import { responsesToDecide } from './migrations/2026-12-03-responses-to-decide.ts'
import { restBreaks } from './migrations/2026-12-03-rest-breaks.ts'
import { derivedMoments } from './migrations/2026-12-04-derived-moments.ts'
import { mailOutbox } from './migrations/2026-12-04-mail-outbox.ts'
import { responsesOfQuestions } from './migrations/2026-12-04-responses-of-questions.ts'
import { resultRules } from './migrations/2026-12-04-result-rules.ts'
import { results } from './migrations/2026-12-04-results.ts'
import { roomReports } from './migrations/2026-12-04-room-reports.ts'
import { sittingNotes } from './migrations/2026-12-04-sitting-notes.ts'
import { accommodationDocuments } from './migrations/2026-12-05-accommodation-documents.ts'
import { accommodationPresets } from './migrations/2026-12-05-accommodation-presets.ts'
import { groupsOfPerson } from './migrations/2026-12-06-groups-of-person.ts'
import { queuesOfScopes } from './migrations/2026-12-06-queues-of-scopes.ts'

/** All migrations of this version, in the order of their names. */
export const knownMigrations: readonly Migration[] = [
  first,
  roles,
  sessionsOfOffice,
  groupsAndCentres,
  library,
  peopleImports,
  peopleOfOffice,
  coursesOfOffice,
  settings,
  today,
  accommodations,
  deliveries,
  installation,
  releaseGate,
  live,
  markSchemes,
  marking,
  marksLedger,
  responsesToDecide,
  restBreaks,
  derivedMoments,
  mailOutbox,
  responsesOfQuestions,
  resultRules,
  results,
  roomReports,
  sittingNotes,
  accommodationDocuments,
  accommodationPresets,
  groupsOfPerson,
  queuesOfScopes,
]

const names = knownMigrations.map(({ name }) => name)

/** The last migration of this version. */
export const newestMigration: string = names.at(-1) ?? ''

/** Whether this version knows a migration. A database that has had any other belongs to a newer version. */
export const isKnownMigration = (name: string): boolean => names.includes(name)
