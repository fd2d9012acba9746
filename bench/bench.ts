import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { showcaseExam, showcaseQuestions } from '../e2e/showcase.ts'
import { openSitwell } from '../e2e/sitwell.ts'
import { signInPageBytes, signInPageLimit } from '../script/check/sign-in-page.ts'
import { measureCourseImport } from './course-import.ts'
import { measureCommits, measureLesson, seatStudents } from './courses.ts'
import { measureDigest } from './digest.ts'
import { measureDocument } from './document.ts'
import { medianOf, percentileOf } from './durations.ts'
import { inBoth, inMiddleAndWorst, inSeconds, kilobytes, tenths, whole } from './figures.ts'
import { measureFinish } from './finish.ts'
import { measureFreshClone } from './fresh-clone.ts'
import { measureKeyToStore } from './key-to-store.ts'
import { examOf, seatLearners } from './learners.ts'
import { measureLiveEvents } from './live-events.ts'
import { measureLongSitting, measureTick } from './long-sitting.ts'
import { seatManyLearners } from './many-learners.ts'
import { measureOpening } from './opening-exam.ts'
import { measurePageWeight } from './page-weight.ts'
import { measurePainted } from './painted-question.ts'
import { openPgbench } from './pgbench.ts'
import { measureDownloads, measureLargePdf, measurePdfs } from './practice-results.ts'
import { measurePrintedQuestions } from './printed-questions.ts'
import { measureQtiImport, measureQtiMarks } from './qti-import.ts'
import { measureRealPace } from './real-pace.ts'
import { measureSaves } from './saves.ts'
import { measureSignIns, measureVerifications } from './sign-ins.ts'
import { measureStartTogether } from './start-together.ts'
import { measureStart } from './started.ts'
import { measureUsableForm, slowLine } from './usable-form.ts'
import { withBrowser } from './with-browser.ts'

/** `script/bench [saves] [pace] [together] [key] [page] [question] [opening] [sitting] [live] [finish] [digest] [start] [clone] [signins] [pdf] [print] [document] [courses] [import]`: prints figures of this machine. */
const secondsEach = 10
const learnerCounts = [16, 64, 256]
const saveTurns = 3
const secondsATurn = 3
const paintedRuns = { clicks: 20, slowdowns: [1, 4] }

const liveLearners = 1000

const parts: Record<string, () => Promise<void>> = {
  saves,
  pace,
  together,
  key,
  page,
  question,
  opening,
  sitting,
  live,
  finish,
  digest,
  start,
  clone,
  signins,
  pdf,
  print,
  document,
  courses,
  import: importing,
}

