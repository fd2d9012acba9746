import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendTo, beginningOf, type ChainedEntry, linkOf, seedOf } from './chain.ts'
import { checkChain } from './check-chain.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const run = {
  orgId: 1,
  formRunGuid: 'run',
  scheduleGuid: 'schedule',
  userGuid: 'learner',
  examGuid: 'exam',
  version: 3,
  startedAtMs: 1000,
}
const seed = seedOf('ledger', run, sha256)

/** A chain over these contents, the first `before` of them from before there was one. */
const chainOf = (contents: readonly string[], before = 0) => {
  const plain = contents.map((content, index) => ({ number: index + 1, content }))
  const old = plain.slice(0, before)
  const links = appendTo(beginningOf(seed, old, sha256), plain.slice(before), sha256)
  const entries: ChainedEntry[] = plain.map((entry, index) => ({
    ...entry,
    ...(links[index - before] ?? { previous: null, hash: null }),
  }))
  return { seed, entries, head: { number: entries.length, hash: entries.at(-1)?.hash ?? null } }
}
type Chain = ReturnType<typeof chainOf>

const found = (chain: Chain) => checkChain(chain, sha256).findings
const withEntries = (chain: Chain, change: (entries: ChainedEntry[]) => ChainedEntry[]): Chain => ({
  ...chain,
  entries: change([...chain.entries]).sort((one, other) => one.number - other.number),
})
/** As somebody does who knows how entries are hashed. */
const hashedAnew = (entry: ChainedEntry, previous = entry.previous ?? ''): ChainedEntry => ({
  ...entry,
  previous,
  hash: linkOf(previous, entry, sha256),
})

const contents = fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { minLength: 1, maxLength: 8 })
/** A chain, and one of its entries by index. */
const chainAndIndex = contents.chain((all) => fc.tuple(fc.constant(chainOf(all)), fc.nat({ max: all.length - 1 })))
const chainAndTwo = fc
  .array(fc.string({ maxLength: 6 }), { minLength: 2, maxLength: 8 })
  .chain((all) => fc.tuple(fc.constant(chainOf(all)), fc.nat({ max: all.length - 1 }), fc.nat({ max: all.length - 1 })))
const property = <T>(of: fc.Arbitrary<T>, holds: (value: T) => void) => fc.assert(fc.property(of, holds))

