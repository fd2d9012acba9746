import { markingOf } from '@sitwell/question-types/marking'
import { describe, expect, test } from 'vitest'
import type { AuthoredSection } from '../../authored-exam.ts'
import { readPackage } from '../../read-package.ts'
import { makeZip } from '../../testing/make-package.ts'

const item = (identifier: string) =>
  `<assessmentItem identifier="${identifier}" title="${identifier}"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>${identifier}?</prompt><simpleChoice identifier="A">One</simpleChoice><simpleChoice identifier="B">Two</simpleChoice></choiceInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>`
const outcome = (identifier: string, baseType = 'float') =>
  `<outcomeDeclaration identifier="${identifier}" cardinality="single" baseType="${baseType}"/>`
const set = (identifier: string, expression: string) =>
  `<setOutcomeValue identifier="${identifier}">${expression}</setOutcomeValue>`
const value = (baseType: string, text: string) => `<baseValue baseType="${baseType}">${text}</baseValue>`
const scores = (more = '') => `<sum><testVariables variableIdentifier="SCORE" ${more}/></sum>`

/** Reads a test of four items, in two categories, with this processing; `selection` is what its section says. */
const read = async (declared: string, processing: string, selection = '') => {
  const refs = [
    ['a', 'category="Math"'],
    ['b', 'category="Math PreTest"'],
    ['c', 'category="Reading"'],
    ['d', 'category="Reading"'],
  ].map(
    ([id, more]) =>
      `<assessmentItemRef identifier="${id}" href="${id}.xml" ${more}><weight identifier="W" value="2"/></assessmentItemRef>`,
  )
  const reading = await readPackage({
    path: await makeZip({
      'imsmanifest.xml':
        '<manifest><resources><resource identifier="T" type="imsqti_test_xmlv2p1" href="t.xml"/></resources></manifest>',
      't.xml': `<assessmentTest identifier="T" title="T">${declared}<testPart identifier="P" navigationMode="nonlinear" submissionMode="simultaneous"><assessmentSection identifier="S" title="S" visible="true">${selection}${refs.join('')}</assessmentSection></testPart><outcomeProcessing>${processing}</outcomeProcessing></assessmentTest>`,
      ...Object.fromEntries([...'abcd'].map((id) => [`${id}.xml`, item(id)])),
    }),
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const { exam, leftOut } = reading.package
  const questions = (exam.sections[0] as AuthoredSection).questions ?? []
  return {
    passMark: exam.passMark,
    marks: questions.map(({ marks }) => marks),
    right: questions.map((one) => {
      const { score, maxScore, needsPerson } = markingOf(one).mark(one, {
        answerText: 'One',
        options: [{ optionID: 'A', optionText: 'One' }],
      })
      return needsPerson ? 'a person' : `${score} of ${maxScore}`
    }),
    reported: leftOut.map(({ what, loss }) => `${what}: ${loss}`),
  }
}

describe('the result of a test', () => {
  test('is of those questions alone that its processing sums: others are asked, and count for nothing', async () => {
    const found = await read(outcome('MATH'), set('MATH', scores('includeCategory="Math" excludeCategory="PreTest"')))
    expect(found).toMatchObject({ marks: [1, 0, 0, 0], right: ['1 of 1', '0 of 0', '0 of 0', '0 of 0'], reported: [] })
  })

  test('counts each question as its processing does, whatever way it says that', async () => {
    const processing = set(
      'SCORE',
      `<sum><product>${value('float', '3')}<variable identifier="a.SCORE"/></product><variable identifier="b.SCORE" weightIdentifier="W"/><variable identifier="d.SCORE"/></sum>`,
    )
    const found = await read(outcome('SCORE') + outcome('HALF'), processing)
    expect(found).toMatchObject({ marks: [3, 2, 0, 1], right: ['3 of 3', '2 of 2', '0 of 0', '1 of 1'], reported: [] })
  })

  test('is the sum, with the same percentage, where its processing divides that: it is told, and nothing is lost', async () => {
    const processing = set('SCORE', `<divide>${scores()}${value('float', '22')}</divide>`)
    expect(await read(outcome('SCORE'), processing)).toMatchObject({
      marks: [1, 1, 1, 1],
      reported: ['outcome processing: nothing'],
    })
  })

  test('is told as a loss of marks where it is no sum: a best answer, one that costs marks, one of several that could be meant', async () => {
    const lost = ['outcome processing: marks']
    expect(
      (await read(outcome('SCORE'), set('SCORE', '<max><testVariables variableIdentifier="SCORE"/></max>'))).reported,
    ).toEqual(lost)
    const costs = set('SCORE', '<subtract><variable identifier="a.SCORE"/><variable identifier="b.SCORE"/></subtract>')
    expect((await read(outcome('SCORE'), costs)).reported).toEqual(lost)
    const two = set('ONE', '<variable identifier="a.SCORE"/>') + set('TWO', '<variable identifier="b.SCORE"/>')
    expect((await read(outcome('ONE') + outcome('TWO'), two)).reported).toEqual(lost)
  })

  test('is the same where a test may be over early: that it goes on is told as a loss of structure', async () => {
    const early = `<outcomeCondition><outcomeIf><gt><variable identifier="SCORE"/>${value('float', '3')}</gt><exitTest/></outcomeIf></outcomeCondition>`
    expect((await read(outcome('SCORE'), set('SCORE', scores()) + early)).reported).toEqual(['early end: structure'])
  })

  test('is told as a loss where it names questions one by one and not all of them are drawn', async () => {
    const named = set('SCORE', `<sum>${[...'abcd'].map((id) => `<variable identifier="${id}.SCORE"/>`).join('')}</sum>`)
    const selection = '<selection select="2"/>'
    expect((await read(outcome('SCORE'), named, selection)).reported).toEqual(['outcome processing: marks'])
    expect((await read(outcome('SCORE'), set('SCORE', scores()), selection)).reported).toEqual([])
  })
})

describe('what a test says of passing', () => {
  const from = (operator: string, least: string) =>
    `<outcomeCondition><outcomeIf><${operator}><variable identifier="SCORE"/>${value('float', least)}</${operator}>${set('PASS', value('boolean', 'true'))}</outcomeIf><outcomeElse>${set('PASS', value('boolean', 'false'))}</outcomeElse></outcomeCondition>`
  const declared = outcome('SCORE') + outcome('PASS', 'boolean')
  const total = set('SCORE', scores())

  test('is its pass mark, in marks or as a share of them', async () => {
    expect(await read(declared, total + from('gte', '3'))).toMatchObject({ passMark: 75, reported: [] })
    expect(await read(declared, total + from('gte', '1.5'))).toMatchObject({ passMark: 37.5, reported: [] })
    const ratio = set(
      'PASS',
      `<gte><divide>${scores('weightIdentifier="W"')}<sum><outcomeMaximum outcomeIdentifier="SCORE" weightIdentifier="W"/></sum></divide>${value('float', '0.6')}</gte>`,
    )
    const weighted = set('SCORE', scores('weightIdentifier="W"'))
    expect(await read(declared, weighted + ratio)).toMatchObject({ passMark: 60, marks: [2, 2, 2, 2], reported: [] })
    const named = `<outcomeCondition><outcomeIf><gte><variable identifier="SCORE"/>${value('float', '2')}</gte>${set('PASSING', value('identifier', 'pass'))}</outcomeIf></outcomeCondition>`
    expect(await read(outcome('SCORE') + outcome('PASSING', 'identifier'), total + named)).toMatchObject({ passMark: 50 })
  })

  test('is told as a loss of marks where it is no least percentage', async () => {
    const lost = { passMark: undefined, reported: ['pass: marks'] }
    expect(await read(declared, total + from('gt', '3'))).toMatchObject(lost)
    expect(await read(declared, total + from('lt', '3'))).toMatchObject(lost)
    const one = set('PASS', `<gte><variable identifier="a.SCORE"/>${value('float', '1')}</gte>`)
    expect(await read(declared, total + one)).toMatchObject(lost)
  })

  test('holds for what is drawn where it is a share; a number of marks would be another share for each draw', async () => {
    const share = set(
      'PASS',
      `<gte><divide>${scores()}<sum><outcomeMaximum outcomeIdentifier="SCORE"/></sum></divide>${value('float', '0.5')}</gte>`,
    )
    expect(await read(declared, total + share, '<selection select="2"/>')).toMatchObject({ passMark: 50, reported: [] })
    expect(await read(declared, total + from('gte', '1'), '<selection select="2"/>')).toMatchObject({
      reported: ['pass: marks'],
    })
  })
})
