import { openSitwell } from '../e2e/sitwell.ts'
import { measureBankImports } from './bank-import.ts'
import { measureCourseImport } from './course-import.ts'
import { measureCommits, measureLesson, seatStudents } from './courses.ts'
import { measureDocument } from './document.ts'
import { medianOf } from './durations.ts'
import { inSeconds, kilobytes, tenths, whole } from './figures.ts'
import { seatLearners } from './learners.ts'
import { measureDownloads, measureLargePdf, measurePdfs } from './practice-results.ts'
import { measurePrintedQuestions } from './printed-questions.ts'
import { measureQtiImport, measureQtiMarks } from './qti-import.ts'
import { measureSaves } from './saves.ts'
import { withBrowser } from './with-browser.ts'

const saveTurns = 3
const secondsATurn = 3

/** Results of practice exams: how fast they are printed, what a large one takes, and a class that finishes together. */
export async function pdf(): Promise<void> {
  const perSecond = await measurePdfs(40)
  console.log(`\nPractice results as PDFs\n  20 questions, one process: ${tenths(perSecond)}/s`)
  const { pages, bytes, tookMs, grewMegabytes } = await measureLargePdf()
  console.log(`  ${pages} pages: ${kilobytes(bytes)} in ${whole(tookMs)} ms, ${whole(grewMegabytes)} MB`)
  const { sitwell, stop } = await openSitwell('sqlite')
  const { firstMs, medianMs, lastMs } = await measureDownloads(sitwell, 200)
  console.log(
    `  200 at once through the hub: first ${inSeconds(firstMs)}, median ${inSeconds(medianMs)}, last ${inSeconds(lastMs)}`,
  )
  await stop()
}

/** Questions that are printed during an exam, against the same words in bare PDFs of the same library. */
export async function print(): Promise<void> {
  const { printed, bare } = await measurePrintedQuestions(200)
  console.log(`\nPrinted questions, with a table, a formula and a picture\n  one process: ${tenths(printed)}/s`)
  console.log(`  bare PDFs of the same words: ${tenths(bare)}/s, ${tenths(bare / printed)} times as many`)
}

/** A large PDF beside its question, in pdf.js's own viewer, and on a bare page that paints its first page and nothing else. */
export async function document(): Promise<void> {
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    const { pages, megabytes, cold, kept, memory, scrolling } = await measureDocument(browser, sitwell, 5)
    console.log(`\nA PDF of ${pages} pages and ${whole(megabytes)} MB beside its question`)
    for (const [name, { ownMs, viewerMs, bareMs }] of Object.entries({ 'from the server': cold, 'kept in the browser': kept }))
      console.log(
        `  first page after the click, ${name}: ${whole(ownMs)} ms; pdf.js's own viewer ${whole(viewerMs)} ms, ratio ${(ownMs / viewerMs).toFixed(2)}; that page alone ${whole(bareMs)} ms`,
      )
    const { first, most, canvases } = memory
    console.log(
      `  memory of the page: ${whole(first)} MB at the first page, ${whole(most)} MB at most over all of them, ratio ${(most / first).toFixed(2)}; ${canvases} canvases at most`,
    )
    const { own, viewer } = scrolling
    const ratio = (name: keyof typeof own) => `ratio ${(own[name] / viewer[name]).toFixed(2)}`
    console.log(
      `  scrolled through, from frame to frame: 95 of 100 within ${whole(own.p95Ms)} ms; pdf.js's own viewer ${whole(viewer.p95Ms)} ms, ${ratio('p95Ms')}`,
    )
    console.log(
      `  the longest ${whole(own.longestMs)} ms; there ${whole(viewer.longestMs)} ms, ${ratio('longestMs')}; late ${tenths(own.latePercent)} of 100; there ${tenths(viewer.latePercent)}`,
    )
    await stop()
  })
}

/** How fast questions of others come in, and are marked by their own processing. */
export async function importing(): Promise<void> {
  console.log('\nQuestions of others')
  const { perSecond, parsedPerSecond, peakBytes } = measureQtiImport(10_000)
  console.log(
    `  10,000 items: ${whole(perSecond)} a second with their marks proved, ${whole(parsedPerSecond)} parsed alone; ${whole(peakBytes / 1024 / 1024)} MB at most`,
  )
  for (const { name, perSecond: read, parsedPerSecond: parsed } of measureBankImports(2000))
    console.log(`  2,000 of ${name}: ${whole(read)} a second${parsed === undefined ? '' : `, ${whole(parsed)} parsed alone`}`)
  const { enginePerSecond, marksPerSecond } = measureQtiMarks(100_000)
  console.log(
    `  marks: ${whole(enginePerSecond)} a second by the engine alone, ${whole(marksPerSecond)} as a form run is marked`,
  )
}

/** Courses: the way into a lesson, what a value costs that it sets, its commits, and the import of large packages. */
export async function courses(): Promise<void> {
  console.log('\nCourses')
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    const { ownMs, bareMs, sets } = await measureLesson(browser, sitwell, 5)
    console.log(
      `  from the click to a lesson of 40 pictures and 2 MB: ${whole(ownMs)} ms; on a bare server ${whole(bareMs)} ms, ratio ${(ownMs / bareMs).toFixed(2)}`,
    )
    for (const { interactions, ownMicroseconds: own, bareMicroseconds: bare } of sets)
      console.log(
        `  LMSSetValue with ${interactions} interactions set: ${tenths(own)} µs; of the library alone ${tenths(bare)} µs, ratio ${(own / bare).toFixed(2)}`,
      )
    await stop()
  })
  for (const database of ['postgres', 'sqlite'] as const) {
    if (database === 'postgres' && !process.env.SITWELL_TEST_DATABASE_URL) continue
    const { sitwell, stop } = await openSitwell(database)
    const learners = 16
    const students = await seatStudents(sitwell, learners)
    const sittings = await seatLearners(sitwell, learners)
    await measureCommits(sitwell.origin, students, 2)
    const turns: { commits: number; saves: number }[] = []
    for (let turn = 0; turn < saveTurns; turn += 1)
      turns.push({
        commits: await measureCommits(sitwell.origin, students, secondsATurn),
        saves: (await measureSaves(sitwell.origin, sittings, secondsATurn)).perSecond,
      })
    const commits = medianOf(turns.map((turn) => turn.commits))
    const answers = medianOf(turns.map((turn) => turn.saves))
    console.log(
      `  ${database}, ${learners} learners at once: ${whole(commits)} commits/s; ${whole(answers)} saves of answers/s, ratio ${(commits / answers).toFixed(2)}`,
    )
    await stop()
  }
  for (const [files, bytesEach] of [
    [500, 1024 * 1024],
    [50_000, 1024],
  ] as const) {
    const { megabytes, tookMs, peakMegabytes, unzipMs } = await measureCourseImport(files, bytesEach)
    console.log(
      `  sitwell import of ${whole(files)} files, ${whole(megabytes)} MB: ${inSeconds(tookMs)}, ${whole(peakMegabytes)} MB at most; unzip ${inSeconds(unzipMs)}, ratio ${(tookMs / unzipMs).toFixed(2)}`,
    )
  }
}
