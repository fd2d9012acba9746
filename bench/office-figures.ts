import { percentileOf } from './durations.ts'
import { inSeconds, tenths, whole } from './figures.ts'
import { measureGivenCourses } from './given-courses.ts'
import { measureLiveView } from './live-view.ts'
import { measureOfficeActions } from './office-actions.ts'
import { measurePlanning } from './planning.ts'
import { measureResults } from './results.ts'
import { measureTable, type ScrolledFrames } from './table-frames.ts'
import { withBrowser } from './with-browser.ts'

/** One frame of a screen that shows sixty a second. */
const frameMs = 1000 / 60

/** The office's lists of courses and of the people who have one: 95 of 100 within 100 ms. */
export async function given(): Promise<void> {
  const [people, times] = [100_000, 60]
  console.log(`\nOf ${whole(2 * people)} given courses in the office: 95 of 100 in (goal 100 ms)`)
  for (const database of ['postgres', 'sqlite'] as const) {
    if (database === 'postgres' && !process.env.SITWELL_TEST_DATABASE_URL) continue
    for (const { name, ms } of await measureGivenCourses(database, people, times))
      console.log(`  ${database}, ${name}: ${tenths(percentileOf(ms, 95))} ms`)
  }
}

/** Results, statistics and a decision over one delivery, each with its part of the goal, and the memory that it takes. */
export async function results(): Promise<void> {
  const size = { people: 10_000, questions: 100 }
  console.log(`\nResults of ${whole(size.people)} sittings of ${whole(size.questions)} questions, through HTTP`)
  for (const database of ['postgres', 'sqlite'] as const) {
    if (database === 'postgres' && !process.env.SITWELL_TEST_DATABASE_URL) continue
    const { times, mostMb } = await measureResults(database, size)
    for (const { name, ms, workMs, goalMs } of times) {
      const ofGoal = `${(ms / goalMs).toFixed(2)} of the goal of ${inSeconds(goalMs)}`
      console.log(`  ${database}, ${name}: ${inSeconds(ms)} (${inSeconds(workMs)} of processors), ${ofGoal}`)
    }
    console.log(`  ${database}: the process grew by ${whole(mostMb)} MB at most`)
  }
}

/** A table of 2,000 rows while the wheel scrolls it, and a live one with every row changed: each within one frame. */
export async function table(): Promise<void> {
  await withBrowser(async (browser) => {
    const { rows, slowly, fast, updateMs } = await measureTable(browser)
    console.log(`\nA table of ${whole(rows)} rows: what the main thread works for a frame (goal 16 ms)`)
    const inWords = ({ workMs, gapsMs }: ScrolledFrames) => {
      const over = (100 * workMs.filter((ms) => ms > frameMs).length) / workMs.length
      const late = (100 * gapsMs.filter((ms) => ms > 1.5 * frameMs).length) / gapsMs.length
      const work = `95 of 100 in ${tenths(percentileOf(workMs, 95))} ms, the longest ${tenths(Math.max(...workMs))} ms, ${tenths(over)} % over a frame`
      return `${work}; of the frames on this machine ${tenths(late)} % came late`
    }
    console.log(`  scrolled as one reads on: ${inWords(slowly)}`)
    console.log(`  scrolled through in seconds: ${inWords(fast)}`)
    const longest = Math.max(...updateMs)
    console.log(
      `  live, every row changed: 95 of 100 in ${tenths(percentileOf(updateMs, 95))} ms, the longest ${tenths(longest)} ms`,
    )
  })
}

/** The day of an exam: what a live view costs, how fast an action is on open pages, and how fast many people are planned. */
export async function day(): Promise<void> {
  console.log('\nThe day of an exam')
  for (const database of ['postgres', 'sqlite'] as const) {
    if (database === 'postgres' && !process.env.SITWELL_TEST_DATABASE_URL) continue
    const { quiet, busy } = await measureLiveView(database, 2000, 20)
    const parts = `${tenths(100 * quiet)} % of a core where nothing happens, ${tenths(100 * busy)} % while each page reports`
    console.log(`  ${database}, a live view of 2,000 people (goal 3 %): ${parts}`)
    const { oneMs, allMs, timeMs } = await measureOfficeActions(database, 1000, 100)
    const reached = `99 of 100 in ${whole(percentileOf(oneMs, 99))} ms; a message to all ${whole(percentileOf(allMs, 99))} ms, time for all ${whole(percentileOf(timeMs, 99))} ms`
    console.log(`  ${database}, from an action to an open page, 1,000 sitting (goal 1,000 ms): ${reached}`)
    const { previewMs, applyMs, readinessMs } = await measurePlanning(database, { planned: 800, ready: 9000 })
    const planned = `previewed in ${whole(previewMs)} ms, applied in ${whole(applyMs)} ms (goal 2,000 ms)`
    console.log(
      `  ${database}, 800 people: ${planned}; readiness of 9,000 in ${whole(percentileOf(readinessMs, 95))} ms (goal 1,000 ms)`,
    )
  }
}
