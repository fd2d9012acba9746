import { randomUUID } from 'node:crypto'
import { calls, type LiveAct } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import { createExamCache, nobodyLive } from '../assessment/form-run/index.ts'
import type { Config } from '../config.ts'
import { bothDatabases } from '../testing/databases.ts'
import { openOffice } from '../testing/open-office.ts'
import { end, startProcess } from '../testing/start-process.ts'
import { createTestPlace, startServerIn, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, examOf, personOf, signIn } from '../testing/test-world.ts'
import { continueActions } from './run-action.ts'

const orgId = 7
const prefix = 'o7'
const learners = Array.from({ length: 10 }, (_, at) => at + 1)
const scheduleOf = (learner: number) => `${prefix}-schedule-${learner}`

/** Learners who sit an exam, and somebody who may do anything to them. */
const arrangeSitting = async (server: TestServer) => {
  const exam = examOf(prefix)
  const people = [
    ...learners.map((at) => personOf(prefix, `learner-${at}`, at)),
    { ...personOf(prefix, 'owner', 900), roles: ['owner' as const] },
  ]
  const schedules = learners.map((at) => ({ guid: scheduleOf(at), username: `learner-${at}`, exam: exam.examGuid }))
  const world = await arrange(server, { orgId, exam, file: { people, schedules, settings: { OfficeSecondStep: 'off' } } })
  for (const at of learners) {
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world, `learner-${at}`)
    await doCall(server, calls.start, { query: { ...world.entry, userGuid, scheduleGuid: scheduleOf(at) } }, token)
  }
}

/** A process of the same server in the same place. */
const processIn = ({ database, tokenSecret, dataFolder }: Config) =>
  startProcess(dataFolder, database.dialect === 'postgres' ? database.url : undefined, {
    SITWELL_SECRET: new TextDecoder().decode(tokenSecret),
    SITWELL_LOG_LEVEL: 'fatal',
    SITWELL_LOW_ROOM_MB: '0',
  })

/** What the job of a server has that goes on with what was cut off, so many milliseconds later. */
const contextLater = ({ db, clock, config }: TestServer, ms: number): Parameters<typeof continueActions>[0] => {
  const later = { nowMs: () => clock.nowMs() + ms }
  const others = { live: nobodyLive, supervisors: [], log: { error: () => undefined } }
  // The parts that it has besides are of supervisors and sessions, which these actions don't concern.
  return { database: db, clock: later, config, exams: createExamCache(db, later.nowMs), ...others } as never
}

const actions = Array.from({ length: 200 }, (_, at) => ({
  requestId: randomUUID(),
  act: (at % 2 === 0 ? { kind: 'add-time', seconds: 60 } : { kind: 'message', text: `Message ${at}` }) satisfies LiveAct,
  people: [scheduleOf((at % learners.length) + 1)],
}))
/** Replies after which the node is killed. */
const repliesBefore = 40

describe.each(bothDatabases)('a node that is killed on %s', (database) => {
  test('while 200 actions are in flight has done each exactly once, or not at all, and whoever asked is told which', async () => {
    const place = await createTestPlace({ database })
    const first = await startServerIn(place.config)
    await arrangeSitting(first)
    await first.stop()

    const node = await processIn(place.config)
    const owner = await openOffice(node, orgId, 'owner')
    const said = new Map<string, string>()
    let killed: Promise<unknown> | undefined
    const ask = async (body: (typeof actions)[number]) => {
      const answer = await owner.tryIt(calls.officeLiveAct, { body }).catch(() => undefined)
      if (answer?.status !== 200) return
      const [person] = calls.officeLiveAct.reply.parse(JSON.parse(answer.text)).people
      said.set(body.requestId, person?.outcome ?? 'none')
      if (said.size >= repliesBefore) killed ??= end(node.child, 'SIGKILL')
    }
    await Promise.all(actions.map(ask))
    await killed
    expect(said.size).toBeGreaterThanOrEqual(repliesBefore)
    expect(said.size).toBeLessThan(actions.length)

    const second = await startServerIn(place.config)
    const again = await openOffice(second, orgId, 'owner')
    const unanswered = actions.filter(({ requestId }) => !said.has(requestId))
    // Every other dialog is still open, and sends its action again.
    for (const body of unanswered.filter((_, at) => at % 2 === 0)) {
      const { people } = await again.doIt(calls.officeLiveAct, { body })
      said.set(body.requestId, people[0]?.outcome ?? 'none')
    }
    await continueActions(contextLater(second, 11_000))

    const rows = await second.db.kysely.selectFrom('live_action_person').selectAll().execute()
    const events = await second.db.kysely.selectFrom('form_run_event').select('details').execute()
    const outcomeOf = new Map(rows.map((row) => [row.action_id, row.outcome]))
    for (const { requestId, act } of actions) {
      const outcome = outcomeOf.get(requestId)
      if (said.has(requestId)) expect(outcome, requestId).toBe(said.get(requestId))
      expect([undefined, 'applied']).toContain(outcome)
      const written = events.filter(({ details }) => details.includes(requestId)).length
      expect(written, requestId).toBe(outcome === 'applied' && act.kind === 'add-time' ? 1 : 0)
    }
    await second.stop()
    await place.remove()
  })
})
