import { defineConfig } from 'vitest/config'
import { withSwitches } from './chaos/without/with-switches.ts'
import { vitestReporters } from './script/sum-up/vitest-events.ts'

/** The fault harness on some seeds, and on builds that lack a safeguard: `*.chaos.ts`. Each file starts browsers, servers and databases of its own. */
export default defineConfig({
  // Of what runs in the tests' own process: without a browser, player and server do.
  plugins: [withSwitches('player'), withSwitches('server')],
  test: {
    include: ['chaos/**/*.chaos.ts'],
    environment: 'node',
    // Side by side: a run waits for outages more than half of its time.
    maxWorkers: 2,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    reporters: vitestReporters(),
  },
})
