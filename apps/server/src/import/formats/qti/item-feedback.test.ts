import type { Answer } from '@sitwell/contract'
import { type AuthoredQuestion, earnedFeedback, filledQuestion, markingOf } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { hideIds } from '../../hide-ids.ts'
import { readPackage } from '../../read-package.ts'
import { makeZip, onePixel } from '../../testing/make-package.ts'
import { declare, readItemOf } from '../../testing/qti-item.ts'

const chosen = (...ids: string[]): Answer => ({
  answerText: '',
  options: ids.map((optionID) => ({ optionID, optionText: '' })),
})

/** What an answer is told of a question. */
const feedback = (question: AuthoredQuestion, answer: Answer | undefined) =>
  earnedFeedback(question, answer, markingOf(question).mark(question, answer))
const words = (...given: Parameters<typeof feedback>) => feedback(...given).map(({ html }) => html.replaceAll(/<[^>]*>/g, ''))

const outcome = (cardinality: string, inside = '') =>
  `<outcomeDeclaration identifier="FEEDBACK" cardinality="${cardinality}" baseType="identifier">${inside}</outcomeDeclaration>`
const modal = (identifier: string, inside: string, more = '') =>
  `<modalFeedback outcomeIdentifier="FEEDBACK" identifier="${identifier}" ${more}>${inside}</modalFeedback>`
const radio = (first = '', body = '') =>
  `<itemBody><p>Look.</p>${body}<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which?</prompt><simpleChoice identifier="A">One${first}</simpleChoice><simpleChoice identifier="B">Two</simpleChoice></choiceInteraction></itemBody>`
const response = declare('RESPONSE', 'single identifier', ['A'])
const rules =
  '<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf><responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse></responseCondition><setOutcomeValue identifier="FEEDBACK"><variable identifier="RESPONSE"/></setOutcomeValue></responseProcessing>'
const score = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'
const head = `${response}${score}${outcome('single')}`

test('feedback of all three kinds is told by the outcomes of the item’s own rules, shown or hidden, with its title', async () => {
  const inline = '<feedbackInline outcomeIdentifier="FEEDBACK" identifier="A" showHide="show">Inline A</feedbackInline>'
  const block = '<feedbackBlock outcomeIdentifier="FEEDBACK" identifier="A" showHide="hide"><p>Block not A</p></feedbackBlock>'
  const { question, leftOut } = await readItemOf(
    head +
      radio(inline, block) +
      rules +
      modal('A', '<p>Well <b>done</b></p>', 'showHide="show" title="Right"') +
      modal('B', 'No'),
  )
  expect(feedback(question, chosen('A'))).toEqual([{ html: 'Inline A' }, { title: 'Right', html: '<p>Well <b>done</b></p>' }])
  expect(words(question, chosen('B'))).toEqual(['Block not A', 'No'])
  expect(words(question, undefined)).toEqual(['Block not A'])
  expect(JSON.stringify({ ...question, feedback: undefined })).not.toMatch(/Inline A|Block not A|done/)
  expect(leftOut.map(({ loss }) => loss)).toEqual(['nothing', 'nothing'])
})

