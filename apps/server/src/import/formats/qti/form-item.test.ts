import type { Value } from '@sitwell/qti/value'
import { toPublicQuestion } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { onePixel } from '../../testing/make-package.ts'
import { declare, readItemOf, scoreFor, template } from '../../testing/qti-item.ts'

const cards = (name: string, ...ids: string[]) => ids.map((id) => `<${name} identifier="${id}">${id}</${name}>`).join('')
const identifiers = (cardinality: 'single' | 'multiple' | 'ordered', ...values: string[]): Value =>
  cardinality === 'single'
    ? { cardinality, baseType: 'identifier', value: values[0] ?? '' }
    : { cardinality, baseType: 'identifier', values }

const set = (expression: string) => `<setOutcomeValue identifier="SCORE">${expression}</setOutcomeValue>`
const oneMore = set('<sum><variable identifier="SCORE"/><baseValue baseType="float">1</baseValue></sum>')
const right = (identifier: string) =>
  `<responseCondition><responseIf><match><variable identifier="${identifier}"/><correct identifier="${identifier}"/></match>${oneMore}</responseIf></responseCondition>`
const score = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'

test('several interactions of one item stand as fields below its text, each with its number, and are marked together', async () => {
  const read = await readItemOf(
    declare('A', 'single identifier', ['x']) +
      declare('B', 'multiple identifier', ['p', 'r']) +
      declare('C', 'single string', ['York']) +
      declare('D', 'ordered identifier', ['two', 'one']) +
      score +
      `<itemBody><p>Read this.</p><choiceInteraction responseIdentifier="A" maxChoices="1"><prompt>Which?</prompt>${cards('simpleChoice', 'x', 'y')}</choiceInteraction><choiceInteraction responseIdentifier="B" maxChoices="0">${cards('simpleChoice', 'p', 'q', 'r')}</choiceInteraction><p>Where? <textEntryInteraction responseIdentifier="C"/></p><orderInteraction responseIdentifier="D">${cards('simpleChoice', 'one', 'two')}</orderInteraction></itemBody><responseProcessing>${['A', 'B', 'C', 'D'].map(right).join('')}</responseProcessing>`,
  )
  expect(read.question).toMatchObject({ type: 'QGRID', marks: 4, text: '<p>Read this.</p>(1)(2)<p>Where? (3)</p>(4)' })
  const all = {
    A: identifiers('single', 'x'),
    B: identifiers('multiple', 'p', 'r'),
    C: { cardinality: 'single', baseType: 'string', value: 'York' },
    D: identifiers('ordered', 'two', 'one'),
  } as const
  expect(scoreFor(read, all)).toBe(4)
  expect(scoreFor(read, { A: all.A })).toBe(1)
  expect(scoreFor(read, { ...all, B: identifiers('multiple', 'p', 'q') })).toBe(3)
  expect(scoreFor(read, { ...all, D: identifiers('ordered', 'one', 'two') })).toBe(3)
  expect(read.scoreOf('', [])).toBe(0)
  expect(read.leftOut).toEqual([])
})

test('many of one list that belong to many of the other are ticked', async () => {
  const lists = `<simpleMatchSet>${cards('simpleAssociableChoice', 'a', 'b')}</simpleMatchSet><simpleMatchSet>${cards('simpleAssociableChoice', 'p', 'q')}</simpleMatchSet>`
  const read = await readItemOf(
    `${declare('RESPONSE', 'multiple directedPair', ['a p', 'a q', 'b q'])}${score}<itemBody><matchInteraction responseIdentifier="RESPONSE" maxAssociations="0">${lists}</matchInteraction></itemBody>${template('match_correct')}`,
  )
  const pairs = (...values: [string, string][]): Value => ({ cardinality: 'multiple', baseType: 'directedPair', values })
  expect(scoreFor(read, { RESPONSE: pairs(['a', 'q'], ['a', 'p'], ['b', 'q']) })).toBe(1)
  expect(scoreFor(read, { RESPONSE: pairs(['a', 'q'], ['a', 'p']) })).toBe(0)
})

