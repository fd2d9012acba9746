import { join } from 'node:path'
import { type AuthoredQuestion, filledQuestion, markingOf } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { authoredQuestionsOf } from '../../assessment/form-run/lay-out-exam.ts'
import { chanceOf } from '../../chance.ts'
import { hideIds } from '../../import/hide-ids.ts'
import { readPackage } from '../../import/read-package.ts'
import { makeZip, temporaryFolder } from '../../import/testing/make-package.ts'
import { nativePackage } from './native-package.ts'
import { qtiPackage } from './qti/qti-package.ts'
import { writeZip } from './zip-file.ts'

const declare = (kind: string, identifier: string, baseType: string, more = '') =>
  `<${kind}Declaration identifier="${identifier}" cardinality="single" baseType="${baseType}" ${more}/>`
const variable = (identifier: string) => `<variable identifier="${identifier}"/>`
const set = (identifier: string, value: string) => `<setTemplateValue identifier="${identifier}">${value}</setTemplateValue>`
const base = (baseType: string, value: string) => `<baseValue baseType="${baseType}">${value}</baseValue>`
const right = (value: string) => `<setCorrectResponse identifier="RESPONSE">${value}</setCorrectResponse>`
const oneOf = (...ids: string[]) =>
  `<random><multiple>${ids.map((one) => base('identifier', one)).join('')}</multiple></random>`
const match = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>'
const shown = 'templateIdentifier="WHICH" showHide'

const draws = {
  typed: `${declare('response', 'RESPONSE', 'integer')}${declare('template', 'A', 'integer', 'mathVariable="true"')}${declare('template', 'F', 'float')}${declare('template', 'WHICH', 'identifier')}<templateProcessing>${set('A', '<randomInteger min="2" max="90"/>')}${set('F', '<randomFloat min="1" max="2"/>')}${set('WHICH', oneOf('x', 'y'))}<templateConstraint><gt>${variable('A')}${base('integer', '5')}</gt></templateConstraint><templateCondition><templateIf><match>${variable('WHICH')}${base('identifier', 'x')}</match>${right(variable('A'))}</templateIf><templateElse>${right(`<product>${variable('A')}${base('integer', '2')}</product>`)}</templateElse></templateCondition></templateProcessing><itemBody><p><math><mi>A</mi></math> and <printedVariable identifier="F" format="%.2f" powerForm="true"/><templateInline ${shown}="show" identifier="x"> once</templateInline><templateInline ${shown}="hide" identifier="x"> twice</templateInline></p><templateBlock ${shown}="show" identifier="y"><p>Mind the second.</p></templateBlock><p>Which? <textEntryInteraction responseIdentifier="RESPONSE"/></p></itemBody>${match}`,
  chosen: `${declare('response', 'RESPONSE', 'identifier')}${declare('template', 'WHICH', 'identifier')}<templateProcessing>${set('WHICH', oneOf('x', 'y'))}${right(variable('WHICH'))}</templateProcessing><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which?</prompt><simpleChoice identifier="x" ${shown}="show">X</simpleChoice><simpleChoice identifier="y" ${shown}="show">Y &lt; X</simpleChoice><simpleChoice identifier="z">Neither</simpleChoice></choiceInteraction></itemBody>${match}`,
  read: `${declare('template', 'A', 'integer')}<templateProcessing>${set('A', '<randomInteger min="2" max="90"/>')}</templateProcessing><itemBody><p>Read page <printedVariable identifier="A"/>.</p></itemBody>`,
}

