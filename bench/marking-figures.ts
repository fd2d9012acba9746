import { medianOf, percentileOf } from './durations.ts'
import { inSeconds, tenths, whole } from './figures.ts'
import { measureManyMarkers, measureMarkCost } from './marks.ts'
import { measureScriptedKeys } from './marks-by-keys.ts'
import { withBrowser } from './with-browser.ts'

const databases = (['postgres', 'sqlite'] as const).filter(
  (database) => database === 'sqlite' || process.env.SITWELL_TEST_DATABASE_URL !== undefined,
)

const queues = [
  { sittings: 100, reach: 'everything' },
  { sittings: 100_000, reach: 'everything' },
  { sittings: 100_000, reach: 'a group' },
  { sittings: 100_000, reach: 'others' },
] as const

const middle = (ms: readonly number[]) => `${tenths(medianOf(ms))} ms, 99 of 100 in ${tenths(percentileOf(ms, 99))} ms`

/** Marks by persons: the cost of one mark, of concurrent markers, during saves of answers, and by scripted keys in a browser. */
export async function marks(): Promise<void> {
  console.log('\nMarks by persons, through HTTP')
  for (const database of databases) {
    for (const { sittings, reach } of queues) {
      const { giveMs, nextMs } = await measureMarkCost(database, { sittings, marks: 75, reach })
      console.log(
        `  ${database}, ${whole(sittings)} sittings, a marker of ${reach}: a mark ${middle(giveMs)}; the next response ${middle(nextMs)}`,
      )
    }
    const size = { markers: 200, learners: 64 }
    const { giveMs, nextMs, quietSaves, busySaves } = await measureManyMarkers(database, size)
    console.log(
      `  ${database}, ${size.markers} concurrent markers, a mark each 3 s (goal: 99 of 100 in 250 ms): a mark ${middle(giveMs)}; the next response ${middle(nextMs)}`,
    )
    const saves = `${whole(medianOf(quietSaves))}/s, while they mark ${whole(medianOf(busySaves))}/s`
    console.log(`  ${database}, saves of ${size.learners} learners: ${saves}`)
  }
  await withBrowser(async (browser) => {
    const { count, allMs, pageMs, nextMs } = await measureScriptedKeys(browser)
    console.log(
      `  ${whole(count)} short answers by scripted keys: ${inSeconds(allMs)} in all, of which the page worked ${inSeconds(pageMs)} (goal 60 s)`,
    )
    console.log(`  from Enter to the next response at a processor 4 times slower (goal 50 ms): ${middle(nextMs)}`)
  })
}
