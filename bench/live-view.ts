import { randomBytes } from 'node:crypto'
import { longestLiveWaitMs, officeLive, officeSignIn, pageReport } from '@sitwell/contract'
import { createOfficeBrowser } from '../apps/server/src/testing/office-browser.ts'
import { openPlace, type Place } from '../chaos/place.ts'
import { person } from '../e2e/arrange.ts'
import { call } from './caller.ts'
import { medianOf } from './durations.ts'
import { examOf, seatLearners } from './learners.ts'
import { copyLearner, type OneOfMany } from './many-learners.ts'
import { type ProcessorTime, processorTimeOf } from './processor-time.ts'

const owner = person({ username: 'owner', password: 'owner', roles: ['owner'] })

const turns = 3

/** Milliseconds between two reports of one page. */
const reportEveryMs = 20_000

/** So many people in one exam of a server, and a browser of the office. `secret`: that of the server. */
export const seatHall = async (place: Place, secret: string, people: number) => {
  const arrange: Place['arrange'] = async (spec) => {
    const settings = { ...spec.settings, OfficeSecondStep: 'off' }
    // The numbers of the copies follow that of the learner, who is the last one.
    const world = await place.arrange({ ...spec, people: [owner, ...(spec.people ?? [])], settings })
    return { ...world, people: [world.people[1] ?? world.people[0]] }
  }
  const [first] = await seatLearners({ origin: place.origin, arrange }, 1, examOf(40, 7200))
  if (!first) throw new Error('Nobody sits.')
  const { running } = await copyLearner(place.config, secret, first, { running: people - 1, waiting: 0 })
  const office = createOfficeBrowser(place)
  const body = { orgId: first.orgId, username: 'owner', password: 'owner' }
  office.page((await office.doIt(officeSignIn, { body })).sessionId)
  return { office, running, examGuid: first.exam.examGuid }
}

/** Asks for the view again and again, as its page does, for so many milliseconds. */
const watch = async ({ office, examGuid }: Awaited<ReturnType<typeof seatHall>>, forMs: number): Promise<number> => {
  const untilMs = performance.now() + forMs
  let cursor: string | undefined
  let rows = 0
  while (performance.now() < untilMs) {
    const query = { examGuid, waitMs: longestLiveWaitMs, ...(cursor !== undefined && { cursor }) }
    const answer = await office.doIt(officeLive, { query })
    cursor = answer.cursor
    rows += answer.rows.length
  }
  return rows
}

/** The reports of all pages at their real pace, for so many milliseconds. */
const report = async (origin: string, running: readonly OneOfMany[], forMs: number): Promise<void> => {
  const from = performance.now()
  const apartMs = reportEveryMs / running.length
  const sent: Promise<unknown>[] = []
  for (let number = 0; number * apartMs < forMs; number += 1) {
    const one = running[number % running.length]
    const waitMs = from + number * apartMs - performance.now()
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (one) {
      const body = { formRunGuid: one.formRunGuid, leftMs: 1_000_000, deviceMs: Date.now(), unsent: 0 }
      sent.push(call(origin, pageReport, { body }, one.token))
    }
  }
  await Promise.all(sent)
}

export interface LiveViewFigures {
  /** Parts of a core that the view takes: of a server where nobody does anything, and of one whose pages report, beyond what these reports take. */
  readonly quiet: number
  readonly busy: number
}

/** What a live view of so many people who sit costs, by processor time: server and database together. */
export const measureLiveView = async (
  database: 'sqlite' | 'postgres',
  people: number,
  seconds: number,
): Promise<LiveViewFigures> => {
  const secret = randomBytes(32).toString('hex')
  const place = await openPlace({ database, environment: { SITWELL_SECRET: secret } })
  try {
    const hall = await seatHall(place, secret, people)
    const forMs = seconds * 1000
    const share = ({ server, hashing, database: ofDatabase }: ProcessorTime) => (server + hashing + ofDatabase) / forMs
    const taken = async (work: () => Promise<unknown>) => share(await processorTimeOf(await place.processes(), work))
    await watch(hall, 5000)
    const idle = await taken(() => new Promise((resolve) => setTimeout(resolve, forMs)))
    const quiet = (await taken(() => watch(hall, forMs))) - idle
    await report(place.origin, hall.running, 5000)
    // In turns, so that what else the machine does meets both alike.
    const [reports, both]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < turns; turn += 1) {
      reports.push(await taken(() => report(place.origin, hall.running, forMs)))
      both.push(await taken(() => Promise.all([report(place.origin, hall.running, forMs), watch(hall, forMs)])))
    }
    return { quiet, busy: medianOf(both) - medianOf(reports) }
  } finally {
    await place.stop()
  }
}
