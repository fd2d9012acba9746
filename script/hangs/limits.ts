/**
 * Milliseconds that a test, a hook, or a stretch without a turn of the event loop may take. Tests of this folder set a shorter one. No test
 * asserts a duration: this is far beyond what any takes, on a machine that is busy with other work too.
 */
export const testLimitMs = Number(process.env.SITWELL_TEST_LIMIT_MS ?? 60_000)
