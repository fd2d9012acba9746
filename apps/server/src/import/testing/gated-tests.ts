import fc from 'fast-check'
import { branch, of, part, pre, ref, section } from './qti-test.ts'

/** An element of a test as its author means it. A gate asks whether an item, by its place among those before, was answered with A. */
export interface GatedElement {
  readonly kind: 'part' | 'section' | 'item'
  readonly id: string
  readonly start: number
  readonly end: number
  readonly pre: number | undefined
  readonly branches: readonly { readonly to: string; readonly asks: number }[]
  readonly members: readonly GatedElement[]
}

interface Draft {
  readonly gates: readonly number[]
  readonly members?: readonly Draft[]
}

const gates = fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 })
const { draft } = fc.letrec<{ draft: Draft; section: Draft; item: Draft }>((tie) => ({
  draft: fc.oneof({ maxDepth: 2 }, tie('item'), tie('section')),
  item: fc.record({ gates }),
  section: fc.record({ gates, members: fc.array(tie('draft'), { minLength: 1, maxLength: 3 }) }),
}))
const drafts = fc.array(fc.record({ gates, members: fc.array(draft, { minLength: 1, maxLength: 3 }) }), {
  minLength: 2,
  maxLength: 3,
})

/** What its items are called, in their order. */
export const itemNames = [...'abcdefghijkl']
/** An element and all that is in it. */
export const elementsIn = (element: GatedElement): GatedElement[] => [element, ...element.members.flatMap(elementsIn)]

/** The elements with names and places; gates are there for one in so many, and ask for an item that was passed. */
const placed = (all: readonly Draft[]): GatedElement => {
  let count = 0
  const place = (one: Draft, kind: GatedElement['kind']): GatedElement => {
    const [first = 0, second = 0, asks = 0] = one.gates
    const start = count
    const isItem = kind === 'item'
    const id = isItem ? (itemNames[count] ?? `i${count}`) : `${kind}${start}-${first}-${second}-${asks}`
    if (isItem) count += 1
    const members = (one.members ?? []).map((member) => place(member, member.members ? 'section' : 'item'))
    return {
      ...{ kind, id, start, end: count, members },
      pre: kind !== 'part' && start > 0 && first % 3 === 0 ? asks % start : undefined,
      branches: second % 3 === 0 ? [{ to: String(second), asks: asks % count }] : [],
    }
  }
  const root = place({ gates: [1, 1, 1, 1], members: all }, 'part')
  const targets = elementsIn(root)
  const aimed = (one: GatedElement): GatedElement => ({
    ...one,
    members: one.members.map(aimed),
    branches: one.branches.map(({ to, asks }) => {
      const later = targets.filter(({ start }) => start >= one.end).map(({ id }) => id)
      const all = [...later, ...later, 'EXIT_SECTION', 'EXIT_SECTION', 'EXIT_TESTPART', 'EXIT_TEST']
      return { to: all[Number(to) % all.length] ?? '', asks }
    }),
  })
  return aimed(root)
}

const xmlOf = (one: GatedElement): string => {
  const own =
    (one.pre === undefined ? '' : pre(of(itemNames[one.pre] ?? ''))) +
    one.branches.map(({ to, asks }) => branch(to, of(itemNames[asks] ?? ''))).join('')
  if (one.kind === 'item') return ref(one.id, own)
  const inside = own + one.members.map(xmlOf).join('')
  return one.kind === 'part' ? part('P', inside) : section(one.id, inside)
}

/** Linear tests with gates of all kinds, as their author means them, and as XML. */
export const gatedTests = drafts
  .map(placed)
  .filter((root) => root.end <= itemNames.length)
  .map((root) => ({ root, xml: `<assessmentTest identifier="T" title="T">${xmlOf(root)}</assessmentTest>` }))

/** Which of its items are answered right: for several learners. */
export const rightAnswers = fc.array(fc.array(fc.nat(itemNames.length - 1), { minLength: 2 }), { minLength: 6, maxLength: 6 })

/** What a learner chooses who is right about these. */
export const chosenBy = (right: readonly number[]) =>
  Object.fromEntries(itemNames.map((id, at) => [id, right.includes(at) ? 0 : 1]))
