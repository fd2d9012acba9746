import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDecisions, byQuestion, hasQuestionsLeft } from './apply-decisions.ts'
import { changedRules } from './changed-rules.ts'
import { resultOfSitting } from './result-of-sitting.ts'
import type { Decision, QuestionMarks } from './result-rules.ts'
import { compareMarks } from './share.ts'
import { decisionAbout, decisions, markedQuestions, noGrades, questions } from './testing/arbitrary-rules.ts'

const result = (all: readonly QuestionMarks[], some: readonly Decision[]) => resultOfSitting(all, { decisions: some }, noGrades)
const one = (questionID: string, score: number, max: number, more: Partial<QuestionMarks> = {}): QuestionMarks => ({
  ...{ questionID, score, max },
  ...more,
})

describe('decisions about questions', () => {
  // OFFICE-402
  test('take nothing from anybody unless they are to, whatever else is decided', () => {
    const harmless = decisionAbout('a').filter(({ kind, down }) => kind !== 'neutralise' || down === 'keep')
    void fc.assert(
      fc.property(markedQuestions, decisions, harmless, (all, some, more) => {
        const others = some.filter(({ questionID }) => questionID !== 'a')
        expect(compareMarks(result(all, [...others, more]), result(all, others))).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  // OFFICE-401
  test('touch nobody who was not asked the question, and no other question of whoever was', () => {
    void fc.assert(
      fc.property(questions, decisionAbout('a'), (all, decision) => {
        const [plain, decided] = [result(all, []), result(all, [decision])]
        const others = ({ questions: some }: typeof plain) => some.filter(({ questionID }) => questionID !== 'a')
        expect(others(decided)).toEqual(others(plain))
        if (!all.some(({ questionID }) => questionID === 'a')) expect(decided).toEqual(plain)
      }),
    )
  })

  test('do the same in whatever order they stand, and with the questions in whatever order', () => {
    void fc.assert(
      fc.property(questions, decisions, (all, some) => {
        const plain = result(all, some)
        expect(result(all, some.toReversed())).toEqual(plain)
        const turned = result(all.toReversed(), some)
        expect({ ...turned, questions: turned.questions.toReversed() }).toEqual(plain)
      }),
    )
  })

  // OFFICE-401
  test('take a neutralised question out of what was reached and of what could be', () => {
    void fc.assert(
      fc.property(markedQuestions, (all) => {
        const neutralise: Decision = { questionID: 'a', kind: 'neutralise', down: 'apply' }
        const others = all.filter(({ questionID }) => questionID !== 'a')
        fc.pre(others.some(({ max }) => max > 0))
        const { score, max, grade } = result(all, [neutralise])
        expect({ score, max, grade }).toEqual({ ...sumOf(others), grade: '' })
      }),
    )
  })

  test('find the choice of questions that is best for everybody, where those are neutralised that it helps', () => {
    void fc.assert(
      fc.property(markedQuestions, (all) => {
        const some = all.map(({ questionID }): Decision => ({ questionID, kind: 'neutralise-if-better', down: 'keep' }))
        const found = result(all, some)
        for (let choice = 1; choice < 2 ** all.length; choice += 1) {
          const left = sumOf(all.filter((_, at) => (choice & (1 << at)) !== 0))
          if (left.max > 0) expect(compareMarks(found, left)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  // OFFICE-401
  test('give full credit to everybody who was asked, also where a person has marked or has yet to', () => {
    const full: Decision = { questionID: 'a', kind: 'full', down: 'keep' }
    const all = [one('a', 1, 4), one('b', 2, 5)]
    expect(result(all, [full])).toMatchObject({ score: 6, max: 9, waiting: 0 })
    expect(result([one('a', 0, 4, { waits: true }), one('b', 2, 5)], [full])).toMatchObject({ score: 6, max: 9, waiting: 0 })
    // Who was not asked has nothing of it.
    expect(result([one('b', 2, 5)], [full])).toMatchObject({ score: 2, max: 5 })
  })

  // OFFICE-401
  test('accept another answer for those alone who gave it, and leave what persons marked', () => {
    const accept: Decision = { questionID: 'a', kind: 'accept', also: { answerText: 'B', options: [] }, down: 'keep' }
    expect(result([one('a', -1, 4, { alsoScore: 4 })], [accept]).questions).toEqual([
      { questionID: 'a', score: 4, max: 4, waits: false, decided: 'accepted' },
    ])
    expect(result([one('a', 1, 4)], [accept])).toMatchObject({ score: 1, max: 4 })
    // Without the decision an answer that was accepted before is what its key makes of it.
    expect(result([one('a', 1, 4, { alsoScore: 4 })], [])).toMatchObject({ score: 1, max: 4 })
  })

  test('keep for those who would come to less what they come to without, and say who', () => {
    const all = [one('a', 4, 4), one('b', 1, 4)]
    const keep = (kind: Decision['kind']): Decision => ({ questionID: 'a', kind, down: 'keep' })
    expect(result(all, [keep('neutralise')])).toMatchObject({ score: 5, max: 8 })
    expect(result(all, [{ ...keep('neutralise'), down: 'apply' }])).toMatchObject({ score: 1, max: 4 })
    // Whoever has as large a part of it as of all comes to the same either way.
    const same = [one('a', 1, 4), one('b', 1, 4)]
    expect(result(same, [keep('neutralise')])).toMatchObject({ score: 1, max: 4 })
    expect(result(same, [keep('neutralise-if-better')])).toMatchObject({ score: 2, max: 8 })
  })

  test('wait with what helps until all is marked', () => {
    const all = [one('a', 0, 4), one('b', 0, 4, { waits: true })]
    const helps: Decision = { questionID: 'a', kind: 'neutralise-if-better', down: 'keep' }
    expect(result(all, [helps])).toMatchObject({ score: 0, max: 8, waiting: 1, grade: '', passed: null })
    const both: Decision[] = [helps, { questionID: 'b', kind: 'neutralise', down: 'apply' }]
    expect(result(all, both)).toMatchObject({ score: 0, max: 4, waiting: 0 })
  })

  // OFFICE-401
  test('leave nobody without a question that counts', () => {
    void fc.assert(
      fc.property(questions, (all) => {
        const some = byQuestion(all.map(({ questionID }) => ({ questionID, kind: 'neutralise', down: 'apply' })))
        const hasMarks = all.some(({ max }) => max > 0)
        expect(hasQuestionsLeft(all, some)).toBe(!hasMarks)
        if (hasMarks) expect(sumOf(applyDecisions(all, some)).max).toBe(sumOf(all).max)
      }),
    )
  })

  // OFFICE-401
  test('are reversible: one that is taken back leaves the rules, and what they come to, as if it had never been made', () => {
    void fc.assert(
      fc.property(questions, decisions, decisionAbout('a'), (all, some, decision) => {
        const before = changedRules({ decisions: [] }, { decide: some.filter(({ questionID }) => questionID !== 'a') })
        const made = changedRules(before, { decide: [decision] })
        expect(made.decisions).toContainEqual(decision)
        const after = changedRules(made, { takeBack: ['a'] })
        expect(after).toEqual(before)
        expect(result(all, after.decisions)).toEqual(result(all, before.decisions))
      }),
    )
  })

  test('change nothing once they are taken back', () => {
    void fc.assert(
      fc.property(questions, decisions, (all, some) => {
        const before = result(all, [])
        result(all, some)
        expect(result(all, [])).toEqual(before)
        expect(before.questions.map(({ score, max }) => ({ score, max }))).toEqual(
          all.map(({ score, max }) => ({ score, max })),
        )
      }),
    )
  })
})

const sumOf = (all: readonly Pick<QuestionMarks, 'score' | 'max'>[]) => ({
  score: all.reduce((sum, { score }) => sum + score, 0),
  max: all.reduce((sum, { max }) => sum + max, 0),
})
