import { type Kysely, sql, type Transaction } from 'kysely'
import { Migrator, type Migration as Step } from 'kysely/migration'
import { carryOver, migrationLockTable, migrationTable } from './carry-over.ts'
import type { DialectName } from './database.ts'
import { fillSignInNames } from './fill-sign-in-names.ts'
import { type Migration, nameOf, versionOf } from './migration.ts'
import { firstExam } from './migrations/001-first-exam.ts'
import { timeLedger } from './migrations/002-time-ledger.ts'
import { signIn } from './migrations/003-sign-in.ts'
import { uploadedFilesTables } from './migrations/004-uploaded-files.ts'
import { formRunByGuid } from './migrations/005-form-run-by-guid.ts'
import { serverTime } from './migrations/007-server-time.ts'
import { contact } from './migrations/008-contact.ts'
import { partWindowColumns } from './migrations/009-part-windows.ts'
import { whoSignedIn } from './migrations/010-who-signed-in.ts'
import { chains } from './migrations/011-chains.ts'
import { lateFiles } from './migrations/013-late-files.ts'
import { generation } from './migrations/014-generation.ts'
import { announcedFiles } from './migrations/016-announced-files.ts'
import { proctoring } from './migrations/017-proctoring.ts'
import { safeExamBrowserColumn } from './migrations/018-safe-exam-browser.ts'
import { historyChain } from './migrations/019-history-chain.ts'
import { resourceChunks } from './migrations/022-resource-chunks.ts'
import { courses } from './migrations/024-courses.ts'
import { cmi5 } from './migrations/025-cmi5.ts'
import { earlierSilences } from './migrations/026-earlier-silences.ts'
import { coursesFurther } from './migrations/027-courses-further.ts'
import { clusterAttempts } from './migrations/028-cluster-attempts.ts'
import { sessions } from './migrations/030-sessions.ts'
import { securityLog } from './migrations/033-security-log.ts'
import { scannedFiles } from './migrations/034-scanned-files.ts'
import { erasure } from './migrations/035-erasure.ts'
import { seeds } from './migrations/050-seeds.ts'
import { movedOrganisations } from './migrations/054-moved-organisations.ts'
import { launches } from './migrations/094-launches.ts'
import { whatNodesRead } from './migrations/101-what-nodes-read.ts'
import { attemptLeaks } from './migrations/106-attempt-leaks.ts'
import { supportsColumn } from './migrations/107-supports.ts'
import { homesColumn } from './migrations/115-homes.ts'
import { handedOutColumn } from './migrations/126-handed-out.ts'
import { signInNames } from './migrations/127-sign-in-names.ts'
import type { Schema } from './schema.ts'

const migrations: readonly Migration[] = [
  firstExam,
  timeLedger,
  signIn,
  uploadedFilesTables,
  formRunByGuid,
  serverTime,
  contact,
  partWindowColumns,
  whoSignedIn,
  chains,
  lateFiles,
  generation,
  announcedFiles,
  proctoring,
  safeExamBrowserColumn,
  historyChain,
  resourceChunks,
  courses,
  cmi5,
  earlierSilences,
  coursesFurther,
  clusterAttempts,
  sessions,
  securityLog,
  scannedFiles,
  erasure,
  seeds,
  movedOrganisations,
  launches,
  whatNodesRead,
  attemptLeaks,
  supportsColumn,
  homesColumn,
  handedOutColumn,
  signInNames,
]

/** What a database is brought to. */
export const newestMigration = Math.max(...migrations.map((migration) => migration.version))

/** A name that no other program's lock has, so that two servers that start together migrate one after the other. */
const migrationLock = 7_349_211_003

/** Throws where the database is newer than this server: an older server must not write into it. */
const checkKnown = async (transaction: Transaction<Schema>) => {
  const applied = await transaction.selectFrom(migrationTable).select('name').execute()
  const known = new Set(migrations.map(nameOf))
  const stranger = applied.find(({ name }) => !known.has(name))
  if (stranger)
    throw new Error(
      `The database has migration ${stranger.name}; this server knows up to ${newestMigration}. Start a newer server.`,
    )
}

/** The migrations as the query builder's migrator takes them; what one fails with is told to `onFailed`, since a failed unlock would hide it. */
const asSteps = (dialect: DialectName, onFailed: (error: unknown) => void): Record<string, Step> => {
  const bytes = dialect === 'postgres' ? 'bytea' : 'blob'
  const step = ({ statements }: Migration): Step => ({
    up: async (kysely) => {
      try {
        for (const statement of statements({ bytes })) await sql.raw(statement).execute(kysely)
      } catch (error) {
        onFailed(error)
        throw error
      }
    },
  })
  return Object.fromEntries(migrations.map((migration) => [nameOf(migration), step(migration)]))
}

/**
 * Brings the database to the newest schema, in one transaction (decision 67), and answers the versions that it applied. Numbers are given
 * out before their migrations are written, so a lower one may be applied after a higher one. Throws where the database is newer
 * than this server.
 */
export const migrate = (kysely: Kysely<Schema>, dialect: DialectName): Promise<number[]> =>
  kysely.transaction().execute(async (transaction) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
    await carryOver(transaction, dialect)
    await checkKnown(transaction)
    let failure: unknown
    const steps = asSteps(dialect, (error) => {
      failure = error
    })
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: async () => steps },
      migrationTableName: migrationTable,
      migrationLockTableName: migrationLockTable,
      allowUnorderedMigrations: true,
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw failure ?? error
    await fillSignInNames(transaction)
    return results.map(({ migrationName }) => versionOf(migrationName))
  })
