import type { ExamContent, Question, Section } from '@sitwell/contract'
import { type ExamTimes, examTimes, sectionTimes } from '@sitwell/exam/exam-times'
import { buildPaper, type Paper } from '@sitwell/exam/paper'
import { rulesOf } from '@sitwell/question-types/rules'
import * as z from 'zod/mini'
import type { SavedQuestion } from '../sync/form-run.ts'

/** An exam as it is sat: read, in milliseconds, with its paper. */
export interface LoadedExam {
  readonly content: ExamContent
  readonly paper: Paper
  readonly times: ExamTimes
  readonly questions: ReadonlyMap<string, Question>
  readonly sections: ReadonlyMap<string, Section>
}

/** Reads an exam's content. Throws where it contradicts itself: then there is nothing that could be sat. */
export const loadExam = (content: ExamContent): LoadedExam => {
  const paper = buildPaper(content.mappings)
  const questions = new Map(
    content.questions.map((question) => [question.id, z.parse(rulesOf(question.type).publicQuestion, question)]),
  )
  const sections = new Map(content.sections.map((section) => [section.id, section]))
  for (const id of paper.order) if (!questions.has(id)) throw new Error(`The paper names a question ${id} that the exam lacks`)
  return { content, paper, times: examTimes(content.settings), questions, sections }
}

/** What saving needs of each question. */
export const savedQuestions = (exam: LoadedExam): SavedQuestion[] =>
  [...exam.questions.values()].map((question) => {
    const rules = rulesOf(question.type)
    return {
      id: question.id,
      number: question.number,
      versionId: question.versionId,
      versionNumber: question.versionNumber,
      blank: {
        answer: rules.toWire(question, rules.initialAnswer(question)),
        bookmarked: question.bookmarked,
        workings: question.workings,
      },
      server:
        question.serverAnswer === undefined && question.serverSequence === undefined
          ? undefined
          : {
              // Bookmarked and not answered: the server has a sequence of it, and no answer.
              answer: question.serverAnswer ?? rules.toWire(question, rules.initialAnswer(question)),
              sequence: question.serverSequence ?? 0,
              bookmarked: question.bookmarked,
              workings: question.workings,
            },
    }
  })

/** The paper's parts that are timed, in milliseconds. */
const timedParts = ({ content, paper }: LoadedExam) =>
  content.sections
    .filter(({ id }) => paper.root.sections.some((node) => node.id === id))
    .map(sectionTimes)
    .filter(({ sectionTimeMs }) => sectionTimeMs > 0)

/**
 * Milliseconds that the learner is given for the exam; undefined where it isn't timed. Where the exam itself has no time but its
 * parts have, the learner has theirs together.
 */
export const givenTimeMs = (exam: LoadedExam): number | undefined => {
  if (exam.times.examTimeMs > 0) return exam.times.examTimeMs
  const parts = timedParts(exam)
  return parts.length === 0 ? undefined : parts.reduce((sum, { sectionTimeMs }) => sum + sectionTimeMs, 0)
}

/** Milliseconds that are left of it: all before the exam is started, then what the server holds. */
export const remainingTimeMs = (exam: LoadedExam): number | undefined => {
  const given = givenTimeMs(exam)
  if (given === undefined || exam.content.formRunGuid === undefined) return given
  if (exam.times.examTimeMs > 0) return exam.times.examTimeRemainingMs
  return timedParts(exam).reduce((sum, { sectionTimeRemainingMs }) => sum + sectionTimeRemainingMs, 0)
}
