import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AuthoredQuestion, markingOf } from '@sitwell/question-types/marking'
import { expect } from 'vitest'
import { readCourse } from '../read-course.ts'
import { readPackage } from '../read-package.ts'
import { temporaryFolder } from './make-package.ts'

/** Reads a file of questions under the name given. */
export const read = async (name: string, content: string | Uint8Array) => {
  const path = join(await temporaryFolder(), name)
  await writeFile(path, content)
  expect((await readCourse(path)).is).toBe('something else')
  const reading = await readPackage({ path })
  if (!reading.ok)
    return { why: reading.problems.map((one) => `${one.place}: ${one.message}`).join(), all: [] as AuthoredQuestion[] }
  const { exam, leftOut, items = [], resources } = reading.package
  const all = exam.sections.flatMap(({ questions = [] }) => questions)
  return { exam, leftOut, items, resources, all, sections: exam.sections.map((one) => one.name) }
}
/** A question by its place; throws an error if there is none. */
export const at = (all: readonly AuthoredQuestion[], index: number) => {
  const one = all[index]
  if (!one) throw new Error(`no question ${index}`)
  return one
}
/** The score of a text that is typed into the only field. */
export const typed = (question: AuthoredQuestion, text: string) =>
  markingOf(question).mark(question, { answerText: '', options: [{ optionID: 'part-1', optionText: text }] }).score
/** The score of answers in blanks, a bar between them. */
export const inBlanks = (question: AuthoredQuestion, answerText: string) =>
  markingOf(question).mark(question, { answerText, options: [] }).score
/** The score of the options with these texts. */
export const chosen = (question: AuthoredQuestion, ...texts: string[]) => {
  if (!('options' in question) || !question.options) throw new Error('no options')
  const options = question.options as readonly { id: string; text: string }[]
  const ids = texts.map((text) => options.find((one) => one.text === text)?.id ?? text)
  return markingOf(question).mark(question, { answerText: '', options: ids.map((optionID) => ({ optionID, optionText: '' })) })
    .score
}

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** A file of Moodle XML with these questions. */
export const quiz = (...questions: string[]) => `<?xml version="1.0" encoding="UTF-8"?><quiz>${questions.join('')}</quiz>`
/** A question of Moodle XML, worth 2; `text` is in CDATA. */
export const question = (type: string, text: string, inside: string) =>
  `<question type="${type}"><name><text>${type}</text></name><questiontext format="html"><text><![CDATA[${text}]]></text>${text.includes('@@') ? `<file name="a b.png" path="/" encoding="base64">${picture}</file>` : ''}</questiontext><defaultgrade>2.0000000</defaultgrade><penalty>0.3333333</penalty>${inside}</question>`
/** An answer of a question of Moodle XML; `fraction` in per cent. */
export const answer = (fraction: number, text: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text>${more}<feedback><text/></feedback></answer>`