test('areas of a picture are chosen by pointer or by keys, each with a name, and count as their item says', async () => {
  const spots =
    '<hotspotChoice identifier="N" shape="circle" coords="50,20,10" hotspotLabel="North"/><hotspotChoice identifier="S" shape="poly" coords="40,60,60,60,50,80"/>'
  const read = await readItemOf(
    `${declare('RESPONSE', 'single identifier', ['S'])}${score}<itemBody><hotspotInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which?</prompt><object type="image/png" data="map.png" width="100" height="100">A map</object>${spots}</hotspotInteraction></itemBody>${template('match_correct')}`,
    { files: { 'map.png': onePixel } },
  )
  expect(read.question).toMatchObject({
    type: 'QGRID',
    rows: [
      { cells: [{ components: [{ kind: 'text', html: 'Which?' }] }] },
      {
        cells: [
          {
            components: [
              {
                kind: 'hotspot',
                src: 'map.png',
                alt: 'A map',
                most: 1,
                areas: [
                  { name: 'North', x: 40, y: 10, width: 20, height: 20 },
                  { name: '2', x: 40, y: 60, width: 20, height: 20 },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
  expect(read.resources.map(({ path }) => path)).toEqual(['map.png'])
  expect([
    scoreFor(read, { RESPONSE: identifiers('single', 'S') }),
    scoreFor(read, { RESPONSE: identifiers('single', 'N') }),
  ]).toEqual([1, 0])
})

test('what is written beside fields that rules mark, and is read by none of them, leaves all of it to a person', async () => {
  const read = await readItemOf(
    `${declare('A', 'single identifier', ['x'])}${declare('B', 'single string', [])}${score}<itemBody><choiceInteraction responseIdentifier="A" maxChoices="1">${cards('simpleChoice', 'x', 'y')}</choiceInteraction><extendedTextInteraction responseIdentifier="B"/></itemBody><responseProcessing>${right('A')}</responseProcessing>`,
  )
  expect(read.question).toMatchObject({ type: 'QGRID', processing: { kind: 'person' } })
  expect(read.leftOut).toMatchObject([{ loss: 'marks' }])
})

test('who ticks more than may be chosen has chosen nothing, and is told how many may be', async () => {
  const mapping =
    '<mapping defaultValue="0"><mapEntry mapKey="p" mappedValue="1"/><mapEntry mapKey="q" mappedValue="1"/></mapping>'
  const mapped = set('<sum><variable identifier="SCORE"/><mapResponse identifier="B"/></sum>')
  const read = await readItemOf(
    `${declare('A', 'single identifier', ['x'])}${declare('B', 'multiple identifier', ['p', 'q'], mapping)}${score}<itemBody><choiceInteraction responseIdentifier="A" maxChoices="1">${cards('simpleChoice', 'x', 'y')}</choiceInteraction><choiceInteraction responseIdentifier="B" maxChoices="2"><prompt>Which two?</prompt>${cards('simpleChoice', 'p', 'q', 'r', 's')}</choiceInteraction></itemBody><responseProcessing>${right('A')}${mapped}</responseProcessing>`,
  )
  expect(read.question.marks).toBe(3)
  expect(JSON.stringify(read.question)).toContain('Which two? (max. 2)')
  const A = identifiers('single', 'x')
  expect(scoreFor(read, { A, B: identifiers('multiple', 'q', 'p') })).toBe(3)
  expect(scoreFor(read, { A, B: identifiers('multiple', 'p', 'r') })).toBe(2)
  expect(scoreFor(read, { A, B: identifiers('multiple', 'p', 'q', 'r') })).toBe(1)
})

test('pairs that are ticked are no more than their item lets anybody make', async () => {
  const lists = `<simpleMatchSet>${cards('simpleAssociableChoice matchMax="2"', 'a', 'b').replaceAll('</simpleAssociableChoice matchMax="2">', '</simpleAssociableChoice>')}</simpleMatchSet><simpleMatchSet>${cards('simpleAssociableChoice matchMax="2"', 'p', 'q').replaceAll('</simpleAssociableChoice matchMax="2">', '</simpleAssociableChoice>')}</simpleMatchSet>`
  const worth = ['a p', 'a q', 'b q'].map((pair) => `<mapEntry mapKey="${pair}" mappedValue="1"/>`).join('')
  const read = await readItemOf(
    `${declare('RESPONSE', 'multiple directedPair', ['a p', 'a q', 'b q'], `<mapping>${worth}</mapping>`)}${score}<itemBody><matchInteraction responseIdentifier="RESPONSE" maxAssociations="3">${lists}</matchInteraction></itemBody>${template('map_response')}`,
  )
  const pairs = (...values: [string, string][]): Value => ({ cardinality: 'multiple', baseType: 'directedPair', values })
  expect(read.question.marks).toBe(3)
  expect(scoreFor(read, { RESPONSE: pairs(['a', 'q'], ['a', 'p'], ['b', 'q']) })).toBe(3)
  expect(scoreFor(read, { RESPONSE: pairs(['a', 'q'], ['a', 'p'], ['b', 'q'], ['b', 'p']) })).toBe(0)
})

test('no choice is ticked in more pairs than it may stand in, and how many those are is said', async () => {
  const lists =
    '<simpleMatchSet><simpleAssociableChoice identifier="a" matchMax="1">a</simpleAssociableChoice><simpleAssociableChoice identifier="b" matchMax="3">b</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="p" matchMax="2">p</simpleAssociableChoice><simpleAssociableChoice identifier="q" matchMax="2">q</simpleAssociableChoice></simpleMatchSet>'
  const worth = ['a p', 'b p', 'b q'].map((pair) => `<mapEntry mapKey="${pair}" mappedValue="1"/>`).join('')
  const read = await readItemOf(
    `${declare('RESPONSE', 'multiple directedPair', ['a p', 'b p', 'b q'], `<mapping>${worth}</mapping>`)}${score}<itemBody><matchInteraction responseIdentifier="RESPONSE" maxAssociations="0">${lists}</matchInteraction></itemBody>${template('map_response')}`,
  )
  const pairs = (...values: [string, string][]): Value => ({ cardinality: 'multiple', baseType: 'directedPair', values })
  expect(JSON.stringify(read.question)).toContain('a: max. 1')
  expect(JSON.stringify(read.question)).not.toMatch(/[bpq]: max/)
  expect(scoreFor(read, { RESPONSE: pairs(['a', 'p'], ['b', 'p'], ['b', 'q']) })).toBe(3)
  expect(scoreFor(read, { RESPONSE: pairs(['a', 'p'], ['a', 'q'], ['b', 'p'], ['b', 'q']) })).toBe(0)
})

test('what its author has shuffled does not stand in the order in which it is right', async () => {
  const ids = ['one', 'two', 'three', 'four', 'five', 'six']
  const read = await readItemOf(
    `${declare('A', 'single identifier', ['x'])}${declare('D', 'ordered identifier', ids)}${score}<itemBody><choiceInteraction responseIdentifier="A" maxChoices="1">${cards('simpleChoice', 'x', 'y')}</choiceInteraction><orderInteraction responseIdentifier="D" shuffle="true">${cards('simpleChoice', ...ids)}</orderInteraction></itemBody><responseProcessing>${right('A')}${right('D')}</responseProcessing>`,
  )
  const [list] =
    JSON.stringify(read.question.type === 'QGRID' && read.question.rows).match(/"options":\[[^\]]*"six"[^\]]*\]/) ?? []
  const shown = [...(list ?? '').matchAll(/"name":"(\w+)"/g)].map(([, name]) => name)
  expect(shown.toSorted()).toEqual(ids.toSorted())
  expect(shown).not.toEqual(ids)
  const A = identifiers('single', 'x')
  expect(scoreFor(read, { A, D: identifiers('ordered', ...ids) })).toBe(2)
})

test('what a form or a passage says of a choice leaves out the feedback inside it, which says whether it is right', async () => {
  const markup = '<feedbackInline outcomeIdentifier="F" identifier="x" showHide="show">Well done</feedbackInline>'
  const choices = `<simpleChoice identifier="x">Here${markup}</simpleChoice><simpleChoice identifier="y">There</simpleChoice>`
  const form = await readItemOf(
    `${declare('A', 'single identifier', ['x'])}${declare('B', 'multiple identifier', ['x'])}${score}<itemBody><choiceInteraction responseIdentifier="A" maxChoices="1">${choices}</choiceInteraction><choiceInteraction responseIdentifier="B" maxChoices="0">${choices}</choiceInteraction></itemBody><responseProcessing>${right('A')}${right('B')}</responseProcessing>`,
  )
  const passage = await readItemOf(
    `${declare('RESPONSE', 'single identifier', ['x'])}${score}<itemBody><hottextInteraction responseIdentifier="RESPONSE" maxChoices="1"><p>Now <hottext identifier="x">here${markup}</hottext>, then <hottext identifier="y">there</hottext>.</p></hottextInteraction></itemBody>${template('match_correct')}`,
  )
  for (const { question } of [form, passage]) {
    expect(question.feedback?.parts[0]).toMatchObject({ text: 'Well done', when: [{ outcome: 'F', value: 'x' }] })
    expect(JSON.stringify({ ...question, feedback: undefined })).not.toContain('Well done')
  }
  expect(JSON.stringify(form.question)).toContain('"Here"')
})

test('a rubric for whoever marks is guidance, and not shown, wherever it stands', async () => {
  const rubric = '<rubricBlock view="scorer"><p>The answer is x.</p></rubricBlock>'
  const { question } = await readItemOf(
    `${declare('RESPONSE', 'multiple directedPair', ['x G'])}${score}<itemBody><div>${rubric}<gapMatchInteraction responseIdentifier="RESPONSE"><gapText identifier="x" matchMax="1">One</gapText><gapText identifier="y" matchMax="1">Two</gapText><p>It is <gap identifier="G"/>.</p>${rubric}</gapMatchInteraction></div></itemBody>${template('match_correct')}`,
  )
  expect(question.markScheme).toEqual({ criteria: [], guidance: '<p>The answer is x.</p>'.repeat(2) })
  expect(JSON.stringify({ ...toPublicQuestion(question), markScheme: undefined })).not.toContain('The answer is')
  expect(JSON.stringify({ ...question, markScheme: undefined })).not.toContain('The answer is')
})
