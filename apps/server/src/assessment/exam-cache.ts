import type { Section } from '@sitwell/contract'
import { type ExamPlan, planOf } from '@sitwell/exam/exam-plan'
import { buildPaper, type Paper, questionsOf } from '@sitwell/exam/paper'
import type { Database } from '../db/database.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { authoredQuestionsOf, type ExamLayout, layOutExam } from './lay-out-exam.ts'
import { type ExamPlace, selectExam } from './queries.ts'

/** An exam, laid out once and kept: a version never changes once somebody sits it. */
export interface LoadedExam {
  readonly exam: AuthoredExam
  readonly layout: ExamLayout
  readonly questions: ReturnType<typeof authoredQuestionsOf>
  /** By version id, as saves name a question. */
  readonly publicQuestions: ReadonlyMap<string, ExamLayout['questions'][number]>
  readonly paper: Paper
  /** What time it gives, without anybody's extra time. */
  readonly plan: ExamPlan
  /** The part of the paper in which each question stands. */
  readonly partIds: ReadonlyMap<string, string>
}

export interface ExamCache {
  load(place: ExamPlace): Promise<LoadedExam | undefined>
}

const timedSection = (section: Section) => ({
  id: section.id,
  warningTime: section.warningTime ?? 0,
  sectionTime: section.sectionTime ?? 0,
  readingTime: section.readingTime ?? 0,
  oneWay: section.oneWay ?? false,
})

/** How many exams are kept: a large one takes a few megabytes. */
const most = 100

/** An exam that nobody sits yet may be imported again under its version, so what is kept is asked for again after this time. */
const keepMs = 5000

export const createExamCache = (database: Database, nowMs: () => number): ExamCache => {
  const kept = new Map<string, { at: number; exam: Promise<LoadedExam | undefined> }>()
  const read = async (place: ExamPlace): Promise<LoadedExam | undefined> => {
    const exam = await selectExam(database, place)
    if (!exam) return undefined
    const layout = layOutExam(exam)
    const publicQuestions = new Map(layout.questions.map((question) => [question.versionId, question]))
    const paper = buildPaper(layout.mappings)
    const { examTime = 0, warningTime = 0, oneWay = false } = exam.settings
    const plan = planOf(paper, { examTime, warningTime, oneWay }, layout.sections.map(timedSection))
    const partIds = new Map(paper.root.sections.flatMap((part) => questionsOf(part).map((id) => [id, part.id])))
    return { exam, layout, questions: authoredQuestionsOf(exam), publicQuestions, paper, plan, partIds }
  }
  return {
    load: (place) => {
      const key = `${place.org_id}/${place.exam_guid}/${place.version}`
      const found = kept.get(key)
      if (found && nowMs() - found.at < keepMs) return found.exam
      if (kept.size >= most) kept.delete(kept.keys().next().value ?? key)
      const exam = read(place)
      kept.set(key, { at: nowMs(), exam })
      // A failed read is no answer to keep.
      exam.catch(() => kept.delete(key))
      return exam
    },
  }
}
