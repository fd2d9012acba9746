import type { Value } from '@sitwell/qti/value'
import { expect, test } from 'vitest'
import { declare, readItemOf, scoreFor } from '../../testing/qti-item.ts'

const identifiers = (cardinality: 'single' | 'multiple', ...values: string[]): Value =>
  cardinality === 'single'
    ? { cardinality, baseType: 'identifier', value: values[0] ?? '' }
    : { cardinality, baseType: 'identifier', values }

const score = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'
const oneMore =
  '<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">1</baseValue></sum></setOutcomeValue>'
const right = (identifier: string) =>
  `<responseCondition><responseIf><match><variable identifier="${identifier}"/><correct identifier="${identifier}"/></match>${oneMore}</responseIf></responseCondition>`
const rules = (...inside: string[]) => `<responseProcessing>${inside.join('')}</responseProcessing>`

const choice =
  '<choiceInteraction responseIdentifier="A" maxChoices="1"><simpleChoice identifier="x">X</simpleChoice><simpleChoice identifier="y">Y</simpleChoice></choiceInteraction>'
const upload = '<uploadInteraction responseIdentifier="F"><prompt>Your spreadsheet</prompt></uploadInteraction>'
const typedUpload = upload.replace('<uploadInteraction', '<uploadInteraction type="application/pdf"')
const A = identifiers('single', 'x')

test('passages beside other interactions have a letter each in their text, by which they are ticked, and count as their item says', async () => {
  const shown = '<feedbackInline outcomeIdentifier="F" identifier="q" showHide="show">Well done</feedbackInline>'
  const passages = `<p>Now <hottext identifier="p">here</hottext>, <b>then <hottext identifier="q">there${shown}</hottext></b> and <hottext identifier="r">here</hottext>.</p>`
  const read = await readItemOf(
    `${declare('A', 'single identifier', ['x'])}${declare('H', 'multiple identifier', ['p', 'q'])}${score}<itemBody>${choice}<hottextInteraction responseIdentifier="H" maxChoices="2"><prompt>Which two?</prompt>${passages}</hottextInteraction></itemBody>${rules(right('A'), right('H'))}`,
  )
  expect(read.question).toMatchObject({ type: 'QGRID', marks: 2, text: '(1)(2)' })
  const { rows } = read.question as unknown as { rows: { cells: { components: object[] }[] }[] }
  expect(rows.slice(2).map(({ cells }) => cells[0]?.components[0])).toMatchObject([
    { kind: 'text', html: '<b>(2)</b> Which two? (max. 2)' },
    { kind: 'text', html: '<p>Now (A) here, <b>then (B) there</b> and (C) here.</p>' },
    { kind: 'checkbox', label: '(A) here' },
    { kind: 'checkbox', label: '(B) there' },
    { kind: 'checkbox', label: '(C) here' },
  ])
  expect(scoreFor(read, { A, H: identifiers('multiple', 'q', 'p') })).toBe(2)
  expect(scoreFor(read, { A, H: identifiers('multiple', 'q', 'r') })).toBe(1)
  expect(scoreFor(read, { A, H: identifiers('multiple', 'p', 'q', 'r') })).toBe(1)
  expect(read.leftOut.filter(({ loss }) => loss !== 'nothing')).toEqual([])
})

test('of one passage a list is chosen from', async () => {
  const read = await readItemOf(
    `${declare('A', 'single identifier', ['x'])}${declare('H', 'single identifier', ['q'])}${score}<itemBody>${choice}<hottextInteraction responseIdentifier="H" maxChoices="1"><p>Now <hottext identifier="p">here</hottext>, then <hottext identifier="q">there</hottext>.</p></hottextInteraction></itemBody>${rules(right('A'), right('H'))}`,
  )
  expect(scoreFor(read, { A, H: identifiers('single', 'q') })).toBe(2)
  expect(scoreFor(read, { A, H: identifiers('single', 'p') })).toBe(1)
})

test('a file beside other interactions is a field of their form; a person marks it all, and that rules would have marked a part is shown', async () => {
  const declared = `${declare('A', 'single identifier', ['x'])}${declare('F', 'single file', [])}`
  const read = await readItemOf(
    `${declared}${score}<itemBody>${choice}<p>And ${typedUpload}</p></itemBody>${rules(right('A'))}`,
  )
  expect(read.question).toMatchObject({ type: 'QGRID', text: '(1)<p>And (2)</p>', processing: { kind: 'person' } })
  expect(JSON.stringify(read.question)).toContain('{"kind":"fileButton","id":"f2","label":"(2) Your spreadsheet"')
  expect(read.leftOut).toMatchObject([
    { what: 'upload of application/pdf', loss: 'nothing' },
    { what: 'response processing', loss: 'marks' },
  ])
  // What is shown of in the name of a file alone would give marks to who hands in none.
  const hasFile = `<responseCondition><responseIf><not><isNull><variable identifier="F"/></isNull></not>${oneMore}</responseIf></responseCondition>`
  const asked = await readItemOf(`${declared}${score}<itemBody>${choice}${upload}</itemBody>${rules(right('A'), hasFile)}`)
  expect(asked.question.processing).toEqual({ kind: 'person' })
})

test('a file beside a text that nothing marks waits for a person, and nothing is lost', async () => {
  const read = await readItemOf(
    `${declare('F', 'single file', [])}${declare('N', 'single integer', [])}${score}<itemBody>${upload}<p>How many? <textEntryInteraction responseIdentifier="N"/></p></itemBody><responseProcessing/>`,
  )
  expect(read.items).toMatchObject([{ question: { type: 'QGRID', marks: 1, marking: 'by a person' } }])
  expect(read.mark('f1=plan.xlsx')).toMatchObject({ needsPerson: true, maxScore: 1 })
  expect(read.mark('')).toMatchObject({ needsPerson: false, score: 0 })
  expect(read.leftOut).toEqual([])
})

test('a file and a written answer are read by a person, for the marks that the item says', async () => {
  const most = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="4"/>'
  const read = await readItemOf(
    `${declare('F', 'single file', [])}${declare('T', 'single string', [])}${most}<itemBody>${upload}<extendedTextInteraction responseIdentifier="T"/></itemBody>`,
  )
  expect(read.items).toMatchObject([{ question: { type: 'QGRID', marks: 4, marking: 'by a person' } }])
  expect(read.leftOut).toEqual([])
})

test('feedback that hangs on whether a file is there is lost, since no rules here see one; the types of an upload are shown', async () => {
  const isMissing =
    '<responseCondition><responseIf><isNull><variable identifier="F"/></isNull><setOutcomeValue identifier="G"><baseValue baseType="identifier">none</baseValue></setOutcomeValue></responseIf></responseCondition>'
  const feedback = '<modalFeedback outcomeIdentifier="G" identifier="none" showHide="show">You sent nothing.</modalFeedback>'
  const { question, leftOut } = await readItemOf(
    `${declare('F', 'single file', [])}<outcomeDeclaration identifier="G" cardinality="single" baseType="identifier"/>${score}<itemBody>${typedUpload}</itemBody>${rules(isMissing)}${feedback}`,
  )
  expect(question).toMatchObject({ type: 'EVIDENCE' })
  expect(question.feedback).toBeUndefined()
  expect(leftOut).toMatchObject([
    { what: 'upload of application/pdf', loss: 'nothing' },
    { what: 'feedback', loss: 'content' },
  ])
})
