import { randomUUID } from 'node:crypto'
import { calls, type InputOf } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { findingsOf, verifyFormRun } from '../assessment/evidence/verify-form-run.ts'
import { createExamCache, nobodyLive, selectFormRunOfOrganisation } from '../assessment/form-run/index.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import {
  arrange,
  doCall,
  examOf,
  personOf,
  refusalIn,
  saveOf,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../testing/test-world.ts'
import { invigilate } from './invigilate.ts'
import { restBreakAct } from './rest-break.ts'

const minute = 60_000

type Fields = Omit<InputOf<typeof calls.officeAddAccommodation>['body'], 'userID'>

describeOnEach(bothDatabases, 'rest breaks on %s', { isClockHeld: true, config: { logLevel: 'fatal' } }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let orgId: number
  let officer: OfficeBrowser
  let today: string

  beforeEach(async () => {
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    today = new Date(clock.nowMs()).toISOString().slice(0, 10)
    world = await arrange(server, {
      ...{ orgId, exam: examOf(prefix, { settings: { examTime: 600 } }) },
      file: {
        people: [
          personOf(prefix, 'learner', 1),
          { ...personOf(prefix, 'officer', 2), roles: ['exams-officer'] },
          { ...personOf(prefix, 'watching', 3), roles: ['invigilator'] },
        ],
        settings: { OfficeSecondStep: 'off', AllowRemotePause: '1' },
      },
    })
    officer = await openOffice(server, orgId, 'officer')
  })

  const fields = (more: Partial<Fields> = {}): Fields => ({
    ...{ from: today, approvedBy: 'Dr Vane', approvedOn: today, basis: 'Letter of the school' },
    ...more,
  })
  const tryAllow = (more: Partial<Fields>) =>
    officer.tryIt(calls.officeAddAccommodation, { body: { userID: 1, ...fields(more) } })
  const allow = async (restBreakMinutes: number) =>
    calls.officeAddAccommodation.reply.parse(JSON.parse((await tryAllow({ restBreakMinutes })).text))
  type Sitting = Awaited<ReturnType<typeof sitExam>>
  const body = ({ formRunGuid }: Sitting, requestId?: string) => ({ body: { formRunGuid, ...(requestId && { requestId }) } })
  const rest = (sitting: Sitting, requestId?: string) =>
    doCall(server, calls.restBreak, body(sitting, requestId), sitting.token)
  const tryRest = (sitting: Sitting) => tryCall(server, calls.restBreak, body(sitting), sitting.token)
  const resume = ({ formRunGuid, token }: Sitting, offer: number, takenAgo = 0) =>
    doCall(server, calls.resumeSitting, { body: { formRunGuid, offer, takenAgo } }, token)
  const stateOf = ({ token, formRunGuid }: Sitting) => doCall(server, calls.dashState, { query: { formRunGuid } }, token)
  const endsInMs = async ({ formRunGuid }: Sitting) => {
    const { ends_at } = await server.db.kysely
      .selectFrom('form_run')
      .select('ends_at')
      .where('form_run_guid', '=', formRunGuid)
      .executeTakeFirstOrThrow()
    return Number(ends_at) - clock.nowMs()
  }
  const context = () => ({ database: server.db, exams: createExamCache(server.db, clock.nowMs), clock, live: nobodyLive })
  const findings = async ({ formRunGuid }: Sitting) => {
    const run = await selectFormRunOfOrganisation(server.db, orgId, formRunGuid)
    return run && findingsOf(await verifyFormRun(context(), run))
  }

  test('a learner’s break stops their clock and hides the exam until they resume; what is left is for later', async () => {
    await allow(5)
    const sitting = await sitExam(server, world)
    pass(minute)
    expect(await rest(sitting)).toMatchObject({
      paused: false,
      resumeOffer: { number: 3, seconds: 300, rest: true },
      restBreaks: { allowance: 300, left: 300 },
      examTimeRemaining: 540,
    })
    expect(await endsInMs(sitting)).toBe(14 * minute)
    expect((await refusalIn(await tryCall(server, calls.examJson, { query: world.entry }, sitting.token))).code).toBe(
      'EXAM_PAUSED',
    )
    pass(2 * minute)
    expect(await resume(sitting, 3)).toMatchObject({ restBreaks: { left: 180 }, examTimeRemaining: 540 })
    expect(await endsInMs(sitting)).toBe(9 * minute)
    pass(minute)
    expect(await rest(sitting)).toMatchObject({ resumeOffer: { seconds: 180 }, examTimeRemaining: 480 })
    expect(await findings(sitting)).toEqual([])
  })

  test('it is over by itself at the allowance, and no other begins after it', async () => {
    await allow(2)
    const sitting = await sitExam(server, world)
    await rest(sitting)
    pass(5 * minute)
    expect(await stateOf(sitting)).toMatchObject({ paused: false, restBreaks: { left: 0 }, examTimeRemaining: 420 })
    expect(await stateOf(sitting)).not.toHaveProperty('resumeOffer')
    expect((await refusalIn(await tryRest(sitting))).code).toBe('CANNOT_CHANGE_TIME')
    expect(await doCall(server, calls.saveAnswer, { body: saveOf(world, sitting.formRunGuid) }, sitting.token)).toBeDefined()
  })

  test('asked for twice at once, or from two devices, there is one break; a request that is told again begins no other', async () => {
    await allow(10)
    const sitting = await sitExam(server, world)
    const ids = [randomUUID(), randomUUID()] as const
    await Promise.all([rest(sitting, ids[0]), rest(sitting, ids[1]), rest(sitting, ids[0])])
    const [begun, ...more] = await server.db.kysely
      .selectFrom('form_run_event')
      .select(['kind', 'number'])
      .where('form_run_guid', '=', sitting.formRunGuid)
      .where('kind', '=', 'rest-break')
      .execute()
    expect([begun?.number, more]).toEqual([3, []])
    pass(minute)
    await resume(sitting, 3)
    const first = await server.db.kysely
      .selectFrom('form_run_event')
      .select('details')
      .where('form_run_guid', '=', sitting.formRunGuid)
      .where('number', '=', 3)
      .executeTakeFirstOrThrow()
    const { requestId } = JSON.parse(first.details) as { requestId: string }
    expect(await rest(sitting, requestId)).not.toHaveProperty('resumeOffer')
    pass(minute)
    expect(await stateOf(sitting)).toMatchObject({ restBreaks: { left: 540 }, examTimeRemaining: 540 })
  })

  test('nobody begins one without an allowance, in a pause, once the time is over, or for somebody else', async () => {
    const without = await sitExam(server, world)
    expect((await refusalIn(await tryRest(without))).code).toBe('CANNOT_CHANGE_TIME')
    expect(await stateOf(without)).not.toHaveProperty('restBreaks')
    await allow(5)
    const watching = (await signIn(server, world, 'watching')).access_token
    const { formRunGuid } = without
    expect((await refusalIn(await tryCall(server, calls.restBreak, { body: { formRunGuid } }, watching))).code).toBe(
      'NOT_FOUND',
    )
    await doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused: true } }, watching)
    expect((await refusalIn(await tryRest(without))).code).toBe('CANNOT_CHANGE_TIME')
    await doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused: false, within: 0 } }, watching)
    pass(10 * minute)
    expect((await refusalIn(await tryRest(without))).code).toBe('CANNOT_CHANGE_TIME')
  })

  // OFFICE-110
  test('an allowance that is approved in a sitting is there in it, and the ledger keeps what stood before', async () => {
    const sitting = await sitExam(server, world)
    pass(minute)
    const { sittings, accommodation } = await allow(3)
    expect(sittings).toBe(1)
    expect(accommodation).toMatchObject({ restBreakMinutes: 3, state: 'in-force' })
    expect(await stateOf(sitting)).toMatchObject({ restBreaks: { allowance: 180, left: 180 }, examTimeRemaining: 540 })
    await rest(sitting)
    pass(2 * minute)
    const more = { ...fields({ restBreakMinutes: 1 }), reason: 'Entered wrongly' }
    await officer.tryIt(calls.officeChangeAccommodation, {
      body: { userID: 1, accommodationID: accommodation.accommodationID, version: 1, ...more },
    })
    expect(await stateOf(sitting)).toMatchObject({ restBreaks: { allowance: 60, left: 0 } })
    expect(await findings(sitting)).toEqual([])
  })

  test('a learner who was away says when they resumed, and not that a break began earlier', async () => {
    await allow(10)
    const sitting = await sitExam(server, world)
    await rest(sitting)
    pass(5 * minute)
    // The page resumed a minute ago, and could not tell it.
    expect(await resume(sitting, 3, 60)).toMatchObject({ restBreaks: { left: 360 }, examTimeRemaining: 540 })
  })

  test('an invigilator begins one for a learner who has an allowance, by the same rule', async () => {
    await allow(5)
    const sitting = await sitExam(server, world)
    const who = { orgId, author: `o${orgId}-watching` }
    const act = () => invigilate(context(), who, { formRunGuid: sitting.formRunGuid }, restBreakAct)
    expect(await act()).toEqual({ ok: true, value: { changed: [sitting.formRunGuid] } })
    expect(await act()).toEqual({ ok: true, value: { changed: [] } })
    expect(await stateOf(sitting)).toMatchObject({ resumeOffer: { rest: true, seconds: 300 } })
    const events = await doCall(
      server,
      calls.dashEvents,
      { query: { formRunGuid: sitting.formRunGuid } },
      (await signIn(server, world, 'watching')).access_token,
    )
    expect(events.at(-1)).toMatchObject({ kind: 'rest-break', seconds: 300, author: who.author })
  })

  test('an accommodation gives something, and rest breaks of at most ten hours', async () => {
    expect((await tryAllow({})).status).toBe(400)
    expect((await tryAllow({ restBreakMinutes: 0 })).status).toBe(400)
    expect((await tryAllow({ restBreakMinutes: 601 })).status).toBe(400)
    expect((await tryAllow({ restBreakMinutes: 10, extraPercent: 25 })).status).toBe(200)
    expect(await officer.doIt(calls.officeAccommodations, { query: { userID: 1 } })).toMatchObject({
      exams: [{ minutes: 13, ownMinutes: 3, restMinutes: 10 }],
    })
  })
})
