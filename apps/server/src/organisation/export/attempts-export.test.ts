import { join } from 'node:path'
import { type AuthoredQuestion, standingAfter, toldAfter } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { type AuthoredExam, authoredExam } from '../../import/authored-exam.ts'
import { readPackage } from '../../import/read-package.ts'
import { makeZip, smallExam, temporaryFolder } from '../../import/testing/make-package.ts'
import { adaptiveItem, checkedItem, packageOf } from '../../import/testing/qti-attempts.ts'
import { nativePackage } from './native-package.ts'
import { qtiPackage } from './qti/qti-package.ts'
import { writeZip } from './zip-file.ts'

const read = async (path: string): Promise<AuthoredExam> => {
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package.exam
}
const again = async (files: ReadonlyMap<string, Uint8Array>) => {
  const path = join(await temporaryFolder(), 'export.zip')
  await writeZip(path, files)
  return read(path)
}
const imported = async () =>
  read(
    await makeZip(
      packageOf([adaptiveItem, checkedItem], {
        submission: 'individual',
        controls: ['', '<itemSessionControl maxAttempts="2" showFeedback="true"/>'],
      }),
    ),
  )
const questionsOf = ({ sections }: AuthoredExam) => sections.flatMap(({ questions = [] }) => questions)

/** What a question says and is worth after each of these attempts, by the places of its options. */
const played = (question: AuthoredQuestion, ...choices: readonly (number | 'hint')[]) => {
  const options = 'options' in question ? question.options : []
  const attempts = choices.map((one) =>
    one === 'hint'
      ? { answer: undefined, ending: 'HINT' }
      : { answer: { answerText: '', options: [{ optionID: options[one]?.id ?? '', optionText: '' }] } },
  )
  return attempts.map((_, at) => {
    const after = standingAfter(question, attempts.slice(0, at + 1))
    const words = toldAfter(question, after).map(({ html }) => html.replaceAll(/<[^>]*>/g, ''))
    return [after.mark.score, after.isClosed, ...words]
  })
}
const ways = [[0], [1, 0], ['hint', 1, 0], ['hint', 'hint', 2]] as const

test('questions that are checked come back as they were in our own form', async () => {
  const exam = await imported()
  const back = await again(nativePackage({ exam, resources: [] }))
  expect(back).toEqual(exam)
  expect(questionsOf(back).map(({ attempts }) => attempts)).toEqual([
    { adaptive: true, endings: [{ response: 'HINT', title: 'Show a hint' }] },
    { most: 2 },
  ])
})

test('QTI 3.0: adaptive items, their buttons and a number of attempts come back, and say and count the same', async () => {
  const exam = await imported()
  const { files, notWritten } = qtiPackage({ exam, resources: [] })
  expect(notWritten).toEqual([])
  const back = questionsOf(await again(files))
  for (const [at, question] of questionsOf(exam).entries())
    for (const way of ways) expect(played(back[at] ?? expect.fail('none'), ...way)).toEqual(played(question, ...way))
  expect(played(back[0] ?? expect.fail('none'), 'hint', 1, 0)).toEqual([
    [0, false, 'It swims.'],
    [0, false, 'Not that one.'],
    [1, true, 'An otter.'],
  ])
})

test('QTI 3.0: attempts at a question of our own are written with its key, and what QTI tells otherwise is named', async () => {
  const asked = (id: string, more: object) => ({
    ...{ type: 'RADIO', id, text: id, key: 'a', ...more },
    options: ['a', 'b', 'c'].map((name) => ({ id: name, text: name })),
  })
  const feedback = { parts: [{ text: '<p>No.</p>', when: [{ on: 'mark', is: 'wrong' }] }] }
  const exam = authoredExam.parse(
    smallExam({
      settings: { questionFeedback: true },
      sections: [
        {
          id: 's',
          name: 'S',
          questions: [
            asked('one', { attempts: 3, feedback }),
            asked('two', { feedback }),
            asked('three', { attempts: { most: 2, feedback: 'none' }, feedback }),
          ],
        },
      ],
    }),
  )
  const { files, notWritten } = qtiPackage({ exam, resources: [] })
  expect(notWritten.map(({ place, why }) => `${place}: ${why}`)).toEqual([
    'question three: In QTI its feedback is told after each attempt but the last.',
    'question two: In QTI its feedback is told as soon as it is handed in.',
  ])
  const [one] = questionsOf(await again(files))
  expect(played(one ?? expect.fail('none'), 1, 0, 2)).toEqual([
    [0, false, 'No.'],
    [1, false],
    [0, true, 'No.'],
  ])
})
