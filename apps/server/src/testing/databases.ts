import type { DialectName } from '../db/database.ts'

/**
 * For tests of queries, locks, transactions, batches, histories and migrations: SQLite, and PostgreSQL if SITWELL_TEST_DATABASE_URL names
 * a server. CONTRIBUTING.md has the rule, and `script/check/databases-of-tests.ts` checks it.
 */
export const bothDatabases: readonly DialectName[] = process.env.SITWELL_TEST_DATABASE_URL ? ['sqlite', 'postgres'] : ['sqlite']

/** For all other tests: SQLite. `script/test --everything` sets SITWELL_TEST_EVERYTHING, and they run on PostgreSQL too. */
export const oneDatabase: readonly DialectName[] = process.env.SITWELL_TEST_EVERYTHING ? bothDatabases : ['sqlite']
