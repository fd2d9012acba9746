import { expect, test } from 'vitest'
import { drawExam, isDrawnExam } from '../../../assessment/form-run/draw-exam.ts'
import { authoredQuestionsOf } from '../../../assessment/form-run/lay-out-exam.ts'
import type { AuthoredSection } from '../../authored-exam.ts'
import { readPackage } from '../../read-package.ts'
import { makeZip, smallExam } from '../../testing/make-package.ts'

const item = (identifier: string) =>
  `<assessmentItem identifier="${identifier}" title="${identifier}"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>${identifier}?</prompt><simpleChoice identifier="A">One</simpleChoice><simpleChoice identifier="B">Two</simpleChoice></choiceInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>`
const ref = (id: string, more = '') => `<assessmentItemRef identifier="${id}" href="${id}.xml" ${more}/>`
const section = (id: string, inside: string, more = '') =>
  `<assessmentSection identifier="${id}" title="Section ${id}" visible="true" ${more}>${inside}</assessmentSection>`
const unseen = (id: string, inside: string, more = '') =>
  `<assessmentSection identifier="${id}" title="Section ${id}" visible="false" ${more}>${inside}</assessmentSection>`
const instructions = '<rubricBlock view="candidate"><p>Read this.</p></rubricBlock>'

/** Reads a test of these sections; its items are those that it refers to. */
const read = async (sections: string, left: readonly string[] = []) => {
  const xml = `<assessmentTest identifier="T" title="Test"><testPart identifier="P" navigationMode="nonlinear" submissionMode="simultaneous">${sections}</testPart></assessmentTest>`
  const named = [...xml.matchAll(/href="(\w+)\.xml"/g)].flatMap(([, id]) => id ?? []).filter((id) => !left.includes(id))
  const files = {
    'imsmanifest.xml':
      '<manifest><resources><resource identifier="T" type="imsqti_test_xmlv2p1" href="t.xml"/></resources></manifest>',
    't.xml': xml,
    ...Object.fromEntries(named.map((id) => [`${id}.xml`, item(id)])),
  }
  const reading = await readPackage({ path: await makeZip(files) })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}
type Read = Awaited<ReturnType<typeof read>>

const losses = ({ leftOut }: Read) => leftOut.map(({ place, what, loss }) => `${place} ${what}: ${loss}`)
const seeds = Array.from({ length: 200 }, (_, at) => `seed ${at}`)
/** The questions of an exam as each of these seeds draws them. */
const draws = ({ exam }: Read) => seeds.map((seed) => authoredQuestionsOf(drawExam(exam, seed)).map(({ id }) => id))
/** A section as `name(questions)`, with what is in it. */
const outline = ({ name, sections = [], questions = [] }: AuthoredSection): string =>
  `${name}(${[...sections.map(outline), ...questions.map(({ id }) => id)].join(' ')})`
const outlines = ({ exam }: Read) => seeds.map((seed) => drawExam(exam, seed).sections.map(outline).join(' '))

test('a section that selects draws so many of its items, those that are required in any case, in the order in which they stand', async () => {
  const found = await read(
    section('A', `<selection select="2"/><ordering shuffle="false"/>${ref('a', 'required="true"')}${ref('b')}${ref('c')}`),
  )
  expect(losses(found)).toEqual([])
  expect(new Set(draws(found).map(String))).toEqual(new Set(['a,b', 'a,c']))
})

test('a shuffled section keeps fixed items in their places', async () => {
  const found = await read(
    section('A', `<ordering shuffle="true"/>${ref('a')}${ref('b', 'fixed="true"')}${ref('c')}${ref('d')}`),
  )
  expect(losses(found)).toEqual([])
  expect(new Set(draws(found).map(String)).size).toBe(6)
  expect(draws(found).every(([, second]) => second === 'b')).toBe(true)
})

test('what is required of items and sections, as the standard’s own example has it: of an unseen section all are mixed in', async () => {
  const found = await read(
    section(
      'B',
      `<selection select="2"/><ordering shuffle="true"/>${instructions}${ref('a')}${ref('b')}${ref('c')}${unseen('B1', ref('x') + ref('y') + ref('z'), 'keepTogether="false" required="true"')}`,
    ),
  )
  expect(losses(found)).toEqual([])
  const drawn = draws(found)
  for (const one of drawn) {
    expect(one).toHaveLength(4)
    expect(one).toEqual(expect.arrayContaining(['x', 'y', 'z']))
  }
  expect(new Set(drawn.map((one) => one.indexOf('x'))).size).toBe(4)
  expect(new Set(outlines(found).map((one) => one.replace(/[a-z]/g, 'q')))).toEqual(new Set(['Sqqqqqq B(q q q q)']))
})

