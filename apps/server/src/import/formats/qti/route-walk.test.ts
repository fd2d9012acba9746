import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenBy, elementsIn, type GatedElement, gatedTests, itemNames, rightAnswers } from '../../testing/gated-tests.ts'
import { readTestXml } from '../../testing/qti-test.ts'
import { questionsSet } from '../../testing/walk-route.ts'

type Leads = 'section' | 'test' | { readonly to: number } | undefined

/** Walks a test as the standard tells it: element by element, with what an element leads to handed to what it is in. */
const walked = (root: GatedElement, right: ReadonlySet<number>): string[] => {
  const set = new Set<number>()
  const all = elementsIn(root)
  const isRight = (asks: number) => set.has(asks) && right.has(asks)
  const after = (one: GatedElement): Leads => {
    const taken = one.branches.find(({ asks }) => isRight(asks))
    if (!taken) return undefined
    if (taken.to === 'EXIT_TEST' || taken.to === 'EXIT_TESTPART') return 'test'
    return taken.to === 'EXIT_SECTION' ? 'section' : { to: all.find(({ id }) => id === taken.to)?.start ?? -1 }
  }
  const walk = (one: GatedElement, from: number): Leads => {
    if (one.pre !== undefined && !isRight(one.pre)) return undefined
    if (one.kind === 'item') {
      set.add(one.start)
      return after(one)
    }
    let next = from
    for (const member of one.members) {
      if (member.end <= next) continue
      const leads = walk(member, next)
      if (leads === 'test') return leads
      if (leads === 'section' && one.kind === 'section') break
      if (typeof leads !== 'object') continue
      if (leads.to >= one.end) return leads
      next = leads.to
    }
    return after(one)
  }
  walk(root, 0)
  return [...set].sort((a, b) => a - b).map((at) => itemNames[at] ?? '')
}

test('whatever gates a linear test has, and whatever is answered: the questions that are set are those of the standard’s own way', async () => {
  let compared = 0
  let passed = 0
  await fc.assert(
    fc.asyncProperty(gatedTests, rightAnswers, async ({ root, xml }, answers) => {
      const { exam, leftOut } = await readTestXml(xml)
      // What can't be expressed is told, and such a test is none to hold to its own way.
      if (leftOut.length > 0) return
      for (const one of answers) {
        const found = questionsSet(exam, chosenBy(one))
        expect(found).toEqual(walked(root, new Set(one)))
        compared += 1
        if (found.length < root.end) passed += 1
      }
    }),
    { numRuns: 150 },
  )
  expect(compared).toBeGreaterThan(200)
  expect(passed).toBeGreaterThan(60)
})
