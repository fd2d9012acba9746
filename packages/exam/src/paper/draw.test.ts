import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DrawnMember, type DrawnSection, drawnSection, isDrawn, type Pool } from './draw.ts'

/** Chance that is the same for the same seed and section. */
const chanceIn = (seed: number) => (sectionId: string) => {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(`${count} ${seed} ${sectionId}`).digest().readUInt32BE() / 2 ** 32
  }
}

const idOf = (member: DrawnMember) => ('question' in member ? member.question : member.section.id)
const idsIn = (pool: Pool, seed: number) => drawnSection(pool, chanceIn(seed)).members.map(idOf)
const questionsIn = ({ members }: DrawnSection): string[] =>
  members.flatMap((member) => ('question' in member ? [member.question] : questionsIn(member.section)))

const question = fc.record({ required: fc.boolean(), fixed: fc.boolean() })
const flatPool = fc
  .record({
    select: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
    shuffle: fc.boolean(),
    questions: fc.array(question, { minLength: 1, maxLength: 12 }),
  })
  .map(({ questions, ...more }): Pool & { questions: { id: string; required: boolean; fixed: boolean }[] } => ({
    id: 'pool',
    ...more,
    questions: questions.map((one, at) => ({ id: `q${at}`, ...one })),
  }))

/** A pool with pools inside, seen and unseen, to three levels. */
const deepPool = (
  level: number,
): fc.Arbitrary<Omit<Pool, 'id' | 'questions' | 'sections'> & { inner: unknown[]; own: number }> =>
  fc.record({
    select: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    shuffle: fc.boolean(),
    required: fc.boolean(),
    fixed: fc.boolean(),
    visible: fc.boolean(),
    keepTogether: fc.boolean(),
    own: fc.integer({ min: 0, max: 3 }),
    inner: level === 0 ? fc.constant([]) : fc.array(deepPool(level - 1), { maxLength: 3 }),
  })
const named = ({ inner, own, ...pool }: Omit<Pool, 'id'> & { inner: unknown[]; own: number }, id: string): Pool => ({
  ...pool,
  id,
  sections: inner.map((one, at) => named(one as Parameters<typeof named>[0], `${id}.${at}`)),
  questions: Array.from({ length: own }, (_, at) => ({ id: `${id}:${at}` })),
})
const allIn = ({ sections = [], questions = [] }: Pool): string[] => [
  ...sections.flatMap(allIn),
  ...questions.map(({ id }) => id),
]

describe('drawing from a section', () => {
  test('a draw has the required number and all required members, none twice, and none from elsewhere', () => {
    fc.assert(
      fc.property(flatPool, fc.nat(), (pool, seed) => {
        const drawn = idsIn(pool, seed)
        const required = pool.questions.filter((one) => one.required).map(({ id }) => id)
        expect(drawn).toHaveLength(Math.min(pool.questions.length, Math.max(pool.select ?? Infinity, required.length)))
        expect(new Set(drawn).size).toBe(drawn.length)
        expect(pool.questions.map(({ id }) => id)).toEqual(expect.arrayContaining(drawn))
        expect(drawn).toEqual(expect.arrayContaining(required))
      }),
    )
  })

  test('the written order is kept without shuffling; otherwise fixed members keep their positions among the drawn ones', () => {
    fc.assert(
      fc.property(flatPool, fc.nat(), (pool, seed) => {
        const drawn = idsIn(pool, seed)
        const written = pool.questions.map(({ id }) => id).filter((id) => drawn.includes(id))
        if (!pool.shuffle) expect(drawn).toEqual(written)
        for (const { id, fixed } of pool.questions)
          if (fixed && drawn.includes(id)) expect(drawn.indexOf(id)).toBe(written.indexOf(id))
      }),
    )
  })

  test('the same seed gives the same draw, and every question and order occurs for some seed', () => {
    const pool: Pool = { id: 'pool', select: 3, shuffle: true, questions: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id })) }
    const draws = Array.from({ length: 2000 }, (_, seed) => idsIn(pool, seed).join(''))
    expect(draws).toEqual(Array.from({ length: 2000 }, (_, seed) => idsIn(pool, seed).join('')))
    expect(new Set(draws).size).toBe(60)
    for (const id of 'abcde') {
      const share = draws.filter((one) => one.includes(id)).length / draws.length
      expect(Math.abs(share - 0.6), id).toBeLessThan(0.05)
    }
  })

  test('a draw from nested sections is a part of their content, nothing twice, and no hidden section', () => {
    fc.assert(
      fc.property(deepPool(3), fc.nat(), (made, seed) => {
        const pool = named(made, 'root')
        const drawn = drawnSection(pool, chanceIn(seed))
        const questions = questionsIn(drawn)
        expect(new Set(questions).size).toBe(questions.length)
        expect(allIn(pool)).toEqual(expect.arrayContaining(questions))
        const unseen = new Set<string>()
        const walk = (one: Pool) => {
          for (const inside of one.sections ?? []) {
            if (inside.visible === false) unseen.add(inside.id)
            walk(inside)
          }
        }
        walk(pool)
        const seen = ({ members }: DrawnSection): string[] =>
          members.flatMap((one) => ('section' in one ? [one.section.id, ...seen(one.section)] : []))
        for (const id of seen(drawn)) expect(unseen.has(id), id).toBe(false)
        if (!isDrawn(pool)) expect(questions).toEqual(allIn(pool))
      }),
    )
  })

  test('a drawn section contributes its own draw, of any size', () => {
    const set = (id: string): Pool => ({ id, select: 2, questions: [1, 2, 3].map((at) => ({ id: `${id}${at}` })) })
    const pool: Pool = { id: 'pool', select: 2, sections: [set('a'), set('b'), { ...set('c'), required: true }] }
    for (let seed = 0; seed < 50; seed += 1) {
      const drawn = drawnSection(pool, chanceIn(seed))
      expect(drawn.members.map(idOf)).toHaveLength(2)
      expect(drawn.members.map(idOf)).toContain('c')
      expect(questionsIn(drawn)).toHaveLength(4)
    }
  })
})

describe('a section that is not seen', () => {
  const unseen: Pool = { id: 'set', visible: false, questions: [{ id: 'x' }, { id: 'y' }, { id: 'z' }] }
  const around = (more: Partial<Pool>): Pool => ({
    id: 'pool',
    shuffle: true,
    sections: ['a', 'b', 'c']
      .map((id): Pool => ({ id: `of-${id}`, visible: false, questions: [{ id }] }))
      .concat({ ...unseen, ...more }),
  })
  const orders = (pool: Pool) => Array.from({ length: 300 }, (_, seed) => idsIn(pool, seed).join(''))

  test('stays together among shuffled ones, in its own order', () => {
    const all = orders(around({}))
    expect(all.every((one) => one.includes('xyz'))).toBe(true)
    expect(new Set(all).size).toBe(24)
  })

  test('a section that mixes is shuffled into its surroundings, question by question', () => {
    const all = orders(around({ keepTogether: false }))
    expect(all.some((one) => !one.includes('xyz') && !one.includes('zyx'))).toBe(true)
    expect(all.every((one) => [...one].sort().join('') === 'abcxyz')).toBe(true)
    expect(new Set(all).size).toBeGreaterThan(200)
  })

  test('draws first what of it is mixed', () => {
    const all = orders(around({ keepTogether: false, select: 1 }))
    for (const one of all) expect([...one].filter((id) => 'xyz'.includes(id))).toHaveLength(1)
    expect(new Set(all.flatMap((one) => [...one])).size).toBe(6)
  })
})
