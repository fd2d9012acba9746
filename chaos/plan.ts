import { type Act, actAt, checkActs, courseActs, fileActs, isLarge, moveFrom, readingActs, routedActs } from './acts.ts'
import { carryingActs, takeNetwork, weightsWhileAway } from './carrying.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { ExamKind } from './exam.ts'
import {
  type EndFault,
  endFaults,
  endsOfPage,
  type Fault,
  type FaultKind,
  type FinishFault,
  finishFaults,
  guardFaults,
  isEnd,
  isGuard,
  isMomentary,
  isOfFile,
  isOfServerClock,
  isSetBack,
  weights,
} from './fault-kinds.ts'
import { wordOfFiles } from './files.ts'
import type { Step } from './step.ts'

/** The time of the exam is over in the run. */
export interface PlannedEnd {
  readonly kind: EndFault
  /** Seconds of the exam's time. */
  readonly examSeconds: number
  /** The step before which whoever is away goes. */
  readonly step: number
  /** What is done once they are back, where time was given; before that all else is. */
  readonly stepsAfter: number
}

/** The database is set back when the exam is being finished, or once its last page shows. */
export interface PlannedFinish {
  readonly kind: FinishFault
  /** The step before which the database was as it is set back to. */
  readonly backupStep: number
  /** During the finish: before the server has the completion, or between its commit and its reply. */
  readonly when: 'before' | 'behind'
  /** PostgreSQL: another takes over, while the server runs. */
  readonly isFailover: boolean
  /** Nothing beside the database tells. */
  readonly isAbrupt: boolean
  /** The last page is loaded again once it shows. */
  readonly isReloaded: boolean
}

/** One run: everything that is decided before it. */
export interface Plan {
  readonly seed: number
  readonly database: 'sqlite' | 'postgres'
  readonly steps: readonly Step[]
  readonly serviceWorker: boolean
  /** The player's files come over the network; otherwise the browsers have them from an earlier visit. */
  readonly isFirstVisit: boolean
  readonly ending: 'finish' | 'leave'
  /** The browsers say, once everything is healed, that the network is back; otherwise the player finds out by itself. */
  readonly tellsOfReturn: boolean
  readonly end?: PlannedEnd
  readonly atFinish?: PlannedFinish
  readonly exam: ExamKind
  /** The learner is in a course, and not in an exam. */
  readonly isCourse: boolean
  /** The course is one of cmi5, whose units speak with the server alone. */
  readonly isCmi5: boolean
}

/**
 * Whether a server may end this run with another time than its machine: one that comes back with nobody in an exam believes the clock that was
 * set, and follows no jump back. By that time the server can't be judged in a later run.
 */
export const leavesServerTimeOff = ({ steps }: Plan): boolean =>
  steps.some(({ fault }) => fault !== undefined && isOfServerClock(fault.kind))

const jumpsMs = [-3_600_000, 3_600_000, -86_400_000, 7 * 86_400_000, -60_000, -Date.UTC(2026, 0, 1)]

/** Of these, what is in nothing but answers. */
const blockedWords = ['Ärger', 'été', 'ماء', '湖']

/** What gets through in no form is in no file: files are told of otherwise than answers. */
const wordFor = (kind: FaultKind, word: string) =>
  kind === 'firewall at a word in base64 too' && word === wordOfFiles ? 'Ärger' : word

/** What strikes on SQLite instead of what only PostgreSQL has, and the other way round: SQLite lives in the server's process, and is a file. */
const onDatabase = (kind: FaultKind, database: Plan['database']): FaultKind => {
  if (database === 'postgres') return isOfFile(kind) ? 'database killed' : kind
  if (kind === 'database killed') return 'server killed'
  return kind === 'failover that lacks seconds' ? 'restored by seconds' : kind
}

/** What stood in the database that is put back: what was there some steps ago, when the exam had begun, or before that. */
const backupStepOf = (chance: Chance, kind: FaultKind, step: number): number => {
  if (kind === 'restored to before the start') return -1
  return kind === 'restored by minutes' ? 0 : Math.max(0, step - chance.whole(1, 4))
}

