import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumPath, oneProcessFlags } from './e2e/chromium.ts'
import type { ServerOptions } from './e2e/fixtures.ts'

const reportDir = process.env.SITWELL_REPORT_DIR

/**
 * Screens in a real browser against a real server. `sqlite` runs every spec; `postgres` runs the whole way of a learner once
 * more over PostgreSQL, where SITWELL_TEST_DATABASE_URL names one (script/test sets it).
 */
export default defineConfig<object, ServerOptions>({
  testDir: '.',
  globalSetup: './e2e/build-component-pages.ts',
  testMatch: ['e2e/**/*.spec.ts', '{apps/player,apps/office,packages/*}/src/**/*.spec.ts'],
  outputDir: reportDir ? `${reportDir}/traces` : 'test-results',
  fullyParallel: true,
  // One more than the smallest machine has cores: a test waits for timers much of its time. Five are a quarter faster, and impatient presses come too late.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // For a machine that is several times slower than a quiet one: a whole story takes most of a minute there. No test asserts a duration.
  timeout: 180_000,
  // What hangs is a step: it ends within a minute, and is named.
  expect: { timeout: 45_000 },
  reporter: reportDir ? [['dot'], ['./script/sum-up/playwright-events.ts']] : [['list']],
  use: {
    browserName: 'chromium',
    // A context and its page serve all tests of a worker, one after the other: Playwright resets them in between (e2e/fixtures.ts does the rest).
    reuseContext: true,
    // A frame that moves is drawn sixty times a second, which costs a tenth of most tests. Tests of what moves ask for motion.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A page's requests would go past the tests' routes. Those that are about it allow it.
    serviceWorkers: 'block',
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    // Actions and the console, at a tenth to a third more work in a test that only acts. Snapshots of each step, and requests with them, would
    // triple it: e2e/fixtures.ts lists the requests.
    trace: reportDir ? { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } : 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: [...chromiumFlags(), ...oneProcessFlags] },
  },
  projects: [
    { name: 'sqlite', use: { database: 'sqlite' } },
    ...(process.env.SITWELL_TEST_DATABASE_URL
      ? [{ name: 'postgres', testMatch: ['e2e/story*.spec.ts'], use: { database: 'postgres' as const } }]
      : []),
  ],
})
