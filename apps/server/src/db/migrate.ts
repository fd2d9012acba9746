import { type Kysely, sql } from 'kysely'
import type { DialectName } from './database.ts'
import type { Migration } from './migration.ts'
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
]

/** What a database is brought to. */
export const newestMigration = Math.max(...migrations.map((migration) => migration.version))

/** A name that no other program's lock has, so that two servers that start together migrate one after the other. */
const migrationLock = 7_349_211_003

/**
 * Brings the database to the newest schema and answers the versions that it applied. Each migration is one transaction.
 * Throws where the database is newer than this server: an older server must not write into it.
 */
export const migrate = (kysely: Kysely<Schema>, dialect: DialectName): Promise<number[]> =>
  kysely.transaction().execute(async (transaction) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
    await sql`create table if not exists migration (
      version bigint primary key, name text not null, applied_at bigint not null)`.execute(transaction)
    const done = await transaction.selectFrom('migration').select('version').execute()
    const held = new Set(done.map((row) => Number(row.version)))
    const stranger = [...held].find((version) => version > newestMigration)
    if (stranger)
      throw new Error(`The database has migration ${stranger}; this server knows ${newestMigration}. Start a newer server.`)
    const applied: number[] = []
    for (const { version, name, statements } of migrations) {
      if (held.has(version)) continue
      for (const statement of statements({ bytes: dialect === 'postgres' ? 'bytea' : 'blob' }))
        await sql.raw(statement).execute(transaction)
      await transaction
        .insertInto('migration')
        .values({ version, name, applied_at: sql<number>`${sql.lit(0)}` })
        .execute()
      applied.push(version)
    }
    return applied
  })
