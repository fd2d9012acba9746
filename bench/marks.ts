import { openPlace } from '../chaos/place.ts'
import { seatLearners } from './learners.ts'
import { type MarkTimes, markAtPace, openMarkingHall, type Reach } from './marking-hall.ts'
import { measureSaves } from './saves.ts'

type Dialect = 'sqlite' | 'postgres'

const warmUps = 20

/** Each of some marks by one marker, one after the other, in an exam with `sittings` sittings. */
export const measureMarkCost = async (
  database: Dialect,
  { sittings, marks, reach }: { readonly sittings: number; readonly marks: number; readonly reach: Reach },
): Promise<MarkTimes> => {
  const place = await openPlace({ database })
  try {
    const { desks, times } = await openMarkingHall(place, { sittings, markers: 1, reach })
    for (let at = 0; at < warmUps + marks; at += 1) await desks[0]?.mark()
    return { giveMs: times.giveMs.slice(warmUps), nextMs: times.nextMs.slice(warmUps) }
  } finally {
    await place.stop()
  }
}

const pace = { everyMs: 3000, forMs: 15_000 }
const turns = 3

interface ManyMarkers extends MarkTimes {
  /** Saves of answers that were acknowledged in a second, while nobody marks and while all do: one figure for each turn. */
  readonly quietSaves: readonly number[]
  readonly busySaves: readonly number[]
}

/** Many concurrent markers, each with a mark every three seconds; then the same while learners save, in turns with learners alone. */
export const measureManyMarkers = async (
  database: Dialect,
  { markers, learners }: { readonly markers: number; readonly learners: number },
): Promise<ManyMarkers> => {
  const place = await openPlace({ database })
  try {
    const marks = Math.ceil(((turns + 2) * pace.forMs) / pace.everyMs + 10) * markers
    const hall = await openMarkingHall(place, { sittings: marks, markers, reach: 'everything' })
    const sittings = await seatLearners(place, learners)
    await markAtPace(hall, { ...pace, forMs: pace.everyMs })
    for (const list of [hall.times.giveMs, hall.times.nextMs]) list.splice(0)
    await markAtPace(hall, pace)
    const [giveMs, nextMs] = [[...hall.times.giveMs], [...hall.times.nextMs]]
    const [quietSaves, busySaves]: [number[], number[]] = [[], []]
    const seconds = pace.forMs / 1000
    await measureSaves(place.origin, sittings, 2)
    // In turns, so that other work of the machine meets both alike.
    for (let turn = 0; turn < turns; turn += 1) {
      quietSaves.push((await measureSaves(place.origin, sittings, seconds)).perSecond)
      const [{ perSecond }] = await Promise.all([measureSaves(place.origin, sittings, seconds), markAtPace(hall, pace)])
      busySaves.push(perSecond)
    }
    return { giveMs, nextMs, quietSaves, busySaves }
  } finally {
    await place.stop()
  }
}