const faultOf = (
  chance: Chance,
  likely: typeof weights,
  database: Plan['database'],
  { act, index }: { act: Act; index: number },
): Fault => {
  const kind = onDatabase(chance.weighted(likely), database)
  const after = chance.whole(0, act.do === 'write' ? act.keys.length : 1)
  const lastsMs = isMomentary(kind) ? 0 : chance.whole(300, 2500)
  const isFirewall = kind === 'firewall at a word' || kind === 'firewall at a word in base64 too'
  return {
    kind,
    lastsMs,
    after,
    ...((kind === 'clock jump' || isOfServerClock(kind)) && {
      byMs: chance.pick(jumpsMs),
    }),
    ...(kind === 'second device' && { isAbrupt: chance.isTrue(0.4) }),
    ...(isFirewall && { word: wordFor(kind, chance.pick(blockedWords)), isForEver: chance.isTrue(0.5) }),
    ...(isSetBack(kind) && { isAbrupt: chance.isTrue(0.3), backupStep: backupStepOf(chance, kind, index) }),
    ...(isOfFile(kind) && { backupStep: backupStepOf(chance, kind, index) }),
  }
}

/** A lesson says of itself that it isn't saved, and not of one that was completed: what lets nothing through forever isn't in courses. */
const notInCourses = (kind: FaultKind) => kind === 'firewall at a word in base64 too'

/** How many steps are tried before the time is over, and milliseconds before each of them at least. */
const stepsToEnd = 7
const pauseToEndMs = 500

const pauseMs = (chance: Chance) => (chance.isTrue(0.15) ? chance.whole(200, 900) : chance.whole(0, 60))

/** A fault whose place is given. What isn't said of it follows from the seed. */
export type Strike = { readonly step: number } & Pick<Fault, 'kind'> & Partial<Fault>

/** What a run is held to that is after something; the rest follows from its seed. */
export interface Steering {
  /** Only these strike. */
  readonly only?: readonly FaultKind[]
  /** Just these strike, each in its step, from 0: for what is found only if one thing comes after another. */
  readonly strikes?: readonly Strike[]
  /** Just these are done, instead of any that are drawn. */
  readonly acts?: readonly Act[]
  readonly database?: Plan['database']
  readonly ending?: Plan['ending']
  /** The question, from 0, at which everything is done. */
  readonly question?: number
  readonly steps?: number
  /** Milliseconds before each step, at least. */
  readonly pauseMs?: number
  /** Milliseconds until a fault heals that lasts, at least. */
  readonly lastsMs?: number
  /** The time of the exam is over in the run. */
  readonly end?: PlannedEnd
  readonly atFinish?: PlannedFinish
  /** Files are uploaded; otherwise only where not all is steered, and then sometimes. */
  readonly hasFiles?: boolean
  /** The kind of the exam; otherwise a plain one, and sometimes another where not all is steered. */
  readonly exam?: ExamKind
  /** In a course; otherwise only where not all is steered, and then sometimes. */
  readonly isCourse?: boolean
  /** A guard lets nobody in, in some runs that aren't steered. */
  readonly hasGuards?: boolean
  /** In a course of cmi5; otherwise only in some of the courses, where not all is steered. */
  readonly isCmi5?: boolean
}

/** Drawn apart from all others: what else a seed plans doesn't depend on them. */
const filesSeed = 0xf11e5
const returnSeed = 0xbac
const endSeed = 0xe4d
const courseSeed = 0xc0
const cmi5Seed = 0xc5
const carrySeed = 0xca7
const readingSeed = 0xbdf
const finishSeed = 0xf1e
const guardSeed = 0x6a2d
const examSeed = 0xe8a

/** Of some runs that aren't steered another one than most have. */
const examOf = (seed: number): ExamKind => {
  const chance = chanceOf(seed + examSeed)
  if (chance.isTrue(0.15)) return 'checked'
  return chance.isTrue(0.12) ? 'routed' : 'plain'
}

