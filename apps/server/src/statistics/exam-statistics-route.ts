import { officeExamStatistics, type Question } from '@sitwell/contract'
import { type ExamStatistics, examStatistics } from '@sitwell/exam/statistics/exam-statistics'
import type { ExamCache } from '../assessment/form-run/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { firstWords } from '../paper/first-words.ts'
import { countedSittings } from './count-sittings.ts'
import { countedQuestions, readPeople } from './read-people.ts'
import { type ExamOfOrganisation, selectSittingsOf } from './select-sittings.ts'

interface StatisticsContext {
  readonly database: Database
  readonly clock: Clock
  readonly exams: ExamCache
}

/** Characters of a question's text that name it in a table. */
const shownCharacters = 160

const shortText = (html: string): string => firstWords(html, shownCharacters)

const optionsOf = (question: Question): readonly { readonly id: string; readonly text: string }[] =>
  'options' in question && Array.isArray(question.options) ? question.options : []

const noSuchExam = refuse('NOT_FOUND', 'There is no such exam, or nobody has sat it.')

const findExam = async (
  { database }: Pick<StatisticsContext, 'database'>,
  { orgId, examGuid }: ExamOfOrganisation,
  deliveryId: string | undefined,
) => {
  const exam = await database.kysely
    .selectFrom('exam')
    .select('exam_guid')
    .where('org_id', '=', orgId)
    .where('exam_guid', '=', examGuid)
    .executeTakeFirst()
  if (!exam || deliveryId === undefined) return exam
  return database.kysely
    .selectFrom('delivery')
    .select('exam_guid')
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .where('exam_guid', '=', examGuid)
    .executeTakeFirst()
}

/** The rows of the questions, each with its own number and first words. */
const questionRows = (questions: readonly Question[], figures: ExamStatistics['questions']) =>
  questions.flatMap((question, at) => {
    const found = figures[at]
    if (!found) return []
    const texts = new Map(optionsOf(question).map(({ id, text }) => [id, text]))
    const options = found.options.map(({ id, byFifth, correlation }) => ({
      ...{ id, text: shortText(texts.get(id) ?? ''), byFifth: [...byFifth], correlation },
    }))
    return [{ ...found, number: question.number, text: shortText(question.text), type: question.type, options }]
  })

/** The statistics of a version of an exam: by default of the newest that somebody has sat. */
export const officeExamStatisticsRoute = (context: StatisticsContext) =>
  route(officeExamStatistics, async ({ caller: { orgId }, query: { examGuid, version: wanted, deliveryID: deliveryId } }) => {
    const { database, clock, exams } = context
    const asOf = new Date(clock.nowMs()).toISOString()
    const place = { orgId, examGuid }
    if (!(await findExam(context, place, deliveryId))) return noSuchExam
    const all = await selectSittingsOf(database, place)
    const sat = all.filter(({ delivery_id }) => deliveryId === undefined || delivery_id === deliveryId)
    const versions = [...new Set(sat.map((sitting) => sitting.version))].sort((one, other) => other - one)
    const version = wanted ?? versions[0]
    const some = sat.find((sitting) => sitting.version === version)
    const loaded = some && (await exams.load({ ...some, org_id: orgId, exam_guid: examGuid }))
    if (version === undefined || !loaded) return noSuchExam
    const { exam, layout } = loaded.whole ?? loaded
    const questions = countedQuestions(layout.questions)
    const { counted, excluded } = countedSittings(all, { version, deliveryId })
    const facts = questions.map((question) => ({
      ...{ id: question.id, maxMarks: question.marks },
      options: optionsOf(question).map(({ id }) => id),
    }))
    const { unmarked, ...figures } = examStatistics(facts, await readPeople(database, orgId, questions, counted))
    return {
      ok: true,
      value: {
        ...figures,
        ...{ examName: exam.name, version, versions, excluded: { ...excluded, unmarked }, asOf },
        maxMarks: facts.reduce((sum, { maxMarks }) => sum + maxMarks, 0),
        questions: questionRows(questions, figures.questions),
      },
    }
  })
