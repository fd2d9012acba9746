import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conditionalParts, endOfExam, isRouted, type RoutedPart, routeThrough } from './route.ts'

/** A rule is a name here: those that hold are said. */
const route = (
  parts: readonly RoutedPart<string>[],
  holding: readonly string[],
  { decided = {}, last }: { decided?: Record<string, boolean>; last?: string } = {},
) => [...routeThrough(parts, { decided: new Map(Object.entries(decided)), holds: (rule) => holding.includes(rule) }, last)]
const asked = (...given: Parameters<typeof route>) => route(...given).flatMap(([id, isAsked]) => (isAsked ? [id] : []))

describe('the way through an exam', () => {
  test('a part is asked if all of its rules hold', () => {
    const parts = [{ id: 'a' }, { id: 'b', askedIf: ['x', 'y'] }, { id: 'c' }]
    expect(asked(parts, ['x', 'y'])).toEqual(['a', 'b', 'c'])
    expect(asked(parts, ['x'])).toEqual(['a', 'c'])
  })

  test('the first branch of which the rule holds leads past what lies between, or to the end', () => {
    const leadsTo = [
      { to: 'd', if: 'far' },
      { to: 'c', if: 'near' },
      { to: endOfExam, if: 'out' },
    ]
    const parts = [{ id: 'a', leadsTo }, { id: 'b' }, { id: 'c' }, { id: 'd' }]
    expect(asked(parts, [])).toEqual(['a', 'b', 'c', 'd'])
    expect(asked(parts, ['near', 'far'])).toEqual(['a', 'd'])
    expect(asked(parts, ['near', 'out'])).toEqual(['a', 'c', 'd'])
    expect(asked(parts, ['out'])).toEqual(['a'])
  })

  test('a part that isn’t asked leads nowhere, and one that is led to has its own rules still', () => {
    const parts = [
      { id: 'a', askedIf: ['never'], leadsTo: [{ to: endOfExam, if: 'yes' }] },
      { id: 'b', leadsTo: [{ to: 'd', if: 'yes' }] },
      { id: 'c' },
      { id: 'd', askedIf: ['never'] },
      { id: 'e' },
    ]
    expect(asked(parts, ['yes'])).toEqual(['b', 'e'])
  })

  test('a decision stays, for any later answers', () => {
    const parts = [{ id: 'a', leadsTo: [{ to: 'c', if: 'x' }] }, { id: 'b' }, { id: 'c', askedIf: ['y'] }]
    expect(asked(parts, ['x', 'y'], { decided: { b: true, c: false } })).toEqual(['a', 'b'])
    expect(asked(parts, [], { decided: { b: false, c: true } })).toEqual(['a', 'c'])
  })

  test('it is decided up to a part, and no further', () => {
    const parts = [{ id: 'a' }, { id: 'b', askedIf: ['x'] }, { id: 'c', askedIf: ['x'] }]
    expect(route(parts, ['x'], { last: 'b' })).toEqual([
      ['a', true],
      ['b', true],
    ])
  })

  test('rules know which parts were asked before', () => {
    const seen: string[][] = []
    const parts = [{ id: 'a' }, { id: 'b', askedIf: ['no'] }, { id: 'c', askedIf: ['look'] }]
    routeThrough(parts, {
      decided: new Map(),
      holds: (rule, before) => {
        if (rule === 'look') seen.push([...before])
        return rule === 'look'
      },
    })
    expect(seen).toEqual([['a']])
  })

  test('the parts that may not be asked are those with rules and those that may be passed', () => {
    const parts = [
      { id: 'a', leadsTo: [{ to: 'c', if: 'x' }] },
      { id: 'b' },
      { id: 'c' },
      { id: 'd', askedIf: ['y'] },
      { id: 'e', leadsTo: [{ to: endOfExam, if: 'x' }] },
      { id: 'f' },
    ]
    expect([...conditionalParts(parts)].toSorted()).toEqual(['b', 'd', 'f'])
    expect(isRouted(parts)).toBe(true)
    expect(isRouted([{ id: 'a' }, { id: 'b', askedIf: [], leadsTo: [] }])).toBe(false)
  })

  test('only parts that may not be asked are ever left out, and deciding part by part comes to the same', () => {
    const rule = fc.constantFrom('p', 'q', 'r')
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const anyParts = fc
      .tuple(
        ...ids.map((_, at) =>
          fc.record({
            askedIf: fc.array(rule, { maxLength: 2 }),
            leads: fc.array(fc.tuple(fc.integer({ min: at + 1, max: ids.length }), rule), { maxLength: 2 }),
          }),
        ),
      )
      .map((drafts) =>
        drafts.map(({ askedIf, leads }, at) => ({
          id: ids[at] ?? '',
          askedIf: at === 0 ? [] : askedIf,
          leadsTo: leads.map(([to, when]) => ({ to: ids[to] ?? endOfExam, if: when })),
        })),
      )
    fc.assert(
      fc.property(anyParts, fc.subarray(['p', 'q', 'r']), (parts, holding) => {
        const whole = new Map(route(parts, holding))
        const may = conditionalParts(parts)
        for (const [id, isAsked] of whole) if (!isAsked) expect(may.has(id)).toBe(true)
        const decided: Record<string, boolean> = {}
        for (const { id } of parts)
          for (const [one, isAsked] of route(parts, holding, { decided, last: id })) decided[one] = isAsked
        expect(new Map(Object.entries(decided))).toEqual(whole)
      }),
    )
  })
})
