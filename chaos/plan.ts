import { type Chance, chanceOf } from './chance.ts'
import { evidenceQuestion, optionsOf, questionKinds } from './exam.ts'
import type { ChosenFile } from './files.ts'

/** What the network and the server do to requests for a while. */
export const networkFaults = [
  'cut',
  'slow',
  'lossy',
  'reply lost after the commit',
  'request duplicated',
  'requests reordered',
  'server error 500',
  'server error 503',
  'server error 503 after the commit',
  'HTML in place of a reply',
  'half a reply',
] as const
export type NetworkFault = (typeof networkFaults)[number]

/** What is over in a moment, and needs no healing. */
export const momentaryFaults = [
  'token expired',
  'session over',
  'service worker updated',
  'tab crashed',
  'page reloaded',
  'browser killed',
  'second tab',
  'second device',
] as const
export type MomentaryFault = (typeof momentaryFaults)[number]

/** What stays wrong for a while, outside of the network. */
export const lastingFaults = ['server killed', 'database killed', 'clock jump', 'disk full'] as const
export type LastingFault = (typeof lastingFaults)[number]

export type FaultKind = NetworkFault | MomentaryFault | LastingFault
export const faultKinds: readonly FaultKind[] = [...networkFaults, ...momentaryFaults, ...lastingFaults]

export interface Fault {
  readonly kind: FaultKind
  /** Milliseconds until it heals by itself; 0 for what is over in a moment. All heal before the run is judged. */
  readonly lastsMs: number
  /** How far the step is done when it strikes: of its keys, or 0 before a click and 1 right behind it. */
  readonly after: number
  /** Milliseconds by which a clock is set: back or forward. */
  readonly byMs?: number
  /** The first device goes off as it is, its battery empty, and is opened again when the learner comes back to it. */
  readonly isAbrupt?: boolean
  /** It heals before this step, once the page has had its time for what was done; or at the end where there is none such. */
  readonly untilStep?: number
  /** The browser says that the network is gone. */
  readonly isTold?: boolean
  /** The page has had its time to keep all that was done before it strikes. */
  readonly isPatient?: boolean
}

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
}

/** How often each strikes; what costs the machine much is rarer. */
const weights: readonly (readonly [FaultKind, number])[] = [
  ...networkFaults.map((kind) => [kind, kind === 'cut' ? 6 : 4] as const),
  ['token expired', 3],
  ['session over', 2],
  ['service worker updated', 1.5],
  ['tab crashed', 4],
  ['page reloaded', 5],
  ['browser killed', 1.5],
  ['second tab', 3],
  ['second device', 3],
  ['server killed', 4],
  ['database killed', 3],
  ['clock jump', 3],
  ['disk full', 3],
]

const jumpsMs = [-3_600_000, 3_600_000, -86_400_000, 7 * 86_400_000, -60_000, -Date.UTC(2026, 0, 1)]

const isMomentary = (kind: FaultKind): kind is MomentaryFault => momentaryFaults.some((one) => one === kind)

const faultOf = (chance: Chance, likely: typeof weights, database: Plan['database'], act: Act): Fault => {
  const drawn = chance.weighted(likely)
  // SQLite lives in the server's process.
  const kind = drawn === 'database killed' && database === 'sqlite' ? 'server killed' : drawn
  const after = chance.whole(0, act.do === 'write' ? act.keys.length : 1)
  const lastsMs = isMomentary(kind) ? 0 : chance.whole(300, 2500)
  return {
    kind,
    lastsMs,
    after,
    ...(kind === 'clock jump' && { byMs: chance.pick(jumpsMs) }),
    ...(kind === 'second device' && { isAbrupt: chance.isTrue(0.4) }),
  }
}

const words = ['cold', 'deep', 'clear', 'ice', 'wind', 'shore', 'reed', 'salt', 'fish', 'silt', 'Ärger', 'été', 'ماء', '湖']

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

