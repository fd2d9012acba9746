import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildPaper } from './paper.ts'
import { bySection, matchesReview, type ReviewFilter, reviewedQuestion, reviewFilters } from './review.ts'
import { openQuestions } from './unanswered.ts'

const facts = fc.record({
  wantsAnswer: fc.boolean(),
  answered: fc.constantFrom('not', 'partly', 'fully'),
  lacksFile: fc.boolean(),
  bookmarked: fc.boolean(),
  seen: fc.option(fc.boolean(), { nil: undefined }),
})

const plain = { bookmarked: false, seen: true, lacksFile: false }

describe('a question of a review', () => {
  // FIN-311
  test('a question without an answer or file is open exactly if the second stage of finishing lists it', () => {
    fc.assert(
      fc.property(fc.array(facts), (all) => {
        const reviewed = all.map((one, at) => reviewedQuestion(String(at), one))
        const asked = openQuestions(all.map((one, at) => ({ ...one, id: String(at), reachable: true })))
        const idsOf = (some: typeof reviewed) => some.map(({ id }) => id)
        const under = (filter: ReviewFilter) => idsOf(reviewed.filter((one) => matchesReview(filter, one)))
        expect(under('unanswered')).toEqual(asked.unanswered)
        expect(under('partly')).toEqual(asked.partly)
        expect(under('open').toSorted()).toEqual([...asked.unanswered, ...asked.partly].toSorted())
        expect(idsOf(reviewed.filter(({ lacksFile }) => lacksFile))).toEqual(asked.lackingFiles)
      }),
    )
  })

  test('a question is never called not seen if that isn’t known, or if it was worked on', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const { state } = reviewedQuestion('q', one)
        if (one.seen !== false || one.bookmarked || (one.wantsAnswer && one.answered !== 'not'))
          expect(state).not.toBe('unseen')
        else expect(state).toBe('unseen')
      }),
    )
  })

  test('a question is listed under every filter that matches its label, and always under “all”', () => {
    const open = reviewedQuestion('q', { ...plain, wantsAnswer: true, answered: 'not', bookmarked: true })
    expect(reviewFilters.filter((filter) => matchesReview(filter, open))).toEqual(['all', 'open', 'unanswered', 'bookmarked'])
    const partly = reviewedQuestion('q', { ...plain, wantsAnswer: true, answered: 'partly' })
    expect(reviewFilters.filter((filter) => matchesReview(filter, partly))).toEqual(['all', 'open', 'partly'])
    const read = reviewedQuestion('q', { ...plain, wantsAnswer: false, answered: 'not' })
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
