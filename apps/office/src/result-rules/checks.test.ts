import type { QuestionStatisticsRow, ResultDecision, ResultRulesVersion } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { checksOf, isAdverse } from './checks.ts'
import { standingDecisions, takingBack } from './standing-decisions.ts'

const question = (more: Partial<QuestionStatisticsRow>) => ({ corrected: 0.4, facility: 0.6, options: [], ...more })
const option = (text: string, top: number) => ({ id: text, text, byFifth: [4, 4, 4, 4, top], correlation: 0.1 })
const fifths = (facility: number) => [4, 4, 4, 4, 10].map((people) => ({ people, facility }))

// OFFICE-401
test('a question is to be looked at if strong people do worse, or choose what is not the key', () => {
  expect(checksOf(question({}))).toEqual([])
  expect(checksOf(question({ corrected: -0.08 }))).toEqual([{ kind: 'negative' }])
  const chosen = { options: [option('Ash', 3), option('Birch', 7)], fifths: fifths(0.3) }
  expect(checksOf(question(chosen))).toEqual([{ kind: 'strong-choose', option: 'Birch' }])
  expect(checksOf(question({ ...chosen, fifths: fifths(0.7) }))).toEqual([])
  // Two right options of one question: both are chosen by all.
  expect(checksOf(question({ options: [option('Ash', 10), option('Birch', 10)], fifths: fifths(0.3) }))).toEqual([])
  expect([question(chosen), question({ facility: 0.97 })].map(isAdverse)).toEqual([true, false])
})

// OFFICE-401
test('a question that nearly all had right, or wrong, is named, and of too few people nothing is said', () => {
  expect([0.95, 0.05, 0.5].map((facility) => checksOf(question({ facility })).map(({ kind }) => kind))).toEqual([
    ['nearly-all-right'],
    ['nearly-all-wrong'],
    [],
  ])
  expect(checksOf(question({ facility: 'too-few', corrected: 'too-few' }))).toEqual([])
})

// OFFICE-402
test('a decision stands since the version that made it, and is taken back without the others about its question', () => {
  const accept = (answerText: string): ResultDecision => ({
    ...{ questionID: 'q', kind: 'accept', down: 'apply' },
    also: { answerText, options: [] },
  })
  const ash = accept('Ash')
  const birch = accept('Birch')
  const full: ResultDecision = { questionID: 'r', kind: 'full', down: 'apply' }
  const version = (number: number, decisions: ResultDecision[]): ResultRulesVersion => ({
    ...{ version: number, decisions, author: { name: 'Ada' }, at: '', reason: `because ${number}` },
  })
  const found = standingDecisions([
    version(4, [ash, birch, full]),
    version(3, [ash, full]),
    version(2, [full]),
    version(1, [ash]),
  ])
  expect(found.map(({ decision, since }) => [decision.questionID, since.version])).toEqual([
    ['q', 3],
    ['q', 4],
    ['r', 2],
  ])
  expect(standingDecisions([])).toEqual([])
  expect(takingBack([ash, birch, full], ash)).toEqual({ takeBack: ['q'], decide: [birch] })
  expect(takingBack([full], full)).toEqual({ takeBack: ['r'] })
})