describe('a chain', () => {
  test('that nobody touched has nothing wrong, whether it covers all entries, seals some or began with none', () => {
    property(fc.tuple(contents, fc.nat({ max: 8 })), ([all, before]) => {
      const old = Math.min(before, all.length)
      const { findings, covered, uncovered } = checkChain(chainOf(all, old), sha256)
      expect(findings).toEqual([])
      expect([covered, uncovered]).toEqual(old === all.length ? [0, all.length] : [all.length, 0])
    })
    expect(found({ seed, entries: [], head: { number: 0, hash: null } })).toEqual([])
  })

  test('the check names the changed entry, with its old hash or a new one', () => {
    property(chainAndIndex, ([chain, index]) => {
      for (const spoil of [(entry: ChainedEntry) => entry, (entry: ChainedEntry) => hashedAnew(entry)]) {
        const spoilt = withEntries(chain, (entries) =>
          entries.map((entry, at) => (at === index ? spoil({ ...entry, content: `${entry.content}!` }) : entry)),
        )
        expect(found(spoilt)).toEqual([{ kind: 'changed', number: index + 1 }])
      }
    })
  })

  test('the check names deleted entries in the middle, and a deleted end', () => {
    property(chainAndTwo, ([chain, one, other]) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const spoilt = withEntries(chain, (entries) => entries.filter((_, at) => at < from || at > to))
      const kind = to === chain.entries.length - 1 ? 'cut' : 'missing'
      expect(found(spoilt)).toEqual([{ kind, from: from + 1, to: to + 1 }])
    })
  })

  test('the check names deleted entries if the later ones were renumbered', () => {
    property(chainAndTwo, ([chain, index]) => {
      fc.pre(index < chain.entries.length - 1)
      const spoilt = withEntries(chain, (entries) =>
        entries.flatMap((entry, at) => (at === index ? [] : [{ ...entry, number: at > index ? at : at + 1 }])),
      )
      const all = found(spoilt)
      expect(all.filter(({ kind }) => kind !== 'moved')).toEqual([{ kind: 'missing', from: index + 1, to: index + 1 }])
      expect(all).toHaveLength(chain.entries.length - index)
    })
  })

  test('names two entries that changed places', () => {
    property(chainAndTwo, ([chain, one, other]) => {
      fc.pre(one !== other)
      const number = new Map([
        [one, other + 1],
        [other, one + 1],
      ])
      const spoilt = withEntries(chain, (entries) =>
        entries.map((entry, at) => ({ ...entry, number: number.get(at) ?? entry.number })),
      )
      const moved = [one, other].map((at) => ({ kind: 'moved', number: number.get(at), was: at + 1 }))
      expect(found(spoilt)).toEqual(moved.sort((first, second) => (first.number ?? 0) - (second.number ?? 0)))
    })
  })

  test('the check names an inserted entry with any hash, in the middle or at the end', () => {
    property(fc.tuple(chainAndIndex, fc.boolean()), ([[chain, index], isHashed]) => {
      const made = { number: index + 1, content: 'made up', previous: chain.entries[index]?.previous ?? null, hash: 'f00' }
      const put = isHashed ? hashedAnew(made) : made
      const spoilt = withEntries(chain, (entries) => [
        ...entries.map((entry, at) => (at >= index ? { ...entry, number: at + 2 } : entry)),
        put,
      ])
      expect(found(spoilt)).toContainEqual({ kind: 'put-in', number: index + 1 })
      const behind = hashedAnew({ ...made, number: chain.entries.length + 1 }, chain.head.hash ?? '')
      expect(found(withEntries(chain, (entries) => [...entries, behind]))).toEqual([
        { kind: 'put-in', number: chain.entries.length + 1 },
      ])
    })
  })

  test('the check names an entry without a hash after one with a hash, and a missing head', () => {
    const chain = chainOf(['a', 'b', 'c'])
    const bare = { number: 4, content: 'd', previous: null, hash: null }
    const longer = { ...withEntries(chain, (entries) => [...entries, bare]), head: { ...chain.head, number: 4 } }
    expect(found(longer)).toEqual([{ kind: 'unlinked', number: 4 }])
    expect(found({ ...chain, head: { number: 3, hash: null } })).toEqual([{ kind: 'no-head' }])
  })

  test('a chain without its hashes is not mistaken for one from before hashes existed', () => {
    property(chainAndIndex, ([chain, index]) => {
      const spoilt = withEntries(chain, (entries) =>
        entries.map((entry, at) => (at <= index ? { ...entry, previous: null, hash: null } : entry)),
      )
      expect(found(spoilt)).not.toEqual([])
    })
  })

  test('the check notices any change of entries before the chain began', () => {
    const chain = chainOf(['a', 'b', 'c', 'd'], 2)
    const spoil = (change: (entries: ChainedEntry[]) => ChainedEntry[]) => found(withEntries(chain, change))
    expect(spoil(([first, ...rest]) => [...(first ? [{ ...first, content: 'A' }] : []), ...rest])).toEqual([
      { kind: 'seal', upTo: 2 },
    ])
    expect(spoil(([, ...rest]) => rest)).not.toEqual([])
  })

  test('belongs to its form run alone, and to its kind of chain', () => {
    const chain = chainOf(['a', 'b'])
    for (const other of [
      { ...run, orgId: 2 },
      { ...run, formRunGuid: 'other' },
      { ...run, scheduleGuid: 'other' },
      { ...run, userGuid: 'other' },
      { ...run, examGuid: 'other' },
      { ...run, version: 4 },
      { ...run, startedAtMs: 1001 },
    ])
      expect(found({ ...chain, seed: seedOf('ledger', other, sha256) })).toEqual([{ kind: 'seed' }])
    expect(found({ ...chain, seed: seedOf('history', run, sha256) })).toEqual([{ kind: 'seed' }])
  })
})
