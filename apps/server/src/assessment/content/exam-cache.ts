import type { Section } from '@sitwell/contract'
import { type ExamPlan, planOf } from '@sitwell/exam/exam-plan'
import { buildPaper, type Paper, questionsOf } from '@sitwell/exam/paper'
import type { Database } from '../../db/database.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { type ExamPlace, selectExam, selectResources } from '../form-runs/queries.ts'
import { authoredQuestionsOf, type ExamLayout, layOutExam } from './lay-out-exam.ts'

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
  /** Path and media type of each of its files, by path. */
  readonly resources: Awaited<ReturnType<typeof selectResources>>
}

/** An exam as a schedule has it, which may be imported again until somebody begins it, or as a form run has it, for good. */
export type ExamWanted = ExamPlace & ({ readonly imported_at: number } | { readonly form_run_guid: string })

export interface ExamCache {
  load(wanted: ExamWanted): Promise<LoadedExam | undefined>
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

/** A reset, which only a testing server allows, lets an exam that was begun be imported again; after this time that is noticed. */
const keepMs = 5000

/** What was read before anybody began an exam is no one's that was begun: it may have been imported again between, by another process. */
const keyOf = (wanted: ExamWanted): string => {
  const readAs = 'imported_at' in wanted ? `imported at ${wanted.imported_at}` : 'begun'
  return `${wanted.org_id}/${wanted.exam_guid}/${wanted.version}/${readAs}`
}

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
    const resources = await selectResources(database, place)
    return { exam, layout, questions: authoredQuestionsOf(exam), publicQuestions, paper, plan, partIds, resources }
  }
  return {
    load: (wanted) => {
      const key = keyOf(wanted)
      const found = kept.get(key)
      if (found && nowMs() - found.at < keepMs) return found.exam
      if (kept.size >= most) kept.delete(kept.keys().next().value ?? key)
      const exam = read(wanted)
      kept.set(key, { at: nowMs(), exam })
      // A failed read is no answer to keep.
      exam.catch(() => kept.delete(key))
      return exam
    },
  }
}
