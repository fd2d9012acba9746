import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSitwell } from '../e2e/sitwell.ts'
import { medianOf, percentileOf } from './durations.ts'
import { inMiddleAndWorst, inSeconds, kilobytes, tenths, whole } from './figures.ts'
import { measureFreshClone } from './fresh-clone.ts'
import { seatLearners } from './learners.ts'
import { measureLiveEvents } from './live-events.ts'
import { seatManyLearners } from './many-learners.ts'
import { measurePeople } from './people.ts'
import { openPgbench } from './pgbench.ts'
import { inParts, sumOfTimes } from './processor-time.ts'
import { measureRealPace } from './real-pace.ts'
import { measureSaves } from './saves.ts'
import { measureSignIns, measureVerifications } from './sign-ins.ts'
import { measureCalls, measureStartTogether } from './start-together.ts'
import { measureStart } from './started.ts'
import { measureToday } from './today.ts'
import { withBrowser } from './with-browser.ts'

const secondsEach = 10
const learnerCounts = [16, 64, 256]
const saveTurns = 3
const secondsATurn = 3
const liveLearners = 1000

/**
 * Durable saves in a second, through HTTP, each acknowledged before the next of the same learner. What is compared is measured in
 * turns, each a few seconds long, so that what else the machine does meets both alike; of the turns the median is told.
 */
export async function saves(): Promise<void> {
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

/** As many as are wanted, or as a process of this machine may have open at once, beside its other files. */
async function mostConnections(wanted: number): Promise<number> {
  const allowed = /^Max open files +\d+ +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1]
  return allowed === undefined ? wanted : Math.min(wanted, Number(allowed) - 400)
}

/** How many learners one server has at the pace of an exam: an answer each 20 seconds, time and log each 30. */
export async function pace(): Promise<void> {
  const [most, withinMs] = [await mostConnections(20_000), 250]
  console.log(`\nLearners at the real pace on one server, while 99 of 100 saves take ${withinMs} ms at most`)
  for (const database of ['postgres', 'sqlite'] as const) {
    const many = await seatManyLearners(database, { running: most, waiting: 0 })
    const figures = await measureRealPace(many, withinMs).finally(many.stop)
    const held = figures.filter((one) => one.failures.length === 0 && one.p99Ms <= withinMs).map((one) => one.learners)
    const found = held.length === 0 ? 'fewer than the fewest tried' : whole(Math.max(...held))
    const tried = figures.map(
      ({ learners, p99Ms, generatorUs, failures }) =>
        `${whole(learners)}: ${tenths(p99Ms)} ms, ${whole(generatorUs)} µs of the generator for each request${failures.length === 0 ? '' : `, ${failures.length} failed: ${failures[0]}`}`,
    )
    console.log(`  ${database}: ${found}${Math.max(...held) === most ? ' and more' : ''} (${tried.join('; ')})`)
  }
}

/** A thousand learners who begin at the same moment, until each has their questions; and what each of them costs, call by call. */
export async function together(): Promise<void> {
  console.log('\n1,000 learners who start at the same moment, until they have their questions (goal: all in 1 s)')
  const [atOnce, warming] = [1000, 200]
  for (const database of ['postgres', 'sqlite'] as const) {
    const many = await seatManyLearners(database, { running: 0, waiting: 3 * atOnce + warming })
    const some = (from: number, count = atOnce) => many.waiting.slice(from, from + count)
    const measured = async (from: number, signIn: boolean) => {
      const ms = await measureStartTogether(many.origin, some(from), { signIn })
      return `median ${inSeconds(medianOf(ms))}, 99 of 100 in ${inSeconds(percentileOf(ms, 99))}, all in ${inSeconds(Math.max(...ms))}`
    }
    await measureStartTogether(many.origin, some(3 * atOnce, warming), { signIn: false })
    console.log(`  ${database}, signed in before: ${await measured(0, false)}`)
    console.log(`  ${database}, with the sign-in: ${await measured(atOnce, true)}`)
    const figures = await measureCalls(many, some(2 * atOnce)).finally(many.stop)
    const [, ...starting] = figures
    console.log('    of the processors each learner takes, where all make one call and then the next')
    for (const { name, each } of figures) console.log(`      ${name}: ${inParts(each)}`)
    console.log(`      without the sign-in: ${inParts(sumOfTimes(starting.map(({ each }) => each)))}`)
  }
}

/** Sign-ins a second beside bare verifications of the hash: nothing else of a sign-in may cost as much. */
export async function signins(): Promise<void> {
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

/** Pages of the office's list of people: 95 of 100 within 100 ms. */
export async function people(): Promise<void> {
  const [count, times] = [100_000, 60]
  console.log(`\nPages of 50 of the office's list of ${whole(count)} people: 95 of 100 in (goal 100 ms)`)
  for (const database of ['postgres', 'sqlite'] as const) {
    if (database === 'postgres' && !process.env.SITWELL_TEST_DATABASE_URL) continue
    for (const { name, firstMs, nextMs } of await measurePeople(database, count, times)) {
      const next = nextMs.length === 0 ? '' : `, the next ones ${tenths(percentileOf(nextMs, 95))} ms`
      console.log(`  ${database}, ${name}: the first ${tenths(percentileOf(firstMs, 95))} ms${next}`)
    }
  }
}

/** The first page of the office: 95 of 100 within 100 ms. */
export async function today(): Promise<void> {
  const size = { people: 100_000, schedules: 1_000_000 }
  console.log(`\nToday, of ${whole(size.people)} people and ${whole(size.schedules)} schedules: 95 of 100 in (goal 100 ms)`)
  for (const database of ['postgres', 'sqlite'] as const) {
    if (database === 'postgres' && !process.env.SITWELL_TEST_DATABASE_URL) continue
    const { todayMs, operationMs } = await measureToday(database, size, 40)
    console.log(
      `  ${database}: what needs somebody ${tenths(percentileOf(todayMs, 95))} ms, the server ${tenths(percentileOf(operationMs, 95))} ms`,
    )
  }
}

/** One process, over each database. */
export async function live(): Promise<void> {
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

export async function start(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-start-'))
  const cold = await measureStart('.', folder)
  const warm = await measureStart('.', folder)
  await rm(folder, { recursive: true })
  console.log('\nscript/start to a served sign-in page')
  console.log(
    `  no data yet: ${inSeconds(cold.startMs)}; again: ${inSeconds(warm.startMs)}; to its end after SIGTERM: ${inSeconds(warm.stopMs)}`,
  )
}

export async function clone(): Promise<void> {
  const { usableMs, npmCiMs } = await measureFreshClone(process.cwd())
  console.log('\nFresh clone to a served sign-in page')
  console.log(`  ${inSeconds(usableMs)}; npm ci alone in another clone: ${inSeconds(npmCiMs)}`)
}