test('an unseen section that keeps together stays a block, and one that is seen stays a section', async () => {
  const block = unseen('B1', ref('x') + ref('y'))
  const found = await read(section('B', `<ordering shuffle="true"/>${ref('a')}${block}${section('C', ref('c') + ref('d'))}`))
  expect(losses(found)).toEqual([])
  const all = outlines(found)
  for (const one of all) {
    expect(one).toContain('x y')
    expect(one).toContain('Section C(c d)')
  }
  // Questions before a section stand in one that is called as what is around it.
  expect(all).toContain('Section B(Section B(a x y) Section C(c d))')
  expect(all).toContain('Section B(Section C(c d) x y a)')
  expect(new Set(all).size).toBe(6)
})

test('an unseen section with instructions of its own stays a section, called as the one around it', async () => {
  const found = await read(
    section(
      'B',
      `<ordering shuffle="true"/>${ref('a')}${unseen('B1', instructions + ref('x') + ref('y'), 'keepTogether="false"')}`,
    ),
  )
  expect(losses(found)).toEqual(['t.xml B1 mixing with the section around it: structure'])
  expect(new Set(outlines(found))).toEqual(new Set(['Section B(Section B(a) Section B(x y))', 'Section B(Section B(x y) a)']))
})

test('sections are drawn and shuffled as items are, and a set draws of its own', async () => {
  const sets = ['s', 't', 'u'].map((id) => section(id, `<selection select="1"/>${ref(`${id}1`)}${ref(`${id}2`)}`)).join('')
  const found = await read(section('A', `<selection select="2"/>${sets}`))
  const drawn = draws(found)
  for (const one of drawn) expect(new Set(one.map((id) => id[0])).size).toBe(2)
  expect(new Set(drawn.map(String)).size).toBe(12)
})

test('a number of questions that is none is told: all are set', async () => {
  const found = await read(section('B', `<selection select="0"/>${ref('e')}${ref('f')}`))
  expect(losses(found)).toEqual(['t.xml B selection: structure'])
  for (const one of draws(found)) expect(one).toEqual(['e', 'f'])
})

test('what is left out of a pool takes its place in no draw: where no more are left than are drawn, all are', async () => {
  const found = await read(section('A', `<selection select="2"/>${ref('a')}${ref('b')}${ref('c')}`), ['c'])
  expect(isDrawnExam(found.exam)).toBe(false)
  expect(authoredQuestionsOf(found.exam).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('an exam that came so is the same from a package of our own form', async () => {
  const { exam } = await read(
    section(
      'B',
      `<selection select="2"/><ordering shuffle="true"/>${ref('a', 'fixed="true"')}${ref('b')}${unseen('B1', ref('x') + ref('y'), 'keepTogether="false" required="true"')}`,
    ),
  )
  const again = await readPackage({ path: await makeZip({ 'exam.json': JSON.stringify(exam) }) })
  expect(again.ok && again.package.exam).toEqual(exam)
})

test('what an author of our own form says of drawing that can’t be done is refused at its place', async () => {
  const question = (id: string, more: object = {}) => ({ type: 'STATICTEXT', id, text: id, ...more })
  const problems = async (section: object) => {
    const exam = smallExam({ sections: [{ id: 's', name: 'S', ...section }] })
    const reading = await readPackage({ path: await makeZip({ 'exam.json': exam }) })
    return reading.ok ? [] : reading.problems.map(({ place, message }) => `${place}: ${message}`)
  }
  const inner = (more: object) => ({ id: 'i', name: 'I', questions: [question('q1'), question('q2')], ...more })
  expect(await problems({ select: 1, shuffle: true, questions: [question('a', { required: true }), question('b')] })).toEqual(
    [],
  )
  expect(await problems({ shuffle: true, sections: [inner({ visible: false, keepTogether: false })] })).toEqual([])
  const place = 'exam.json sections[0]'
  expect(await problems({ select: 3, questions: [question('a'), question('b')] })).toEqual([
    `${place}.select: it draws 3, and has 2`,
  ])
  const both = [question('a', { required: true }), question('b', { required: true })]
  expect(await problems({ select: 1, questions: both })).toEqual([`${place}.select: it draws 1, and 2 are required`])
  expect((await problems({ shuffle: true, sections: [inner({})], questions: [question('a')] }))[0]).toContain(
    `${place}.shuffle: this section has sections and questions`,
  )
  expect(await problems({ visible: false, questions: [question('a')] })).toEqual([
    `${place}.visible: a part of the exam is always seen`,
  ])
  expect(await problems({ sections: [inner({ visible: false, text: '<p>Read</p>', sectionTime: 60 })] })).toEqual([
    `${place}.sections[0].visible: a section that isn’t seen has no sectionTime, text of its own`,
  ])
  expect((await problems({ sections: [inner({ keepTogether: false })] }))[0]).toContain(`${place}.sections[0].keepTogether`)
})