const stored = async () => {
  const names = Object.keys(draws)
  const reading = await readPackage({
    path: await makeZip({
      'imsmanifest.xml': `<manifest><resources>${names.map((name) => `<resource identifier="${name}" type="imsqti_item_xmlv2p1" href="${name}.xml"/>`).join('')}</resources></manifest>`,
      ...Object.fromEntries(
        Object.entries(draws).map(([name, inside]) => [
          `${name}.xml`,
          `<assessmentItem identifier="${name}" title="${name}">${inside}</assessmentItem>`,
        ]),
      ),
    }),
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  expect(reading.package.leftOut).toEqual([])
  return { exam: hideIds(reading.package.exam, 'nobody knows'), resources: [] }
}
const again = async (files: ReadonlyMap<string, Uint8Array>) => {
  const path = join(await temporaryFolder(), 'export.zip')
  await writeZip(path, files)
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const textsOf = (question: AuthoredQuestion) => [
  plain(question.text),
  ...(question.type === 'RADIO' ? question.options.map(({ text }) => plain(text)) : []),
]
/** What each of some answers is worth, in the order of the options that are shown. */
const worthOf = (question: AuthoredQuestion) => {
  const answers =
    question.type === 'RADIO'
      ? question.options.map(({ id }) => ({ answerText: '', options: [{ optionID: id, optionText: '' }] }))
      : Array.from({ length: 181 }, (_, at) => ({ answerText: `${at}`, options: [] }))
  return answers.map((answer) => markingOf(question).mark(question, answer).score)
}

test('an exam whose values are drawn is the same exam after our own form, and draws the same', async () => {
  const { exam, resources } = await stored()
  const back = await again(nativePackage({ exam, resources }))
  expect(back.exam).toEqual(exam)
})

test('a package of our own form whose template draws what is no question is refused at its place', async () => {
  const { exam } = await stored()
  const broken = structuredClone(exam)
  const question = authoredQuestionsOf(broken)[1]
  if (question?.type !== 'RADIO') throw new Error('It is another question.')
  // Both of those that may be hidden, and nothing else.
  question.options.pop()
  question.options.pop()
  const path = await makeZip({ 'exam.json': broken })
  const reading = await readPackage({ path })
  expect(reading.ok ? [] : reading.problems.map(({ place, message }) => `${place}: ${message}`)).toEqual([
    expect.stringMatching(/questions\[1\]\.template.*With its values filled in it is no question/),
  ])
})

test('QTI 3.0: templates are written with all that they draw, and come to the same texts and marks for the same chance', async () => {
  const { exam, resources } = await stored()
  const { files, notWritten, items } = qtiPackage({ exam, resources })
  expect([items, notWritten.filter(({ isQuestion }) => isQuestion)]).toEqual([3, []])
  const back = await again(files)
  expect(back.leftOut).toEqual([])
  const [all, other] = [authoredQuestionsOf(exam), authoredQuestionsOf(back.exam)]
  const seen = new Set<string>()
  for (const [at, question] of all.entries())
    for (let seed = 0; seed < 20; seed += 1) {
      const [one, there] = [question, other[at] ?? question].map((each) => filledQuestion(each, chanceOf(`seed ${seed}`)))
      if (!one || !there) throw new Error('A question is lost.')
      expect(textsOf(there)).toEqual(textsOf(one))
      expect(worthOf(there)).toEqual(worthOf(one))
      if (question.type !== 'STATICTEXT') expect(worthOf(one)).toContain(1)
      seen.add(textsOf(one).join())
    }
  expect(seen.size).toBeGreaterThan(15)
  expect(other).not.toEqual(all)
})

test('QTI 3.0: what a person marks is left out where its right answer is drawn, since its names are other ones there', async () => {
  const { exam, resources } = await stored()
  const sections = exam.sections.map((section) => ({
    ...section,
    questions: section.questions?.map((one) => ({ ...one, processing: { kind: 'person' as const } })),
  }))
  const { notWritten } = qtiPackage({ exam: { ...exam, sections: sections as typeof exam.sections }, resources })
  expect(notWritten.filter(({ isQuestion }) => isQuestion).map(({ why }) => why)).toEqual([
    'Its right answer or its choices are drawn, and no rules of its own mark it.',
    'Its right answer or its choices are drawn, and no rules of its own mark it.',
  ])
})
