import { defineConfig } from 'vitest/config'
import { withSwitches } from './chaos/without/with-switches.ts'
import { vitestReporters } from './script/sum-up/vitest-events.ts'

/**
 * Milliseconds: a test plays some two dozen runs, each of which gives up a learner who gets nowhere after three minutes at the latest, and
 * names the seed and the step where it did.
 */
const harnessLimitMs = 900_000

/** The fault harness on some seeds, and on builds that lack a safeguard: `*.chaos.ts`. Each file starts browsers, servers and databases of its own. */
export default defineConfig({
  // Of what runs in the tests' own process: without a browser, player and server do.
  plugins: [withSwitches('player'), withSwitches('server'), withSwitches('staff')],
  test: {
    include: ['chaos/**/*.chaos.ts'],
    environment: 'node',
    // Side by side: a run waits for outages more than half of its time.
    maxWorkers: 2,
    setupFiles: ['script/hangs/watch-tests.ts', 'script/hangs/patient-waits.ts'],
    env: { SITWELL_TEST_LIMIT_MS: String(harnessLimitMs) },
    testTimeout: harnessLimitMs,
    hookTimeout: harnessLimitMs,
    reporters: vitestReporters(),
  },
})
