import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { calls, type LiveAct } from '@sitwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authoredQuestionsOf } from '../../apps/server/src/assessment/form-run/lay-out-exam.ts'
import { readPackage } from '../../apps/server/src/import/read-package.ts'
import { organisationFile } from '../../apps/server/src/organisation/organisation-file.ts'
import { storeOrganisation } from '../../apps/server/src/organisation/store-organisation.ts'
import { quickPasswords } from '../../apps/server/src/testing/quick-passwords.ts'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts'
import { createTestClock } from '../../apps/server/src/testing/test-clock.ts'
import { fillCollege } from '../college/fill-college.ts'
import { arrangeDay, examsOfDay, reporters, resultSessions, underWay } from './arrange-day.ts'
import { giveResults } from './give-results.ts'
import { foodAnswers, reportAnswers } from './made-up-answers.ts'
import { markReports } from './mark-reports.ts'
import { openAs } from './open-as.ts'
import { papers, writeReport } from './run-day.ts'
import { seatLearner } from './simulated-learner.ts'
import { mannerOf, nextAct, takeStep } from './sit-on.ts'

// databases: sqlite, because it tests the demonstration, which script/start serves on it

const read = async (name: string) => {
  const reading = await readPackage({ path: join(import.meta.dirname, '../demo/exams', name) })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}

const { clock, pass } = createTestClock()
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ database: 'sqlite', config: { logLevel: 'fatal' }, clock })
  const packages = await Promise.all(['food-safety', 'fire-safety', 'fieldwork'].map(read))
  const officer = {
    userId: 112,
    userGuid: 'officer',
    username: 'officer',
    password: 'officer',
    firstName: 'Ines',
    lastName: 'Duarte',
  }
  const people = [
    { ...officer, roles: ['exams-officer'] },
    ...(['marker', 'chief', 'owner'] as const).map((username, at) => ({
      ...{ userId: 120 + at, userGuid: username, username, password: username, firstName: 'Yuki', lastName: 'Tanaka' },
      roles: [username === 'chief' ? 'chief-examiner' : 'marker'],
    })),
  ]
  const file = organisationFile.parse({
    ...{ format: 'sitwell-organisation', formatVersion: 1, organisation: { orgId: 1, name: 'Demo', urlToken: 'demo' } },
    ...{ settings: { OfficeSecondStep: 'off', AllowRemotePause: '1' }, people, schedules: [] },
  })
  await storeOrganisation(server.db, server.clock, { file, packages, leftOut: [] }, quickPasswords)
  await fillCollege(server.config.database, quickPasswords)
})
afterAll(() => server.stop())

test('simulated learners answer each question but what is uploaded', async () => {
  const exams = { food: await read('food-safety'), report: await read('fieldwork') }
  for (const name of ['food', 'report'] as const) {
    const answered = new Set((name === 'food' ? foodAnswers : reportAnswers)(0).map(([question]) => question))
    const others = authoredQuestionsOf(exams[name].exam).filter(({ id }) => !answered.has(id))
    expect(others.every(({ type }) => type === 'STATICTEXT' || type === 'EVIDENCE')).toBe(true)
  }
})

test('an answer grows as it is typed, and learners behave in every way', () => {
  const answers = foodAnswers(0)
  const written = Array.from({ length: answers.length * 3 }, (_, step) => nextAct(step, answers))
  for (const [at, answer] of answers.entries()) expect(written[at * 3 + 2]).toEqual(answer)
  const essay = written.filter((act) => act?.[0] === 'words-cool').map((act) => act?.[1].answerText.length ?? 0)
  expect(essay).toEqual([...essay].sort((one, other) => one - other))
  expect(nextAct(answers.length * 3, answers)).toBeUndefined()
  expect(new Set(underWay.map((_, number) => mannerOf(number))).size).toBe(4)
})

test('the day has an exam under way, one that comes, and those that were handed in, and is planned once', async () => {
  const officer = await openAs(server.origin, 1, 'officer')
  expect([await arrangeDay(officer, server.clock.nowMs()), await arrangeDay(officer, server.clock.nowMs())]).toEqual([
    true,
    false,
  ])
  const list = async () => (await officer.doIt(calls.officeDeliveries, { query: {} })).deliveries
  const rows = await list()
  expect(rows.map(({ name, state, rooms }) => [name, state, rooms]).sort()).toEqual([
    ['Fieldwork report', 'under-way', 1],
    ['Fire safety: first session', 'under-way', 1],
    ['Fire safety: next session', 'upcoming', 2],
    ['Fire safety: pilot', 'under-way', 1],
    ['Food safety: this session', 'under-way', 3],
  ])
  for (const { counts } of rows) expect(counts['not-started']).toBeGreaterThanOrEqual(12)

  // One who uploads a page of the notebook, and one who brought none.
  for (const number of [0, 1, 2, 3]) await writeReport(server.origin, reporters[number] ?? '', number)
  const [username = ''] = underWay
  const seat = {
    origin: server.origin,
    orgId: 1,
    username,
    password: 'demo',
    examGuid: rows.find(({ rooms }) => rooms === 3)?.examGuid ?? '',
  }
  const learner = await seatLearner(seat, papers.food)
  // Each answer that anybody of them gives fits its question.
  for (const number of underWay.keys())
    for (const [question, answer] of foodAnswers(number)) await learner.save(question, answer, 60)
  expect(await learner.look()).toMatchObject({ completed: false, paused: false })
  // The same learner after another start of the server.
  const again = await seatLearner(seat, papers.food)
  expect(again.formRunGuid).toBe(learner.formRunGuid)
  await again.save('cold-when', foodAnswers(1)[0]?.[1] ?? { answerText: '', options: [] }, 90)
  const counts = new Map((await list()).map((row) => [row.name, row.counts]))
  expect(counts.get('Food safety: this session')).toMatchObject({ started: 1 })
  expect(counts.get('Fieldwork report')).toMatchObject({ finished: 4 })

  await markReports(server.origin, 1, 'Fieldwork Report, Level 3')
  const chief = await openAs(server.origin, 1, 'chief')
  const { queues } = await chief.doIt(calls.officeMarkingQueues, { query: {} })
  expect(queues.map(({ counts: { total, marked, conflict } }) => [total, marked, conflict])).toEqual([
    [4, 3, 1],
    [4, 4, 0],
    [4, 4, 0],
    [3, 3, 0],
  ])
  const { responses } = await chief.doIt(calls.officeMarkingConflicts, { query: { state: 'conflict' } })
  const [conflict] = responses
  const { response } = await chief.doIt(calls.officeMarkingResponse, { query: { responseID: conflict?.responseID ?? '' } })
  expect(response.mayDecide).toBe(true)
})