const wanted = process.argv.slice(2)
for (const [name, measure] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await measure()

/**
 * Durable saves in a second, through HTTP, each acknowledged before the next of the same learner. What is compared is measured in
 * turns, each a few seconds long, so that what else the machine does meets both alike; of the turns the median is told.
 */
async function saves(): Promise<void> {
  const program = process.env.SITWELL_PGBENCH
  if (!program) throw new Error('Run this through script/bench, which starts a PostgreSQL.')
  console.log('\nSaved answers a second, durable, through HTTP; pgbench makes the two writes of each with 16 clients')
  for (const database of ['postgres', 'sqlite'] as const) {
    const { sitwell, stop } = await openSitwell(database)
    const sittings = await seatLearners(sitwell, Math.max(...learnerCounts))
    const pgbench = database === 'postgres' ? await openPgbench(program) : undefined
    await measureSaves(sitwell.origin, sittings, 2)
    for (const learners of learnerCounts) {
      const turns: { perSecond: number; tookMs: number[]; transactions: number; statements: number }[] = []
      for (let turn = 0; turn < saveTurns; turn += 1)
        turns.push({
          ...(await measureSaves(sitwell.origin, sittings.slice(0, learners), secondsATurn)),
          transactions: (await pgbench?.measure('transaction', secondsATurn)) ?? 0,
          statements: (await pgbench?.measure('statement', secondsATurn)) ?? 0,
        })
      const middle = (of: (turn: (typeof turns)[number]) => number) => medianOf(turns.map(of))
      const tookMs = turns.flatMap((turn) => turn.tookMs)
      const times = `one save ${tenths(medianOf(tookMs))} ms, 99 of 100 in ${tenths(percentileOf(tookMs, 99))} ms`
      const line = `${database}, ${learners} learners at once: ${whole(middle((turn) => turn.perSecond))}/s, ${times}`
      const beside = (what: string, of: (turn: (typeof turns)[number]) => number, goal: string) =>
        `${what} ${whole(middle(of))}/s, ratio ${middle((turn) => turn.perSecond / of(turn)).toFixed(2)} (goal ${goal})`
      const compared = [
        beside('pgbench in a transaction', (turn) => turn.transactions, '1.5'),
        beside('in one statement', (turn) => turn.statements, '1.0'),
      ]
      console.log(`  ${pgbench ? [line, ...compared].join('; ') : line}`)
    }
    await pgbench?.stop()
    await stop()
  }
}

/** How many learners one server has at the pace of an exam: an answer each 20 seconds, time and log each 30. */
async function pace(): Promise<void> {
  const [most, withinMs] = [16_000, 250]
  console.log(`\nLearners at the real pace on one server, while 99 of 100 saves take ${withinMs} ms at most`)
  for (const database of ['postgres', 'sqlite'] as const) {
    const many = await seatManyLearners(database, { running: most, waiting: 0 })
    const figures = await measureRealPace(many, withinMs).finally(many.stop)
    const held = figures.filter((one) => one.failures.length === 0 && one.p99Ms <= withinMs).map((one) => one.learners)
    const found = held.length === 0 ? 'fewer than the fewest tried' : whole(Math.max(...held))
    const tried = figures.map(
      ({ learners, p99Ms, failures }) =>
        `${whole(learners)}: ${tenths(p99Ms)} ms${failures.length === 0 ? '' : `, ${failures.length} failed: ${failures[0]}`}`,
    )
    console.log(`  ${database}: ${found}${Math.max(...held) === most ? ' and more' : ''} (${tried.join('; ')})`)
  }
}

/** A thousand learners who begin at the same moment, until each has their questions. */
async function together(): Promise<void> {
  console.log('\n1,000 learners who start at the same moment, until they have their questions (goal: all in 10 s)')
  for (const database of ['postgres', 'sqlite'] as const) {
    const many = await seatManyLearners(database, { running: 0, waiting: 2000 })
    const measured = async (from: number, signIn: boolean) => {
      const ms = await measureStartTogether(many.origin, many.waiting.slice(from, from + 1000), { signIn })
      return `median ${inSeconds(medianOf(ms))}, 99 of 100 in ${inSeconds(percentileOf(ms, 99))}, all in ${inSeconds(Math.max(...ms))}`
    }
    console.log(`  ${database}, signed in before: ${await measured(0, false)}`)
    console.log(`  ${database}, with the sign-in: ${await measured(1000, true).finally(many.stop)}`)
  }
}

/** Sign-ins a second beside bare verifications of the hash: nothing else of a sign-in may cost as much. */
async function signins(): Promise<void> {
  console.log('\nSign-ins a second, through HTTP')
  for (const database of ['postgres', 'sqlite'] as const) {
    if (database === 'postgres' && !process.env.SITWELL_TEST_DATABASE_URL) continue
    const { sitwell, stop } = await openSitwell(database)
    await measureSignIns(sitwell, 2)
    const bare = await measureVerifications(secondsEach / 2)
    const perSecond = await measureSignIns(sitwell, secondsEach)
    const after = await measureVerifications(secondsEach / 2)
    const reference = (bare + after) / 2
    console.log(
      `  ${database}: ${tenths(perSecond)}/s; argon2id alone ${tenths(reference)}/s, ratio ${(perSecond / reference).toFixed(2)}`,
    )
    await stop()
  }
}

/** Results of practice exams: how fast they are printed, what a large one takes, and a class that finishes together. */
async function pdf(): Promise<void> {
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
async function print(): Promise<void> {
  const { printed, bare } = await measurePrintedQuestions(200)
  console.log(`\nPrinted questions, with a table, a formula and a picture\n  one process: ${tenths(printed)}/s`)
  console.log(`  bare PDFs of the same words: ${tenths(bare)}/s, ${tenths(bare / printed)} times as many`)
}

/** A large PDF beside its question, in pdf.js's own viewer, and on a bare page that paints its first page and nothing else. */
async function document(): Promise<void> {
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

/** Courses: the way into a lesson, what a value costs that it sets, its commits, and the import of large packages. */
/** How fast questions of others come in, and are marked by their own processing. */
async function importing(): Promise<void> {
  console.log('\nQuestions of QTI')
  const { perSecond, parsedPerSecond, peakBytes } = measureQtiImport(10_000)
  console.log(
    `  10,000 items: ${whole(perSecond)} a second with their marks proved, ${whole(parsedPerSecond)} parsed alone; ${whole(peakBytes / 1024 / 1024)} MB at most`,
  )
  const { enginePerSecond, marksPerSecond } = measureQtiMarks(100_000)
  console.log(
    `  marks: ${whole(enginePerSecond)} a second by the engine alone, ${whole(marksPerSecond)} as a form run is marked`,
  )
}

async function courses(): Promise<void> {
  console.log('\nCourses')
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    const { ownMs, bareMs, setMicroseconds } = await measureLesson(browser, sitwell, 5)
    console.log(
      `  from the click to a lesson of 40 pictures and 2 MB: ${whole(ownMs)} ms; on a bare server ${whole(bareMs)} ms, ratio ${(ownMs / bareMs).toFixed(2)}`,
    )
    for (const [interactions, microseconds] of setMicroseconds)
      console.log(`  LMSSetValue with ${interactions} interactions set: ${whole(microseconds)} µs`)
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
    const { megabytes, tookMs, peakMegabytes } = await measureCourseImport(files, bytesEach)
    console.log(
      `  sitwell import of ${whole(files)} files, ${whole(megabytes)} MB: ${inSeconds(tookMs)}, ${whole(peakMegabytes)} MB at most`,
    )
  }
}

async function page(): Promise<void> {
  const limit = `${kilobytes(signInPageLimit)} at most`
  console.log(`\nSign-in page\n  files, brotli: ${kilobytes(await signInPageBytes('apps/player/dist'))} (${limit})`)
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    const world = await sitwell.arrange({})
    const { bytes, requests } = await measurePageWeight(browser, `${sitwell.origin}${world.loginPath}`)
    console.log(`  over the wire, calls and headers included: ${kilobytes(bytes)} in ${requests} replies`)
    const form = await measureUsableForm(browser, `${sitwell.origin}${world.loginPath}`)
    const line = `${slowLine.megabits} Mbit/s, ${slowLine.roundTripMs} ms there and back, processor ${slowLine.slowdown}× slower`
    console.log(
      `  ${line}: first words after ${inSeconds(form.firstPaintMs)}, a form that takes a letter after ${inSeconds(form.usableMs)}; opened again ${inSeconds(form.againMs)}`,
    )
    await stop()
  })
}

