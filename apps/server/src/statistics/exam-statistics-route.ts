import { officeExamStatistics, type Question } from '@sitwell/contract'
import { type ExamStatistics, examStatistics } from '@sitwell/exam/statistics/exam-statistics'
import { route } from '../http/service.ts'
import { firstWords } from '../paper/first-words.ts'
import { findCounted, noSuchExam, optionsOf } from './find-counted.ts'
import { readPeople } from './read-people.ts'
import type { StatisticsContext } from './statistics-context.ts'

/** Characters of a question's text that name it in a table. */
const shownCharacters = 160

const shortText = (html: string): string => firstWords(html, shownCharacters)

/** The rows of the questions, each with its own number and first words. */
const questionRows = (questions: readonly Question[], figures: ExamStatistics['questions']) =>
  questions.flatMap((question, at) => {
    const found = figures[at]
    if (!found) return []
    const texts = new Map(optionsOf(question).map(({ id, text }) => [id, text]))
    const options = found.options.map(({ id, byFifth, correlation }) => ({
      ...{ id, text: shortText(texts.get(id) ?? ''), byFifth: [...byFifth], correlation },
    }))
    const facts = { number: question.number, text: shortText(question.text), type: question.type }
    return [{ ...found, ...facts, fifths: [...found.fifths], options }]
  })

/** The statistics of a version of an exam: by default of the newest that somebody has sat. */
export const officeExamStatisticsRoute = (context: Pick<StatisticsContext, 'clock' | 'database' | 'exams'>) =>
  route(officeExamStatistics, async ({ caller: { orgId }, query: { examGuid, version: wanted, deliveryID: deliveryId } }) => {
    const { database, clock } = context
    const asOf = new Date(clock.nowMs()).toISOString()
    const found = await findCounted(context, { orgId, examGuid, version: wanted, deliveryId })
    if (!found) return noSuchExam
    const { exam, version, versions, questions, counted, excluded } = found
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
