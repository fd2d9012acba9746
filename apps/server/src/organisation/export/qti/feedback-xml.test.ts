import { join } from 'node:path'
import type { Answer } from '@sitwell/contract'
import { type AuthoredQuestion, earnedFeedback, markingOf } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { type AuthoredExam, authoredExam } from '../../../import/authored-exam.ts'
import type { PackageFiles } from '../../../import/files/package-files.ts'
import { hideIds } from '../../../import/hide-ids.ts'
import { readPackage } from '../../../import/read-package.ts'
import { smallExam, temporaryFolder } from '../../../import/testing/make-package.ts'
import { declare, readItemOf } from '../../../import/testing/qti-item.ts'
import { nativePackage } from '../native-package.ts'
import { writeZip } from '../zip-file.ts'
import { qtiPackage } from './qti-package.ts'

const again = async (files: PackageFiles): Promise<AuthoredExam> => {
  const path = join(await temporaryFolder(), 'export.zip')
  await writeZip(path, files)
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package.exam
}
const examOf = (questions: readonly object[], settings: object = {}) =>
  authoredExam.parse({ ...smallExam(), settings, sections: [{ id: 's', name: 'S', questions }] })
const firstOf = (exam: AuthoredExam): AuthoredQuestion => {
  const question = exam.sections[0]?.questions?.[0]
  if (!question) throw new Error('no question')
  return question
}
/** What is told of the options with these texts. */
const textFor = (question: AuthoredQuestion, ...texts: string[]) => {
  const all = 'options' in question ? (question.options as readonly { id: string; text: string }[]) : []
  const ids = all.filter(({ text }) => texts.includes(text)).map(({ id }) => id)
  const answer: Answer = { answerText: '', options: ids.map((optionID) => ({ optionID, optionText: '' })) }
  return earnedFeedback(question, answer, markingOf(question).mark(question, answer)).map(({ title, html }) => [
    title,
    html.replaceAll(/<[^>]*>/g, ''),
  ])
}
const answers = [['One'], ['Two'], ['One', 'Two'], ['Three'], []]
const key = (value: string) => ({ kind: 'texts', accepted: [{ value }] })
const several = {
  type: 'MULTICHOICE',
  id: 'q',
  text: 'Which?',
  marks: 2,
  options: ['One', 'Two', 'Three'].map((text, at) => ({ id: `${at + 1}`, text })),
  key: ['1', '2'],
  credit: { kind: 'each' },
  feedback: {
    show: true,
    parts: [
      { title: 'Well done', text: '<p>All <b>right</b></p>', when: [{ on: 'mark', is: 'right' }] },
      { text: 'In part', when: [{ on: 'mark', is: 'part' }] },
      { text: 'Wrong', when: [{ on: 'mark', is: 'wrong' }] },
      { text: 'Of two', when: [{ on: 'option', option: '2' }] },
      { text: 'In general' },
    ],
  },
}

test('Sitwell’s own form keeps all of it, with the ids that hide its source’s, and its HTML is cleaned when it comes back', async () => {
  const exam = hideIds(examOf([several], { questionFeedback: true }), 'seed')
  const back = await again(nativePackage({ exam, resources: [] } as never))
  expect(back).toEqual(exam)
  const parts = [{ text: '<p onclick="x()">Said<script>steal()</script></p>' }]
  const hostile = examOf([{ ...several, feedback: { parts } }])
  expect(firstOf(await again(nativePackage({ exam: hostile, resources: [] } as never))).feedback?.parts[0]?.text).toBe(
    '<p>Said</p>',
  )
})

test('QTI 3.0 says to the same answers what the key, the options and everyone are told, and of which it is shown', async () => {
  const exam = hideIds(examOf([several]), 'seed')
  const written = qtiPackage({ exam, resources: [] } as never)
  expect(written.notWritten).toEqual([])
  const back = firstOf(await again(written.files))
  for (const texts of answers) expect(textFor(back, ...texts), texts.join()).toEqual(textFor(firstOf(exam), ...texts))
  expect(textFor(back, 'One', 'Two')).toHaveLength(3)
  expect(back.feedback?.show).toBe(true)
  const hidden = qtiPackage({ exam: examOf([several], { questionFeedback: false }), resources: [] } as never)
  expect(firstOf(await again(hidden.files)).feedback?.show).toBe(false)
})

test('feedback of an imported item goes out with the item’s own outcomes', async () => {
  const { question } = await readItemOf(
    `${declare('RESPONSE', 'multiple identifier', ['A', 'B'])}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/><outcomeDeclaration identifier="FEEDBACK" cardinality="multiple" baseType="identifier"/><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>Which?</prompt><simpleChoice identifier="A">One</simpleChoice><simpleChoice identifier="B">Two</simpleChoice><simpleChoice identifier="C">Three</simpleChoice></choiceInteraction></itemBody><responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf><responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse></responseCondition><setOutcomeValue identifier="FEEDBACK"><variable identifier="RESPONSE"/></setOutcomeValue></responseProcessing><modalFeedback outcomeIdentifier="FEEDBACK" identifier="A" showHide="show" title="Of one">Yes</modalFeedback><modalFeedback outcomeIdentifier="FEEDBACK" identifier="B" showHide="hide">Two is missing</modalFeedback>`,
  )
  const exam = hideIds(examOf([question]), 'seed')
  const written = qtiPackage({ exam, resources: [] } as never)
  expect(written.notWritten).toEqual([])
  const back = firstOf(await again(written.files))
  for (const texts of answers) expect(textFor(back, ...texts), texts.join()).toEqual(textFor(question, ...texts))
})

test('what QTI can’t say of what was typed is left out and told', async () => {
  const typed = {
    type: 'MULTITEXT',
    id: 'q',
    text: 'Who?',
    parts: [{ id: 'p', marks: 1, key: key('Ada') }],
    feedback: { parts: [{ text: 'In general' }, { text: 'Nearly', when: [{ on: 'typed', place: 'p', key: key('Eda') }] }] },
  }
  const written = qtiPackage({ exam: examOf([typed]), resources: [] } as never)
  expect(written.notWritten.map(({ why }) => why)).toEqual([expect.stringContaining('said of its answers')])
  expect(firstOf(await again(written.files)).feedback?.parts).toMatchObject([{ text: expect.stringContaining('In general') }])
})
