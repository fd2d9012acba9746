import { calls } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { selectLedger } from '../assessment/form-run/index.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrangeResults, type ResultsDesk } from '../testing/results-desk.ts'
import { releaseDue, releasePiece } from './run-release.ts'

const opensMs = Date.parse('2026-12-03T09:30:00Z')
const overMs = Date.parse('2026-12-03T09:45:01Z')

describeOnEach(
  bothDatabases,
  'result sets on %s',
  { isClockHeld: true, config: { logLevel: 'fatal', lateSaveGraceMs: 0 } },
  (suite) => {
    const { server, nextOrgId, clock, pass } = suite
    const goTo = (atMs: number) => pass(atMs - clock.nowMs())
    const context = () => ({
      ...{ database: server.db, clock, exams: createExamCache(server.db, clock.nowMs), config: server.config },
    })
    /** Learners 1 and 2 have sat, the first one rightly; 3 stayed away. */
    const arranged = async (wishes: Parameters<typeof arrangeResults>[2] = {}) => {
      goTo(opensMs - 60_000)
      const desk = await arrangeResults(server, nextOrgId(), wishes)
      goTo(opensMs)
      await desk.sit(1)
      pass(1000)
      await desk.sit(2, false)
      goTo(overMs)
      return desk
    }
    const finished = (desk: ResultsDesk, set: number) =>
      vi.waitFor(async () => expect((await desk.setOf(set)).released?.finishedAt).toBeDefined(), { timeout: 10_000 })
    const frozen = (desk: ResultsDesk, set: number) =>
      vi.waitFor(async () => expect((await desk.setOf(set)).freezing).toBeUndefined(), { timeout: 10_000 })
    const isShown = async (desk: ResultsDesk, learner: number) => {
      const { resultStillBeingProcessed, score } = await desk.shown(learner)
      return resultStillBeingProcessed ? undefined : score
    }
    const events = async (desk: ResultsDesk, learner: number) =>
      (await selectLedger(server.db, { orgId: desk.orgId, formRunGuid: desk.ownOf(learner).formRunGuid })).flatMap((event) =>
        event.kind === 'result-set' ? [`${event.what} ${event.set}`] : [],
      )

    // OFFICE-404 OFFICE-405
    test('a set is computed, confirmed by two people, released and withdrawn; until the release nobody is told anything', async () => {
      const desk = await arranged()
      const set = await desk.compute()
      expect(set).toMatchObject({ set: 1, state: 'computed', people: 3, outcomes: { sat: 2, absent: 1 }, rulesVersion: 0 })
      expect(await isShown(desk, 1)).toBeUndefined()
      expect(await desk.sign(1, desk.staff.officer)).toMatchObject({ state: 'computed', signed: [{ userID: 13 }] })
      // The same person is no second one.
      const again = { body: { deliveryID: desk.deliveryID, set: 1, hash: set.hash } }
      expect((await desk.staff.officer.refused(calls.officeConfirmResults, again)).code).toBe('CHANGED_MEANWHILE')
      expect(await desk.sign(1, desk.staff.owner)).toMatchObject({
        state: 'confirmed',
        signed: [{ userID: 13 }, { userID: 14 }],
      })
      await frozen(desk, 1)
      expect(await isShown(desk, 1)).toBeUndefined()
      const preview = await desk.staff.officer.doIt(calls.officePreviewRelease, {
        query: { deliveryID: desk.deliveryID, set: 1 },
      })
      expect(preview).toMatchObject({
        gets: 2,
        first: 2,
        changes: 0,
        loses: 0,
        nothing: { outcome: 1, withheld: 0, waiting: 0 },
      })
      await desk.release(1)
      await finished(desk, 1)
      expect(await desk.setOf(1)).toMatchObject({
        state: 'released',
        differsFromNow: 0,
        released: { told: 2, done: 3, of: 3, seen: 0 },
      })
      expect([await isShown(desk, 1), await isShown(desk, 2)]).toEqual([2, 0])
      expect(await desk.shown(1)).toMatchObject({ marked: true, score: 2, maxScore: 4, percentScore: 50 })
      expect((await desk.setOf(1)).released?.seen).toBe(2)
      const seenAt = (await desk.rows(1)).find(({ userID }) => userID === 1)?.seenAt
      pass(60_000)
      await desk.shown(1)
      expect((await desk.rows(1)).find(({ userID }) => userID === 1)?.seenAt).toBe(seenAt)
      expect([await events(desk, 1), await events(desk, 2)]).toEqual([
        ['confirmed 1', 'released 1'],
        ['confirmed 1', 'released 1'],
      ])
      expect(await desk.withdraw(1)).toMatchObject({ state: 'withdrawn', withdrawn: { reason: 'A wrong list', userID: 13 } })
      expect([await isShown(desk, 1), await isShown(desk, 2)]).toEqual([undefined, undefined])
    })

    // OFFICE-408
    test('an outcome is derived, or decided with a reason; a zero is a zero, and an absence is none', async () => {
      const desk = await arranged()
      const outcomes = async () => (await desk.rows()).map(({ userID, outcome, score }) => [userID, outcome, score])
      expect(await outcomes()).toEqual([
        ...[
          [2, 'sat', 0],
          [3, 'absent', undefined],
          [1, 'sat', 2],
        ],
      ])
      await desk.decide([3], 'excused')
      await desk.decide([1], 'malpractice', 'Two phones')
      expect(await outcomes()).toEqual([
        ...[
          [2, 'sat', 0],
          [3, 'excused', undefined],
          [1, 'malpractice', undefined],
        ],
      ])
      expect((await desk.rows()).find(({ userID }) => userID === 3)).toMatchObject({
        ...{ basedOn: 1, decided: { userID: 13, reason: 'A sick note' } },
      })
      const people = [{ userID: 3, basedOn: 0 }]
      const stale = { deliveryID: desk.deliveryID, people, outcome: 'absent' as const, reason: 'No note' }
      expect(await desk.staff.officer.refused(calls.officeSetOutcomes, { body: stale })).toMatchObject({
        ...{ code: 'CHANGED_MEANWHILE', current: { rows: [{ userID: 3, outcome: 'excused', basedOn: 1 }] } },
      })
      const sat = { ...stale, people: [{ userID: 3, basedOn: 1 }], outcome: 'sat' as const }
      expect((await desk.staff.officer.refused(calls.officeSetOutcomes, { body: sat })).code).toBe('INVALID_REQUEST')
      expect((await desk.staff.officer.refused(calls.officeSetOutcomes, { body: { ...sat, reason: ' ' } })).code).toBe(
        'INVALID_REQUEST',
      )
      await desk.decide([1], 'derived', 'It was somebody else')
      expect((await desk.facts()).outcomes).toMatchObject({ sat: 2, excused: 1, absent: 0 })
      const [listed] = (await desk.staff.officer.doIt(calls.officeResults, { query: {} })).deliveries
      expect(listed).toMatchObject({ people: 3, outcomes: (await desk.facts()).outcomes, waiting: 0 })
      // Nothing of it was taken away.
      const entries = await server.db.kysely.selectFrom('outcome_entry').selectAll().where('org_id', '=', desk.orgId).execute()
      expect(entries).toHaveLength(3)
    })

    // OFFICE-501
    test('whoever is released to gets one mail for the set; what still waits is stopped when the set is withdrawn', async () => {
      const desk = await arranged()
      await server.db.kysely
        .insertInto('setting')
        .values({ org_id: desk.orgId, name: 'MailReleasedResults', value: 'on' })
        .execute()
      await desk.withhold([2])
      await desk.compute()
      await desk.confirm(1)
      await desk.release(1)
      await finished(desk, 1)
      await releaseDue(context())
      const mails = () =>
        server.db.kysely
          .selectFrom('mail_outbox')
          .select(['user_guid', 'set_number', 'state'])
          .where('org_id', '=', desk.orgId)
          .execute()
      expect((await mails()).map(({ user_guid }) => user_guid)).toEqual([`${desk.prefix}-learner-1`])
      await desk.withdraw(1)
      expect(['sent', 'stopped']).toContain((await mails())[0]?.state)
    })

    // OFFICE-404
    test('a result is withheld at once, also after its release; what a set withheld a newer set gives', async () => {
      const desk = await arranged()
      await desk.withhold([2])
      await desk.compute()
      await desk.confirm(1)
      await desk.release(1)
      await finished(desk, 1)
      expect([await isShown(desk, 1), await isShown(desk, 2)]).toEqual([2, undefined])
      expect(await desk.setOf(1)).toMatchObject({ released: { told: 1 } })
      await desk.withhold([1])
      expect(await isShown(desk, 1)).toBeUndefined()
      await desk.withhold([1, 2], false)
      expect([await isShown(desk, 1), await isShown(desk, 2)]).toEqual([2, undefined])
      expect((await desk.setOf(1)).differsFromNow).toBe(1)
      await desk.compute()
      // A newer set that is only computed changes nothing of what is shown.
      expect([await isShown(desk, 1), await isShown(desk, 2)]).toEqual([2, undefined])
      await desk.confirm(2)
      await desk.release(2)
      await finished(desk, 2)
      expect([await isShown(desk, 1), await isShown(desk, 2)]).toEqual([2, 0])
      expect(await desk.facts()).toMatchObject({ shown: 2, sets: [{ set: 2 }, { set: 1, isReplaced: true }] })
      // The older one shows nobody anything any more, and comes back in no way.
      const older = { deliveryID: desk.deliveryID, set: 1, hash: (await desk.setOf(1)).hash, reason: 'Late' }
      expect((await desk.staff.officer.refused(calls.officeWithdrawResults, { body: older })).code).toBe('CHANGED_MEANWHILE')
      await desk.withdraw(2)
      expect([await isShown(desk, 1), await isShown(desk, 2)]).toEqual([undefined, undefined])
    })

    // OFFICE-405
    test('a release that was cut off goes on from there: each person has it once, or not yet', async () => {
      const desk = await arranged()
      await desk.compute()
      await desk.confirm(1)
      await frozen(desk, 1)
      await server.db.kysely
        .updateTable('result_set')
        .set({ state: 'releasing', release_at: clock.nowMs(), release_by: 'somebody', begun_at: clock.nowMs() })
        .where('org_id', '=', desk.orgId)
        .execute()
      const place = { orgId: desk.orgId, deliveryId: desk.deliveryID }
      // The server is ended after the first piece.
      expect(await releasePiece(context(), place, 1, 1)).toBe(true)
      expect([await isShown(desk, 1), await isShown(desk, 2)]).toEqual([2, undefined])
      // In the middle of the next piece something fails: nothing of it stays.
      const second = desk.ownOf(2).formRunGuid
      const run = await server.db.kysely
        .selectFrom('form_run')
        .selectAll()
        .where('form_run_guid', '=', second)
        .executeTakeFirstOrThrow()
      const last = server.db.kysely.selectFrom('form_run_event').selectAll().where('form_run_guid', '=', second)
      const [some] = await last.orderBy('number', 'desc').limit(1).execute()
      if (!some) throw new Error('no event')
      const inTheWay = { ...some, number: run.last_event + 1 }
      await server.db.kysely.insertInto('form_run_event').values(inTheWay).execute()
      await expect(releasePiece(context(), place, 1)).rejects.toThrow()
      expect(await isShown(desk, 2)).toBeUndefined()
      await server.db.kysely
        .deleteFrom('form_run_event')
        .where('form_run_guid', '=', second)
        .where('number', '=', inTheWay.number)
        .execute()
      // Two servers go on at once.
      await Promise.all([releaseDue(context()), releaseDue(context())])
      expect([await isShown(desk, 1), await isShown(desk, 2)]).toEqual([2, 0])
      expect([await events(desk, 1), await events(desk, 2)]).toEqual([
        ['confirmed 1', 'released 1'],
        ['confirmed 1', 'released 1'],
      ])
      expect(await desk.setOf(1)).toMatchObject({ state: 'released', released: { told: 2, done: 3 } })
    })

    // OFFICE-405
    test('a release at a time happens then, or once and late if the server was down, and says so', async () => {
      const desk = await arranged()
      await desk.compute()
      await desk.confirm(1)
      const { hash } = await desk.setOf(1)
      const past = { deliveryID: desk.deliveryID, set: 1, hash, at: '2026-12-03T09:44' }
      expect(await desk.staff.officer.refused(calls.officeReleaseResults, { body: past })).toMatchObject({
        code: 'INVALID_REQUEST',
      })
      expect(await desk.release(1, '2026-12-04T09:00')).toMatchObject({ planned: { at: '2026-12-04T09:00:00.000Z' } })
      // The same call moves it, and it can be taken back.
      expect(await desk.release(1, '2026-12-05T09:00')).toMatchObject({ planned: { at: '2026-12-05T09:00:00.000Z' } })
      const cancelled = await desk.staff.officer.doIt(calls.officeCancelRelease, {
        body: { deliveryID: desk.deliveryID, set: 1 },
      })
      expect(cancelled.set.planned).toBeUndefined()
      await desk.release(1, '2026-12-05T09:00')
      goTo(Date.parse('2026-12-05T08:59:59Z'))
      await releaseDue(context())
      expect(await isShown(desk, 1)).toBeUndefined()
      pass(2 * 3_600_000)
      await Promise.all([releaseDue(context()), releaseDue(context())])
      await releaseDue(context())
      expect(await isShown(desk, 1)).toBe(2)
      await desk.reopen()
      expect(await desk.setOf(1)).toMatchObject({ state: 'released', released: { lateMs: 2 * 3_600_000 - 1000, told: 2 } })
      expect(await events(desk, 1)).toEqual(['confirmed 1', 'released 1'])
    })
  },
)
