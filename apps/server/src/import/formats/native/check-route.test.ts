import { expect, test } from 'vitest'
import { readPackage } from '../../read-package.ts'
import { makeZip, smallExam, smallQuestion } from '../../testing/make-package.ts'

const problems = async (exam: object) => {
  const reading = await readPackage({ path: await makeZip({ 'exam.json': exam }) })
  return reading.ok ? [] : reading.problems.map((one) => `${one.place}: ${one.message}`)
}
const chosen = (question: string, option = 'b') => ({ on: 'option', question, option })
/** An exam of three parts with a question each, and what the parts say besides. */
const threeParts = (says: readonly object[], more: object = {}) =>
  smallExam({
    settings: { oneWay: true },
    sections: ['a', 'b', 'c'].map((id, at) => ({ id, name: id, questions: [smallQuestion(`${id}1`)], ...says[at] })),
    ...more,
  })

test('parts that hang on answers before them are taken', async () => {
  const says = [
    { leadsTo: [{ to: 'c', if: chosen('a1') }] },
    { askedIf: [{ on: 'any', rules: [chosen('a1'), { on: 'not', rule: { on: 'marks', questions: ['a1'], least: 1 } }] }] },
    { leadsTo: [{ to: 'end', if: chosen('c1') }] },
  ]
  expect(await problems(threeParts(says))).toEqual([])
})

const qti = { on: 'qti', rule: { name: 'isnull', children: [{ name: 'variable', attributes: { identifier: 'a1.RESPONSE' } }] } }

test.each([
  [
    'a first part with a condition',
    [{ askedIf: [chosen('a1')] }],
    {},
    'sections[0].askedIf: the first part is asked in any case',
  ],
  [
    'a rule over a later question',
    [{}, { askedIf: [chosen('c1')] }],
    {},
    'sections[1].askedIf[0]: no question "c1" is answered by then',
  ],
  [
    'marks of a question that isn’t there',
    [{}, { askedIf: [{ on: 'not', rule: { on: 'marks', questions: ['a1', 'x'], least: 1 } }] }],
    {},
    'sections[1].askedIf[0]: no question "x" is answered by then',
  ],
  [
    'an option that isn’t there',
    [{}, { askedIf: [{ on: 'any', rules: [chosen('a1'), chosen('a1', 'z')] }] }],
    {},
    'sections[1].askedIf[0]: "a1" has no option "z"',
  ],
  [
    'a way back',
    [{}, { leadsTo: [{ to: 'a', if: chosen('a1') }] }],
    {},
    'sections[1].leadsTo[0].to: no part "a" comes after it',
  ],
  [
    'a section within a part',
    [
      {},
      { questions: undefined, sections: [{ id: 'in', name: 'in', askedIf: [chosen('a1')], questions: [smallQuestion('b1')] }] },
    ],
    {},
    'sections[1].sections[0].askedIf: only a part of the exam, a section that stands in none, says this',
  ],
  [
    'an exam that may be gone back in',
    [{}, { askedIf: [chosen('a1')] }],
    { settings: {} },
    'settings.oneWay: its parts hang on answers, which nobody may change then: the exam, or each part, has to be one-way',
  ],
  [
    'an exam that is not to be sealed',
    [{}, { askedIf: [chosen('a1')] }],
    { settings: { oneWay: true, sealParts: false } },
    'settings.sealParts: its parts hang on answers: they are sealed in any case',
  ],
  [
    'an exam that begins further on',
    [{}, { askedIf: [chosen('a1')] }],
    { settings: { oneWay: true, initialPage: 2 } },
    'settings.initialPage: its parts hang on answers: it begins in the first',
  ],
  [
    'a part that is called as the end is',
    [{ leadsTo: [{ to: 'end', if: chosen('a1') }] }, { id: 'end' }],
    {},
    'sections[1].id: "end" is where an exam ends, and no part',
  ],
  [
    'a rule of QTI without its test',
    [{}, { askedIf: [qti] }],
    {},
    'sections[1].askedIf[0]: the exam has no "route", which says what its rules name',
  ],
  [
    'a rule of QTI that nothing follows',
    [{}, { askedIf: [{ on: 'qti', rule: { name: 'customoperator', attributes: { class: 'Moon' } } }] }],
    { route: { version: '2.1', test: { name: 'assessmenttest' }, items: [] } },
    'sections[1].askedIf[0]: nothing here does what the custom operator "Moon" does',
  ],
  [
    'a test of questions that aren’t there',
    [{}, { askedIf: [qti] }],
    { route: { version: '2.1', test: { name: 'assessmenttest' }, items: [{ question: 'x', identifier: 'x' }] } },
    'route.items[0].question: there is no question "x"',
  ],
])('%s is refused with its place', async (_what, says, more, problem) => {
  expect(await problems(threeParts(says, more))).toContain(`exam.json ${problem}`)
})
