import { join } from 'node:path'
import { type AuthoredQuestion, filledQuestion, markingOf } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { chanceOf } from '../../../chance.ts'
import { qtiPackage } from '../../../organisation/export/qti/qti-package.ts'
import { writeZip } from '../../../organisation/export/zip-file.ts'
import { readPackage } from '../../read-package.ts'
import { temporaryFolder } from '../../testing/make-package.ts'
import { part, readTestXml, ref, section } from '../../testing/qti-test.ts'
import { questionsIn } from '../../testing/walk-route.ts'

const declare = (identifier: string, inside = '', baseType = 'integer') =>
  `<templateDeclaration identifier="${identifier}" cardinality="single" baseType="${baseType}">${inside}</templateDeclaration>`
const variable = (identifier: string) => `<variable identifier="${identifier}"/>`
const whole = (value: number) => `<baseValue baseType="integer">${value}</baseValue>`
const set = (identifier: string, value: string) => `<setTemplateValue identifier="${identifier}">${value}</setTemplateValue>`
const between = (least: number, most: number) => `<randomInteger min="${least}" max="${most}"/>`
const begin = (identifier: string, value: string) =>
  `<templateDefault templateIdentifier="${identifier}">${value}</templateDefault>`
const one = '<defaultValue><value>1</value></defaultValue>'

/** A is 1 unless the test says otherwise, and B is drawn; their sum is asked for. */
const item = (rules = '') =>
  `<assessmentItem identifier="I" title="I"><responseDeclaration identifier="R" cardinality="single" baseType="integer"/><outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>${declare('A', one)}${declare('B', one)}<templateProcessing>${set('B', between(100, 999))}${rules}<setCorrectResponse identifier="R"><sum>${variable('A')}${variable('B')}</sum></setCorrectResponse></templateProcessing><itemBody><p><printedVariable identifier="A"/> and <printedVariable identifier="B"/>? <textEntryInteraction responseIdentifier="R"/></p></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>`

const read = (references: string, written = item()) =>
  readTestXml(`<assessmentTest identifier="T" title="T">${part('P', section('S', references))}</assessmentTest>`, {
    'a.xml': written,
  })
const drawn = (question: AuthoredQuestion | undefined, seed: number) => {
  if (!question) throw new Error('no question')
  const filled = filledQuestion(question, chanceOf(`seed ${seed}`))
  const [, a, b] = /(\d+) and (\d+)\?/.exec(filled.text) ?? []
  const score = markingOf(filled).mark(filled, { answerText: `${Number(a) + Number(b)}`, options: [] }).score
  return { a: Number(a), b: Number(b), score }
}
const seeds = Array.from({ length: 30 }, (_, seed) => seed)
const valuesOfA = (question: AuthoredQuestion | undefined) => new Set(seeds.map((seed) => drawn(question, seed).a))

test('a template begins with what the test says of it, each reference with its own, and is marked by that', async () => {
  const again = (id: string, inside: string) => ref('a', inside).replace('identifier="a"', `identifier="${id}"`)
  const { exam, leftOut } = await read(
    ref('a') + again('b', begin('A', whole(7))) + again('c', begin('A', `<sum>${whole(2)}${between(3, 4)}</sum>`)),
  )
  expect(leftOut).toEqual([])
  const questions = questionsIn(exam.sections)
  expect(questions.map(valuesOfA)).toEqual([new Set([1]), new Set([7]), new Set([5, 6])])
  for (const question of questions)
    for (const seed of seeds) {
      expect(drawn(question, seed).score).toBe(1)
      // The same learner has the same each time.
      expect(drawn(question, seed)).toEqual(drawn(question, seed))
    }
  // No place says what it came to before it is drawn.
  expect(JSON.stringify(questions[1]?.text)).not.toContain('7')
})

test('the item’s own rules stand over it, and what never holds falls back to it: it is drawn once', async () => {
  const over = await read(ref('a', begin('A', whole(7))), item(set('A', whole(9))))
  expect(valuesOfA(questionsIn(over.exam.sections)[0])).toEqual(new Set([9]))
  const never = item(
    `${set('B', variable('A'))}<templateConstraint><match>${variable('A')}${whole(0)}</match></templateConstraint>`,
  )
  const { exam } = await read(ref('a', begin('A', between(3, 4))), never)
  const [question] = questionsIn(exam.sections)
  expect(valuesOfA(question)).toEqual(new Set([3, 4]))
  const same = item(
    `${set('B', `<sum>${variable('A')}${between(10, 20)}</sum>`)}<templateConstraint><match><default identifier="A"/>${variable('A')}</match></templateConstraint>`,
  )
  const constrained = await read(ref('a', begin('A', between(3, 4))), same)
  for (const seed of seeds) {
    const { a, b } = drawn(questionsIn(constrained.exam.sections)[0], seed)
    expect(b - a >= 10 && b - a <= 20).toBe(true)
  }
})

test.each([
  ['asks for an answer to another item', begin('A', variable('b.R'))],
  ['asks for the test’s marks', begin('A', '<sum><testVariables variableIdentifier="SCORE"/></sum>')],
  ['has bounds that are a variable’s', begin('A', '<randomInteger min="B" max="9"/>')],
  ['is of a variable that the item lacks', begin('C', whole(7))],
  ['is of another type', begin('A', '<baseValue baseType="string">seven</baseValue>')],
  ['says no value', begin('A', '')],
  ['is nobody’s standard', begin('A', '<customOperator class="mine"/>')],
])('one that %s is told as lost, and the item is drawn as it says itself', async (_, inside) => {
  const { exam, leftOut } = await read(ref('a', inside))
  expect(leftOut.map(({ place, what, loss }) => [place, what, loss])).toEqual([['test.xml a', 'template default', 'structure']])
  expect(valuesOfA(questionsIn(exam.sections)[0])).toEqual(new Set([1]))
})

test('it is written as QTI 3.0 where the test refers to the item, and comes back', async () => {
  const { exam } = await read(ref('a', begin('A', between(3, 4))))
  const { files, notWritten } = qtiPackage({ exam, resources: [] })
  expect(notWritten.filter(({ isQuestion }) => isQuestion)).toEqual([])
  expect(new TextDecoder().decode(files.get('test.xml'))).toMatch(
    /<qti-assessment-item-ref [^>]*><qti-template-default template-identifier="A"><qti-random-integer/,
  )
  const path = join(await temporaryFolder(), 'export.zip')
  await writeZip(path, files)
  const back = await readPackage({ path })
  if (!back.ok) throw new Error(JSON.stringify(back.problems))
  const [question] = questionsIn(exam.sections)
  const [other] = questionsIn(back.package.exam.sections)
  for (const seed of seeds) expect(drawn(other, seed)).toEqual(drawn(question, seed))
})
