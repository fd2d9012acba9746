import { showcaseExam, showcaseQuestions } from '../e2e/showcase.ts'
import { openSitwell } from '../e2e/sitwell.ts'
import { firstQuestionBytes, firstQuestionLimit } from '../script/check/first-question.ts'
import { signInPageBytes, signInPageLimit } from '../script/check/sign-in-page.ts'
import { measureDigest } from './digest.ts'
import { medianOf, percentileOf } from './durations.ts'
import { inSeconds, kilobytes, tenths } from './figures.ts'
import { measureFinish } from './finish.ts'
import { weighFirstQuestion } from './first-question-weight.ts'
import { measureKeyToStore } from './key-to-store.ts'
import { examOf, seatLearners } from './learners.ts'
import { measureLongSitting, measureTick } from './long-sitting.ts'
import { measureOpening } from './opening-exam.ts'
import { measurePageWeight } from './page-weight.ts'
import { measurePainted, type PaintedFigure, warmUps } from './painted-question.ts'
import { measureSaves } from './saves.ts'
import { measureTyping } from './typing.ts'
import { measureUsableForm, slowLine } from './usable-form.ts'
import { withBrowser } from './with-browser.ts'

const secondsEach = 10
const secondsATurn = 3
/** How often each question is opened: in exams of radio buttons alone, and in one of all types. */
const openings = { radio: 40, showcase: 20 }

export async function page(): Promise<void> {
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
      `  ${line}: first words after ${inSeconds(form.firstPaintMs)}, a form that takes a letter after ${inSeconds(form.usableMs)} and can be sent after ${inSeconds(form.readyMs)}; opened again ${inSeconds(form.againMs)}`,
    )
    await stop()
  })
}

/** Each key is the first after a pause, so that nothing of it is the time for which typing is gathered. */
export async function key(): Promise<void> {
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

/** How many times slower the processor is for which the times to a painted question are told. */
const slowdown = 4

/** The middle and the 95th percentile of openings at that processor, the first one, and the middle against the bare elements. */
function inPainted(figures: readonly PaintedFigure[]): string {
  const slowed = (ms: number) => tenths(ms * slowdown)
  const thread = figures.flatMap(({ threadMs }) => threadMs)
  const bare = medianOf(figures.flatMap(({ bareMs }) => bareMs))
  const wall = figures.flatMap(({ wallMs }) => wallMs)
  const first = Math.max(...figures.map(({ firstMs }) => firstMs))
  const ratio = `${(medianOf(thread) / bare).toFixed(1)} times the bare elements`
  const here = `here by the clock ${tenths(medianOf(wall))} ms, ${tenths(percentileOf(wall, 95))} ms`
  return `${slowed(medianOf(thread))} ms, ${slowed(percentileOf(thread, 95))} ms, first ${slowed(first)} ms; ${ratio}; ${here}`
}

export async function question(): Promise<void> {
  console.log(`\nFrom the click to the painted question: median and 95th percentile of what the main thread works for it at a processor ${slowdown}× slower (goal 50 ms)
  ${slowdown} times its work on this one; ${warmUps} openings behind the first aren't counted; the ratio is to laying out and painting the finished elements`)
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    for (const questions of [10, 500]) {
      const wanted = [1, 5, questions - 1]
      const figures = await measurePainted(browser, sitwell, { exams: [examOf(questions)] }, wanted, openings.radio)
      console.log(`  ${questions} questions: ${inPainted(figures)}`)
    }
    const questions = [...(await showcaseQuestions()).values()]
    const wanted = questions.map((_, index) => index + 1)
    const figures = await measurePainted(browser, sitwell, { exams: [await showcaseExam()] }, wanted, openings.showcase)
    const typeOf = ({ question }: PaintedFigure) => questions[question - 1]?.type ?? ''
    for (const [type, own] of Map.groupBy(figures, typeOf)) {
      console.log(`  ${type}: ${inPainted(own)}`)
      if (own.length > 1) for (const one of own) console.log(`    ${questions[one.question - 1]?.id}: ${inPainted([one])}`)
    }
    await stop()
  })
}

export async function typing(): Promise<void> {
  console.log(
    `\nFrom a key to its painted letter: median and 95th percentile of what the main thread works for it at a processor ${slowdown}× slower (goal: a frame, 16.7 ms)`,
  )
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    const [bare, ...figures] = await measureTyping(browser, sitwell)
    if (bare === undefined) throw new Error('nothing was typed')
    const slowed = (ms: number) => `${tenths(ms * slowdown)} ms`
    const inWords = (keyMs: readonly number[]) => `${slowed(medianOf(keyMs))}, ${slowed(percentileOf(keyMs, 95))}`
    console.log(`  ${bare.field}: ${inWords(bare.keyMs)}`)
    for (const { field, keyMs } of figures) {
      const ratio = (medianOf(keyMs) / medianOf(bare.keyMs)).toFixed(1)
      console.log(`  ${field}: ${inWords(keyMs)}; ${ratio} times that`)
    }
    await stop()
  })
}

/** The JavaScript of the way to the first question: which files, and what they are made of. */
export async function way(): Promise<void> {
  console.log('\nJavaScript from the sign-in page to the painted first question of an exam of common types, brotli')
  const dist = 'apps/player/dist'
  console.log(
    `  in the language with the longest texts: ${kilobytes(await firstQuestionBytes(dist))} (${kilobytes(firstQuestionLimit)} at most; the goal is 250 kB)`,
  )
  await withBrowser(async (browser) => {
    const { sitwell, stop } = await openSitwell('sqlite')
    const scripts = await weighFirstQuestion(browser, sitwell, dist)
    const bytes = scripts.reduce((total, one) => total + one.bytes, 0)
    console.log(`  as a browser asks for it, in English: ${kilobytes(bytes)} in ${scripts.length} files`)
    for (const { name, bytes, holds } of scripts.slice(0, 8))
      console.log(`    ${kilobytes(bytes)} ${name}${holds.length > 0 ? `: ${holds.slice(0, 8).join(', ')}` : ''}`)
    await stop()
  })
}

export async function opening(): Promise<void> {
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

export async function sitting(): Promise<void> {
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

export async function finish(): Promise<void> {
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
export async function digest(): Promise<void> {
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
