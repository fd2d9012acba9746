import { join } from 'node:path'
import { questionTypes } from '@sitwell/contract'
import { type AuthoredQuestion, markingOf, toPublicQuestion } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { authoredQuestionsOf } from '../apps/server/src/assessment/form-run/lay-out-exam.ts'
import { readPackage } from '../apps/server/src/import/read-package.ts'

const readShowcase = async () => {
  const reading = await readPackage({ path: join(import.meta.dirname, 'demo/exams/showcase') })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}

//
test('the showcase exam has every question type, and loses nothing at its import', async () => {
  const { exam, leftOut } = await readShowcase()
  const types = new Set(authoredQuestionsOf(exam).map(({ type }) => type))
  expect([...types].sort()).toEqual([...questionTypes].sort())
  expect(leftOut).toEqual([])
})

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Fields of a question that only marking knows: what is in it under these names may not leave the server. */
const secretFields = ['key', 'answerKey', 'credit', 'markingNotes', 'markScheme']
const secretsOf = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => (secretFields.includes(name) ? [one] : secretsOf(one)))
}

test('what leaves the server of a question of any type holds no key, no credit and no note for markers', async () => {
  const { exam } = await readShowcase()
  for (const question of authoredQuestionsOf(exam)) {
    const sent = toPublicQuestion(question)
    const names = JSON.stringify(sent).match(/"([^"]+)":/g) ?? []
    for (const field of secretFields) expect(names, `${question.id} ${field}`).not.toContain(`"${field}":`)
    const shown = new Set(textsIn(sent))
    const notes = textsIn(secretsOf(question)).filter((text) => text.length > 12)
    for (const note of notes) expect(shown, question.id).not.toContain(note)
  }
})

test('an unanswered question of any type earns nothing and waits for nobody, except for files that are handed in beside it', async () => {
  const { exam } = await readShowcase()
  for (const question of authoredQuestionsOf(exam) as AuthoredQuestion[])
    expect(markingOf(question).mark(question, undefined), question.id).toEqual({
      score: 0,
      maxScore: question.marks,
      needsPerson: question.type === 'EVIDENCE',
    })
})
