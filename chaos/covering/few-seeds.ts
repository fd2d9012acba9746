const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/**
 * Played in browsers by every run of the tests: together they show all of `traitsOfBrowsers`. If a test says that they don't any more, because
 * plans have changed, `node chaos/covering/print-few-seeds.ts` finds others.
 */
export const fewBrowserSeeds: readonly number[] = [3942, 5322, 6367, 8743, 18127, 18922, 19186, 26408, 31089]
/** Beside them where everything is played, half on each database; the last one failed once. */
export const manyBrowserSeeds: readonly number[] = [...upTo(24), 930022]

/** Each lost an answer once: a database was set back while a second device had taken the session over. */
const onceLost = [1400101, 1400197, 1400507]
/** In simulated time: they take about 45 seconds of one processor. 61, 115 and 137 have what the others lack. */
export const fewFastSeeds: readonly number[] = [...upTo(60), 61, 115, 137, ...onceLost]
/** Some minutes; 940047 failed once. */
export const manyFastSeeds: readonly number[] = [...upTo(500), 940047, ...onceLost]
