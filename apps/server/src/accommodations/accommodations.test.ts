import { accommodationState, calls, type InputOf } from '@sitwell/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { findingsOf, verifyFormRun } from '../assessment/evidence/verify-form-run.ts'
import { createExamCache, nobodyLive, selectFormRunOfOrganisation, selectLedger } from '../assessment/form-run/index.ts'
import { personDocument } from '../privacy/person-document.ts'
import { selectEvents } from '../security-log/queries.ts'
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
import { timedExam } from '../testing/timed-exam.ts'
import { settleAccommodations } from './apply-to-sittings.ts'

const minute = 60_000

type Fields = Omit<InputOf<typeof calls.officeAddAccommodation>['body'], 'userID'>

describeOnEach(bothDatabases, 'accommodations on %s', { isClockHeld: true, config: { logLevel: 'fatal' } }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let orgId: number
  let prefix: string
  let officer: OfficeBrowser
  let today: string

  const arranged = async (exam = examOf(prefix, { settings: { examTime: 240 } }), windowMinutes?: number) => {
    const window = windowMinutes !== undefined && {
      startDt: new Date(clock.nowMs() + minute).toISOString(),
      completeDt: new Date(clock.nowMs() + (windowMinutes + 1) * minute).toISOString(),
    }
    world = await arrange(server, {
      ...{ orgId, exam },
      file: {
        people: [
          personOf(prefix, 'learner', 1),
          personOf(prefix, 'other', 2),
          { ...personOf(prefix, 'officer', 3), roles: ['exams-officer'] },
          { ...personOf(prefix, 'auditor', 4), roles: ['auditor'] },
          { ...personOf(prefix, 'it', 5), roles: ['it-administrator'] },
          { ...personOf(prefix, 'owner', 6), roles: ['owner'] },
          { ...personOf(prefix, 'watching', 7), roles: ['invigilator'] },
        ],
        schedules: [
          { guid: `${prefix}-schedule`, username: 'learner', exam: `${prefix}-exam`, ...window },
          { guid: `${prefix}-other`, username: 'other', exam: `${prefix}-exam` },
        ],
        settings: { OfficeSecondStep: 'off' },
      },
    })
    officer = await openOffice(server, orgId, 'officer')
  }
  beforeEach(async () => {
    orgId = nextOrgId()
    prefix = `o${orgId}`
    today = new Date(clock.nowMs()).toISOString().slice(0, 10)
    await arranged()
  })

  const quarter = (more: Partial<Fields> = {}): Fields => ({
    ...{ extraPercent: 25, from: today, approvedBy: 'Dr Vane', approvedOn: today, basis: 'Letter of the school' },
    ...more,
  })
  const tryAdd = (fields: Fields = quarter(), one = officer, userID = 1) =>
    one.tryIt(calls.officeAddAccommodation, { body: { userID, ...fields } })
  const add = async (fields: Fields = quarter()) =>
    calls.officeAddAccommodation.reply.parse(JSON.parse((await tryAdd(fields)).text))
  type Named = { readonly accommodationID: string; readonly version: number }
  const change = (of: Named, fields: Fields, reason = 'A new letter') =>
    officer.tryIt(calls.officeChangeAccommodation, {
      body: { userID: 1, accommodationID: of.accommodationID, version: of.version, ...fields, reason },
    })
  const withdraw = (of: Named, reason = 'The letter was of somebody else') =>
    officer.tryIt(calls.officeWithdrawAccommodation, {
      body: { userID: 1, accommodationID: of.accommodationID, version: of.version, reason },
    })
  const list = (one = officer) => one.doIt(calls.officeAccommodations, { query: { userID: 1 } })
  const content = (token: string) => doCall(server, calls.examJson, { query: world.entry }, token)
  const stateOf = ({ token, formRunGuid }: { token: string; formRunGuid: string }) =>
    doCall(server, calls.dashState, { query: { formRunGuid } }, token)
  const ledgerOf = (formRunGuid: string) => selectLedger(server.db, { orgId, formRunGuid })
  const context = () => ({ database: server.db, exams: createExamCache(server.db, clock.nowMs), clock, live: nobodyLive })
  const findings = async (formRunGuid: string) => {
    const run = await selectFormRunOfOrganisation(server.db, orgId, formRunGuid)
    return run && findingsOf(await verifyFormRun(context(), run))
  }

  // OFFICE-203 OFFICE-205
  test('give time in every exam from its start on, named in the ledger; an answer before that end is in time, and none after it', async () => {
    const { accommodation } = await add()
    expect(accommodation).toMatchObject({ version: 1, extraPercent: 25, state: 'in-force', writtenBy: 'Ada Wood', earlier: [] })
    const { access_token } = await signIn(server, world)
    expect((await content(access_token)).settings).toMatchObject({ examTime: 300, examTimeRemaining: 300, ownTime: 60 })
    expect(await list()).toMatchObject({
      exams: [{ examName: `Trees of ${prefix}`, isUnderWay: false, minutes: 5, ownMinutes: 1, beyondWindow: 0 }],
    })
    const sitting = await sitExam(server, world)
    expect(await ledgerOf(sitting.formRunGuid)).toMatchObject([
      { kind: 'start' },
      {
        kind: 'accommodation',
        author: 'server',
        of: [{ id: accommodation.accommodationID, version: 1 }],
        after: { examMs: minute, parts: [] },
      },
    ])
    expect(await stateOf(sitting)).toMatchObject({ examTime: 300, examTimeRemaining: 300 })
    pass(4.5 * minute)
    const save = (sequence: number) =>
      tryCall(
        server,
        calls.saveAnswer,
        { body: saveOf(world, sitting.formRunGuid, { sequence, timeRemaining: 1 }) },
        sitting.token,
      )
    expect((await save(1)).status).toBe(200)
    const late = await server.db.kysely
      .selectFrom('answer_event')
      .select('late_ms')
      .where('org_id', '=', orgId)
      .where('form_run_guid', '=', sitting.formRunGuid)
      .execute()
    expect(late).toEqual([{ late_ms: null }])
    pass(5 * minute)
    expect(JSON.parse((await save(2)).text)).toMatchObject({ applied: false, late: true })
    expect(await findings(sitting.formRunGuid)).toEqual([])
    const other = await sitExam(
      server,
      { ...world, entry: { ...world.entry, scheduleGuid: `${prefix}-other`, userGuid: `${prefix}-other` } },
      'other',
    )
    expect(await stateOf(other)).toMatchObject({ examTime: 240 })
  })

  // OFFICE-110
  test('approved, changed and withdrawn in the middle of a sitting, they take effect in it, and the ledger keeps each value', async () => {
    const sitting = await sitExam(server, world)
    pass(3 * minute)
    const { accommodation, sittings } = await add()
    expect([sittings, (await stateOf(sitting)).examTimeRemaining]).toEqual([1, 120])
    const half = await change(accommodation, quarter({ extraPercent: 50 }))
    expect(JSON.parse(half.text)).toMatchObject({ sittings: 1, accommodation: { version: 2, earlier: [{ extraPercent: 25 }] } })
    expect(await stateOf(sitting)).toMatchObject({ examTime: 360, examTimeRemaining: 180 })
    pass(2 * minute)
    expect((await withdraw({ ...accommodation, version: 2 })).status).toBe(200)
    // One of the two minutes was used: it stays.
    expect(await stateOf(sitting)).toMatchObject({ examTime: 300, examTimeRemaining: 0, completed: false })
    const own = (await ledgerOf(sitting.formRunGuid)).flatMap((event) =>
      event.kind === 'accommodation' ? [[event.before?.examMs, event.after.examMs, event.author]] : [],
    )
    const by = `${prefix}-officer`
    expect(own).toEqual([
      [0, minute, by],
      [minute, 2 * minute, by],
      [2 * minute, minute, by],
    ])
    expect(await findings(sitting.formRunGuid)).toEqual([])
    // What is approved again goes on from what was used.
    await add(quarter({ extraMinutes: 3, extraPercent: undefined }))
    expect(await stateOf(sitting)).toMatchObject({ examTime: 420, examTimeRemaining: 120 })
    expect(await findings(sitting.formRunGuid)).toEqual([])
  })

  // OFFICE-203
  test('of an exam with timed parts give each of them its own, before the start and in it', async () => {
    orgId = nextOrgId()
    prefix = `o${orgId}`
    await arranged(timedExam(prefix))
    await add()
    const { access_token } = await signIn(server, world)
    const { settings, sections } = await content(access_token)
    expect(sections.map(({ sectionTime }) => sectionTime)).toEqual([600 + 180, 1200 + 300, 0])
    expect(settings.ownTime).toBe(480)
    const sitting = await sitExam(server, world)
    expect((await stateOf(sitting)).sections.map(({ sectionTime }) => sectionTime)).toEqual([780, 1500, 0])
    expect(await findings(sitting.formRunGuid)).toEqual([])
  })

  test('say by how much the time of a person reaches beyond the window', async () => {
    orgId = nextOrgId()
    prefix = `o${orgId}`
    await arranged(undefined, 4)
    await add()
    expect((await list()).exams).toMatchObject([{ minutes: 5, beyondWindow: 1 }])
  })

  test('count on their days, and of several the most; one that begins later or was over gives nothing', async () => {
    await add(quarter({ extraMinutes: 3, extraPercent: undefined }))
    await add(quarter({ from: '2999-01-01', extraPercent: 300 }))
    await add(quarter({ from: '2001-01-01', until: '2001-02-01', extraPercent: 300 }))
    await add()
    expect((await list()).accommodations.map(({ state }) => state).toSorted()).toEqual([
      'in-force',
      'in-force',
      'later',
      'over',
    ])
    expect((await list()).exams).toMatchObject([{ ownMinutes: 3 }])
  })

  // OFFICE-411
  test('keep every version with who wrote it and why; a withdrawn one is changed no more', async () => {
    const { accommodation } = await add()
    const changed = await change(accommodation, quarter({ extraPercent: 30 }))
    expect(changed.status).toBe(200)
    expect((await withdraw({ ...accommodation, version: 2 })).status).toBe(200)
    expect((await list()).accommodations).toMatchObject([
      {
        ...{ version: 3, state: 'withdrawn', isWithdrawn: true, extraPercent: 30, reason: 'The letter was of somebody else' },
        earlier: [
          { version: 2, extraPercent: 30, isWithdrawn: false, reason: 'A new letter' },
          { version: 1, extraPercent: 25 },
        ],
      },
    ])
    expect(refusalIn(await change({ ...accommodation, version: 3 }, quarter()))).toMatchObject({ status: 409, code: 'CLOSED' })
  })

  test('of two who change one the second sees what the first made of it; the same request again changes nothing', async () => {
    const requestId = '5f9b1a52-0a37-4a53-8a0f-3f6d9f3d9d11'
    const { accommodation } = await add({ ...quarter(), requestId })
    expect((await add({ ...quarter(), requestId })).accommodation).toEqual(accommodation)
    expect(refusalIn(await tryAdd({ ...quarter({ extraPercent: 50 }), requestId })).code).toBe('INVALID_REQUEST')
    const both = await Promise.all([
      change(accommodation, quarter({ extraPercent: 30 }), 'one'),
      change(accommodation, quarter({ extraPercent: 40 }), 'other'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const stale = refusalIn(both.find(({ status }) => status === 409) ?? { status: 0, text: '{}', headers: new Headers() })
    expect(stale.code).toBe('CHANGED_MEANWHILE')
    expect(accommodationState.parse(stale.current).version).toBe(2)
    const won = (await list()).accommodations[0]
    const again = await change(accommodation, quarter({ extraPercent: won?.extraPercent }), won?.reason)
    expect([again.status, (await list()).accommodations[0]?.version]).toEqual([200, 2])
  })

  test('are entered by staff with the permission, for others, in their own organisation', async () => {
    const { accommodation } = await add()
    const [auditor, it] = [await openOffice(server, orgId, 'auditor'), await openOffice(server, orgId, 'it')]
    expect((await list(auditor)).mayWrite).toBe(false)
    expect([(await tryAdd(quarter(), auditor)).status, (await tryAdd(quarter(), it)).status]).toEqual([403, 403])
    expect((await it.tryIt(calls.officeAccommodations, { query: { userID: 1 } })).status).toBe(403)
    expect(refusalIn(await tryAdd(quarter(), officer, 3)).code).toBe('NOT_ALLOWED')
    expect((await officer.doIt(calls.officeAccommodations, { query: { userID: 3 } })).mayWrite).toBe(false)
    // The id of another person's accommodation is nobody's.
    const body = { userID: 2, accommodationID: accommodation.accommodationID, version: 1, reason: 'x' }
    expect((await officer.tryIt(calls.officeWithdrawAccommodation, { body })).status).toBe(404)
    const before = { orgId, prefix }
    orgId = nextOrgId()
    prefix = `o${orgId}`
    await arranged()
    expect((await withdraw(accommodation)).status).toBe(404)
    orgId = before.orgId
    prefix = before.prefix
    const { access_token } = await signIn(server, { orgId })
    const own = { userID: 1, ...quarter() }
    expect((await tryCall(server, calls.officeAddAccommodation, { body: own }, access_token)).status).toBe(401)
  })

  test('refuse what is none: no extra time or both, an end before the beginning, and texts of which nothing is seen', async () => {
    const wrong: Partial<Fields>[] = [
      { extraMinutes: 5 },
      { extraPercent: undefined },
      { extraPercent: 0 },
      { extraPercent: 1.5 },
      { until: '2001-01-01' },
      { basis: ' ' },
      { approvedBy: '\0' },
      { from: '2026-02-30' },
    ]
    for (const more of wrong) expect([more, refusalIn(await tryAdd(quarter(more))).code]).toEqual([more, 'INVALID_REQUEST'])
    expect((await list()).accommodations).toEqual([])
  })

  test('reach a sitting that began at the very moment at which they were written, and one whose server ended before', async () => {
    const sitting = await sitExam(server, world)
    const { accommodation } = await add()
    const row = await server.db.kysely
      .selectFrom('accommodation')
      .selectAll()
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    // As the call leaves it if its server ends behind the transaction.
    await server.db.kysely
      .insertInto('accommodation')
      .values({ ...row, version: 2, extra_percent: 50, written_at: clock.nowMs() })
      .execute()
    expect((await stateOf(sitting)).examTime).toBe(300)
    pass(11_000)
    await settleAccommodations(context())
    expect((await stateOf(sitting)).examTime).toBe(360)
    await settleAccommodations(context())
    expect(await ledgerOf(sitting.formRunGuid)).toHaveLength(3)
    expect(accommodation.version).toBe(1)
  })

  test('stand in the log and in the timeline of their person, without why, and for those alone who may see them', async () => {
    await add()
    await vi.waitFor(async () => {
      const [event] = await selectEvents(server.db, { orgId, kind: 'accommodation-added', most: 1 })
      expect(JSON.parse(event?.content ?? '{}')).toMatchObject({ author: `${prefix}-officer`, target: { version: 1 } })
      expect(event?.content).not.toContain('Letter')
    }, 10_000)
    const kinds = async (one: OfficeBrowser) =>
      (await one.doIt(calls.officePersonTimeline, { query: { userID: 1 } })).entries.map(({ kind }) => kind)
    expect(await kinds(officer)).toEqual(['accommodation-added'])
    expect(await kinds(await openOffice(server, orgId, 'it'))).toEqual([])
  })

  test('that were entered since its completion are there once a sitting is opened again', async () => {
    const { formRunGuid, token } = await sitExam(server, world)
    pass(4 * minute)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 240 } }, token)
    expect((await add()).sittings).toBe(0)
    const watching = await signIn(server, world, 'watching')
    const body = { formRunGuid, reason: 'The letter came too late.' }
    await doCall(server, calls.reopenFormRun, { body }, watching.access_token)
    expect(await stateOf({ token, formRunGuid })).toMatchObject({ completed: false, examTime: 300, examTimeRemaining: 60 })
    expect(await findings(formRunGuid)).toEqual([])
  })

  // OFFICE-203
  test('show an invigilator their minutes, and nothing of why', async () => {
    await add()
    const sitting = await sitExam(server, world)
    await add(quarter({ extraMinutes: 3, extraPercent: undefined }))
    const { access_token: token } = await signIn(server, world, 'watching')
    const { formRunGuid } = sitting
    const runs = await doCall(server, calls.dashFormRuns, { query: { scheduleGuid: world.entry.scheduleGuid } }, token)
    expect(runs).toMatchObject([{ ownTime: 180 }])
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, token)
    expect(events.map(({ kind, seconds }) => [kind, seconds])).toEqual([
      ['start', undefined],
      ['accommodation', 60],
      ['accommodation', 120],
    ])
    expect(JSON.stringify([runs, events])).not.toMatch(/Letter|Vane/)
    const refused = await tryCall(server, calls.officeAccommodations, { query: { userID: 1 } }, token)
    expect(refused.status).toBe(401)
  })

  test('are in what is exported of their person, and go when all that is known of them is erased; the ledger keeps minutes', async () => {
    await add()
    const sitting = await sitExam(server, world)
    const body = { formRunGuid: sitting.formRunGuid, timeRemaining: 1, elapsedTime: 0 }
    await doCall(server, calls.complete, { body }, sitting.token)
    const person = { org_id: orgId, user_guid: `${prefix}-learner` }
    expect((await personDocument(context(), person, clock.nowMs())).text).toContain('Letter of the school')
    const owner = await openOffice(server, orgId, 'owner')
    const erasure = await owner.doIt(calls.officePreviewErasure, { body: { userID: 1 } })
    expect(erasure.erased).toContainEqual({ what: 'accommodations', count: 1 })
    const erase = { userID: 1, hash: erasure.hash, name: 'Ada Wood', reason: 'asked for it' }
    await owner.doIt(calls.officeErasePerson, { body: erase })
    expect(await server.db.kysely.selectFrom('accommodation').selectAll().where('org_id', '=', orgId).execute()).toEqual([])
    const kept = JSON.stringify(await ledgerOf(sitting.formRunGuid))
    expect(kept).toContain('60000')
    expect(kept).not.toMatch(/Letter|Vane/)
  })
})