/** Which runs have their database set back at the finish: of some of those that aren't steered, or of all that are held to it. */
const finishOf = (seed: number, steps: number, { only, strikes, acts, atFinish }: Steering): PlannedFinish | undefined => {
  const chance = chanceOf(seed + finishSeed)
  const kinds = only ? finishFaults.filter((kind) => only.includes(kind)) : finishFaults
  const isDrawn = only ? kinds.length > 0 : !strikes && !acts && chance.isTrue(0.1)
  if (atFinish || !isDrawn) return atFinish
  return {
    kind: chance.pick(kinds),
    backupStep: Math.max(0, steps - chance.whole(1, 5)),
    when: chance.pick(['before', 'behind']),
    isFailover: chance.isTrue(0.5),
    isAbrupt: chance.isTrue(0.3),
    isReloaded: chance.isTrue(0.3),
  }
}

/** Of which runs the time is over, and what is away then: of some of those that aren't steered, or of all that are held to it. */
const endOf = (seed: number, { only, strikes, acts, end }: Steering): PlannedEnd | undefined => {
  const chance = chanceOf(seed + endSeed)
  const kinds = only ? endFaults.filter((kind) => only.includes(kind)) : endFaults
  const isDrawn = only ? only.every(isEnd) : !strikes && !acts && chance.isTrue(0.08)
  if (end || !isDrawn) return end
  const kind = chance.pick(kinds)
  return {
    kind,
    examSeconds: chance.whole(14, 18),
    step: chance.whole(1, 3),
    stepsAfter: kind === 'time given while away' ? 3 : 0,
  }
}

