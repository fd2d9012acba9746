import { leastAfter, sequencesEach } from '@sitwell/exam/answers/save-sequences'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSaveNumbers, isTypedAfter } from './save-numbers.ts'

const startedMs = 1_800_000_000_000
const typedAt = (atMs: number) => startedMs + atMs
const noClocks = { contact: { typed: () => undefined }, readClocks: () => ({ steadyMs: 0, wallMs: 0 }) }
const open = (writerId: string, openedAtMs: number) => {
  const opened = leastAfter(startedMs + openedAtMs)
  return createSaveNumbers({ ...noClocks, writerId, opened, inherited: 0, last: opened })
}

/** Words of one of two tabs at a question, and when they are sent; in milliseconds. */
const typing = fc.record({
  tab: fc.constantFrom(0, 1),
  typedMs: fc.integer({ min: 1, max: 600 }).map((times) => times * 100),
  waitMs: fc.nat(60_000),
})
const apart = { maxLength: 20, selector: ({ typedMs }: { typedMs: number }) => typedMs }

test('of two tabs what was typed last stands, whichever was opened first, and in whatever order it is sent', () => {
  fc.assert(
    fc.property(fc.uniqueArray(typing, { minLength: 1, ...apart }), fc.boolean(), (all, isFirstLater) => {
      const tabs = [open('one', isFirstLater ? 50 : 0), open('two', isFirstLater ? 0 : 50)]
      const numbered = [0, 0]
      let standing = { sequence: 0, typedMs: 0 }
      const bySending = all.toSorted((one, other) => one.typedMs + one.waitMs - other.typedMs - other.waitMs)
      for (const [at, { tab, typedMs }] of bySending.entries()) {
        // A tab sends what it has last at a question: what it typed before is gone.
        if (bySending.slice(0, at).some((sent) => sent.tab === tab && sent.typedMs > typedMs)) continue
        const sequence = tabs[tab]?.next({ sequence: numbered[tab] ?? 0, typedMs: typedAt(typedMs) }) ?? 0
        expect(sequence).toBeGreaterThan(numbered[tab] ?? 0)
        numbered[tab] = sequence
        if (sequence > standing.sequence) standing = { sequence, typedMs }
        // Else it would be numbered above that, and stand.
        else expect(isTypedAfter(standing.sequence, typedAt(typedMs))).toBe(true)
      }
      expect(standing.typedMs).toBe(Math.max(...all.map(({ typedMs }) => typedMs)))
    }),
  )
})

test('a page never uses a number twice, and each save of a question has a higher one than that before', () => {
  const given = fc.record({ question: fc.nat(3), typedMs: fc.option(fc.nat(500), { nil: undefined }) })
  fc.assert(
    fc.property(fc.array(given), fc.uuid(), (all, writerId) => {
      const numbers = open(writerId, 0)
      const used = new Set<number>()
      const last = new Map<number, number>()
      for (const { question, typedMs } of all) {
        const before = last.get(question) ?? 0
        const next = numbers.next({ sequence: before, typedMs: typedMs === undefined ? undefined : typedAt(typedMs) })
        expect(next).toBeGreaterThan(Math.max(before, leastAfter(startedMs)))
        expect(used.has(next)).toBe(false)
        expect(numbers.last()).toBeGreaterThanOrEqual(next)
        used.add(next)
        last.set(question, next)
      }
    }),
  )
})

test('two pages that type at the same moment use other numbers', () => {
  const [one, two] = [open('one', 0), open('two', 0)].map((page) => page.next({ sequence: 0, typedMs: typedAt(5000) }))
  expect(one).not.toBe(two)
})

test('what was typed at no known moment comes after all that is known, also of other pages', () => {
  const numbers = open('one', 0)
  const known = numbers.next({ sequence: 0, typedMs: typedAt(5000) })
  expect(numbers.next({ sequence: 0, typedMs: undefined })).toBe(known + 1)
  numbers.met(known + 500)
  expect(numbers.next({ sequence: 0, typedMs: undefined })).toBe(known + 501)
  // What is at one question says nothing of what was typed at another.
  expect(numbers.next({ sequence: 0, typedMs: typedAt(5200) })).toBeGreaterThan(known + 501)
  expect(numbers.next({ sequence: 0, typedMs: typedAt(4000) })).toBeLessThan(known)
})

test('after a set-back all numbers are above what the server has set aside, whenever it was typed', () => {
  const numbers = open('one', 0)
  numbers.numberAbove(leastAfter(startedMs + 60_000))
  expect(numbers.next({ sequence: 0, typedMs: typedAt(5000) })).toBe(leastAfter(startedMs + 60_000) + 1)
})

test('what an earlier page typed goes right above what that page had numbered', () => {
  const numbers = createSaveNumbers({
    ...noClocks,
    writerId: 'w',
    opened: 9 * sequencesEach,
    inherited: 70,
    last: 9 * sequencesEach,
  })
  expect([numbers.nextInherited(3), numbers.nextInherited(90), numbers.nextInherited(2)]).toEqual([71, 91, 92])
})

test('without a known moment nothing is known to be typed after it', () => {
  expect(isTypedAfter(Number.MAX_SAFE_INTEGER, undefined)).toBe(false)
  expect(isTypedAfter(leastAfter(startedMs + 5000), typedAt(5000))).toBe(false)
  expect(isTypedAfter(leastAfter(startedMs + 5100), typedAt(5000))).toBe(true)
})

const hourMs = 3_600_000

test.each([
  { happens: 'nothing', steadyMs: 5000, wallMs: 5000, serverMs: 5000, says: 5000 },
  { happens: 'the server’s clock is set forward', steadyMs: 5000, wallMs: 5000, serverMs: 5000 + hourMs, says: 5000 },
  { happens: 'the server’s clock is set back', steadyMs: 5000, wallMs: 5000, serverMs: 5000 - hourMs, says: 5000 },
  { happens: 'this computer’s clock is set forward', steadyMs: 5000, wallMs: 5000 + hourMs, serverMs: 5000, says: 5000 },
  { happens: 'this computer’s clock is set back', steadyMs: 5000, wallMs: 5000 - hourMs, serverMs: 5000, says: 5000 },
  { happens: 'the computer slept', steadyMs: 5000, wallMs: 5000 + hourMs, serverMs: 5000 + hourMs, says: 5000 + hourMs },
])('it knows what time it is where $happens', ({ steadyMs, wallMs, serverMs, says }) => {
  const clocks = { steadyMs: 7, wallMs: 9 }
  let contactAt = startedMs
  const contact = { typed: () => ({ contactAt, steadyMs: 0, wallMs: 0 }) }
  const numbers = createSaveNumbers({
    contact,
    readClocks: () => ({ ...clocks }),
    writerId: 'w',
    opened: 0,
    inherited: 0,
    last: 0,
  })
  Object.assign(clocks, { steadyMs: 7 + steadyMs, wallMs: 9 + wallMs })
  contactAt += serverMs
  expect(numbers.now()).toBe(typedAt(says))
})

test('where the server was heard by an earlier page alone the computer’s clock says what time it is, and where nobody has heard it nothing does', () => {
  const heard = { typed: () => ({ contactAt: startedMs, wallMs: 5000 }) }
  const of = (contact: Parameters<typeof createSaveNumbers>[0]['contact']) =>
    createSaveNumbers({ ...noClocks, contact, writerId: 'w', opened: 0, inherited: 0, last: 0 }).now()
  expect([of(heard), of(noClocks.contact)]).toEqual([typedAt(5000), undefined])
})
