/**
 * Milliseconds that a test or a hook may take. A configuration of vitest may set others in its `env`. No test asserts a duration: this is
 * far beyond what any takes, on a machine that is busy with other work too.
 */
export const testLimitMs = Number(process.env.SITWELL_TEST_LIMIT_MS ?? 60_000)

/** Milliseconds without a turn of the event loop, after which a loop counts as endless. */
export const loopLimitMs = Math.min(60_000, testLimitMs)