/** What is done with files, in its order: some are removed again. */
const fileActs = (chance: Chance): Act[] => {
  const acts: Act[] = []
  const standing: ChosenFile[] = []
  for (const number of Array.from({ length: chance.whole(1, 3) }, (_, index) => index + 1)) {
    const file = { number, size: chance.isTrue(0.5) ? chance.whole(1, 5000) : chance.whole(5000, 1_500_000) }
    acts.push({ do: 'upload', question: evidenceQuestion, file })
    standing.push(file)
    if (!chance.isTrue(0.4)) continue
    const removed = chance.pick(standing)
    standing.splice(standing.indexOf(removed), 1)
    acts.push({ do: 'remove', question: evidenceQuestion, file: removed })
  }
  return acts
}

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
  /** Files are uploaded; else only where not all is steered, and then sometimes. */
  readonly hasFiles?: boolean
}

/** Drawn apart from all others: what else a seed plans doesn't depend on them. */
const filesSeed = 0xf11e5
const returnSeed = 0xbac

/** The run of a seed: the same each time. Even seeds are on SQLite, odd ones on PostgreSQL, unless it is steered elsewhere. */
export const planOf = (seed: number, steering: Steering = {}): Plan => {
  const chance = chanceOf(seed)
  const database = steering.database ?? (seed % 2 === 0 ? 'sqlite' : 'postgres')
  const likely = weights.filter(([kind]) => steering.only?.includes(kind) ?? true)
  const acts = [...(steering.acts ?? [])]
  let at = steering.question ?? 0
  const count = steering.acts?.length ?? steering.steps ?? chance.whole(12, 24)
  while (acts.length < count) {
    const isStaying = acts.at(-1)?.do === 'go' || acts.length === 0 || steering.question !== undefined || chance.isTrue(0.45)
    const act = isStaying ? actAt(chance, at, acts.length) : moveFrom(chance, at)
    at = act.question
    acts.push(act)
  }
  const lasting = (fault: Fault): Fault =>
    fault.lastsMs === 0 ? fault : { ...fault, lastsMs: Math.max(steering.lastsMs ?? 0, fault.lastsMs) }
  const struck = new Set(Array.from({ length: chance.whole(2, 6) }, () => chance.whole(1, count - 1)))
  const given = new Map(steering.strikes?.map((strike) => [strike.step, strike]))
  const faultAt = (index: number, act: Act): Fault | undefined => {
    if (!steering.strikes) return struck.has(index) ? lasting(faultOf(chance, likely, database, act)) : undefined
    const strike = given.get(index)
    if (!strike) return undefined
    const { step: _, kind, ...known } = strike
    return lasting({ ...faultOf(chance, [[kind, 1]], database, act), ...known })
  }
  const steps = acts.map((act, index): Step => {
    const step = { act, pauseMs: Math.max(steering.pauseMs ?? 0, pauseMs(chance)) }
    const fault = faultAt(index, act)
    return fault ? { ...step, fault } : step
  })
  const ofFiles = chanceOf(seed + filesSeed)
  let place = 0
  const isSteered = [steering.only, steering.strikes, steering.acts].some((given) => given !== undefined)
  const withFiles = steering.hasFiles ?? (!isSteered && ofFiles.isTrue(0.35))
  for (const act of withFiles ? fileActs(ofFiles) : []) {
    // Often at once, while the file is still on its way.
    const isAtOnce = act.do === 'remove' && ofFiles.isTrue(0.5)
    if (!isAtOnce) place = ofFiles.whole(place, steps.length)
    const step = { act, pauseMs: Math.max(steering.pauseMs ?? 0, pauseMs(ofFiles)) }
    const fault = ofFiles.isTrue(0.6) ? lasting(faultOf(ofFiles, likely, database, act)) : undefined
    steps.splice(place, 0, { ...step, ...(fault && { fault }) })
    place += 1
  }
  const kinds = new Set(steps.map(({ fault }) => fault?.kind))
  return {
    seed,
    database,
    steps,
    serviceWorker: kinds.has('service worker updated') || kinds.has('browser killed') || chance.isTrue(0.1),
    ending: steering.ending ?? (chance.isTrue(0.7) ? 'finish' : 'leave'),
    isFirstVisit: chance.isTrue(0.15),
    tellsOfReturn: chanceOf(seed + returnSeed).isTrue(0.85),
  }
}
