import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildPaper } from './paper.ts'
import { bySection, matchesReview, reviewedQuestion, reviewFilters } from './review.ts'
import { unanswered } from './unanswered.ts'

const facts = fc.record({
  takesAnswer: fc.boolean(),
  answered: fc.boolean(),
  bookmarked: fc.boolean(),
  seen: fc.option(fc.boolean(), { nil: undefined }),
})

describe('a question of a review', () => {
  // FIN-311
  test('counts as unanswered exactly where the second stage of finishing asks about it', () => {
    fc.assert(
      fc.property(fc.array(facts), (all) => {
        const reviewed = all.map((one, at) => reviewedQuestion(String(at), one))
        const asked = unanswered(all.map((one, at) => ({ ...one, id: String(at), reachable: true })))
        expect(reviewed.filter((one) => matchesReview('unanswered', one)).map(({ id }) => id)).toEqual(asked)
      }),
    )
  })

  test('is never called not seen where that isn’t known, or where something was done in it', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const { state } = reviewedQuestion('q', one)
        if (one.seen !== false || one.bookmarked || (one.takesAnswer && one.answered)) expect(state).not.toBe('unseen')
        else expect(state).toBe('unseen')
      }),
    )
  })

  test('stands under every filter that its words promise, and always under all of them', () => {
    const open = reviewedQuestion('q', { takesAnswer: true, answered: false, bookmarked: true, seen: true })
    expect(reviewFilters.filter((filter) => matchesReview(filter, open))).toEqual(['all', 'unanswered', 'bookmarked'])
    const read = reviewedQuestion('q', { takesAnswer: false, answered: false, bookmarked: false, seen: true })
    expect(read.state).toBe('read')
    expect(reviewFilters.filter((filter) => matchesReview(filter, read))).toEqual(['all'])
  })
})

test('questions stand by section, in the paper’s order, and a section that has none of them is left out', () => {
  const paper = buildPaper([
    { sectionId: 'root', sectionIds: ['a', 'b'], questionIds: ['q6'] },
    { sectionId: 'a', sectionIds: ['a1', 'a2'], questionIds: ['q3'] },
    { sectionId: 'a1', sectionIds: [], questionIds: ['q1', 'q2'] },
    { sectionId: 'a2', sectionIds: [], questionIds: [] },
    { sectionId: 'b', sectionIds: [], questionIds: ['q4', 'q5'] },
  ])
  const asked = ['q1', 'q2', 'q3', 'q6'].map((id) => ({ id }))
  const found = bySection(paper.root, asked)
  expect(found.map(({ path, questions }) => [path.map(({ id }) => id), questions.map(({ id }) => id)])).toEqual([
    [
      ['a', 'a1'],
      ['q1', 'q2'],
    ],
    [['a'], ['q3']],
    [[], ['q6']],
  ])
  expect(found.flatMap(({ questions }) => questions)).toEqual(asked)
})