/** Each key is the first after a pause, so that nothing of it is the time for which typing is gathered. */
async function key(): Promise<void> {
  console.log('\nFrom a key press in a long text to its durable copy in the browser: median, 95th percentile (goal 20 ms)')
  const { sitwell, stop } = await openSitwell('sqlite')
  for (const durability of ['strict', 'relaxed'] as const) {
    const ms = await measureKeyToStore(sitwell, 40, durability)
    const asked =
      durability === 'strict' ? 'on the disk, as the player asks' : 'given to the system, which a power cut may lose'
    console.log(`  ${asked}: ${tenths(medianOf(ms))} ms, ${tenths(percentileOf(ms, 95))} ms of ${ms.length} keys`)
  }
  await stop()
}

async function question(): Promise<void> {
  console.log('\nClick to painted question: median, 95th percentile (one frame is 16.7 ms)')
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    for (const questions of [10, 500]) {
      const wanted = [1, 5, questions - 1]
      const figures = await measurePainted(browser, sitwell, { exams: [examOf(questions)] }, wanted, paintedRuns)
      for (const slowdown of paintedRuns.slowdowns) {
        const own = figures.filter((one) => one.slowdown === slowdown)
        const worst = own.reduce((most, one) => (one.p95Ms > most.p95Ms ? one : most))
        console.log(`  ${questions} questions, processor ${slowdown}× slower: ${inBoth(worst)}`)
      }
    }
    const questions = [...(await showcaseQuestions()).values()]
    const showcase = await showcaseExam()
    const wanted = questions.map((_, index) => index + 1)
    const figures = await measurePainted(browser, sitwell, { exams: [showcase] }, wanted, { ...paintedRuns, clicks: 12 })
    for (const [index, { id, type }] of questions.entries()) {
      const own = figures.filter((one) => one.question === index + 1)
      console.log(`  ${type}, ${id}: ${own.map((one) => `${one.slowdown}× ${inBoth(one)}`).join('; ')}`)
    }
    await stop()
  })
}

async function opening(): Promise<void> {
  console.log('\nOpening an exam of 500 questions and 5 MB of pictures, from the list to its intro')
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    for (const time of ['first', 'again']) {
      const { openMs, rawMs, bytes } = await measureOpening(browser, sitwell, 500)
      const raw = `the same ${kilobytes(bytes)} alone ${inSeconds(rawMs)}`
      console.log(`  ${time}: ${inSeconds(openMs)}; ${raw}, ratio ${(openMs / rawMs).toFixed(2)}`)
    }
    await stop()
  })
}

