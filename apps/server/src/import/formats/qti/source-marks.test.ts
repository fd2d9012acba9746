import { markingOf, toPublicQuestion } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { declare, readItemOf, template } from '../../testing/qti-item.ts'

const map = template('map_response')
const match = template('match_correct')
const mapping = (entries: Record<string, number>, attributes = '') =>
  `<mapping ${attributes}>${Object.entries(entries)
    .map(([key, worth]) => `<mapEntry mapKey="${key}" mappedValue="${worth}"/>`)
    .join('')}</mapping>`
const cards = (name: string, ...ids: string[]) =>
  ids.map((id) => `<${name} identifier="${id}" matchMax="1">${id}</${name}>`).join('')
const choice = (most: number, ...ids: string[]) =>
  `<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="${most}">${cards('simpleChoice', ...ids)}</choiceInteraction></itemBody>`
const set = (...ids: string[]) => `<simpleMatchSet>${cards('simpleAssociableChoice', ...ids)}</simpleMatchSet>`
const field = '<itemBody><p>Which? <textEntryInteraction responseIdentifier="RESPONSE"/></p></itemBody>'
const score = (value: string) =>
  `<setOutcomeValue identifier="SCORE"><baseValue baseType="float">${value}</baseValue></setOutcomeValue>`

test('an entry of a mapping that says nothing of capitals takes both in 2.2 and 3.0, and one in 2.1', async () => {
  const item = declare('RESPONSE', 'single string', [], mapping({ York: 1 })) + field + map
  const scores = async (edition: string) => (await readItemOf(item, { edition })).scoreOf('YORK')
  expect([await scores('v2p1'), await scores('v2p2')]).toEqual([0, 1])
})

test('numbers beside the right one are worth what their mapping says', async () => {
  const item = declare('RESPONSE', 'single integer', ['16'], mapping({ 14: 0.25, 15: 0.5, 16: 1, 17: 0.5 })) + field + map
  const { scoreOf, question } = await readItemOf(item)
  const typed = (text: string) => (question.type === 'MULTITEXT' ? scoreOf('', [['V1', text]]) : scoreOf(text))
  expect(['14', '15', '16', '17', '18', '16,0', 'many'].map(typed)).toEqual([0.25, 0.5, 1, 0.5, 0, 1, 0])
})

test('each pair is worth what its mapping says, and what stands nowhere in it the default', async () => {
  const item = `${declare('RESPONSE', 'multiple directedPair', ['C R', 'D M'], mapping({ 'C R': 2, 'D M': 0.5 }, 'defaultValue="-1" lowerBound="-2"'))}<itemBody><matchInteraction responseIdentifier="RESPONSE">${set('C', 'D')}${set('M', 'R')}</matchInteraction></itemBody>${map}`
  const { paired, question } = await readItemOf(item)
  expect(question).toMatchObject({ type: 'MATCH', marks: 2.5 })
  expect([paired('C=R', 'D=M'), paired('C=R'), paired('D=M'), paired('C=M'), paired('C=M', 'D=R')]).toEqual([
    2.5, 2, 0.5, -1, -2,
  ])
})

test('an order earns part of the marks where its rules give them place by place', async () => {
  const place = (at: number, id: string) =>
    `<responseCondition><responseIf><match><index n="${at}"><variable identifier="RESPONSE"/></index><baseValue baseType="identifier">${id}</baseValue></match><setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">1</baseValue></sum></setOutcomeValue></responseIf></responseCondition>`
  const declared = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'
  const item = `${declare('RESPONSE', 'ordered identifier', ['C', 'A', 'B'])}${declared}<itemBody><orderInteraction responseIdentifier="RESPONSE">${cards('simpleChoice', 'A', 'B', 'C')}</orderInteraction></itemBody><responseProcessing>${place(1, 'C')}${place(2, 'A')}${place(3, 'B')}</responseProcessing>`
  const { paired, question, leftOut } = await readItemOf(item)
  expect(question.marks).toBe(3)
  const places = (...ids: string[]) => paired(...ids.map((id, at) => `place-${at + 1}=${id}`))
  expect([places('C', 'A', 'B'), places('C', 'B', 'A'), places('A', 'B', 'C')]).toEqual([3, 1, 0])
  // A place that is left empty keeps the one behind it in its own.
  expect(paired('place-3=B')).toBe(1)
  expect(leftOut).toEqual([expect.objectContaining({ what: 'marking', loss: 'nothing' })])
})

