import { largestPieceBytes } from '@sitwell/contract'
import { type Chance, chanceOf } from './chance.ts'
import { evidenceQuestion, optionsOf, questionKinds } from './exam.ts'
import {
  type EndFault,
  endFaults,
  endsOfPage,
  type Fault,
  type FaultKind,
  isEnd,
  isMomentary,
  isOfFile,
  isSetBack,
  weights,
} from './fault-kinds.ts'
import type { ChosenFile } from './files.ts'

/** What the learner does at one question, given by its number in the exam, from 0. */
export type Act =
  | { readonly do: 'write'; readonly question: number; readonly keys: readonly string[]; readonly isRewritten: boolean }
  | { readonly do: 'choose' | 'tick'; readonly question: number; readonly option: number }
  | { readonly do: 'bookmark'; readonly question: number }
  | { readonly do: 'upload'; readonly question: number; readonly file: ChosenFile }
  /** Deletes a file that was chosen before, where it is listed. */
  | { readonly do: 'remove'; readonly question: number; readonly file: ChosenFile }
  | { readonly do: 'go'; readonly question: number; readonly by: 'pick' | 'next' | 'previous' }

export interface Step {
  readonly act: Act
  /** Milliseconds before it. */
  readonly pauseMs: number
  readonly fault?: Fault
}

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

/** One run: everything that is decided before it. */
export interface Plan {
  readonly seed: number
  readonly database: 'sqlite' | 'postgres'
  readonly steps: readonly Step[]
  readonly serviceWorker: boolean
  /** The player's files come over the network; else the browsers have them from an earlier visit. */
  readonly isFirstVisit: boolean
  readonly ending: 'finish' | 'leave'
  /** The browsers say, once everything is healed, that the network is back; else the player finds out by itself. */
  readonly tellsOfReturn: boolean
  readonly end?: PlannedEnd
}

const jumpsMs = [-3_600_000, 3_600_000, -86_400_000, 7 * 86_400_000, -60_000, -Date.UTC(2026, 0, 1)]

const words = ['cold', 'deep', 'clear', 'ice', 'wind', 'shore', 'reed', 'salt', 'fish', 'silt', 'Ärger', 'été', 'ماء', '湖']

/** Of these, what stands in nothing but answers. */
const blockedWords = ['Ärger', 'été', 'ماء', '湖']

/** What strikes on SQLite in place of what only PostgreSQL has, and the other way round: SQLite lives in the server's process, and is a file. */
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
    ...((kind === 'clock jump' || kind === 'server clock jump' || kind === 'server restarted with another clock') && {
      byMs: chance.pick(jumpsMs),
    }),
    ...(kind === 'second device' && { isAbrupt: chance.isTrue(0.4) }),
    ...(isFirewall && { word: chance.pick(blockedWords), isForEver: chance.isTrue(0.5) }),
    ...(isSetBack(kind) && { isAbrupt: chance.isTrue(0.3), backupStep: backupStepOf(chance, kind, index) }),
    ...(isOfFile(kind) && { backupStep: backupStepOf(chance, kind, index) }),
  }
}

/** What is typed between two looks at the field: some keys at once. */
const bursts = (chance: Chance, act: number): string[] =>
  Array.from({ length: chance.whole(1, 4) }, (_, index) => `${chance.pick(words)}${act}.${index} `)

const actAt = (chance: Chance, question: number, number: number): Act => {
  if (chance.isTrue(0.12)) return { do: 'bookmark', question }
  const kind = questionKinds[question]
  if (kind === 'text') return { do: 'write', question, keys: bursts(chance, number), isRewritten: chance.isTrue(0.25) }
  return { do: kind === 'ticks' ? 'tick' : 'choose', question, option: chance.whole(0, optionsOf(question) - 1) }
}

const moveFrom = (chance: Chance, at: number): Act => {
  const last = questionKinds.length - 1
  if (at < last && chance.isTrue(0.4)) return { do: 'go', question: at + 1, by: 'next' }
  if (at > 0 && chance.isTrue(0.25)) return { do: 'go', question: at - 1, by: 'previous' }
  const other = chance.whole(0, last - 1)
  return { do: 'go', question: other < at ? other : other + 1, by: 'pick' }
}

/** In bytes: tiny ones, some that go in one request, and some that go in pieces of 4 MiB. */
const fileSizes = [
  [[1, 5000], 4],
  [[5000, 1_500_000], 4],
  [[largestPieceBytes + 1, 2 * largestPieceBytes + 1_000_000], 2],
] as const satisfies (readonly [readonly [number, number], number])[]
const isLarge = (act: Act) => act.do === 'upload' && act.file.size > largestPieceBytes

