import { expect, test } from 'vitest'
import { readPackage } from '../../read-package.ts'
import { makeZip, smallExam } from '../../testing/make-package.ts'

const asked = (id: string, more: object = {}) => ({
  ...{ type: 'RADIO', id, text: id, key: 'a', ...more },
  options: ['a', 'b'].map((name) => ({ id: name, text: name })),
})
const essay = (id: string, more: object = {}) => ({ type: 'QUESTIONLTEXT', id, text: id, ...more })
const read = async (questions: readonly object[], settings: object = {}) => {
  const exam = smallExam({ settings, sections: [{ id: 's', name: 'S', questions }] })
  return readPackage({ path: await makeZip({ 'exam.json': exam }) })
}
const attemptsIn = async (...given: Parameters<typeof read>) => {
  const reading = await read(...given)
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package.exam.sections[0]?.questions?.map(({ attempts }) => attempts)
}
const problemsOf = async (...given: Parameters<typeof read>) => {
  const reading = await read(...given)
  return reading.ok ? [] : reading.problems.map(({ place, message }) => `${place}: ${message}`)
}

test('a question says how often its answer may be checked, and an exam says it of all that a key marks and that say nothing', async () => {
  const questions = [asked('q1'), asked('q2', { attempts: 2 }), asked('q3', { attempts: false }), essay('q4')]
  expect(await attemptsIn(questions)).toEqual([undefined, { most: 2 }, false, undefined])
  expect(await attemptsIn(questions, { attempts: 3 })).toEqual([{ most: 3 }, { most: 2 }, false, undefined])
})

test('attempts that nothing could check are refused, with their place', async () => {
  expect(await problemsOf([essay('q1', { attempts: 2 })])).toEqual([
    'exam.json sections[0].questions[0].attempts: nothing here can check its answer: it is marked by a person, or not at all',
  ])
  expect(await problemsOf([asked('q1', { attempts: { adaptive: true } })])).toEqual([
    'exam.json sections[0].questions[0].attempts.adaptive: this question has no rules that could go on from an attempt',
  ])
  expect(await problemsOf([asked('q1', { attempts: { endings: [{ response: 'HINT', title: 'Hint' }] } })])).toEqual([
    'exam.json sections[0].questions[0].attempts.endings[0].response: its rules have no response "HINT" for a button',
  ])
  for (const attempts of [0, 101, 1.5, 'three', true, { most: 0 }, { feedback: 'always' }])
    expect(await problemsOf([asked('q1', { attempts })])).not.toEqual([])
})
