import { beginningOf, type ChainedEntry, linkOf, type Sha256 } from './chain.ts'

/** What is wrong with a chain. Numbers are those of the entries; `was` is the one under which an entry was written. */
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

/** The number under which an entry was written; undefined where none explains its hash. */
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

/**
 * Holds a chain against itself and against the head that is kept beside it, from its end to its beginning: each entry says which one
 * was before it, so of two that claim a place the genuine one is known.
 */
const walk = (entries: readonly ChainedEntry[], first: number, head: ChainHead, sha256: Sha256) => {
  const findings: ChainFinding[] = []
  const last = Math.max(head.number, ...entries.map(({ number }) => number))
  const placed = entries.map((entry) => ({ entry, was: isLinked(entry) ? writtenAs(entry, last, sha256) : undefined }))
  const gone: number[] = []
  let expected = head.hash ?? undefined
  let lastHeld = first - 1
  for (let number = last; number >= first; number -= 1) {
    const candidates = placed.filter(({ entry, was }) => (was ?? entry.number) === number)
    if (number > head.number) {
      for (const { entry } of candidates) findings.push({ kind: isLinked(entry) ? 'put-in' : 'unlinked', number: entry.number })
      continue
    }
    const known = expected
    const genuine = candidates.find(({ entry }) => known === undefined || entry.hash === known)
    const held = genuine ?? candidates[0]
    for (const { entry } of candidates) if (entry !== held?.entry) findings.push({ kind: 'put-in', number: entry.number })
    expected = undefined
    if (!held) {
      gone.push(number)
      continue
    }
    lastHeld = Math.max(lastHeld, number)
    const { entry, was } = held
    if (!isLinked(entry)) findings.push({ kind: 'unlinked', number: entry.number })
    else if (was === undefined || !genuine) findings.push({ kind: 'changed', number: entry.number })
    else if (was !== entry.number) findings.push({ kind: 'moved', number: entry.number, was })
    if (isLinked(entry) && was !== undefined) expected = entry.previous
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