async function sitting(): Promise<void> {
  console.log('\nA sitting of 100 questions')
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    const tickMs = await measureTick(browser, sitwell, secondsEach * 2)
    console.log(`  a second of it in which nobody does anything: ${tickMs.toFixed(2)} ms of the main thread`)
    const [first = 0, ...later] = await measureLongSitting(browser, sitwell)
    const grown = later.map((bytes) => `${((bytes / first - 1) * 100).toFixed(1)} %`)
    console.log(
      `  heap after the first quarter of three hours: ${kilobytes(first)}; after the others: ${grown.join(', ')} more`,
    )
    await stop()
  })
}

/** One process, over each database. */
async function live(): Promise<void> {
  console.log(`\nLive events, ${whole(liveLearners)} connections besides, median and worst`)
  await withBrowser(async (browser) => {
    for (const database of ['postgres', 'sqlite'] as const) {
      if (database === 'postgres' && !process.env.SITWELL_TEST_DATABASE_URL) continue
      const { sitwell, stop } = await openSitwell(database)
      const { toScreenMs, toAllMs, bytesEach } = await measureLiveEvents(browser, sitwell, liveLearners, 10)
      console.log(
        `  ${database}: from the invigilator's call to the learner's screen ${inMiddleAndWorst(toScreenMs)}; to the last of all ${inMiddleAndWorst(toAllMs)}; ${kilobytes(bytesEach)} of the server's memory each`,
      )
      await stop()
    }
  })
}

async function finish(): Promise<void> {
  console.log('\nFrom the confirmed finish to the shown result')
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    for (const time of ['first', 'second', 'third']) {
      const { shownMs, rawMs, calls } = await measureFinish(browser, sitwell)
      const raw = `its ${calls} calls alone ${tenths(rawMs)} ms`
      console.log(`  ${time}: ${tenths(shownMs)} ms; ${raw}, ratio ${(shownMs / rawMs).toFixed(2)}`)
    }
    await stop()
  })
}

/** What it costs that a page hears of lost saves, and has all that it holds compared at the end, beside the same without that. */
async function digest(): Promise<void> {
  const [saving, completing, questionsEach, turns] = [64, 60, 50, 5]
  console.log('\nWhat is compared with the browser, beside the same without it')
  for (const database of ['postgres', 'sqlite'] as const) {
    if (database === 'postgres' && !process.env.SITWELL_TEST_DATABASE_URL) continue
    const { sitwell, stop } = await openSitwell(database)
    const sittings = await seatLearners(sitwell, saving)
    await measureSaves(sitwell.origin, sittings, 2)
    const ratios: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const plain = await measureSaves(sitwell.origin, sittings, secondsATurn)
      const counted = await measureSaves(sitwell.origin, sittings, secondsATurn, { isCounted: true })
      ratios.push(counted.perSecond / plain.perSecond)
    }
    console.log(
      `  ${database}: saves that ask how many were counted, ${saving} learners: ${medianOf(ratios).toFixed(3)} of the saves a second of those that don't`,
    )
    const completions = await seatLearners(sitwell, completing, examOf(questionsEach))
    const { withDigestMs, withoutMs, hashMs } = await measureDigest(sitwell.origin, completions)
    const [compared, plain] = [medianOf(withDigestMs), medianOf(withoutMs)]
    console.log(
      `  ${database}: a completion with ${questionsEach} answers compared ${tenths(compared)} ms, without ${tenths(plain)} ms, ratio ${(compared / plain).toFixed(2)}; to work out what is compared ${medianOf(hashMs).toFixed(2)} ms`,
    )
    await stop()
  }
}

async function start(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-start-'))
  const cold = await measureStart('.', folder)
  const warm = await measureStart('.', folder)
  await rm(folder, { recursive: true })
  console.log('\nscript/start to a served sign-in page')
  console.log(
    `  no data yet: ${inSeconds(cold.startMs)}; again: ${inSeconds(warm.startMs)}; to its end after SIGTERM: ${inSeconds(warm.stopMs)}`,
  )
}

async function clone(): Promise<void> {
  const { usableMs, npmCiMs } = await measureFreshClone(process.cwd())
  console.log('\nFresh clone to a served sign-in page')
  console.log(`  ${inSeconds(usableMs)}; npm ci alone in another clone: ${inSeconds(npmCiMs)}`)
}
