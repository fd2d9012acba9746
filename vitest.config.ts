import { defineConfig } from 'vitest/config'
import { testLimitMs } from './script/hangs/limits.ts'
import { recycledWorkers } from './script/recycled-workers.ts'
import { vitestReporters } from './script/sum-up/vitest-events.ts'
import { LongestFirst } from './script/test-run/longest-first.ts'

const common = {
  exclude: ['**/node_modules/**', '**/dist/**'],
  environment: 'node',
  setupFiles: ['script/hangs/watch-tests.ts', 'script/hangs/patient-waits.ts'],
  testTimeout: testLimitMs,
  hookTimeout: testLimitMs,
}

/**
 * Tests without a browser: `*.test.ts` beside the code. Tests of the server run on SQLite always, and on PostgreSQL too where
 * SITWELL_TEST_DATABASE_URL names a server in which they may make databases (script/test sets it).
 */
export default defineConfig({
  test: {
    // One more than the smallest machine has cores: a test of a server waits for files and sockets a quarter of its time.
    maxWorkers: 3,
    reporters: vitestReporters(),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Rules and machines share a worker, which loads the libraries once for all of them.
        test: {
          ...common,
          name: 'rules',
          include: ['{packages,apps/player,apps/office,apps/scorm-host}/**/*.test.{ts,tsx}'],
          isolate: false,
        },
      },
      {
        // Servers and programs share workers too: each file would take longer to load the server than most take to test it.
        test: {
          ...common,
          name: 'programs',
          include: ['{apps/server,demo,e2e,script,bench,chaos}/**/*.test.ts'],
          isolate: false,
          pool: recycledWorkers,
          // Megabytes. Without a limit V8 lets garbage lie for as long as the machine has memory.
          execArgv: ['--max-old-space-size=1024', '--expose-gc'],
          setupFiles: [...common.setupFiles, 'script/collect-garbage.ts'],
          globalSetup: 'apps/server/src/testing/databases-of-a-run.ts',
        },
      },
    ],
  },
})
