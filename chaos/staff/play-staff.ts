import { beginActivity } from '../../script/hangs/activity.ts'
import { chanceOf } from '../chance.ts'
import { openPlaceInProcess, type PlaceInProcess } from '../fast/place-in-process.ts'
import { createSimulatedNetwork } from '../fast/simulated-network.ts'
import { inRealm, inSimulatedTime, outsideOfTime, simulateTime } from '../fast/simulated-time.ts'
import { switchName } from '../without/edit.ts'
import { judgeActs, readActs } from './judge-acts.ts'
import { judgeMarks, readFindings, readResponses } from './judge-marks.ts'
import { realmOf, signInToOffice } from './office-page.ts'
import { createSimulatedInvigilator } from './simulated-invigilator.ts'
import { createSimulatedMarker } from './simulated-marker.ts'
import { openSitter } from './sitter.ts'
import type { StaffFault } from './staff-fault.ts'
import { type StaffPlan, type StaffStrike, staffCount } from './staff-plan.ts'
import { beginSitting, invigilator, markers, sitters, staffOrganisation, writers } from './staff-world.ts'

export interface StaffResult {
  readonly seed: number
  readonly found: readonly StaffFault[]
  /** How many marks and actions there were to be judged. */
  readonly marks: number
  readonly acts: number
}

interface StaffWishes {
  readonly plans: readonly StaffPlan[]
  /** SQLite if it isn't given. */
  readonly database?: 'postgres' | 'sqlite'
  /** The safeguard that office or server lacks, where their sources have switches. */
  readonly without?: string
  isEnough?(result: StaffResult): boolean
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** Milliseconds between two looks at how old the view says that it is. */
const lookMs = 250
/** Milliseconds in which all has to be on the server once nothing is wrong any more: an action that was cut off is given up after two minutes. */
const settleMs = 180_000
const stepMs = 2000
/** Errors of a page that its own code reports are no faults of a run: what comes of them is judged. */
const ignore = () => undefined

/** The staff of one run, all at work. */
const openStaff = async (place: PlaceInProcess, seed: number) => {
  const world = await place.arrange(staffOrganisation())
  const chance = (number: number) => chanceOf(seed + 0xde1 * number)
  const networkOf = (at: number) => createSimulatedNetwork(place, chance(10 + at))
  const ofLearners = networkOf(staffCount)
  /** Learners, and whoever signs in, have their own network that nothing is wrong with. */
  const well = <T>(work: () => Promise<T>) =>
    inRealm(
      realmOf(ofLearners, undefined, () => 0),
      work,
    )
  await well(async () => {
    for (const username of writers) {
      const written = await beginSitting(world, username)
      await written.write(`Leaves fall because of ${username}.`)
      await written.handIn()
    }
  })
  const at = { world, isServed: () => place.life() !== undefined }
  const sitting = await well(() => Promise.all(sitters.map((username, index) => openSitter(at, username, chance(20 + index)))))
  const networks = [networkOf(0), networkOf(1), networkOf(2)] as const
  const known = new Set<string>()
  const jars = await well(() => Promise.all(markers.map((username) => signInToOffice(world, username))))
  const marking = jars.map((jar, at) => {
    const network = networks[at] ?? networks[0]
    const of = { world, username: markers[at] ?? '', jar, network, chance: chance(at + 1), known, onError: ignore }
    return createSimulatedMarker(of)
  })
  const watching = createSimulatedInvigilator({
    ...{ world, jar: await well(() => signInToOffice(world, invigilator)), network: networks[2] },
    ...{ chance: chance(3), sitters: sitting, onError: ignore },
  })
  return { world, networks, ofLearners, marking, watching, sitting }
}

type Staff = Awaited<ReturnType<typeof openStaff>>

/** Lets it strike; answers what ends it. */
const begin = async (strike: StaffStrike, place: PlaceInProcess, staff: Staff): Promise<() => Promise<void>> => {
  const whom = (whose: number) => staff.marking[whose] ?? staff.watching
  switch (strike.kind) {
    case 'network': {
      const end = staff.networks[strike.whose]?.strike(strike.fault)
      return async () => {
        end?.()
        await staff.networks[strike.whose]?.deliverHeld()
      }
    }
    case 'browser killed':
      whom(strike.whose).kill()
      return async () => whom(strike.whose).open()
    case 'server killed':
      await place.killServer()
      return place.startServer
    case 'restored': {
      // The restored database lacks everything that happens from now on.
      const copy = await place.backUp()
      return async () => {
        await place.setBack(copy, { isQuiet: false, isFailover: false })
        await place.forget(copy)
      }
    }
    default:
      staff.watching.setClock()
      return async () => undefined
  }
}

const isSettled = ({ marking }: Staff): boolean =>
  marking.every(({ left }) => {
    const here = left()
    return here !== undefined && here.waiting === 0
  })

const settle = async (staff: Staff): Promise<void> => {
  for (const one of [...staff.marking, staff.watching, ...staff.sitting]) one.rest()
  for (let ms = 0; ms < settleMs && !isSettled(staff); ms += stepMs) {
    for (const one of staff.marking) one.lookAgain()
    await wait(stepMs)
  }
}

const playOne = async ({ seed, strikes }: StaffPlan, place: PlaceInProcess): Promise<StaffResult> => {
  const staff = await openStaff(place, seed)
  const { world, marking, watching } = staff
  let isOver = false
  const looking = (async () => {
    for (; !isOver; await wait(lookMs)) watching.look()
  })()
  const ends: Promise<void>[] = []
  for (const strike of strikes) {
    await wait(strike.afterMs)
    const end = await begin(strike, place, staff)
    ends.push(wait(strike.lastsMs).then(end))
  }
  await Promise.all(ends)
  await place.startServer()
  for (const one of [...marking, watching]) one.open()
  await wait(5000)
  await settle(staff)
  await wait(settleMs)
  isOver = true
  await looking
  const [responses, acts, findings] = await place.look(async (database) => [
    await readResponses(database, world.orgId),
    await readActs(database, world.orgId),
    await readFindings(database, world.orgId),
  ])
  // Actions of an invigilator since a backup are lost with a restore (docs/durability.md).
  const wasSetBack = strikes.some(({ kind }) => kind === 'restored')
  const found = [
    ...judgeMarks(responses, marking, { wasSetBack }),
    ...(wasSetBack ? [] : judgeActs(acts, watching.asked)),
    ...watching.faults.slice(0, 3),
    ...findings.map((detail): StaffFault => ({ kind: 'evidence', detail })),
  ]
  for (const one of [...marking, watching]) one.kill()
  for (const network of [...staff.networks, staff.ofLearners]) network.stop()
  return {
    ...{ seed, found },
    marks: marking.reduce((sum, { meant }) => sum + meant.length, 0),
    acts: watching.asked.length,
  }
}

let isSimulated = false

/** Plays these runs one after the other in this process, in simulated time: it stays simulated there. */
export const playStaff = async ({ plans, database, without, isEnough }: StaffWishes): Promise<StaffResult[]> => {
  if (!isSimulated) simulateTime()
  isSimulated = true
  const results: StaffResult[] = []
  Object.assign(globalThis, { [switchName]: without })
  await inSimulatedTime(async () => {
    const place = await outsideOfTime(() => openPlaceInProcess(database))
    try {
      for (const plan of plans) {
        const activity = beginActivity(`the run of staff of seed ${plan.seed}`)
        const result = await playOne(plan, place).finally(activity.end)
        results.push(result)
        if (isEnough?.(result)) break
      }
    } finally {
      await place.stop()
    }
  })
  Object.assign(globalThis, { [switchName]: undefined })
  return results
}
