import type { ExamCache } from '../assessment/form-run/index.ts'
import type { Contacts } from '../assessment/ledger/index.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { OrganisationOrigins } from '../generation/organisation-origins.ts'

/** The dependencies of the handlers of this folder. */
export interface ResourceContext {
  readonly clock: Clock
  readonly config: Config
  readonly contacts: Contacts
  readonly database: Database
  readonly exams: ExamCache
  readonly organisationOrigins: OrganisationOrigins
}
