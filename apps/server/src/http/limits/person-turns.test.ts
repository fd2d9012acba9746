import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPersonTurns, personLimits } from './person-turns.ts'

const limits = { atOnce: 2, underWay: 4, bodyBytes: 100 }
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the requests of one person', () => {
  test('are worked on a few at once, the others in their order as these are done, and nobody else waits for them', async () => {
    const turns = createPersonTurns(limits)
    const begun: string[] = []
    const begin = (person: string, name: string) => {
      const request = turns.admit(person, 0)
      void request?.turn().then(() => begun.push(name))
      return request
    }
    const [first] = ['a', 'b', 'c', 'd'].map((name) => begin('attacker', name))
    begin('learner', 'save')
    await settled()
    expect(begun).toEqual(['a', 'b', 'save'])
    first?.done()
    first?.done()
    await settled()
    expect(begun).toEqual(['a', 'b', 'save', 'c'])
  })

  test('are refused beyond a number and beyond their bytes, and taken again once some are done', () => {
    const turns = createPersonTurns(limits)
    expect(turns.admit('large', 1000)).toBeDefined()
    expect(turns.admit('large', 1)).toBeUndefined()
    const several = [1, 2, 3, 4].map(() => turns.admit('many', 0))
    expect(turns.admit('many', 0)).toBeUndefined()
    several[0]?.done()
    expect(turns.admit('many', 0)).toBeDefined()
  })

  test('free their place when their connection closes before they have come whole, and not while they are worked on', async () => {
    const turns = createPersonTurns({ ...limits, underWay: 1 })
    const half = turns.admit('a', 0)
    half?.gone()
    const whole = turns.admit('a', 0)
    await whole?.turn()
    whole?.gone()
    expect(turns.admit('a', 0)).toBeUndefined()
    whole?.done()
    expect(turns.admit('a', 0)).toBeDefined()
  })

  test('are never more than their limits, and all have their turn, whatever comes', async () => {
    const steps = fc.array(fc.record({ kind: fc.constantFrom('come', 'ask', 'end', 'close'), which: fc.nat(9) }), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const turns = createPersonTurns(limits)
        const open: { readonly request: NonNullable<ReturnType<typeof turns.admit>>; asked: boolean; begun: boolean }[] = []
        for (const { kind, which } of all) {
          if (kind === 'come') {
            const request = turns.admit('a', 10)
            if (request) open.push({ request, asked: false, begun: false })
            expect(open.length).toBeLessThanOrEqual(limits.underWay)
            continue
          }
          const one = open[which % Math.max(1, open.length)]
          if (!one) continue
          if (kind === 'ask' && !one.asked) {
            one.asked = true
            void one.request.turn().then(() => {
              one.begun = true
            })
          }
          if (kind === 'close') one.request.gone()
          if (kind === 'end' && one.begun) one.request.done()
          if ((kind === 'end' && one.begun) || (kind === 'close' && !one.asked)) open.splice(open.indexOf(one), 1)
          await settled()
          expect(open.filter(({ begun }) => begun).length).toBe(
            Math.min(limits.atOnce, open.filter(({ asked }) => asked).length),
          )
        }
      }),
      { numRuns: 50 },
    )
  })

  test('let a player start, whose browser has six connections for each of its tabs', () => {
    expect(personLimits.underWay).toBeGreaterThanOrEqual(6 * 8)
  })
})