/** What is done with files, in its order: some are removed again. */
const fileActs = (chance: Chance): Act[] => {
  const acts: Act[] = []
  const standing: ChosenFile[] = []
  for (const number of Array.from({ length: chance.whole(1, 3) }, (_, index) => index + 1)) {
    const file = { number, size: chance.whole(...chance.weighted(fileSizes)) }
    acts.push({ do: 'upload', question: evidenceQuestion, file })
    standing.push(file)
    if (!chance.isTrue(0.4)) continue
    const removed = chance.pick(standing)
    standing.splice(standing.indexOf(removed), 1)
    acts.push({ do: 'remove', question: evidenceQuestion, file: removed })
  }
  return acts
}

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
  /** Just these strike, each in its step, from 0: for what is found only where one thing comes after another. */
  readonly strikes?: readonly Strike[]
  /** Just these are done, in place of any that are drawn. */
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
  /** Files are uploaded; else only where not all is steered, and then sometimes. */
  readonly hasFiles?: boolean
}

/** Drawn apart from all others: what else a seed plans doesn't depend on them. */
const filesSeed = 0xf11e5
const returnSeed = 0xbac
const endSeed = 0xe4d

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
  const end = endOf(seed, steering)
  const likely = weights.filter(([kind]) => steering.only?.includes(kind) ?? true)
  const acts = [...(steering.acts ?? [])]
  let at = steering.question ?? 0
  const count = steering.acts?.length ?? steering.steps ?? (end ? stepsToEnd + end.stepsAfter : chance.whole(12, 24))
  while (acts.length < count) {
    const isStaying = acts.at(-1)?.do === 'go' || acts.length === 0 || steering.question !== undefined || chance.isTrue(0.45)
    const act = isStaying ? actAt(chance, at, acts.length) : moveFrom(chance, at)
    at = act.question
    acts.push(act)
  }
  const lasting = (fault: Fault): Fault =>
    fault.lastsMs === 0 ? fault : { ...fault, lastsMs: Math.max(steering.lastsMs ?? 0, fault.lastsMs) }
  // Where the time is over, that is all that goes wrong.
  const struck = new Set(end ? [] : Array.from({ length: chance.whole(2, 6) }, () => chance.whole(1, count - 1)))
  const given = new Map(steering.strikes?.map((strike) => [strike.step, strike]))
  const faultAt = (index: number, act: Act): Fault | undefined => {
    if (!steering.strikes) return struck.has(index) ? lasting(faultOf(chance, likely, database, { act, index })) : undefined
    const strike = given.get(index)
    if (!strike) return undefined
    const { step: _, kind, ...known } = strike
    return lasting({ ...faultOf(chance, [[kind, 1]], database, { act, index }), ...known })
  }
  const steps = acts.map((act, index): Step => {
    const step = { act, pauseMs: Math.max(steering.pauseMs ?? (end ? pauseToEndMs : 0), pauseMs(chance)) }
    const fault = faultAt(index, act)
    return fault ? { ...step, fault } : step
  })
  const ofFiles = chanceOf(seed + filesSeed)
  let place = 0
  const isSteered = [steering.only, steering.strikes, steering.acts].some((given) => given !== undefined)
  const withFiles = steering.hasFiles ?? (!isSteered && !end && ofFiles.isTrue(0.35))
  for (const act of withFiles ? fileActs(ofFiles) : []) {
    // Often at once, while the file is still on its way.
    const isAtOnce = act.do === 'remove' && ofFiles.isTrue(0.5)
    if (!isAtOnce) place = ofFiles.whole(place, steps.length)
    const step = { act, pauseMs: Math.max(steering.pauseMs ?? 0, pauseMs(ofFiles)) }
    const ends = !steering.only && isLarge(act) && ofFiles.isTrue(0.6) ? ofFiles.pick(endsOfPage) : undefined
    const drawn = ofFiles.isTrue(0.6) ? lasting(faultOf(ofFiles, likely, database, { act, index: place })) : undefined
    // It is listed, and on its way.
    const inTheMiddle: Fault | undefined = ends && { kind: ends, after: 1, lastsMs: 0 }
    const fault = end ? undefined : (inTheMiddle ?? drawn)
    steps.splice(place, 0, { ...step, ...(fault && { fault }) })
    place += 1
  }
  const kinds = new Set(steps.map(({ fault }) => fault?.kind))
  return {
    seed,
    database,
    steps,
    serviceWorker: kinds.has('service worker updated') || kinds.has('browser killed') || chance.isTrue(0.1),
    ...(end && { end }),
    ending: steering.ending ?? (chance.isTrue(0.7) ? 'finish' : 'leave'),
    isFirstVisit: chance.isTrue(0.15),
    tellsOfReturn: chanceOf(seed + returnSeed).isTrue(0.85),
  }
}
