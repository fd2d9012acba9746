import type { ExamContent, Question, Section } from '@sitwell/contract'
import { buildPaper, type Paper } from '@sitwell/exam/paper/paper'
import { type ExamPlan, planOf } from '@sitwell/exam/time/exam-plan'
import { type ExamTime, freshTime, wholeLeftMs } from '@sitwell/exam/time/exam-time'
import { timeFromSeconds } from '@sitwell/exam/time/section-seconds'
import { rulesOf } from '@sitwell/question-types/rules'
import * as z from 'zod/mini'
import type { SavedQuestion } from '../../sync/form-run/form-run-start.ts'

/** An exam as it is sat: read, in milliseconds, with its paper. */
export interface LoadedExam {
  readonly content: ExamContent
  readonly paper: Paper
  readonly plan: ExamPlan
  /** Both are filled up when a part is opened that was sealed: whoever holds them sees it. */
  readonly questions: Map<string, Question>
  readonly sections: Map<string, Section>
  /** As this browser kept it: the server could not be asked for it. */
  readonly isStored?: true
  /** Its time is the server's anyway. */
  readonly isTimeKnown?: true
}

/** A question as the rules of its type read it. */
export const readQuestion = (question: Question): Question => z.parse(rulesOf(question.type).publicQuestion, question)

/** Reads an exam's content. Throws an error if it contradicts itself: then there is nothing that could be sat. */
export const loadExam = (content: ExamContent): LoadedExam => {
  const paper = buildPaper(content.mappings)
  const questions = new Map(content.questions.map((question) => [question.id, readQuestion(question)]))
  const sections = new Map(content.sections.map((section) => [section.id, section]))
  for (const id of paper.order) if (!questions.has(id)) throw new Error(`The paper names a question ${id} that the exam lacks`)
  return { content, paper, plan: planOf(paper, content.settings, content.sections), questions, sections }
}

/** What saving needs of each question. */
export const savedQuestions = (exam: LoadedExam): SavedQuestion[] => [...exam.questions.values()].map(savedQuestion)

export const savedQuestion = (question: Question): SavedQuestion => {
  const rules = rulesOf(question.type)
  return {
    id: question.id,
    versionId: question.versionId,
    versionNumber: question.versionNumber,
    disabled: question.disabled,
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
}

/** Milliseconds that the learner is given for the exam: its own time, or that of its parts together. Undefined if one of them has no end. */
export const givenTimeMs = ({ plan }: LoadedExam): number | undefined => {
  const isSomeUntimed = plan.parts.some((part) => part.timeMs === 0)
  const ofPartsMs = isSomeUntimed ? 0 : plan.parts.reduce((sum, part) => sum + part.timeMs, 0)
  const timeMs = plan.timeMs > 0 ? plan.timeMs : ofPartsMs
  return timeMs > 0 ? timeMs : undefined
}

/** What the server's ledger has left. */
export const ledgerTime = ({ content, plan }: LoadedExam): ExamTime =>
  content.formRunGuid === undefined ? freshTime(plan) : timeFromSeconds(plan, content.settings, content.sections)

/** Milliseconds that are left of it; undefined if it isn't timed. */
export const remainingTimeMs = (exam: LoadedExam): number | undefined => {
  if (exam.content.formRunGuid === undefined) return givenTimeMs(exam)
  const time = ledgerTime(exam)
  return time.leftMs ?? wholeLeftMs(time)
}
