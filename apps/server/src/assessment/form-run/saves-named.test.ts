import { calls } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { arrange, doCall, examOf, saveOf, signIn } from '../../testing/test-world.ts'
import { isBarredByAttempts } from '../answers/barred-by-attempts.ts'
import type { Save } from '../answers/save.ts'
import { createExamCache } from './exam-cache.ts'
import { selectFormRunOfOrganisation } from './queries.ts'
import { selectAttemptsAt } from './question-attempts.ts'
import { selectSavesNamed } from './saves-named.ts'

/** Notes each answer that is read out of the database. */
const noting = (read: string[]): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    for (const { answer } of result.rows) if (typeof answer === 'string') read.push(answer)
    return result
  },
})

const options = ['yes', 'no'].map((id) => ({ id, text: id }))

test.each(bothDatabases)('attempts are read without the rest of the history, on %s, however long it is', async (database) => {
  const { clock } = createTestClock()
  const server = await startTestServer({ database, clock })
  const feedback = { parts: [{ text: '<p>Not yet.</p>', when: [{ on: 'mark', is: 'wrong' }] }] }
  const questions = [
    authoredQuestion.parse({ type: 'RADIO', id: 'o1-a', text: 'Which?', options, key: 'yes', attempts: 1, feedback }),
    authoredQuestion.parse({ type: 'QUESTIONLTEXT', id: 'o1-b', text: 'Why?', marks: 1 }),
  ]
  const world = await arrange(server, { exam: examOf('o1', { sections: [{ id: 'o1-s', name: 'All', questions }] }) })
  const token = (await signIn(server, world)).access_token
  const formRunGuid = (await doCall(server, calls.start, { query: world.entry }, token)).formRunGUID
  const save = (id: string, sequence: number, answerText: string, chosen: string[] = []) => {
    const answer = { answerText, options: chosen.map((one) => ({ optionID: one, optionText: one })) }
    const body = saveOf(world, formRunGuid, { questionVersionId: id, page: id, sequence, ...answer })
    return doCall(server, calls.saveAnswer, { body }, token)
  }
  await save('o1-a', 1, 'yes', ['yes'])
  await save('o1-a', 2, 'no', ['no'])
  for (const sequence of [3, 4, 5]) await save('o1-b', sequence, 'long'.repeat(1000))
  await doCall(
    server,
    calls.attemptQuestion,
    { body: { formRunGuid, questionId: 'o1-a', requestId: crypto.randomUUID() } },
    token,
  )

  const run = (await selectFormRunOfOrganisation(server.db, 1, formRunGuid)) ?? expect.fail('the form run is gone')
  const loaded = (await createExamCache(server.db, clock.nowMs).load(run)) ?? expect.fail('no exam')
  const read: string[] = []
  const noted = { kysely: server.db.kysely.withPlugin(noting(read)) }
  const handedIn = JSON.stringify({ answerText: 'no', options: [{ optionID: 'no', optionText: 'no' }] })
  const kept = await selectAttemptsAt(noted, run, loaded)
  expect(kept.get('o1-a')?.map(({ stored }) => stored)).toEqual([handedIn])
  const place = { org_id: 1, form_run_guid: formRunGuid }
  const barred = (question_id: string, answer: string) =>
    // Boundary: what of a save it asks.
    isBarredByAttempts(noted, { event: { ...place, question_id, answer } as Save['event'] }, loaded)
  expect([await barred('o1-a', handedIn), await barred('o1-a', '{}'), await barred('o1-b', '{}')]).toEqual([false, true, false])
  expect(read).toEqual([handedIn, handedIn, handedIn])

  const named = { questionIds: ['o1-b'], sequences: [3, 4, 5, 6] }
  const first = await selectSavesNamed(noted, { orgId: 1, formRunGuid }, named, (saves) => saves.slice(0, 1))
  expect(first).toMatchObject([{ sequence: 3, outcome: 'applied' }])
  expect(read.length).toBe(4)
  await server.stop()
})
