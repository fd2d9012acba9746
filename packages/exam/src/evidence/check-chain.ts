import { beginningOf, type ChainedEntry, linkOf, type Sha256 } from './chain.ts'

/** The problems with a chain. Numbers are those of the entries; `was` is the one under which an entry was written. */
export type ChainFinding =
  /** The entry is not what was written. */
  | { readonly kind: 'changed'; readonly number: number }
  /** Entries that were written are gone: from somewhere in between, or (`cut`) the last ones. */
  | { readonly kind: 'missing' | 'cut'; readonly from: number; readonly to: number }
  /** The entry was never written where it stands. */
  | { readonly kind: 'put-in'; readonly number: number }
  /** The entry stands under another number than it was written. */
  | { readonly kind: 'moved'; readonly number: number; readonly was: number }
  /** An entry without a hash after one that has it. */
  | { readonly kind: 'unlinked'; readonly number: number }
  /** One of the entries from before there was a chain was changed, put in or taken out, or the form run's own facts were. */
  | { readonly kind: 'seal'; readonly upTo: number }
  /** The first entry does not begin with the form run's own facts: they were changed, or the chain is another one's. */
  | { readonly kind: 'seed' }
  /** The head that is kept beside the chain is gone. */
  | { readonly kind: 'no-head' }

/** The last hash of a chain, as it is kept beside it, with the number of its entry. */
export interface ChainHead {
  readonly number: number
  readonly hash: string | null
}

export interface ChainCheck {
  readonly findings: readonly ChainFinding[]
  /** Entries that the chain covers, those under its seal among them. */
  readonly covered: number
  /** Entries from before there was a chain that nothing covers yet. */
  readonly uncovered: number
}

type Linked = ChainedEntry & { readonly previous: string; readonly hash: string }

const isLinked = (entry: ChainedEntry): entry is Linked => entry.previous !== null && entry.hash !== null

/** The number under which an entry was written; undefined if none explains its hash. */
const writtenAs = (entry: Linked, last: number, sha256: Sha256): number | undefined => {
  const isWrittenAs = (number: number) => linkOf(entry.previous, { ...entry, number }, sha256) === entry.hash
  if (isWrittenAs(entry.number)) return entry.number
  for (let number = 1; number <= last; number += 1) if (isWrittenAs(number)) return number
  return undefined
}

/** Numbers one after another as ranges. */
const rangesOf = (numbers: readonly number[]) => {
  const ranges: { from: number; to: number }[] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last.to === number - 1) last.to = number
    else ranges.push({ from: number, to: number })
  }
  return ranges
}

/** An entry with the number under which it was written, where that is known. */
interface Placed {
  readonly entry: ChainedEntry
  readonly was: number | undefined
}

/** Of the entry that holds a place: `isGenuine` says that the one after it names it. */
const findingAt = ({ entry, was }: Placed, isGenuine: boolean): ChainFinding | undefined => {
  const { number } = entry
  if (!isLinked(entry)) return { kind: 'unlinked', number }
  if (was === undefined || !isGenuine) return { kind: 'changed', number }
  return was === number ? undefined : { kind: 'moved', number, was }
}

/** Of all that claim a place the genuine one: `expected` is the hash that the place after it names, where that is known. */
const judgePlace = (candidates: readonly Placed[], expected: string | undefined) => {
  const genuine = candidates.find(({ entry }) => expected === undefined || entry.hash === expected)
  const held = genuine ?? candidates[0]
  const findings = candidates
    .filter((one) => one !== held)
    .map(({ entry }): ChainFinding => ({ kind: 'put-in', number: entry.number }))
  const finding = held && findingAt(held, genuine !== undefined)
  if (finding) findings.push(finding)
  const previous = held && isLinked(held.entry) && held.was !== undefined ? held.entry.previous : undefined
  return { isHeld: held !== undefined, findings, previous }
}

/**
 * Holds a chain against itself and against the head that is kept beside it, from its end to its beginning: each entry says which one
 * was before it, so of two that claim a place the genuine one is known.
 */
const walk = (entries: readonly ChainedEntry[], first: number, head: ChainHead, sha256: Sha256) => {
  const last = Math.max(head.number, ...entries.map(({ number }) => number))
  const placed = entries.map((entry): Placed => ({ entry, was: isLinked(entry) ? writtenAs(entry, last, sha256) : undefined }))
  const placeOf = ({ entry, was }: Placed) => was ?? entry.number
  const findings = placed
    .filter((one) => placeOf(one) >= first && placeOf(one) > head.number)
    .map(({ entry }): ChainFinding => ({ kind: isLinked(entry) ? 'put-in' : 'unlinked', number: entry.number }))
  const gone: number[] = []
  let expected = head.hash ?? undefined
  let lastHeld = first - 1
  for (let number = head.number; number >= first; number -= 1) {
    const place = judgePlace(
      placed.filter((one) => placeOf(one) === number),
      expected,
    )
    findings.push(...place.findings)
    expected = place.previous
    if (place.isHeld) lastHeld = Math.max(lastHeld, number)
    else gone.push(number)
  }
  for (const { from, to } of rangesOf(gone.toReversed())) findings.push({ kind: from > lastHeld ? 'cut' : 'missing', from, to })
  return { findings, begins: expected }
}

const numberOf = (finding: ChainFinding): number => {
  if ('number' in finding) return finding.number
  return 'from' in finding ? finding.from : 0
}

/**
 * Whether a chain is as it was written: nothing changed, taken out, put in, moved or cut off. `entries` in the order of their numbers.
 * It shows nothing of somebody who recomputed the whole chain with its head: for that, a head has to be kept elsewhere.
 */
export const checkChain = (
  { seed, entries, head }: { readonly seed: string; readonly entries: readonly ChainedEntry[]; readonly head: ChainHead },
  sha256: Sha256,
): ChainCheck => {
  const index = entries.findIndex(isLinked)
  if (index === -1 && head.hash === null) return { findings: [], covered: 0, uncovered: entries.length }
  const before = index === -1 ? [] : entries.slice(0, index)
  const linked = entries.slice(before.length)
  const first = (before.at(-1)?.number ?? 0) + 1
  const found = walk(linked, first, head, sha256)
  const findings: ChainFinding[] = [...found.findings]
  if (head.hash === null) findings.push({ kind: 'no-head' })
  if (found.begins !== undefined && found.begins !== beginningOf(seed, before, sha256))
    findings.push(before.length === 0 ? { kind: 'seed' } : { kind: 'seal', upTo: before.length })
  return {
    findings: findings.toSorted((one, other) => numberOf(one) - numberOf(other)),
    covered: entries.length,
    uncovered: 0,
  }
}
