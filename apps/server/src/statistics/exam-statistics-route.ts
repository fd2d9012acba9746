import { officeExamStatistics, type Question } from '@sitwell/contract'
import type { DecisionKind } from '@sitwell/exam/result-rules/result-rules'
import { createColumns } from '@sitwell/exam/statistics/columns'
import { type ExamStatistics, examStatistics } from '@sitwell/exam/statistics/exam-statistics'
import { textToRead } from '@sitwell/question-types/rules'
import { route } from '../http/service.ts'
import { firstWords } from '../paper/first-words.ts'
import { findCounted, noSuchExam, optionsOf } from './find-counted.ts'
import { questionFacts } from './question-facts.ts'
import { readPeople } from './read-people.ts'
import { countDecidedDeliveries } from './select-sittings.ts'
import type { StatisticsContext } from './statistics-context.ts'

/** Characters of a question's text that name it in a table. */
const shownCharacters = 160

const shortText = (html: string): string => firstWords(html, shownCharacters)

/** The rows of the questions, each with its own number, its first words and what was decided about it. */
const questionRows = (
  questions: readonly Question[],
  figures: ExamStatistics['questions'],
  kindOf: ReadonlyMap<string, DecisionKind>,
) =>
  questions.flatMap((question, at) => {
    const found = figures[at]
    if (!found) return []
    const texts = new Map(optionsOf(question).map(({ id, text }) => [id, text]))
    const options = found.options.map(({ id, byFifth, correlation }) => ({
      ...{ id, text: shortText(texts.get(id) ?? ''), byFifth: [...byFifth], correlation },
    }))
    const decided = kindOf.get(question.id)
    const facts = {
      number: question.number,
      text: shortText(textToRead(question)),
      type: question.type,
      ...(decided && { decided }),
    }
    return [{ ...found, ...facts, fifths: [...found.fifths], options }]
  })

/** The statistics of a version of an exam: by default of the newest that somebody has sat. */
export const officeExamStatisticsRoute = (context: Pick<StatisticsContext, 'clock' | 'database' | 'exams'>) =>
  route(officeExamStatistics, async ({ caller: { orgId }, query: { examGuid, version: wanted, deliveryID: deliveryId } }) => {
    const { database, clock } = context
    const asOf = new Date(clock.nowMs()).toISOString()
    const found = await findCounted(context, { orgId, examGuid, version: wanted, deliveryId })
    if (!found) return noSuchExam
    const { exam, version, versions, questions, counted, excluded, rules } = found
    const { decisions } = rules
    const kindOf = new Map(decisions.map(({ questionID, kind }) => [questionID, kind]))
    const facts = questionFacts(questions, decisions)
    const columns = createColumns(facts, counted.length)
    await readPeople(context, orgId, { questions, decisions }, counted, columns.add)
    const { unmarked, ...figures } = examStatistics(facts, columns.all())
    return {
      ok: true,
      value: {
        ...figures,
        ...{ examName: exam.name, version, versions, excluded: { ...excluded, unmarked }, asOf },
        maxMarks: facts.reduce((sum, { maxMarks, counts }) => sum + (counts === 'nothing' ? 0 : maxMarks), 0),
        ...(rules.version === undefined
          ? { decidedElsewhere: await countDecidedDeliveries(database, { orgId, examGuid }) }
          : { rulesVersion: rules.version }),
        questions: questionRows(questions, figures.questions, kindOf),
      },
    }
  })
