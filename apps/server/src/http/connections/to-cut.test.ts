import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultLimits, patience } from './limits.ts'
import { type Phase, type Standing, toCut } from './to-cut.ts'

const standing = (more: Partial<Standing> = {}): Standing => ({
  ...{ phase: 'body', forMs: 0, bytes: 0, heldBytes: 0, unreadBytes: 0, isOurTurn: false, isRefused: false, address: 'school' },
  ...more,
})
const reasonOf = (more: Partial<Standing>) => toCut([standing(more)], defaultLimits).get(0)
const few = { ...defaultLimits, connections: 10, connectionsPerAddress: 6, unfinished: 5, unfinishedPerAddress: 3 }

describe('a connection by itself', () => {
  test('may take a while for its head and its body, and longer for more bytes, but not for ever', () => {
    expect(reasonOf({ phase: 'head', forMs: patience.headMs })).toBeUndefined()
    expect(reasonOf({ phase: 'head', forMs: patience.headMs + 1 })).toBe('slow')
    expect(reasonOf({ phase: 'head', forMs: patience.longestHeadMs + 1, bytes: 200_000 })).toBe('slow')
    expect(reasonOf({ forMs: patience.bodyMs + 1 })).toBe('slow')
    expect(reasonOf({ forMs: patience.bodyMs + 1, bytes: 2000 })).toBeUndefined()
    expect(reasonOf({ forMs: patience.bodyMs + 4001, bytes: 2000 })).toBe('slow')
  })

  test('isn’t slow while its bytes wait for this server', () => {
    expect(reasonOf({ forMs: 600_000, isOurTurn: true })).toBeUndefined()
    expect(reasonOf({ phase: 'answer', forMs: 600_000, isOurTurn: true })).toBeUndefined()
  })

  test('is cut where the rest of a refused body, the reading of an answer or a first request never comes', () => {
    expect(reasonOf({ forMs: patience.refusedMs + 1, bytes: 1_000_000, isRefused: true })).toBe('refused')
    expect(reasonOf({ phase: 'answer', forMs: patience.answerMs + 1 })).toBe('stalled')
    expect(reasonOf({ phase: 'answer', forMs: patience.answerMs + 10_001, bytes: 40_000 })).toBe('stalled')
    expect(reasonOf({ phase: 'unused', forMs: patience.unusedMs + 1 })).toBe('unused')
  })

  test('is cut where it is a live one whose events nobody takes', () => {
    expect(reasonOf({ phase: 'live', bytes: patience.liveBytes })).toBeUndefined()
    expect(reasonOf({ phase: 'live', bytes: patience.liveBytes + 1 })).toBe('too much unread')
  })

  test('is left alone while it rests between two requests, or is a live one', () => {
    expect(reasonOf({ phase: 'idle', forMs: 1e9 })).toBeUndefined()
    expect(reasonOf({ phase: 'live', forMs: 1e9 })).toBeUndefined()
  })
})

describe('connections together', () => {
  test('a school that saves at one moment is within the limits', () => {
    const saves = Array.from({ length: 2000 }, () => standing({ heldBytes: 60_000, forMs: 5000 }))
    expect(toCut(saves, defaultLimits).size).toBe(0)
  })

  test('the oldest go where one address holds too many bytes, and nobody else', () => {
    const attacker = Array.from({ length: 10 }, (_, n) =>
      standing({ address: 'attacker', heldBytes: 20_000_000, forMs: 1000 + n }),
    )
    const learner = standing({ heldBytes: 1_000_000, forMs: 9000 })
    const cut = toCut([...attacker, learner], defaultLimits)
    expect([...cut.keys()].sort()).toEqual([6, 7, 8, 9, 5, 4].sort((a, b) => a - b).filter((n) => cut.has(n)))
    expect(cut.has(10)).toBe(false)
    expect(attacker.length - cut.size).toBe(6)
  })

  test('answers that nobody takes go, those first of which nothing was taken the longest, where one address leaves too much', () => {
    const unread = Array.from({ length: 10 }, (_, n) =>
      standing({ phase: 'answer', address: 'attacker', unreadBytes: 15_000_000, forMs: patience.unreadMs + n }),
    )
    const reader = standing({ phase: 'answer', unreadBytes: 1_000_000, forMs: 9000 })
    const cut = toCut([...unread, reader], defaultLimits)
    expect([...cut]).toEqual([9, 8, 7, 6].map((index) => [index, 'too much unread']))
  })

  test('a school that opens an exam at one moment over a slow line keeps all of its connections', () => {
    const taken = { phase: 'answer', unreadBytes: 1_000_000 } as const
    const slow = Array.from({ length: 2000 }, (_, n) => standing({ ...taken, bytes: 300_000, forMs: n % patience.unreadMs }))
    const ours = Array.from({ length: 2000 }, () => standing({ ...taken, isOurTurn: true, forMs: 20_000 }))
    expect(toCut([...slow, ...ours], defaultLimits)).toEqual(new Map())
  })

  test('connections behind one of our proxies have no address of their own, and count with all', () => {
    const heads = Array.from({ length: 7 }, (_, n) => standing({ phase: 'head', address: undefined, forMs: n }))
    expect([...toCut(heads, few).keys()].sort()).toEqual([5, 6])
  })

  test('where there are too many, those go that nobody uses', () => {
    const phases: Phase[] = ['idle', 'live', 'answer', 'idle', 'live', 'live', 'live', 'live']
    const cut = toCut(
      phases.map((phase, n) => standing({ phase, forMs: n })),
      few,
    )
    expect([...cut.entries()]).toEqual([
      [3, 'too many'],
      [0, 'too many'],
    ])
  })

  test('whatever comes, what is left is within the limits of bytes and of unfinished requests', () => {
    const phase = fc.constantFrom<Phase>('unused', 'idle', 'head', 'body', 'answer', 'live')
    const any = fc.record({
      phase,
      forMs: fc.nat(30_000),
      bytes: fc.nat(100_000),
      heldBytes: fc.nat(5000),
      unreadBytes: fc.nat(5000),
      isOurTurn: fc.boolean(),
      isRefused: fc.boolean(),
      address: fc.constantFrom('a', 'b', undefined),
    })
    const limits = {
      ...few,
      ...{ heldBytes: 12_000, heldBytesPerAddress: 8000, unreadBytes: 12_000, unreadBytesPerAddress: 8000 },
    }
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (all) => {
        const cut = toCut(all, limits)
        const left = all.filter((one, n) => !cut.has(n) && (one.phase === 'head' || one.phase === 'body'))
        const held = (some: readonly Standing[]) => some.reduce((sum, one) => sum + one.heldBytes, 0)
        expect(held(left)).toBeLessThanOrEqual(limits.heldBytes)
        expect(left.length).toBeLessThanOrEqual(limits.unfinished)
        const answers = all.filter((one, n) => !cut.has(n) && !one.isOurTurn && one.forMs >= patience.unreadMs)
        const unread = (some: readonly Standing[]) => some.reduce((sum, one) => sum + one.unreadBytes, 0)
        expect(unread(answers)).toBeLessThanOrEqual(limits.unreadBytes)
        for (const address of ['a', 'b']) {
          const own = left.filter((one) => one.address === address)
          expect(held(own)).toBeLessThanOrEqual(limits.heldBytesPerAddress)
          expect(own.length).toBeLessThanOrEqual(limits.unfinishedPerAddress)
          expect(unread(answers.filter((one) => one.address === address))).toBeLessThanOrEqual(limits.unreadBytesPerAddress)
        }
      }),
    )
  })
})
