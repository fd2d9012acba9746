import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A question of a test's exam: an authored question without the id, which is given when the exam is written. */
export interface QuestionSpec {
  type: string
  text: string
  marks?: number
  [field: string]: unknown
}

export interface SectionSpec {
  name?: string
  questions?: QuestionSpec[]
  sections?: SectionSpec[]
  /** Any authored setting of a section: text, scenarioText, sectionTime (seconds), oneWay, … */
  [setting: string]: unknown
}

export interface ExamSpec {
  name?: string
  /** Authored settings of the exam: introText, outroText, examTime (seconds), resultFeedbackMask, … */
  settings?: Record<string, unknown>
  passMark?: number
  /** Of the organisation's own records. */
  qualificationID?: string
  gradeBoundaries?: { grade: string; fromPercent: number; pass: boolean; feedback?: string }[]
  messages?: Record<string, string>
  sections?: SectionSpec[]
  /** Instead of `sections`, for an exam of one section. */
  questions?: QuestionSpec[]
  /** Files of the package by path: `resources/…`. */
  files?: Record<string, Uint8Array>
}

export interface WrittenExam {
  examGuid: string
  name: string
  /** Below the organisation's folder. */
  path: string
  /** Ids in the order of the exam, section by section. */
  questionIds: string[]
}

const options = (texts: readonly string[]) => texts.map((text, index) => ({ id: String(index + 1), text }))

/** One of several; `correct` is the index of the right option. */
export const radio = (text: string, texts: readonly string[], correct: number, fields: object = {}): QuestionSpec => ({
  type: 'RADIO',
  text,
  options: options(texts),
  key: String(correct + 1),
  ...fields,
})

export const trueFalse = (text: string, isTrue: boolean, fields: object = {}): QuestionSpec => ({
  ...radio(text, ['True', 'False'], isTrue ? 0 : 1, fields),
  type: 'TRUEFALSE',
})

/** Several of several; `correct` holds the indices of the right options. */
export const multipleChoice = (
  text: string,
  texts: readonly string[],
  correct: readonly number[],
  fields: object = {},
): QuestionSpec => ({
  type: 'MULTICHOICE',
  text,
  options: options(texts),
  key: correct.map((index) => String(index + 1)),
  ...fields,
})

export const longText = (text: string, fields: object = {}): QuestionSpec => ({ type: 'QUESTIONLTEXT', text, ...fields })

export const staticText = (text: string, fields: object = {}): QuestionSpec => ({ type: 'STATICTEXT', text, ...fields })

/** Three questions in one section, not timed, unless told otherwise. */
export function exam(fields: ExamSpec = {}): ExamSpec {
  if (fields.sections || fields.questions) return fields
  return {
    ...fields,
    questions: [
      radio('Which of these is a mammal?', ['Salmon', 'Otter', 'Heron'], 1),
      trueFalse('Water boils at a lower temperature on a mountain.', true),
      longText('Describe how you would store paint safely.'),
    ],
  }
}

/** Writes the exam as a package folder (docs/exam-package.md) under its own ids. */
export async function writeExam(spec: ExamSpec, folder: string, path: string): Promise<WrittenExam> {
  const examGuid = randomUUID()
  const name = spec.name ?? 'A short exam'
  const questionIds: string[] = []
  // A section's own sections come before its questions, in the exam and so in the numbering.
  const withIds = ({ questions = [], sections = [], ...section }: SectionSpec, place: string): object => ({
    id: `${examGuid}-s${place}`,
    name: `Section ${place}`,
    ...section,
    sections: sections.map((one, index) => withIds(one, `${place}.${index + 1}`)),
    questions: questions.map((question) => {
      const id = typeof question.id === 'string' ? question.id : `${examGuid}-q${questionIds.length + 1}`
      questionIds.push(id)
      return { ...question, id }
    }),
  })
  const { sections, questions, files = {}, name: _, ...rest } = spec
  const content = {
    format: 'sitwell-exam',
    formatVersion: 1,
    examGuid,
    examTypeGuid: randomUUID(),
    name,
    version: 1,
    objectID: 1,
    ...rest,
    sections: (sections ?? [{ questions: questions ?? [] }]).map((one, index) => withIds(one, String(index + 1))),
  }
  await mkdir(join(folder, path), { recursive: true })
  await writeFile(join(folder, path, 'exam.json'), JSON.stringify(content, null, 2))
  for (const [file, bytes] of Object.entries(files)) {
    await mkdir(join(folder, path, dirname(file)), { recursive: true })
    await writeFile(join(folder, path, file), bytes)
  }
  return { examGuid, name, path, questionIds }
}