test('wrong choices take marks away below 0 where the source does', async () => {
  const item = declare('RESPONSE', 'multiple identifier', ['A'], mapping({ A: 1, B: -2 })) + choice(0, 'A', 'B') + map
  const { chosen } = await readItemOf(item)
  expect([chosen('A'), chosen('B'), chosen('A', 'B')]).toEqual([1, -2, -1])
})

test('one text is asked for where the response takes one, whatever the item says of several', async () => {
  const written = (type: string) =>
    `${declare('RESPONSE', type, [])}<itemBody><extendedTextInteraction responseIdentifier="RESPONSE" maxStrings="3"/></itemBody>`
  expect((await readItemOf(written('single string'))).question.type).toBe('QUESTIONLTEXT')
  const several = await readItemOf(written('ordered string'))
  expect(several.question).toMatchObject({ type: 'MULTITEXT', marks: 1 })
  expect(several.mark('', [['part-1', 'One']])).toMatchObject({ score: 0, needsPerson: true })
})

test('marks are the sums that their author had in mind, not what binary fractions make of them', async () => {
  const ids = ['A', 'B', 'C'] as const
  const item =
    declare('RESPONSE', 'multiple identifier', [...ids], mapping({ A: 0.1, B: 0.2, C: 26.366666666666667 })) +
    choice(0, ...ids) +
    map
  const { chosen, question } = await readItemOf(item)
  expect([chosen('A', 'B'), String(question.marks)]).toEqual([0.3, '26.666666667'])
})

test('a slider is marked by its rules, also where they take a range', async () => {
  const near = `<responseProcessing><responseCondition><responseIf><and><gte><variable identifier="RESPONSE"/><baseValue baseType="integer">10</baseValue></gte><lte><variable identifier="RESPONSE"/><baseValue baseType="integer">20</baseValue></lte></and>${score('2')}</responseIf></responseCondition></responseProcessing>`
  const declared = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="2"/>'
  const item = `${declare('RESPONSE', 'single integer', ['16'])}${declared}<itemBody><sliderInteraction responseIdentifier="RESPONSE" lowerBound="0" upperBound="50"/></itemBody>${near}`
  const { scoreOf, question } = await readItemOf(item)
  expect(question.marks).toBe(2)
  expect(['9', '10', '20', '21', ''].map((text) => scoreOf('', [['part-1', text]]))).toEqual([0, 2, 2, 0, 0])
})

test('a prompt keeps its direction and language', async () => {
  const item = `${declare('RESPONSE', 'single identifier', ['A'])}<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt dir="rtl" xml:lang="he">שאלה</prompt>${cards('simpleChoice', 'A', 'B')}</choiceInteraction></itemBody>${match}`
  expect((await readItemOf(item)).question.text).toBe('<div dir="rtl" lang="he">שאלה</div>')
})

test('what its rules ask and nobody can follow is marked by a person, and the loss of its marks is told', async () => {
  const rules =
    '<responseProcessing><setOutcomeValue identifier="SCORE"><customOperator class="org.example.Solve"/></setOutcomeValue></responseProcessing>'
  const declared = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'
  const { mark, leftOut, items } = await readItemOf(
    declare('RESPONSE', 'single identifier', ['A']) + declared + choice(1, 'A', 'B') + rules,
  )
  expect(mark('', [['A', '']])).toEqual({ score: 0, maxScore: 1, needsPerson: true })
  expect(mark('')).toMatchObject({ needsPerson: false })
  expect(leftOut).toMatchObject([
    { what: 'response processing', loss: 'marks', why: expect.stringContaining('org.example.Solve') },
  ])
  expect(items).toMatchObject([{ identifier: 'Q', question: { type: 'RADIO', marking: 'by a person' } }])
})

