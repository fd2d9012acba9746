import { randomUUID } from 'node:crypto'
import { calls, type RoleScope } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { createExamCache, nobodyLive } from '../assessment/form-run/index.ts'
import { adjudicate, giveMark } from '../assessment/marks/index.ts'
import { confirmResults } from '../assessment/results/index.ts'
import { verify } from '../commands/verify.ts'
import { reopenFormRun } from '../dashboard/reopen.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { openOffice } from '../testing/open-office.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { arrangeResults, type ResultsDesk } from '../testing/results-desk.ts'

const opensMs = Date.parse('2026-12-03T09:30:00Z')
const overMs = Date.parse('2026-12-03T09:45:01Z')

describeOnEach(
  bothDatabases,
  'what changes beside result sets on %s',
  { isClockHeld: true, config: { logLevel: 'fatal', lateSaveGraceMs: 0 } },
  ({ server, nextOrgId, clock, pass }) => {
    const goTo = (atMs: number) => pass(atMs - clock.nowMs())
    const context = () => ({
      ...{ database: server.db, clock, exams: createExamCache(server.db, clock.nowMs), config: server.config },
    })
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
    const released = async (desk: ResultsDesk) => {
      const { set } = await desk.compute()
      await desk.confirm(set)
      await desk.release(set)
      await vi.waitFor(async () => expect((await desk.setOf(set)).released?.finishedAt).toBeDefined(), { timeout: 10_000 })
      return set
    }
    const isShown = async (desk: ResultsDesk, learner: number) => {
      const { resultStillBeingProcessed, score } = await desk.shown(learner)
      return resultStillBeingProcessed ? undefined : score
    }
    const verified = async (orgId: number) => {
      const said: string[] = []
      const spies = (['log', 'error'] as const).map((stream) =>
        vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line)),
      )
      const code = await verify(server.db, { orgId, given: undefined, examGuid: undefined, head: false })
      for (const spy of spies) spy.mockRestore()
      return { code, said: said.join('\n') }
    }

    // OFFICE-404 OFFICE-405
    test('a mark that changes after the release shows as a difference, and nothing of it to the learner before a newer set', async () => {
      const desk = await arranged()
      await released(desk)
      expect(await isShown(desk, 2)).toBe(0)
      const formRunGuid = desk.ownOf(2).formRunGuid
      const { sequence } = await server.db.kysely
        .selectFrom('answer')
        .select('sequence')
        .where('form_run_guid', '=', formRunGuid)
        .executeTakeFirstOrThrow()
      for (const question of ['q1', 'q2']) {
        const place = { orgId: desk.orgId, formRunGuid, questionId: `${desk.prefix}-${question}`, part: '' }
        const given = { author: 'chief', requestId: randomUUID(), marks: 2_000_000_000, reason: 'Both are right.' }
        const seen = question === 'q1' ? sequence : undefined
        expect(await adjudicate(context(), place, { ...given, sequence: seen })).toMatchObject({ kind: 'stored' })
      }
      expect((await desk.setOf(1)).differsFromNow).toBe(1)
      expect(await isShown(desk, 2)).toBe(0)
      const query = { deliveryID: desk.deliveryID, a: '1', b: 'now' as const }
      const compared = await desk.staff.officer.doIt(calls.officeCompareResults, { query: query as never })
      expect(compared).toMatchObject({
        totals: { up: 1, down: 0, same: 2, changed: 1 },
        rows: [{ userID: 2, before: { score: 0 }, after: { score: 4 }, changes: ['up', 'grade', 'passed'] }],
      })
      const only = { ...query, only: 'down' }
      expect(await desk.staff.officer.doIt(calls.officeCompareResults, { query: only as never })).toMatchObject({
        rows: [],
        total: 0,
      })
      await released(desk)
      expect(await isShown(desk, 2)).toBe(4)
    })

    // OFFICE-404
    test('a sitting that is opened again is shown nothing until a newer set has it', async () => {
      const desk = await arranged()
      await released(desk)
      const { formRunGuid } = desk.ownOf(1)
      const who = { orgId: desk.orgId, author: 'command' }
      const reopening = { formRunGuid, reason: 'A fire alarm', seconds: 600 }
      expect(await reopenFormRun({ ...context(), live: nobodyLive }, who, reopening)).toMatchObject({ ok: true })
      expect((await desk.facts()).outcomes).toMatchObject({ sat: 1, open: 1 })
      expect(await isShown(desk, 1)).toBeUndefined()
      pass(1000)
      await desk.handIn(1)
      expect(await isShown(desk, 1)).toBeUndefined()
      await released(desk)
      expect(await isShown(desk, 1)).toBe(2)
      expect((await verified(desk.orgId)).said).toContain('2 result sets: 2 match, 0 do not.')
    })

    // OFFICE-405
    test('one person confirms with a reason, or if the organisation asks for one alone; of two at once one confirms', async () => {
      const desk = await arranged()
      await desk.compute()
      expect(await desk.sign(1, desk.staff.officer, 'The board was ill')).toMatchObject({
        ...{ state: 'confirmed', waiver: 'The board was ill', signed: [{ userID: 13 }] },
      })
      const acts = async () =>
        (await selectEvents(server.db, { orgId: desk.orgId, kind: 'results-changed', most: 20 })).map(
          ({ content }) => (JSON.parse(content ?? '{}') as { readonly target: { readonly act: string } }).target.act,
        )
      await vi.waitFor(async () => expect(await acts()).toContain('confirmed-alone'))
      // What a newer confirmation has overtaken is confirmed no more.
      const { set, hash } = await desk.compute()
      const body = { deliveryID: desk.deliveryID, set, hash }
      const both = [desk.staff.officer, desk.staff.owner]
      await Promise.all(both.map((one) => one.doIt(calls.officeConfirmResults, { body })))
      expect(await desk.setOf(2)).toMatchObject({ state: 'confirmed', signed: [{}, {}] })
      await server.db.kysely
        .insertInto('setting')
        .values({ org_id: desk.orgId, name: 'ResultsNeedTwoPeople', value: 'off' })
        .execute()
      await desk.compute()
      expect(await desk.sign(3, desk.staff.owner)).toMatchObject({ state: 'confirmed', signed: [{ userID: 14 }] })
    })

    // OFFICE-405
    test('nothing is signed, released or withdrawn by another hash, twice, or out of turn', async () => {
      const desk = await arranged()
      const { officer } = desk.staff
      const { hash } = await desk.compute()
      const at = (set: number, of = hash) => ({ deliveryID: desk.deliveryID, set, hash: of })
      const code = async (
        call: typeof calls.officeConfirmResults | typeof calls.officeReleaseResults,
        body: ReturnType<typeof at>,
      ) => (await officer.refused(call, { body })).code
      expect(await code(calls.officeConfirmResults, at(1, 'f'.repeat(64)))).toBe('CHANGED_MEANWHILE')
      expect(await code(calls.officeConfirmResults, at(7))).toBe('NOT_FOUND')
      expect(await code(calls.officeReleaseResults, at(1))).toBe('CHANGED_MEANWHILE')
      const withdrawn = { ...at(1), reason: 'No reason' }
      expect((await officer.refused(calls.officeWithdrawResults, { body: withdrawn })).code).toBe('CHANGED_MEANWHILE')
      await desk.confirm(1)
      expect(await code(calls.officeConfirmResults, at(1))).toBe('CHANGED_MEANWHILE')
      expect(await code(calls.officeReleaseResults, at(1, 'f'.repeat(64)))).toBe('CHANGED_MEANWHILE')
      const requestId = crypto.randomUUID()
      const body = { deliveryID: desk.deliveryID, requestId }
      const both = await Promise.all([1, 2].map(() => officer.doIt(calls.officeComputeResults, { body })))
      expect(both.map(({ set }) => set.set)).toEqual([2, 2])
      const marking = { deliveryID: desk.deliveryID, isClosed: true, waiting: 3 }
      expect((await officer.refused(calls.officeCloseMarking, { body: marking })).code).toBe('CHANGED_MEANWHILE')
      const closed = await officer.doIt(calls.officeCloseMarking, { body: { ...marking, waiting: 0 } })
      expect(closed.results.markingClosed).toMatchObject({ userID: 13, waiting: 0 })
      const opened = { ...marking, isClosed: false, waiting: 0 }
      expect((await officer.refused(calls.officeCloseMarking, { body: opened })).code).toBe('INVALID_REQUEST')
      await officer.doIt(calls.officeCloseMarking, { body: { ...opened, reason: 'A late script' } })
      expect((await desk.facts()).markingClosed).toBeUndefined()
    })

    // OFFICE-404
    test('a role in another organisation, or in a group has no results; one in the delivery has', async () => {
      const desk = await arranged()
      const other = await arrangeResults(server, nextOrgId())
      const { deliveryID } = desk
      await desk.compute()
      const { hash } = await desk.setOf(1)
      const asked = { query: { deliveryID } }
      const people = [{ userID: 3, basedOn: 0 }]
      const acts = [
        [calls.officeDeliveryResults, asked],
        [calls.officeDeliveryResultRows, asked],
        [calls.officeCompareResults, { query: { deliveryID, a: 'now', b: 'now' } }],
        [calls.officeSetOutcomes, { body: { deliveryID, people, outcome: 'excused', reason: 'A note' } }],
        [calls.officeWithholdResults, { body: { deliveryID, people, isWithheld: true, reason: 'A note' } }],
        [calls.officeCloseMarking, { body: { deliveryID, isClosed: true, waiting: 0 } }],
        [calls.officeComputeResults, { body: { deliveryID } }],
        [calls.officeConfirmResults, { body: { deliveryID, set: 1, hash } }],
        [calls.officePreviewRelease, { query: { deliveryID, set: 1 } }],
        [calls.officeReleaseResults, { body: { deliveryID, set: 1, hash } }],
        [calls.officeCancelRelease, { body: { deliveryID, set: 1 } }],
        [calls.officeWithdrawResults, { body: { deliveryID, set: 1, hash, reason: 'A note' } }],
      ] as const
      const codes = async (one: typeof desk.officer) => {
        const found = new Set<string>()
        // Boundary: each call with its own input.
        for (const [call, input] of acts) found.add((await one.refused(call, input as never)).code)
        return [...found]
      }
      expect(await codes(other.staff.owner)).toEqual(['NOT_FOUND'])
      const narrow = async (scope: RoleScope) => {
        await desk.staff.owner.doIt(calls.officeGrantRole, { body: { userID: 10, role: 'exams-officer', scope } })
        return openOffice(server, desk.orgId, 'narrow')
      }
      expect(await codes(await narrow({ kind: 'group', id: desk.groups.pair }))).toEqual(['NOT_FOUND'])
      const auditor = await openOffice(server, desk.orgId, 'auditor')
      expect(await desk.facts(auditor)).toMatchObject({ may: [], people: 3 })
      expect(
        new Set(
          (await Promise.all(acts.slice(3).map(([call, input]) => auditor.refused(call, input as never)))).map(
            ({ code }) => code,
          ),
        ),
      ).toEqual(new Set(['NOT_ALLOWED']))
      const ofDelivery = await narrow({ kind: 'delivery', id: deliveryID })
      expect(await desk.facts(ofDelivery)).toMatchObject({ may: ['decide', 'confirm', 'release'] })
      expect((await ofDelivery.doIt(calls.officeResults, { query: {} })).deliveries).toHaveLength(1)
      const elsewhere = await other.staff.owner.doIt(calls.officeResults, { query: {} })
      expect(elsewhere.deliveries.map((row) => row.deliveryID)).not.toContain(deliveryID)
      // Nothing of all that was done.
      expect(await desk.rows()).toMatchObject([{ basedOn: 0 }, { basedOn: 0 }, { basedOn: 0 }])
    })

    // OFFICE-405
    test('single confirmations refuse a sitting whose delivery has sets', async () => {
      const desk = await arranged()
      const place = { orgId: desk.orgId, formRunGuid: desk.ownOf(1).formRunGuid }
      const confirming = { author: 'command', what: 'confirmed', reason: '' } as const
      expect(await confirmResults(context(), place, confirming)).toEqual({ kind: 'done' })
      expect(await isShown(desk, 1)).toBe(2)
      await desk.compute()
      expect(await confirmResults(context(), place, confirming)).toEqual({ kind: 'sets' })
      expect(await isShown(desk, 1)).toBe(2)
      await desk.withhold([1])
      expect(await isShown(desk, 1)).toBeUndefined()
    })

    // OFFICE-408 OFFICE-411
    test('the row of an erased person stays without name and reasons, and verify finds it whole, or not', async () => {
      const desk = await arranged()
      await desk.decide([2], 'sat', 'Seen by two invigilators')
      await released(desk)
      const person = await server.db.kysely
        .selectFrom('person')
        .selectAll()
        .where('org_id', '=', desk.orgId)
        .where('user_id', '=', 2)
        .executeTakeFirstOrThrow()
      expect(await erasePerson(server.db, person, { nowMs: clock.nowMs(), passwords: quickPasswords })).toMatchObject({
        ok: true,
      })
      const [erased] = (await desk.rows(1)).filter(({ isErased }) => isErased)
      expect(erased).toMatchObject({ outcome: 'sat', score: 0, maxScore: 4, firstName: '', lastName: '', username: '' })
      expect(erased).not.toHaveProperty('userID')
      expect(JSON.stringify([await desk.facts(), await desk.rows(1), await desk.rows()])).not.toMatch(/Seen by two|"Li"/)
      // Nobody can work it out any more: a newer set says the same.
      expect((await desk.setOf(1)).differsFromNow).toBe(0)
      await desk.compute()
      expect((await desk.rows(2)).find(({ isErased }) => isErased)).toMatchObject({ outcome: 'sat', score: 0 })
      expect(await verified(desk.orgId)).toMatchObject({
        code: 0,
        said: expect.stringContaining('2 result sets: 2 match, 0 do not.'),
      })
      const rows = server.db.kysely.updateTable('result_row').where('org_id', '=', desk.orgId).where('set_number', '=', 1)
      await rows.set({ score: 4_000_000_000 }).where('form_run_guid', '=', desk.ownOf(1).formRunGuid).execute()
      expect((await verified(desk.orgId)).said).toContain('Result set 1: its row was changed after it was computed.')
      await server.db.kysely
        .deleteFrom('result_row')
        .where('org_id', '=', desk.orgId)
        .where('set_number', '=', 1)
        .where('form_run_guid', 'is', null)
        .execute()
      expect((await verified(desk.orgId)).said).toContain('does not have the rows with which it was computed')
    })

    // OFFICE-404
    test('responses of a confirmed set are not returned together, and learners read the comments that it was computed with', async () => {
      const desk = await arranged({ isMarkedByPerson: true })
      const { kysely } = server.db
      const { user_guid: author } = await kysely
        .selectFrom('person')
        .select('user_guid')
        .where('org_id', '=', desk.orgId)
        .where('user_id', '=', 14)
        .executeTakeFirstOrThrow()
      const mark = (learner: number, learnerComment: string, basedOn = 0) =>
        giveMark(
          context(),
          { orgId: desk.orgId, formRunGuid: desk.ownOf(learner).formRunGuid, questionId: `o${desk.orgId}-q3`, part: '' },
          { author, requestId: randomUUID(), basedOn, sequence: 2, marks: 1_000_000_000, learnerComment },
        )
      await mark(1, 'Well argued.')
      await mark(2, 'Say why.')
      const { examGuid, version: examVersion } = desk.exam
      const body = { examGuid, examVersion, deliveryID: desk.deliveryID, userID: 14 }
      const preview = () => desk.staff.owner.doIt(calls.officePreviewMarkerReturn, { body })
      expect(await preview()).toMatchObject({ responses: 2, stays: { confirmed: 0 } })
      await released(desk)
      expect(await preview()).toMatchObject({ responses: 0, stays: { confirmed: 2 } })
      expect((await desk.shown(1)).questionFeedback).toMatchObject([{ comments: [{ text: 'Well argued.' }] }])
      pass(1000)
      await mark(1, 'Written later.', 1)
      expect((await desk.shown(1)).questionFeedback).toMatchObject([{ comments: [{ text: 'Well argued.' }] }])
    })

    // OFFICE-410
    test('what waits for a marker is counted, keeps a score from being, and is not released', async () => {
      const desk = await arranged({ isMarkedByPerson: true, release: 'exam' })
      expect(await desk.facts()).toMatchObject({ policy: 'confirmed', waiting: { responses: 2, people: 2 } })
      expect((await desk.rows()).find(({ userID }) => userID === 1)).toMatchObject({ outcome: 'sat', waiting: 1 })
      await released(desk)
      expect(await desk.setOf(1)).toMatchObject({ released: { told: 0, done: 3 } })
      expect(await isShown(desk, 1)).toBeUndefined()
      const [row] = await desk.rows(1, { only: 'waiting', sort: 'score' })
      expect(row).not.toHaveProperty('score')
    })
  },
)
