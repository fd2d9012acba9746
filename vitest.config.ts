import { defineConfig } from 'vitest/config'

/**
 * Tests without a browser: `*.test.ts` beside the code. Tests of the server run on SQLite always, and on PostgreSQL too where
 * SITWELL_TEST_DATABASE_URL names a server in which they may make databases (script/test sets it).
 */
export default defineConfig({
  test: {
    include: ['{apps,packages,demo,e2e,script,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    maxWorkers: 2,
    // Wide, because two cores may be busy with other work; no test asserts a duration.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: process.env.SITWELL_REPORT_DIR
      ? ['dot', ['json', { outputFile: `${process.env.SITWELL_REPORT_DIR}/vitest.json` }]]
      : ['default'],
  },
})
