import { officeResponsesBehind, type Question, type ResponseBehind } from '@sitwell/contract'
import type { Cell } from '@sitwell/exam/statistics/columns'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { cutPage, readPage } from '../office/places/list-page.ts'
import { answerWords } from '../result-rules/index.ts'
import { findCounted, noSuchExam } from './find-counted.ts'
import { narrowResponses } from './narrow-responses.ts'
import { readPeople } from './read-people.ts'
import { selectNamedAnswers, selectResponding } from './select-responses.ts'
import type { SittingOfExam } from './select-sittings.ts'
import type { StatisticsContext } from './statistics-context.ts'

/** Characters of an answer that are shown in a list. */
const shownCharacters = 240

const noSuchQuestion = refuse('NOT_FOUND', 'The exam has no such question.')

const stateOf = (cell: Cell): ResponseBehind['state'] => {
  if (cell === 'unmarked') return 'waiting'
  return cell === 'omitted' || cell === 'not-reached' ? cell : 'answered'
}

interface Found {
  readonly sitting: SittingOfExam
  readonly cell: Cell | undefined
}

const responseRow = (
  question: Question,
  { sitting, cell = 'not-asked' }: Found,
  { people, answers }: Awaited<ReturnType<typeof selectNamedAnswers>>,
): ResponseBehind => {
  const person = people.get(sitting.user_guid)
  const answer = answers.get(sitting.form_run_guid)
  const words = answer === undefined ? '' : answerWords(question, answer, shownCharacters)
  return {
    ...(person && {
      person: {
        ...{ userID: person.user_id, username: person.username },
        ...{ firstName: person.first_name, lastName: person.last_name },
      },
    }),
    ...{ formRunGUID: sitting.form_run_guid, state: stateOf(cell) },
    ...(words !== '' && { answer: words }),
    ...(typeof cell === 'number' && { marks: cell }),
    ...(sitting.delivery_id !== null && { deliveryID: sitting.delivery_id }),
  }
}

/** The responses that a figure of the statistics is of. */
export const officeResponsesBehindRoute = (context: StatisticsContext) =>
  route(officeResponsesBehind, async ({ caller: { orgId }, query }) => {
    const { database, clock, keys } = context
    const { examGuid, version, deliveryID: deliveryId, questionID: questionId, option, figure, fifth } = query
    const asOf = new Date(clock.nowMs()).toISOString()
    const list = ['responses-behind', { orgId, examGuid, version, deliveryId, questionId, option, figure, fifth }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const found = await findCounted(context, { orgId, examGuid, version, deliveryId })
    if (!found) return noSuchExam
    const { questions, counted, rules } = found
    const at = questions.findIndex(({ id }) => id === questionId)
    const question = questions[at]
    if (!question) return noSuchQuestion
    const wanted = { orgId, questionId, option }
    const { decisions } = rules
    const responding = await narrowResponses(
      context,
      { orgId, questions, decisions, at, figure, fifth },
      { responding: await selectResponding(database, wanted, counted), counted },
    )
    // Sittings keep the order in which they were begun, so that a page goes on behind the last one. That one may be behind the figure no longer, for example
    // because it was marked, so its place is looked for among all who are counted.
    const places = new Map(counted.map(({ form_run_guid }, place) => [form_run_guid, place]))
    const placeOf = ({ form_run_guid }: SittingOfExam): number => places.get(form_run_guid) ?? -1
    const last = page.behind && (places.get(page.behind.id) ?? Number(page.behind.value) - 1)
    const following = last === undefined ? responding : responding.filter((sitting) => placeOf(sitting) > last)
    const { rows, next } = cutPage(keys, list, following.slice(0, page.limit + 1), {
      limit: page.limit,
      positionOf: (sitting) => ({ value: placeOf(sitting), id: sitting.form_run_guid }),
    })
    const cells: (Cell | undefined)[] = []
    const [, named] = await Promise.all([
      readPeople(context, orgId, { questions, decisions }, rows, (person) => cells.push(person.cells[at])),
      selectNamedAnswers(database, wanted, rows),
    ])
    const responses = rows.map((sitting, row) => responseRow(question, { sitting, cell: cells[row] }, named))
    return { ok: true, value: { responses, total: responding.length, ...next, asOf } }
  })
