import { beginActivity } from '../../script/hangs/activity.ts'
import { chanceOf } from '../chance.ts'
import type { Telling } from '../crew.ts'
import { chaosOrganisation, questionKinds } from '../exam.ts'
import { leavesServerTimeOff, type Plan } from '../plan.ts'
import { playOn, type RunResult } from '../run.ts'
import { switchName } from '../without/edit.ts'
import { type Trails, writeTrail } from '../write-trail.ts'
import { openPlaceInProcess, type PlaceInProcess } from './place-in-process.ts'
import { createSimulatedDevice } from './simulated-device.ts'
import { createSimulatedLearner } from './simulated-learner.ts'
import { createSimulatedNetwork } from './simulated-network.ts'
import { inSimulatedTime, outsideOfTime, simulateTime } from './simulated-time.ts'

interface FastWishes {
  readonly plans: readonly Plan[]
  readonly trails?: Trails
  /** The safeguard that player or server lacks, where their sources have switches. */
  readonly without?: string
  onDone?(result: RunResult): void
  isEnough?(result: RunResult): boolean
  say?(line: string): void
}

/** Runs after which the database begins again: each copy of it has all that was before. */
const runsOfPlace = 25
/** Simulated milliseconds after which a learner who gets nowhere is stuck, and in which all has to be on the server. */
const longestLostMs = 600_000
const longestRecoveryMs = 300_000

const playOne = async (plan: Plan, place: PlaceInProcess, say: (line: string) => void): Promise<RunResult> => {
  const world = await place.arrange(chaosOrganisation(plan.end?.examSeconds, plan.exam))
  const network = createSimulatedNetwork(place, chanceOf(plan.seed + 0x5eed))
  const isTyped = questionKinds.map((kind) => kind === 'text')
  const sit =
    () =>
    async (number: number, { note, onClaims }: Telling) => {
      const chance = chanceOf(plan.seed + 0xde1 + number)
      const device = createSimulatedDevice({ number, world, network, chance, isTyped, onClaims })
      return {
        device,
        learner: createSimulatedLearner({ device, longestMs: longestLostMs, isRouted: plan.exam === 'routed', note }),
      }
    }
  return playOn(plan, { world, place, network, sit, say, longestRecoveryMs })
}

/** What a summary of thousands of them needs. */
const lightened = (result: RunResult): RunResult => ({
  ...result,
  notes: result.notes.filter(({ what }) => what === 'entered' || what === 'struck'),
  stored: undefined,
  logs: {},
})

let isSimulated = false

/** Plays these runs one after the other in this process, in simulated time: it stays simulated there. */
export const playFast = async ({ plans, trails, without, onDone, isEnough, say }: FastWishes): Promise<RunResult[]> => {
  if (!isSimulated) simulateTime()
  isSimulated = true
  const results: RunResult[] = []
  Object.assign(globalThis, { [switchName]: without })
  await inSimulatedTime(async () => {
    let place: PlaceInProcess | undefined
    let runsLeft = 0
    try {
      for (const plan of plans) {
        if (!place || runsLeft === 0) {
          await place?.stop()
          place = await outsideOfTime(() => openPlaceInProcess())
          runsLeft = runsOfPlace
        }
        runsLeft = leavesServerTimeOff(plan) ? 0 : runsLeft - 1
        const activity = beginActivity(`the run of seed ${plan.seed}`)
        const result = await playOne(plan, place, (line) => {
          activity.at(line)
          say?.(line)
        }).finally(activity.end)
        results.push(lightened(result))
        const here = place
        if (trails && result.found.length > 0) await outsideOfTime(() => writeTrail(trails, result, here))
        onDone?.(result)
        if (isEnough?.(result)) break
      }
    } finally {
      await place?.stop()
    }
  })
  Object.assign(globalThis, { [switchName]: undefined })
  return results
}