test('a simulated learner types nothing in a pause, and acknowledges actions of staff', async () => {
  const officer = await openAs(server.origin, 1, 'officer')
  const [, username = ''] = underWay
  const seat = { origin: server.origin, orgId: 1, username, password: 'demo', examGuid: examsOfDay.food }
  const learner = await seatLearner(seat, papers.food)
  const { deliveries } = await officer.doIt(calls.officeDeliveries, { query: {} })
  const deliveryID = deliveries.find(({ rooms }) => rooms === 3)?.deliveryID ?? ''
  const rowIs = async () => {
    const { rows } = await officer.doIt(calls.officeLive, { query: { deliveryID } })
    return rows.find(({ formRunGuid }) => formRunGuid === learner.formRunGuid)
  }
  const rowID = (await rowIs())?.rowID ?? ''
  const act = (done: LiveAct) =>
    officer.doIt(calls.officeLiveAct, { body: { requestId: randomUUID(), act: done, people: [rowID] } })
  const reached = async (actionID: string) =>
    (await officer.doIt(calls.officeLiveAction, { query: { actionID } })).people.map(({ deliveredAt, acknowledgedAt }) => [
      deliveredAt !== undefined,
      acknowledgedAt !== undefined,
    ])
  let step = 0
  const goOn = async () => {
    await takeStep(learner, { number: 1, answers: foodAnswers(1), build: server.config.appVersion }, step)
    step += 1
  }

  await goOn()
  const message = await act({ kind: 'message', text: 'Please check your seat number.' })
  await goOn()
  expect(await reached(message.actionID)).toEqual([[true, false]])
  await goOn()
  expect(await reached(message.actionID)).toEqual([[true, true]])

  const before = (await rowIs())?.savedAt
  const pause = await act({ kind: 'pause' })
  await goOn()
  expect(await reached(pause.actionID)).toEqual([[true, true]])
  expect(await rowIs()).toMatchObject({
    state: 'paused',
    savedAt: before,
    page: { unsent: 0, isOff: false, isOldBuild: false },
  })
  await act({ kind: 'resume' })
  pass(1000)
  await goOn()
  await goOn()
  expect((await rowIs())?.savedAt).not.toBe(before)
})

test('of one session the results are computed, with a question that is adverse, and those of the pilot are released', async () => {
  await giveResults(server.origin, 1, 20)
  const officer = await openAs(server.origin, 1, 'officer')
  const of = async (name: string) =>
    (await officer.doIt(calls.officeResults, { query: {} })).deliveries.find((one) => one.name === name)
  await expect.poll(async () => (await of(resultSessions.released))?.newest?.state).toBe('released')
  const session = await of(resultSessions.computed)
  expect(session).toMatchObject({
    ...{ people: 60, waiting: 0, newest: { set: 1, state: 'computed' } },
    outcomes: { sat: 19, excused: 1, absent: 40, unknown: 0, open: 0 },
  })
  expect(await of(resultSessions.released)).toMatchObject({ people: 12, shown: 1 })
  const query = { examGuid: examsOfDay.fire, deliveryID: session?.deliveryID }
  const { questions } = await officer.doIt(calls.officeExamStatistics, { query })
  const adverse = questions.filter(({ corrected }) => typeof corrected === 'number' && corrected < 0)
  expect(adverse.map(({ id }) => id)).toEqual(['leave-lift'])
}, 60_000)

test('a start on another day plans again what is watched, and nothing else, and people sit it', async () => {
  pass(26 * 60 * 60_000)
  const officer = await openAs(server.origin, 1, 'officer')
  expect(await arrangeDay(officer, server.clock.nowMs())).toBe(false)
  const { deliveries } = await officer.doIt(calls.officeDeliveries, { query: { limit: 100 } })
  const open = deliveries.filter(({ state }) => state === 'under-way' || state === 'upcoming')
  expect(open.map(({ name, state }) => [name, state]).sort()).toEqual([
    ['Fire safety: next session', 'upcoming'],
    ['Food safety: this session', 'under-way'],
  ])
  // The first two began on the day before and never handed in.
  for (const [number, username] of underWay.slice(2, 4).entries()) {
    const seat = { origin: server.origin, orgId: 1, username, password: 'demo', examGuid: examsOfDay.food }
    const learner = await seatLearner(seat, papers.food)
    await takeStep(learner, { number, answers: foodAnswers(number), build: server.config.appVersion }, 0)
  }
  const { rows } = await officer.doIt(calls.officeLive, {
    query: { deliveryID: open.find(({ state }) => state === 'under-way')?.deliveryID ?? '' },
  })
  expect(rows.filter(({ state }) => state === 'working')).toHaveLength(2)
}, 60_000)
