import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildPaper, type Mapping, type Paper, questionsOf } from '../paper/paper.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import { completePart, type ExamTime, enterPart, freshTime } from '../time/exam-time.ts'
import {
  askedAbout,
  nextPart,
  nextReachable,
  openReachable,
  type PaperPosition,
  partOf,
  previousReachable,
  reachable,
} from './navigation.ts'

const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['a', 'empty', 'b'], questionIds: ['q0'] },
  { sectionId: 'a', sectionIds: ['inner'], questionIds: ['q1'] },
  { sectionId: 'inner', sectionIds: [], questionIds: ['q2', 'q3'] },
  { sectionId: 'empty', sectionIds: [], questionIds: [] },
  { sectionId: 'b', sectionIds: [], questionIds: ['q4', 'q5'] },
])
const planFor = ({ root }: Paper, oneWay: readonly string[]): ExamPlan => ({
  timeMs: 0,
  warningMs: 0,
  parts: root.sections.map(({ id }) => ({ id, timeMs: 0, readingMs: 0, warningMs: 0, oneWay: oneWay.includes(id) })),
})
const at = (partId: string | undefined, complete: readonly string[] = [], disabled: readonly string[] = []): PaperPosition => ({
  partId,
  isComplete: (id) => complete.includes(id),
  isDisabled: (id) => disabled.includes(id),
})
const free = planFor(paper, [])

describe('reachable questions', () => {
  test('every question is reachable except those of completed parts and disabled ones', () => {
    expect(reachable(paper, free, at('a'))).toEqual(paper.order)
    expect(reachable(paper, free, at('b', ['a'], ['q5']))).toEqual(['q4', 'q0'])
  })

  test('from a one-way part is its own questions alone', () => {
    expect(reachable(paper, planFor(paper, ['a']), at('a'))).toEqual(['q2', 'q3', 'q1'])
    expect(nextReachable(paper, planFor(paper, ['a']), at('a'), 'q1')).toBeUndefined()
  })

  test('no question is reachable behind an incomplete one-way part, because going past it would end it', () => {
    const aIsAhead = planFor(paper, ['a'])
    expect(reachable(paper, aIsAhead, at(undefined))).toEqual(['q2', 'q3', 'q1', 'q0'])
    expect(reachable(paper, aIsAhead, at('b'))).toEqual(paper.order)
    expect(reachable(paper, aIsAhead, at('b', ['a']))).toEqual(['q4', 'q5', 'q0'])
    const bothWays = planFor(paper, ['empty', 'b'])
    expect(reachable(paper, bothWays, at('a'))).toEqual(paper.order)
    expect(reachable(paper, planFor(paper, ['a']), at(undefined, [], ['q1', 'q2', 'q3']))).toEqual(['q4', 'q5', 'q0'])
  })

  test('next and previous skip unreachable questions', () => {
    const place = at('b', [], ['q1'])
    expect(nextReachable(paper, free, place, 'q3')).toBe('q4')
    expect(previousReachable(paper, free, place, 'q4')).toBe('q3')
    expect(previousReachable(paper, free, at('b', ['a']), 'q4')).toBeUndefined()
  })

  test('no sequence of moves reaches a question of a completed part', () => {
    type Move = readonly ['next' | 'previous' | 'finish' | 'pick', number]
    const move: fc.Arbitrary<Move> = fc.tuple(
      fc.constantFrom('next' as const, 'previous' as const, 'finish' as const, 'pick' as const),
      fc.integer({ min: 0, max: 30 }),
    )
    const sizes = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(sizes, fc.array(fc.boolean()), fc.array(move), (counts, oneWays, moves) => {
        const parts = counts.map(
          (count, place): Mapping => ({
            sectionId: `p${place}`,
            sectionIds: [],
            questionIds: Array.from({ length: count }, (_, index) => `q${place}-${index}`),
          }),
        )
        const whole = buildPaper([{ sectionId: 'root', sectionIds: parts.map((p) => p.sectionId), questionIds: [] }, ...parts])
        const plan = planFor(
          whole,
          parts.filter((_, place) => oneWays[place]).map((p) => p.sectionId),
        )
        let time: ExamTime = freshTime(plan)
        const placeNow = (): PaperPosition => ({
          partId: time.partId,
          isComplete: (id) => time.parts[id]?.isComplete === true,
          isDisabled: () => false,
        })
        const goTo = (id: string | undefined) => {
          time = id === undefined ? time : enterPart(time, plan, partOf(whole, id)?.id)
          return id
        }
        let question = goTo(openReachable(whole, plan, placeNow(), undefined))
        for (const [kind, which] of moves) {
          if (question === undefined) break
          const completed = whole.root.sections.filter(({ id }) => time.parts[id]?.isComplete).flatMap(questionsOf)
          if (kind === 'finish' && time.partId !== undefined) {
            const part = nextPart(whole, placeNow())
            const following = part && questionsOf(part)[0]
            time = completePart(time, time.partId)
            question = goTo(following ?? openReachable(whole, plan, placeNow(), undefined))
          } else if (kind === 'next') question = goTo(nextReachable(whole, plan, placeNow(), question)) ?? question
          else if (kind === 'previous') question = goTo(previousReachable(whole, plan, placeNow(), question)) ?? question
          else question = goTo(openReachable(whole, plan, placeNow(), whole.order[which])) ?? question
          expect(completed).not.toContain(question)
          if (question !== undefined) expect(time.partId).toBe(partOf(whole, question)?.id)
        }
      }),
    )
  })
})

describe('finishing a part', () => {
  // FIN-315
  test('leads to the next that has a question and is open, and after the last nowhere', () => {
    expect(nextPart(paper, at('a'))?.id).toBe('b')
    expect(nextPart(paper, at('a', ['b']))).toBeUndefined()
    expect(nextPart(paper, at('b'))).toBeUndefined()
  })

  // FIN-312
  test('finishing a part asks about its own questions, finishing the exam about all reachable ones', () => {
    expect(askedAbout(paper, free, at('b'), 'part')).toEqual(['q4', 'q5'])
    expect(askedAbout(paper, free, at('b'), 'exam')).toEqual(paper.order)
    expect(askedAbout(paper, free, at('b', ['a']), 'exam')).toEqual(['q4', 'q5', 'q0'])
  })
})

describe('an exam that is opened', () => {
  test('with its first part complete opens in the next', () => {
    expect(openReachable(paper, free, at(undefined, ['a']), 'q2')).toBe('q4')
    expect(openReachable(paper, free, at(undefined, ['a']), 'q5')).toBe('q5')
  })

  test('with every part complete, or without a question, has nothing to open', () => {
    const flat = buildPaper([
      { sectionId: 'root', sectionIds: ['a'], questionIds: [] },
      { sectionId: 'a', sectionIds: [], questionIds: ['q1'] },
    ])
    expect(openReachable(flat, planFor(flat, []), at(undefined, ['a']), 'q1')).toBeUndefined()
    const none = buildPaper([{ sectionId: 'root', sectionIds: ['a'], questionIds: [] }])
    expect(openReachable(none, planFor(none, []), at(undefined), undefined)).toBeUndefined()
  })
})
