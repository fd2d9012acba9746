import type { Fault } from './compare.ts'
import type { RunResult } from './run.ts'

/** What runs came to, added up. */
export interface Summary {
  readonly runs: number
  readonly seeds: readonly number[]
  readonly byDatabase: Readonly<Record<string, number>>
  readonly entered: number
  /** Files that were chosen. */
  readonly files: number
  readonly faults: ReadonlyMap<string, number>
  readonly found: Readonly<Record<Fault['kind'], number>>
  /** What couldn't come through, and the page said so. */
  readonly told: number
  /** Sorted by their milliseconds. */
  readonly recoveries: readonly { readonly seed: number; readonly ms: number }[]
  readonly failed: readonly { readonly seed: number; readonly found: readonly Fault[] }[]
}

const count = <T>(list: readonly T[]) => {
  const counted = new Map<T, number>()
  for (const one of list) counted.set(one, (counted.get(one) ?? 0) + 1)
  return counted
}

/** What the learner noted of the question that is wrong, and of what struck meanwhile: a rare failure may not come again. */
const notesOf = ({ notes }: RunResult, { question }: Fault): string[] =>
  notes
    .filter((note) => !('question' in note) || question === undefined || note.question === question)
    .map((note) => {
      const { atMs, device, what, ...more } = { ...note, way: undefined, held: undefined }
      return `    ${(atMs / 1000).toFixed(3)} device ${device} ${what} ${JSON.stringify(more)}`
    })

/** All that is known of a run that failed. */
export const failureInWords = (result: RunResult): string =>
  result.found.flatMap((fault) => [`seed ${result.plan.seed}: ${faultInWords(fault)}`, ...notesOf(result, fault)]).join('\n')

export const sumUp = (results: readonly RunResult[]): Summary => {
  const kinds = count(results.flatMap(({ found }) => found.map(({ kind }) => kind)))
  const of = (kind: Fault['kind']) => kinds.get(kind) ?? 0
  return {
    runs: results.length,
    seeds: results.map(({ plan }) => plan.seed),
    byDatabase: Object.fromEntries(count(results.map(({ plan }) => plan.database))),
    entered: results.reduce((sum, { notes }) => sum + notes.filter(({ what }) => what === 'entered').length, 0),
    files: results.reduce((sum, { notes }) => sum + notes.filter(({ what }) => what === 'chose').length, 0),
    faults: new Map(
      [...count(results.flatMap(({ notes }) => notes.flatMap((note) => (note.what === 'struck' ? [note.kind] : []))))].toSorted(
        ([a], [b]) => (a < b ? -1 : 1),
      ),
    ),
    found: {
      lost: of('lost'),
      overwritten: of('overwritten'),
      untold: of('untold'),
      double: of('double'),
      shown: of('shown'),
      log: of('log'),
      stuck: of('stuck'),
    },
    told: results.reduce((sum, { reported }) => sum + reported.length, 0),
    recoveries: results
      .flatMap(({ plan, recoveryMs: ms }) => (ms === undefined ? [] : [{ seed: plan.seed, ms }]))
      .toSorted((a, b) => a.ms - b.ms),
    failed: results.flatMap(({ plan, found }) => (found.length > 0 ? [{ seed: plan.seed, found }] : [])),
  }
}

/** The value below which that share of a sorted list is. */
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

const inSeconds = (ms: number | undefined) => (ms === undefined ? '–' : `${(ms / 1000).toFixed(1)} s`)

const faultInWords = ({ kind, question, detail }: Fault) =>
  `${kind}${question === undefined ? '' : `, question ${question + 1}`}: ${detail}`

/** `1–20, 24`. */
const rangesOf = (numbers: readonly number[]): string => {
  const ranges: [from: number, to: number][] = []
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}

/** What script/chaos prints at its end. */
export const inWords = ({
  runs,
  seeds,
  byDatabase,
  entered,
  files,
  faults,
  found,
  told,
  recoveries,
  failed,
}: Summary): string => {
  const times = recoveries.map(({ ms }) => ms)
  const slowest = recoveries.at(-1)
  const databases = Object.entries(byDatabase).map(([name, runsThere]) => `${name} ${runsThere}`)
  const injected = [...faults.values()].reduce((sum, times) => sum + times, 0)
  return [
    `seeds ${rangesOf(seeds)}: ${runs} runs (${databases.join(', ')}), ${injected} faults, ${entered} answers typed or chosen, ${files} files uploaded`,
    ...[...faults].map(([kind, times]) => `  ${String(times).padStart(6)}  ${kind}`),
    `lost ${found.lost}, overwritten by older ${found.overwritten}, untold ${found.untold}, double ${found.double}; could not come through, and told so: ${told}`,
    `shown wrongly ${found.shown}, faults of the activity log ${found.log}, stuck ${found.stuck}`,
    `time to recover: median ${inSeconds(percentile(times, 0.5))}, 95th percentile ${inSeconds(percentile(times, 0.95))}, longest ${inSeconds(slowest?.ms)} (seed ${slowest?.seed ?? '–'})`,
    ...failed.flatMap(({ seed, found: faultsOfSeed }) => [
      `seed ${seed}:`,
      ...faultsOfSeed.map((fault) => `  ${faultInWords(fault)}`),
    ]),
  ].join('\n')
}
