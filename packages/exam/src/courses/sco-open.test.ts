import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CourseStatus, meetsPrerequisites } from './prerequisites.ts'
import { isScoOpen } from './sco-open.ts'

const status = fc.constantFrom<CourseStatus>(0, 1, 2, 3)
const statuses = fc.array(status, { minLength: 1, maxLength: 8 })
const named = (all: readonly CourseStatus[]) => all.map((one, at) => ({ status: one, identifier: `S${at}` }))

describe('which SCO may be opened', () => {
  // SCO-207
  test('a failed one never', () => {
    fc.assert(
      fc.property(statuses, fc.nat(7), (all, at) => {
        const place = at % all.length
        expect(isScoOpen(named(all.with(place, 3)), place)).toBe(false)
      }),
    )
  })

  // SCO-208
  test('any other SCO is open exactly if every earlier one is completed, regardless of later ones', () => {
    fc.assert(
      fc.property(statuses, (all) => {
        for (const [at, one] of all.entries())
          if (one !== 3) expect(isScoOpen(named(all), at)).toBe(all.slice(0, at).every((earlier) => earlier === 2))
      }),
    )
  })

  test('one that was left and never began a session holds nothing up, and stays open itself', () => {
    const silent = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(statuses, silent, (all, never) => {
        const course = named(all).map((one, at) => ({ ...one, isSilent: one.status === 1 && never[at] === true }))
        for (const [at, { status }] of course.entries())
          if (status !== 3)
            expect(isScoOpen(course, at)).toBe(course.slice(0, at).every((one) => one.status === 2 || one.isSilent))
      }),
    )
  })

  test('with free choice, every SCO is open that is not failed and whose prerequisites are met', () => {
    fc.assert(
      fc.property(statuses, (all) => {
        for (const [at, one] of all.entries()) expect(isScoOpen(named(all), at, true)).toBe(one !== 3)
      }),
    )
    const asking = [
      { status: 1 as const, identifier: 'A' },
      { status: 0 as const, identifier: 'B', prerequisites: 'A' },
    ]
    expect(isScoOpen(asking, 1, true)).toBe(false)
  })

  test('prerequisites close what is otherwise open, and never open what is closed', () => {
    fc.assert(
      fc.property(statuses, fc.string({ unit: fc.constantFrom('S0', 'S1', '&', '|', '~', '(', ')', ' ') }), (all, script) => {
        for (const [at] of all.entries()) {
          const plain = named(all)
          const asking = plain.with(at, { status: all[at] ?? 0, identifier: `S${at}`, prerequisites: script } as never)
          if (isScoOpen(asking, at)) expect(isScoOpen(plain, at)).toBe(true)
        }
      }),
    )
  })
})

describe('prerequisites', () => {
  const held: Readonly<Record<string, CourseStatus>> = { A: 2, B: 3, C: 0, D: 1, 'L-1.a': 2 }
  const met = (script: string) => meetsPrerequisites(script, (name) => held[name])

  test.each([
    ['', true],
    ['A', true],
    ['B', false],
    ['A & C', false],
    ['A&(B|L-1.a)', true],
    ['~C & ~(B | D)', true],
    ['A | C & B', true],
    ['(A | C) & B', false],
    ['B="failed"', true],
    ['D=incomplete', true],
    ['C<>"not attempted"', false],
    ['A<>passed', false],
    ['2*{A, B, L-1.a}', true],
    ['3*{A, B, L-1.a}', false],
    ['nobody', false],
    ['~nobody', true],
  ])('%s', (script, expected) => {
    expect(met(script)).toBe(expected)
  })

  test.each([
    'A &',
    '& A',
    '(A',
    'A)',
    'A B',
    '2*',
    '2*{A',
    'A="asleep"',
    '~',
    '{A}',
    '"',
    '()',
    `${'('.repeat(60)}A${')'.repeat(60)}`,
  ])('%s cannot be read', (script) => {
    expect(met(script)).toBeUndefined()
  })

  test('every script has a value', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('A', 'B', '2', '*', '{', '}', ',', '=', '<>', '&', '|', '~', '(', ')', '"', ' ', 'passed'),
        }),
        (script) => {
          expect([true, false, undefined]).toContain(met(script))
        },
      ),
    )
  })
})
