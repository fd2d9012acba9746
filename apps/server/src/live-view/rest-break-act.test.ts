import { randomUUID } from 'node:crypto'
import { calls, type LiveAct } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations, doCall, signIn } from '../testing/test-world.ts'

describe.each(oneDatabase)('rest breaks in the live view on %s', (database) => {
  const at = { nowMs: 0 }
  let server: TestServer
  let desk: DeliveryDesk
  let deliveryID: string
  const nextOrgId = countOrganisations()
  const opensMs = Date.parse('2026-12-03T09:30:00Z')

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    at.nowMs = opensMs - 600_000
    desk = await arrangeDeliveries(server, nextOrgId())
    deliveryID = (await desk.applied({ entries: [{ userID: 1 }, { userID: 2 }] })).deliveryID
    await desk.officer.doIt(calls.officeAddAccommodation, {
      body: {
        userID: 1,
        restBreakMinutes: 5,
        from: '2026-01-01',
        approvedBy: 'May',
        approvedOn: '2026-01-01',
        basis: 'Letter',
      },
    })
    at.nowMs = opensMs
  })

  const rowOf = async (userID: number) => {
    const { rows } = await desk.officer.doIt(calls.officeLive, { query: { deliveryID } })
    const row = rows.find((one) => one.userID === userID)
    if (!row) throw new Error(`There is no row of ${userID}.`)
    return row
  }
  const act = async (kind: 'end-rest-break' | 'pause' | 'rest-break' | 'resume', userID = 1) => {
    const what: LiveAct = { kind }
    const body = { requestId: randomUUID(), act: what, people: [(await rowOf(userID)).rowID] }
    const [shown] = (await desk.officer.doIt(calls.officePreviewLiveAct, { body })).people
    const [became] = (await desk.officer.doIt(calls.officeLiveAct, { body })).people
    // What was shown before is what comes of it.
    expect([shown?.outcome, shown?.reason]).toEqual([became?.outcome, became?.reason])
    return became?.reason ? `${became.outcome}: ${became.reason}` : became?.outcome
  }
  const begin = async (learner: number) => {
    const answer = await desk.begin(learner)
    const { formRunGUID } = JSON.parse(answer.text) as { formRunGUID: string }
    const { access_token: token } = await signIn(server, desk, `learner-${learner}`)
    return { formRunGuid: formRunGUID, token }
  }

  test('begin and end by an invigilator, are not paused, and show what is left of the allowance', async () => {
    expect(await act('rest-break')).toBe('refused: not-started')
    const { formRunGuid, token } = await begin(1)
    expect(await rowOf(1)).toMatchObject({ state: 'working', rest: { allowanceMs: 300_000, leftMs: 300_000 } })
    at.nowMs += 30_000
    expect(await act('rest-break')).toBe('applied')
    const until = new Date(at.nowMs + 300_000).toISOString()
    expect(await rowOf(1)).toMatchObject({ state: 'resting', isPaused: false, rest: { until }, time: { leftMs: 570_000 } })
    expect(await act('rest-break')).toBe('unchanged')
    at.nowMs += 20_000
    const report = { formRunGuid, deviceMs: at.nowMs, unsent: 0, build: server.config.appVersion }
    const { actions } = await doCall(server, calls.pageReport, { body: report }, token)
    expect(actions).toMatchObject([{ kind: 'pause' }])
    expect(await act('end-rest-break')).toBe('applied')
    // Time stands until the learner goes on, and no longer than two minutes; none of it is of the allowance.
    expect(await rowOf(1)).toMatchObject({ state: 'paused', rest: { leftMs: 280_000 } })
    expect(await act('end-rest-break')).toBe('unchanged')
    expect(await act('rest-break')).toBe('refused: paused')
  })

  test('are over by themselves once nothing is left, and then there is none', async () => {
    await begin(1)
    expect(await act('rest-break')).toBe('applied')
    at.nowMs += 300_000
    expect(await rowOf(1)).toMatchObject({ rest: { allowanceMs: 300_000, leftMs: 0 }, isPaused: false })
    expect((await rowOf(1)).state).not.toBe('resting')
    expect(await act('rest-break')).toBe('refused: no-rest-left')
  })

  test('are had by nobody without an allowance', async () => {
    await begin(2)
    expect(await rowOf(2)).not.toHaveProperty('rest')
    expect(await act('rest-break', 2)).toBe('refused: no-rest-left')
  })

  test('end with a pause, which takes nothing from them', async () => {
    await server.db.kysely.insertInto('setting').values({ org_id: desk.orgId, name: 'AllowRemotePause', value: '1' }).execute()
    await begin(1)
    await act('rest-break')
    at.nowMs += 10_000
    expect(await act('pause')).toBe('applied')
    at.nowMs += 20_000
    expect(await rowOf(1)).toMatchObject({ state: 'paused', isPaused: true, rest: { leftMs: 290_000 } })
  })
})
