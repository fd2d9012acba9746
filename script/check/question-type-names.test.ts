import { expect, test } from 'vitest'
import { typeNamesIn } from './question-type-names.ts'

const file = 'apps/server/src/a.ts'

test.each([
  "if (question.type === 'RADIO') go()",
  "const isOne = type !== 'MULTICHOICE'",
  "switch (question.type) {\n  case 'MATCH':\n    go()\n}",
  "const written = new Set(['QUESTIONLTEXT', 'MULTITEXT'])",
  "const staticText = 'STATICTEXT'",
  'const marks = { RADIO: 1 }',
  "const marks = draft.type === 'STATICTEXT' ? 0 : 1",
  "const made = { type: draft.type === 'COMBO' ? 'RADIO' : 'MATCH' }",
])('code outside a type may not depend on its name: %s', (line) => {
  expect(typeNamesIn(`const before = 1\n${line}\n`, file)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^apps\/server\/src\/a\.ts:[23] .+:/)]),
  )
})

test.each([
  "const made = { type: 'RADIO', key: 'a' }",
  "const made = { type: isOne ? 'RADIO' : 'MULTICHOICE' }",
  "type Radio = Extract<AuthoredQuestion, { type: 'RADIO' }>",
  "const name = 'A radio question (RADIO)'",
  "// 'RADIO' is compared nowhere",
])('code outside a type may make a question of it, and name its form: %s', (line) => {
  expect(typeNamesIn(line, file)).toEqual([])
})

test('a type may name itself in its own folder, and a helper beside its facets may not', () => {
  const line = "const is = question.type === 'RADIO'"
  expect(typeNamesIn(line, 'packages/question-types/src/radio/marking.ts')).toEqual([])
  expect(typeNamesIn(line, 'packages/question-types/src/option/option-answer.ts')).toHaveLength(1)
})
