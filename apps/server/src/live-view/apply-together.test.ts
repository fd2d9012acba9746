import { randomUUID } from 'node:crypto'
import { calls, type LiveAct } from '@sitwell/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { findingsOf, verifyFormRun } from '../assessment/evidence/verify-form-run.ts'
import {
  createExamCache,
  lockFormRun,
  selectEventRows,
  selectFormRunOfOrganisation,
  selectPartWindows,
} from '../assessment/form-run/index.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'

const learners = [1, 2, 3] as const

describeOnEach(bothDatabases, 'an action on many on %s', { isClockHeld: true, config: { logLevel: 'fatal' } }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let desk: DeliveryDesk
  let rows: string[]
  let runs: string[]

  beforeEach(async () => {
    const day = new Date(clock.nowMs() + 86_400_000).toISOString().slice(0, 10)
    pass(Date.parse(`${day}T09:20:00Z`) - clock.nowMs())
    desk = await arrangeDeliveries(server, nextOrgId())
    const { deliveryID } = await desk.applied({ zone: 'UTC', window: { opens: `${day}T09:30`, closes: `${day}T12:30` } })
    pass(600_000)
    await server.db.kysely.insertInto('setting').values({ org_id: desk.orgId, name: 'AllowRemotePause', value: '1' }).execute()
    runs = []
    for (const learner of learners) {
      const answer = await desk.begin(learner)
      if (answer.status !== 200) throw new Error(answer.text)
      runs.push((JSON.parse(answer.text) as { formRunGUID: string }).formRunGUID)
    }
    const live = await desk.officer.doIt(calls.officeLive, { query: { deliveryID } })
    rows = learners.map((learner) => live.rows.find(({ userID }) => userID === learner)?.rowID ?? '')
  })

  const act = async (what: LiveAct, people: readonly string[]) => {
    const body = { requestId: randomUUID(), act: what, people: [...people] }
    return (await desk.officer.doIt(calls.officeLiveAct, { body })).people.map(({ outcome, reason }) => reason ?? outcome)
  }
  const context = () => ({ database: server.db, exams: createExamCache(server.db, clock.nowMs), clock })
  /** The stored data of a sitting, without its identifiers, and the faults in its chain. */
  const storedOf = async (formRunGuid: string) => {
    const place = { orgId: desk.orgId, formRunGuid }
    const run = await selectFormRunOfOrganisation(server.db, desk.orgId, formRunGuid)
    if (!run) throw new Error('There is no such form run.')
    const { last_event, part_id, ends_at, paused_at, held_until, time_remaining_ms } = run
    const events = (await selectEventRows(server.db, place)).map(({ number, kind, at, author, details }) => {
      const { requestId: _, ...content } = JSON.parse(details) as Record<string, unknown>
      return [number, kind, at, author === run.user_guid ? 'learner' : author, content]
    })
    const parts = [...(await selectPartWindows(server.db, place))]
    return {
      stored: { events, parts, columns: [last_event, part_id, ends_at, paused_at, held_until, time_remaining_ms] },
      findings: findingsOf(await verifyFormRun(context(), run)),
    }
  }

  // OFFICE-101
  test('writes into each ledger what the same action on one writes, and leaves every chain whole', async () => {
    const acts: LiveAct[] = [
      { kind: 'add-time', seconds: 60 },
      { kind: 'incident', category: 'noise', text: 'A drill outside' },
      { kind: 'pause' },
      { kind: 'resume', seconds: 0 },
      { kind: 'evacuate', text: 'Leave by the stairs.' },
    ]
    for (const what of acts) {
      expect(await act(what, rows.slice(0, 2))).toEqual(['applied', 'applied'])
      expect(await act(what, rows.slice(2))).toEqual(['applied'])
      pass(1000)
    }
    const [one, two, alone] = await Promise.all(runs.map(storedOf))
    expect(one?.stored.events).toHaveLength(1 + acts.length + 1)
    expect(one?.stored).toEqual(alone?.stored)
    expect(two?.stored).toEqual(alone?.stored)
    expect([one, two, alone].map((each) => each?.findings)).toEqual([[], [], []])
  })

  test('waits for no sitting that is being written to: it is done to the others first, and to this one right after', async () => {
    const { kysely, dialect } = server.db
    const begun = Promise.withResolvers<void>()
    const outcomes = () =>
      kysely.selectFrom('live_action_person').select(['schedule_guid', 'outcome']).where('org_id', '=', desk.orgId)
    const held = kysely.transaction().execute(async (transaction) => {
      await lockFormRun(transaction, { orgId: desk.orgId, formRunGuid: runs[0] ?? '' })
      begun.resolve()
      // SQLite has one connection, and so no other call runs during this transaction.
      if (dialect === 'sqlite') return
      await vi.waitFor(async () => {
        const done = (await outcomes().execute()).filter(({ outcome }) => outcome === 'applied')
        expect(done.map(({ schedule_guid }) => schedule_guid).toSorted()).toEqual(rows.slice(1).toSorted())
      }, 10_000)
    })
    await begun.promise
    const acted = act({ kind: 'add-time', seconds: 60 }, rows)
    await held
    expect(await acted).toEqual(['applied', 'applied', 'applied'])
    const all = await Promise.all(runs.map(storedOf))
    expect(all.map(({ stored: { events } }) => events.map(([, kind]) => kind))).toEqual(
      learners.map(() => ['start', 'extra-time']),
    )
  })
})