/** The run of a seed: the same each time. Even seeds are on SQLite, odd ones on PostgreSQL, unless it is steered elsewhere. */
export const planOf = (seed: number, steering: Steering = {}): Plan => {
  const chance = chanceOf(seed)
  const database = steering.database ?? (seed % 2 === 0 ? 'sqlite' : 'postgres')
  const isSteered = [steering.only, steering.strikes, steering.acts].some((given) => given !== undefined)
  const isDrawn = !isSteered && !steering.hasFiles && !steering.exam && chanceOf(seed + courseSeed).isTrue(0.15)
  const isCourse = steering.isCourse ?? (steering.isCmi5 || isDrawn)
  const isCmi5 = isCourse && (steering.isCmi5 ?? (!isSteered && chanceOf(seed + cmi5Seed).isTrue(0.4)))
  const drawnEnd = steering.exam === undefined ? endOf(seed, steering) : steering.end
  const end = isCourse ? undefined : drawnEnd
  const isFree = !isSteered && !end && !isCourse
  const exam = steering.exam ?? (isFree && !steering.hasFiles ? examOf(seed) : 'plain')
  const ofExam = chanceOf(seed + examSeed + 1)
  const likely = weights.filter(
    ([kind]) => steering.only?.includes(kind) ?? !(isGuard(kind) || (isCourse && notInCourses(kind))),
  )
  const ofCarrying = chanceOf(seed + carrySeed)
  const isCarried = isCourse && !isCmi5 && !isSteered && ofCarrying.isTrue(0.4)
  const actsOfCourse = () => (isCarried ? carryingActs(ofCarrying) : courseActs(chance))
  const actsOfRun = () => {
    if (isCourse) return actsOfCourse()
    return exam === 'routed' ? routedActs(ofExam) : []
  }
  const acts = [...(steering.acts ?? actsOfRun())]
  let at = steering.question ?? 0
  const isGiven = steering.acts !== undefined || isCourse || exam === 'routed'
  const count = isGiven ? acts.length : (steering.steps ?? (end ? stepsToEnd + end.stepsAfter : chance.whole(12, 24)))
  while (acts.length < count) {
    const isStaying = acts.at(-1)?.do === 'go' || acts.length === 0 || steering.question !== undefined || chance.isTrue(0.45)
    const act = isStaying ? actAt(chance, at, acts.length) : moveFrom(chance, at)
    at = act.question
    acts.push(act)
  }
  const lasting = ({ isForEver, ...fault }: Fault): Fault => ({
    ...fault,
    // A unit sends what it says as it is, and asks in no other form.
    ...(isForEver !== undefined && { isForEver: isForEver && !isCmi5 }),
    ...(fault.lastsMs > 0 && { lastsMs: Math.max(steering.lastsMs ?? 0, fault.lastsMs) }),
  })
  // Where the time is over, that is all that goes wrong.
  const struck = new Set(
    end || likely.length === 0 ? [] : Array.from({ length: chance.whole(2, 6) }, () => chance.whole(1, count - 1)),
  )
  const given = new Map(steering.strikes?.map((strike) => [strike.step, strike]))
  const faultAt = (index: number, act: Act): Fault | undefined => {
    if (!steering.strikes) return struck.has(index) ? lasting(faultOf(chance, likely, database, { act, index })) : undefined
    const strike = given.get(index)
    if (!strike) return undefined
    const { step: _, kind, ...known } = strike
    return lasting({ ...faultOf(chance, [[kind, 1]], database, { act, index }), ...known })
  }
  const drawn = acts.map((act, index): Step => {
    const step = { act, pauseMs: Math.max(steering.pauseMs ?? (end ? pauseToEndMs : 0), pauseMs(chance)) }
    const fault = faultAt(index, act)
    return fault ? { ...step, fault } : step
  })
  const faultAway = (index: number, act: Act) => faultOf(ofCarrying, weightsWhileAway, database, { act, index })
  const steps = isCarried ? takeNetwork(drawn, ofCarrying, faultAway) : drawn
  /** Puts what else is done between the steps, in its order. */
  const putBetween = (more: readonly Act[], by: Chance) => {
    let place = 0
    for (const act of more) {
      // Often at once, while the file is still on its way.
      const isAtOnce = act.do === 'remove' && by.isTrue(0.5)
      if (!isAtOnce) place = by.whole(place, steps.length)
      const step = { act, pauseMs: Math.max(steering.pauseMs ?? 0, pauseMs(by)) }
      const ends = !steering.only && isLarge(act) && by.isTrue(0.6) ? by.pick(endsOfPage) : undefined
      const drawn = by.isTrue(0.6) ? lasting(faultOf(by, likely, database, { act, index: place })) : undefined
      // It is listed, and on its way.
      const inTheMiddle: Fault | undefined = ends && { kind: ends, after: 1, lastsMs: 0 }
      const fault = end ? undefined : (inTheMiddle ?? drawn)
      steps.splice(place, 0, { ...step, ...(fault && { fault }) })
      place += 1
    }
  }
  if (exam === 'checked' && steering.acts === undefined) putBetween(checkActs(ofExam), ofExam)
  const isWhole = isFree && exam !== 'routed'
  const ofFiles = chanceOf(seed + filesSeed)
  if (steering.hasFiles ?? (isWhole && ofFiles.isTrue(0.35))) putBetween(fileActs(ofFiles), ofFiles)
  const ofReading = chanceOf(seed + readingSeed)
  if (isWhole && ofReading.isTrue(0.25)) putBetween(readingActs(ofReading), ofReading)
  const ofGuards = chanceOf(seed + guardSeed)
  const freeSteps = steps.flatMap((step, index) => (index > 0 && !step.fault ? [{ step, index }] : []))
  if (isFree && steering.hasGuards && freeSteps.length > 0 && ofGuards.isTrue(0.3)) {
    const { step, index } = ofGuards.pick(freeSteps)
    const likelyGuards = guardFaults.map((kind) => [kind, 1] as const)
    steps[index] = { ...step, fault: lasting(faultOf(ofGuards, likelyGuards, database, { act: step.act, index })) }
  }
  const kinds = new Set(steps.map(({ fault }) => fault?.kind))
  const isTakenAlong = acts.some((act) => act.do === 'carry')
  const atFinish = end || isCourse ? undefined : finishOf(seed, steps.length, steering)
  const plan: Plan = {
    seed,
    database,
    steps,
    serviceWorker: isTakenAlong || kinds.has('service worker updated') || kinds.has('browser killed') || chance.isTrue(0.1),
    ...(end && { end }),
    ...{ exam, isCourse, isCmi5 },
    ending: steering.ending ?? (chance.isTrue(0.7) ? 'finish' : 'leave'),
    isFirstVisit: chance.isTrue(0.15),
    tellsOfReturn: chanceOf(seed + returnSeed).isTrue(0.85),
  }
  return atFinish ? { ...plan, atFinish, ending: 'finish' } : plan
}