test('a choice without a key counts for nothing, or waits for a person where it is worth something', async () => {
  const survey = await readItemOf(declare('RESPONSE', 'single identifier', []) + choice(1, 'A', 'B'))
  expect([survey.mark('', [['A', '']]), survey.question.marks]).toEqual([{ score: 0, maxScore: 0, needsPerson: false }, 0])
  const worth = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="4"/>'
  const asked = await readItemOf(declare('RESPONSE', 'single identifier', []) + worth + choice(1, 'A', 'B'))
  expect(asked.mark('', [['A', '']])).toEqual({ score: 0, maxScore: 4, needsPerson: true })
  const outside = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" externalScored="human"/>'
  const scored = await readItemOf(declare('RESPONSE', 'single identifier', ['A']) + outside + choice(1, 'A', 'B') + match)
  expect(scored.mark('', [['A', '']])).toMatchObject({ needsPerson: true })
})

test('a typed number that can be read in two ways has the better of both', async () => {
  const item = declare('RESPONSE', 'single float', ['1500'], mapping({ 1500: 1 })) + field + map
  const { scoreOf } = await readItemOf(item)
  expect(['1500', '1,500', '1.500', '1.5'].map((text) => scoreOf(text))).toEqual([1, 1, 1, 0])
})

test('a template of the package’s own is followed', async () => {
  const own = `<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>${score('5')}</responseIf></responseCondition></responseProcessing>`
  const declared = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'
  const item = `${declare('RESPONSE', 'single identifier', ['A'])}${declared}${choice(1, 'A', 'B')}<responseProcessing template="http://example.org/own" templateLocation="rp/own.xml"/>`
  const { chosen, question } = await readItemOf(item, { files: { 'rp/own.xml': own } })
  expect([question.marks, chosen('A'), chosen('B')]).toEqual([5, 5, 0])
})

test('nothing of how the source marks leaves the server', async () => {
  const { question } = await readItemOf(
    declare('RESPONSE', 'multiple identifier', ['A'], mapping({ A: 1, B: -2 })) + choice(0, 'A', 'B') + map,
  )
  expect(question.processing?.kind).toBe('qti')
  expect(JSON.stringify(toPublicQuestion(question))).not.toMatch(/processing|mapresponse|mappedvalue/i)
})

test('processing that fails at an answer leaves it to a person', async () => {
  const { question } = await readItemOf(declare('RESPONSE', 'single identifier', ['A']) + choice(1, 'A', 'B') + match)
  const broken = {
    ...question,
    processing: {
      kind: 'qti' as const,
      version: '2.1' as const,
      item: { name: 'x', children: [{ name: 'responseprocessing', children: [{ name: 'frobnicate' }] }] },
      responses: {},
      weight: 1,
    },
  }
  expect(markingOf(broken).mark(broken, { answerText: '', options: [] })).toMatchObject({ score: 0, needsPerson: true })
})

test('of texts in order, one that is left empty keeps those behind it in their places', async () => {
  const read = await readItemOf(
    `${declare('RESPONSE', 'ordered string', ['one', 'two', 'three'])}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/><itemBody><extendedTextInteraction responseIdentifier="RESPONSE" maxStrings="3"/></itemBody>${matchIndex}`,
  )
  const wrote = (...texts: string[]) =>
    read.scoreOf(
      '',
      texts.flatMap((text, at) => (text ? [[`part-${at + 1}`, text] as const] : [])),
    )
  expect(wrote('one', 'two', 'three')).toBe(1)
  expect(wrote('', '', 'three')).toBe(1)
  expect(wrote('three')).toBe(0)
})

/** Right where the third of the response is the third that is right. */
const matchIndex =
  '<responseProcessing><responseCondition><responseIf><match><index n="3"><variable identifier="RESPONSE"/></index><baseValue baseType="string">three</baseValue></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf><responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse></responseCondition></responseProcessing>'
