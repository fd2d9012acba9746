import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../e2e/chromium.ts'
import { showcaseExam, showcaseQuestions } from '../e2e/showcase.ts'
import { openSitwell } from '../e2e/sitwell.ts'
import { signInPageBytes, signInPageLimit } from '../script/check/sign-in-page.ts'
import { measureFinish } from './finish.ts'
import { measureFreshClone } from './fresh-clone.ts'
import { examOf, seatLearners } from './learners.ts'
import { measureLiveEvents } from './live-events.ts'
import { measureLongSitting, measureTick } from './long-sitting.ts'
import { measureOpening } from './opening-exam.ts'
import { measurePageWeight } from './page-weight.ts'
import { measurePainted, type PaintedFigure } from './painted-question.ts'
import { measurePgbench } from './pgbench.ts'
import { measureDownloads, measureLargePdf, measurePdfs } from './practice-results.ts'
import { measureSaves } from './saves.ts'
import { measureSignIns, measureVerifications } from './sign-ins.ts'
import { measureStart } from './started.ts'
import { measureUsableForm, slowLine } from './usable-form.ts'

/** `script/bench [saves] [page] [question] [opening] [sitting] [live] [finish] [start] [clone] [signins] [pdf]`: prints figures of this machine. */
const secondsEach = 10
const learnerCounts = [32, 64]
const paintedRuns = { clicks: 20, slowdowns: [1, 4] }

const liveLearners = 1000

const parts: Record<string, () => Promise<void>> = {
  saves,
  page,
  question,
  opening,
  sitting,
  live,
  finish,
  start,
  clone,
  signins,
  pdf,
}

const wanted = process.argv.slice(2)
for (const [name, print] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await print()

/** Durable saves in a second, through HTTP, each acknowledged before the next of the same learner. */
async function saves(): Promise<void> {
  const pgbench = process.env.SITWELL_PGBENCH
  if (!pgbench) throw new Error('Run this through script/bench, which starts a PostgreSQL.')
  console.log('\nSaved answers a second, durable, through HTTP')
  for (const database of ['postgres', 'sqlite'] as const) {
    const { sitwell, stop } = await openSitwell(database)
    const sittings = await seatLearners(sitwell, Math.max(...learnerCounts))
    await measureSaves(sitwell.origin, sittings, 2)
    for (const learners of learnerCounts) {
      const { perSecond, medianMs, p99Ms } = await measureSaves(sitwell.origin, sittings.slice(0, learners), secondsEach)
      const line = `${database}, ${learners} learners: ${whole(perSecond)}/s, one save ${tenths(medianMs)} ms, 99 of 100 in ${tenths(p99Ms)} ms`
      if (database === 'sqlite') console.log(`  ${line}`)
      else {
        const reference = await measurePgbench(pgbench, learners, secondsEach)
        console.log(`  ${line}; pgbench ${whole(reference)}/s, ratio ${(perSecond / reference).toFixed(2)}`)
      }
    }
    await stop()
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
  console.log(`\nPractice results as PDFs\n  20 questions, one thread: ${tenths(perSecond)}/s`)
  const { pages, bytes, tookMs, grewMegabytes } = await measureLargePdf()
  console.log(`  ${pages} pages: ${kilobytes(bytes)} in ${whole(tookMs)} ms, ${whole(grewMegabytes)} MB`)
  const { sitwell, stop } = await openSitwell('sqlite')
  const { firstMs, medianMs, lastMs } = await measureDownloads(sitwell, 200)
  console.log(
    `  200 at once through the hub: first ${inSeconds(firstMs)}, median ${inSeconds(medianMs)}, last ${inSeconds(lastMs)}`,
  )
  await stop()
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

async function withBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags() })
  await use(browser)
  await browser.close()
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-GB')
}

function tenths(figure: number): string {
  return figure.toFixed(1)
}

function kilobytes(bytes: number): string {
  return `${tenths(bytes / 1000)} kB`
}

function inSeconds(ms: number): string {
  return `${tenths(ms / 1000)} s`
}

function inMiddleAndWorst(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b)
  return `${tenths(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, ${tenths(sorted.at(-1) ?? 0)} ms`
}

function inBoth({ medianMs, p95Ms }: PaintedFigure): string {
  return `${tenths(medianMs)} ms, ${tenths(p95Ms)} ms`
}