test('what QTI 3.0 calls it is the same, and the ids that hide its source’s change nothing', async () => {
  const modal3 =
    '<qti-modal-feedback outcome-identifier="FEEDBACK" identifier="A" show-hide="show" title="Right"><qti-content-body><p>Yes</p></qti-content-body></qti-modal-feedback>'
  const item = `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="Q" title="Q"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>A</qti-value></qti-correct-response></qti-response-declaration><qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/><qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"/><qti-item-body><qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-simple-choice identifier="A">One<qti-feedback-inline outcome-identifier="FEEDBACK" identifier="A" show-hide="show">Inline</qti-feedback-inline></qti-simple-choice><qti-simple-choice identifier="B">Two</qti-simple-choice></qti-choice-interaction></qti-item-body><qti-response-processing><qti-response-condition><qti-response-if><qti-match><qti-variable identifier="RESPONSE"/><qti-correct identifier="RESPONSE"/></qti-match><qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">1</qti-base-value></qti-set-outcome-value></qti-response-if><qti-response-else><qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">0</qti-base-value></qti-set-outcome-value></qti-response-else></qti-response-condition><qti-set-outcome-value identifier="FEEDBACK"><qti-variable identifier="RESPONSE"/></qti-set-outcome-value></qti-response-processing>${modal3}</qti-assessment-item>`
  const reading = await readPackage({
    path: await makeZip({
      'imsmanifest.xml':
        '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv3p0" href="i.xml"/></resources></manifest>',
      'i.xml': item,
    }),
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const [question] = hideIds(reading.package.exam, 'seed').sections[0]?.questions ?? []
  if (question?.type !== 'RADIO') throw new Error('no question')
  const [a = '', b = ''] = question.options.map(({ id }) => id)
  expect([a, b]).not.toEqual(['A', 'B'])
  expect(feedback(question, chosen(a))).toEqual([{ html: 'Inline' }, { title: 'Right', html: '<p>Yes</p>' }])
  expect(feedback(question, chosen(b))).toEqual([])
})

test('what a person marks, and what is only read, has its feedback by the rules all the same', async () => {
  const byDefault = outcome('single', '<defaultValue><value>model</value></defaultValue>')
  const { question } = await readItemOf(
    `${declare('RESPONSE', 'single string', [])}${byDefault}<itemBody><p>Why?</p><extendedTextInteraction responseIdentifier="RESPONSE"/></itemBody>${modal('model', 'A model answer')}`,
  )
  const answer = { answerText: 'Because.', options: [] }
  expect(feedback(question, answer)).toEqual([])
  expect(earnedFeedback(question, answer, { score: 1, maxScore: 1, needsPerson: false })).toEqual([{ html: 'A model answer' }])
  const read = await readItemOf(`${byDefault}<itemBody><p>Read.</p></itemBody>${modal('model', 'Thank you')}`)
  expect(words(read.question, undefined)).toEqual(['Thank you'])
})

test('feedback within feedback needs both, and what asks for anything, or prints what nobody knows, is told as lost', async () => {
  const inside = '<feedbackBlock outcomeIdentifier="OTHER" identifier="x" showHide="hide"><p>Inner</p></feedbackBlock>'
  const block = `<feedbackBlock outcomeIdentifier="FEEDBACK" identifier="A" showHide="show"><p>Outer</p>${inside}</feedbackBlock>`
  const other = '<outcomeDeclaration identifier="OTHER" cardinality="single" baseType="identifier"/>'
  const { question } = await readItemOf(head + other + radio('', block) + rules)
  expect(words(question, chosen('A'))).toEqual(['Outer', 'Inner'])
  expect(words(question, chosen('B'))).toEqual([])
  const lost = await readItemOf(head + radio() + rules + modal('A', 'Is it? <templateInline>x</templateInline>'))
  expect(lost.question.feedback).toBeUndefined()
  expect(lost.leftOut).toMatchObject([{ what: '<modalFeedback>', loss: 'content' }])
})

test('values that are drawn stand in what is said of answers too, and decide who is told it', async () => {
  const drawn = (name: string, least: number) =>
    `<templateDeclaration identifier="${name}" cardinality="single" baseType="integer"/>|<setTemplateValue identifier="${name}"><randomInteger min="${least}" max="${least + 3}"/></setTemplateValue>`
  const [declared = '', rule = ''] = drawn('A', 4).split('|')
  const right = '<match><variable identifier="RESPONSE"/><variable identifier="A"/></match>'
  const set = (name: string, type: string, value: string) =>
    `<setOutcomeValue identifier="${name}"><baseValue baseType="${type}">${value}</baseValue></setOutcomeValue>`
  const { question } = await readItemOf(
    `${declare('RESPONSE', 'single integer', ['4'])}${score}${outcome('single')}${declared}<templateProcessing>${rule}<setCorrectResponse identifier="RESPONSE"><variable identifier="A"/></setCorrectResponse></templateProcessing><itemBody><p>Write <printedVariable identifier="A"/>: <textEntryInteraction responseIdentifier="RESPONSE"/></p></itemBody><responseProcessing><responseCondition><responseIf>${right}${set('SCORE', 'float', '1')}${set('FEEDBACK', 'identifier', 'yes')}</responseIf><responseElse>${set('SCORE', 'float', '0')}${set('FEEDBACK', 'identifier', 'no')}</responseElse></responseCondition></responseProcessing>${modal('yes', 'Right')}${modal('no', 'It is <printedVariable identifier="A"/>')}`,
  )
  for (const chance of [0, 0.3, 0.6, 0.99]) {
    const own = filledQuestion(question, () => chance)
    const value = /Write (\d)/.exec(own.text)?.[1] ?? ''
    const answer = (text: string): Answer => ({ answerText: text, options: [{ optionID: 'V1', optionText: text }] })
    expect(words(own, answer(value))).toEqual(['Right'])
    expect(words(own, answer('99'))).toEqual([`It is ${value}`])
  }
})

test('its HTML is cleaned, its pictures come along, and one that is missing is lost without its item', async () => {
  const { question, resources, leftOut } = await readItemOf(
    head +
      radio() +
      rules +
      modal('A', '<p onclick="x()">Yes<script>steal()</script><img src="p.png" alt="p"/><img src="gone.png" alt="g"/></p>'),
    { files: { 'p.png': onePixel } },
  )
  expect(feedback(question, chosen('A'))[0]?.html).toMatch(/^<p>Yes<img src="p.png" alt="p"\/?>/)
  expect(JSON.stringify(question)).not.toMatch(/onclick|steal|gone/)
  expect(resources.map(({ path }) => path)).toEqual(['p.png'])
  expect(JSON.stringify(leftOut)).toContain('gone.png')
})

test('a test says of which items it is shown: the nearest word counts, and without one the exam leaves it open', async () => {
  const item = (id: string) =>
    `<assessmentItem identifier="${id}" title="${id}">${head}${radio()}${rules}${modal('A', 'Yes')}</assessmentItem>`
  const control = (shows: boolean) => `<itemSessionControl showFeedback="${shows}"/>`
  const ref = (id: string, inside = '') =>
    `<assessmentItemRef identifier="${id}" href="${id}.xml">${inside}</assessmentItemRef>`
  const section = (id: string, inside: string) =>
    `<assessmentSection identifier="${id}" title="${id}" visible="true">${inside}</assessmentSection>`
  const part = (id: string, inside: string) =>
    `<testPart identifier="${id}" navigationMode="nonlinear" submissionMode="simultaneous">${inside}</testPart>`
  const inPart = [
    control(true),
    section('S1', ref('a') + ref('b', control(false))),
    section('S2', control(false) + ref('c')),
    '<assessmentSectionRef identifier="S3" href="s3.xml"/>',
  ]
  const parts = part('P1', inPart.join('')) + part('P2', section('S4', ref('e')))
  const xml = `<assessmentTest identifier="T" title="T">${parts}</assessmentTest>`
  const reading = await readPackage({
    path: await makeZip({
      'imsmanifest.xml':
        '<manifest><resources><resource identifier="T" type="imsqti_test_xmlv2p1" href="t.xml"/></resources></manifest>',
      't.xml': xml,
      's3.xml': section('S3', ref('d')),
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [`${id}.xml`, item(id)])),
    }),
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const all = reading.package.exam.sections.flatMap(({ sections = [] }) => sections.flatMap(({ questions = [] }) => questions))
  expect(all.map(({ id, feedback }) => [id, feedback?.show])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
    ['d', true],
    ['e', undefined],
  ])
})
