import {
  officeApplyResultRules,
  officeComputeResults,
  officeDeliveryResultRows,
  officeDeliveryResults,
  officeExamStatistics,
  officePreviewResultRules,
  type ResultRulesChange,
} from '@sitwell/contract'
import { acceptOption, arrangeRules, examOfRules } from '../apps/server/src/testing/rules-desk.ts'
import type { TestServer } from '../apps/server/src/testing/start-test-server.ts'
import { startTestServer } from '../apps/server/src/testing/start-test-server.ts'
import { copyRow } from './copy-rows.ts'

const orgId = 1
const prefix = `o${orgId}`
const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `<b>Option ${id}</b>` }))

/** An exam of so many choices of one mark. */
const examOf = (count: number) => {
  const questions = Array.from({ length: count }, (_, at) => ({
    ...{ type: 'RADIO', id: `q${at}`, text: `Question ${at}`, options, key: 'b', marks: 1 },
  }))
  // Boundary: a section as a file of an exam has it.
  return examOfRules(prefix, { sections: [{ id: 'section', name: 'Section', questions }] as never })
}

const rules = { passwords: 'none', proctoring: 'none', safeExamBrowser: 'none', supports: 'none', release: 'confirmed' }

/** Whether somebody, by their number, has a question right, which is the likelier the higher their number is. */
const isRight = (person: string, question: string) =>
  `((${person}) * 7919 + (${question}) * 104729) % 101 < 20 + (${person}) % 70`

/** So many people beside the one who sat, each with a sitting in the delivery, an answer to each question and its mark. */
const seed = async ({ db }: TestServer, people: number, questions: number): Promise<void> => {
  const { kysely } = db
  const first = (table: 'answer' | 'form_run' | 'schedule') =>
    kysely.selectFrom(table).selectAll().where('org_id', '=', orgId).limit(1).executeTakeFirstOrThrow()
  const [run, schedule, answer] = [await first('form_run'), await first('schedule'), await first('answer')]
  const person = await kysely
    .selectFrom('person')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('username', '=', 'learner-1')
    .executeTakeFirstOrThrow()
  await copyRow(db, 'person', {
    ...{ row: person, count: people },
    own: {
      ...{
        user_guid: `'g' || n`,
        user_id: '10000 + n',
        username: `'u' || n`,
        sign_in_name: `'u' || n`,
        email: `'u' || n || '@x'`,
      },
      search_name: `'wood ' || n`,
    },
  })
  await copyRow(db, 'schedule', { row: schedule, count: people, own: { schedule_guid: `'s' || n`, user_guid: `'g' || n` } })
  await copyRow(db, 'form_run', {
    ...{ row: run, count: people },
    own: {
      ...{ form_run_guid: `'r' || n`, form_run_id: '1000000 + n', schedule_guid: `'s' || n`, user_guid: `'g' || n` },
    },
  })
  const [who, what] = [`n / ${questions}`, `n % ${questions}`]
  const option = `case when ${isRight(who, what)} then 'b' when (n / 7) % 3 = 0 then 'a' when (n / 7) % 3 = 1 then 'c' else 'd' end`
  await copyRow(db, 'answer', {
    ...{ row: answer, count: people * questions },
    own: {
      ...{ form_run_guid: `'r' || (${who})`, question_id: `'q' || (${what})` },
      answer: `'{"answerText":"Option","options":[{"optionID":"' || ${option} || '","optionText":"Option"}]}'`,
    },
  })
  const mark = { org_id: orgId, form_run_guid: '', question_id: '', score: 0, max_score: 1, needs_person: 0, problem: null }
  await copyRow(db, 'mark', {
    ...{ row: mark, count: people * questions },
    own: {
      ...{ form_run_guid: `'r' || (${who})`, question_id: `'q' || (${what})` },
      score: `case when ${isRight(who, what)} then 1 else 0 end`,
    },
  })
  await kysely
    .updateTable('delivery')
    .set({ rules: JSON.stringify(rules) })
    .where('org_id', '=', orgId)
    .execute()
  // As autovacuum does after a while.
  await db.runPlanned?.({ name: 'vacuum-results', text: 'vacuum analyze' }, [])
}

/** How long something took (ms), how long processors worked for it in this process, and how long it should take at most. */
export interface Timed {
  readonly name: string
  readonly ms: number
  readonly workMs: number
  readonly goalMs: number
}

/** The results of one delivery of so many people and questions, through HTTP. `mostMb`: by how many megabytes the process grew at most. */
export const measureResults = async (
  database: 'sqlite' | 'postgres',
  { people, questions }: { readonly people: number; readonly questions: number },
): Promise<{ readonly times: readonly Timed[]; readonly mostMb: number }> => {
  const server = await startTestServer({ database, config: { logLevel: 'fatal', attemptsPerMinute: 1_000_000 } })
  try {
    const { chief, deliveryID } = await arrangeRules(server, orgId, [{ q1: 'b' }], examOf(questions))
    await seed(server, people, questions)
    const beforeMb = process.memoryUsage.rss() / 1e6
    let mostMb = beforeMb
    const watch = setInterval(() => {
      mostMb = Math.max(mostMb, process.memoryUsage.rss() / 1e6)
    }, 20)
    const times: Timed[] = []
    const timed = async <T>(name: string, goalMs: number, act: () => Promise<T>): Promise<T> => {
      const [from, before] = [performance.now(), process.cpuUsage()]
      const done = await act()
      const { user, system } = process.cpuUsage(before)
      times.push({ name, ms: performance.now() - from, workMs: (user + system) / 1000, goalMs })
      return done
    }
    const query = { deliveryID }
    const look = () => chief.doIt(officeDeliveryResults, { query })
    const change: ResultRulesChange = { basedOn: 0, decide: [acceptOption('q0', 'a')] }
    await timed('the results page, nothing computed yet', 2000, look)
    await timed('the results page again', 2000, look)
    await timed('a page of its people', 2000, () =>
      chief.doIt(officeDeliveryResultRows, { query: { ...query, sort: 'score' } }),
    )
    await timed('a result set', 2000, () => chief.doIt(officeComputeResults, { body: { deliveryID } }))
    await timed('the results page with a set', 2000, look)
    const examGuid = `${prefix}-exam`
    const read = () => chief.doIt(officeExamStatistics, { query: { examGuid, deliveryID } })
    await timed('statistics', 2000, read)
    const { hash } = await timed('a decision previewed', 5000, () =>
      chief.doIt(officePreviewResultRules, { body: { deliveryID, change } }),
    )
    const body = { deliveryID, change, hash, reason: 'The key was wrong.' }
    await timed('a decision applied, with a result set', 5000, () => chief.doIt(officeApplyResultRules, { body }))
    await timed('the results page after the decision', 2000, look)
    await timed('the results page again', 2000, look)
    await timed('statistics by the decision', 2000, read)
    clearInterval(watch)
    return { times, mostMb: mostMb - beforeMb }
  } finally {
    await server.stop()
  }
}
