import { readFileSync } from 'node:fs'
import { authoredQuestionsOf } from '../../apps/server/src/assessment/form-run/lay-out-exam.ts'
import { authoredExam } from '../../apps/server/src/import/authored-exam.ts'
import type { Answer } from './answer-of.ts'

/** What a simulated learner knows of an exam of the demonstration. */
export interface Paper {
  readonly examSeconds: number
  /** Ids of its parts and of their questions, in order. */
  readonly parts: readonly { readonly id: string; readonly questions: readonly string[] }[]
  /** The answer with the texts of the options that it chooses by id. */
  worded(question: string, answer: Answer): Answer
}

/** Reads an exam of `demo/demo/exams` by the name of its folder. */
export const readPaper = (folder: string): Paper => {
  const path = new URL(`../demo/exams/${folder}/exam.json`, import.meta.url)
  const exam = authoredExam.parse(JSON.parse(readFileSync(path, 'utf8')))
  const texts = new Map(
    authoredQuestionsOf(exam).flatMap((question) =>
      'options' in question && Array.isArray(question.options)
        ? question.options.map(({ id, text }) => [`${question.id} ${id}`, text] as const)
        : [],
    ),
  )
  return {
    examSeconds: exam.settings.examTime ?? 0,
    parts: exam.sections.map(({ id, questions = [] }) => ({ id, questions: questions.map((one) => one.id) })),
    worded: (question, { answerText, options }) => {
      if (options.length === 0) return { answerText, options }
      const worded = options.map(({ optionID }) => ({ optionID, optionText: texts.get(`${question} ${optionID}`) ?? optionID }))
      return { answerText: worded.map(({ optionText }) => optionText).join('|'), options: worded }
    },
  }
}
