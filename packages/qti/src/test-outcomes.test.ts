import { expect, test } from 'vitest'
import { processOutcomes, readQtiTest } from './test-outcomes.ts'
import type { ItemResult } from './test-session.ts'
import { readXml } from './testing/read-xml.ts'
import { float, scalarsOf } from './value.ts'

const item = (identifier: string, score: number, more: Partial<ItemResult> = {}): ItemResult => ({
  identifier,
  categories: [],
  sections: ['S1'],
  weights: {},
  outcomes: new Map([['SCORE', float(score)]]),
  normalMaximum: { SCORE: 2 },
  normalMinimum: {},
  isPresented: true,
  isResponded: true,
  isCorrect: score === 2,
  ...more,
})
const items = [
  item('Q1', 2, { categories: ['easy'], weights: { W: 3 } }),
  item('Q2', 1, { categories: ['hard'], sections: ['S2'] }),
  item('Q3', 0, { categories: ['hard', 'extra'], isResponded: false }),
]
const total = (expression: string, all = items) => {
  const test = readQtiTest(
    readXml(
      `<assessmentTest><outcomeDeclaration identifier="T" cardinality="single" baseType="float"/><outcomeProcessing><outcomeCondition><outcomeIf><isNull><null/></isNull><setOutcomeValue identifier="T">${expression}</setOutcomeValue><exitTest/></outcomeIf></outcomeCondition></outcomeProcessing></assessmentTest>`,
    ),
    '2.1',
  )
  return scalarsOf(processOutcomes(test, { items: all }).get('T') ?? null)[0]
}

test.each([
  ['<sum><testVariables variableIdentifier="SCORE"/></sum>', 3],
  ['<sum><testVariables variableIdentifier="SCORE" weightIdentifier="W"/></sum>', 7],
  ['<sum><testVariables variableIdentifier="SCORE" sectionIdentifier="S2"/></sum>', 1],
  ['<sum><testVariables variableIdentifier="SCORE" includeCategory="hard" excludeCategory="extra"/></sum>', 1],
  ['<variable identifier="Q1.SCORE" weightIdentifier="W"/>', 6],
  ['<variable identifier="Q2.SCORE"/>', 1],
  ['<sum><outcomeMaximum outcomeIdentifier="SCORE"/></sum>', 6],
  ['<sum><outcomeMaximum outcomeIdentifier="SCORE" weightIdentifier="W"/></sum>', 10],
  ['<integerToFloat><numberCorrect/></integerToFloat>', 1],
  ['<integerToFloat><numberIncorrect/></integerToFloat>', 1],
  ['<integerToFloat><numberPresented/></integerToFloat>', 3],
  ['<integerToFloat><numberResponded includeCategory="hard"/></integerToFloat>', 1],
  ['<integerToFloat><numberSelected/></integerToFloat>', 3],
])('%s comes to %j', (expression, expected) => {
  expect(total(expression)).toBe(expected)
})

test('an item that does not say its maximum leaves that of all unknown', () => {
  expect(
    total('<sum><outcomeMaximum outcomeIdentifier="SCORE"/></sum>', [item('Q1', 2), item('Q2', 1, { normalMaximum: {} })]),
  ).toBeUndefined()
})
