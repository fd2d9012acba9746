import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { createExamCache, nobodyLive } from '../assessment/form-run/index.ts'
import { adjudicate } from '../assessment/marks/index.ts'
import { letLateCount } from '../dashboard/accept-late-answers.ts'
import { reopenFormRun } from '../dashboard/reopen.ts'
import { selectDelivery } from '../deliveries/delivery-queries.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { arrangeResults, type ResultsDesk } from '../testing/results-desk.ts'
import { doCall, saveOf, signIn } from '../testing/test-world.ts'
import { currentResults } from './current-results.ts'
import { createKeptResults } from './kept-results.ts'

const opensMs = Date.parse('2026-12-03T09:30:00Z')
const overMs = Date.parse('2026-12-03T09:45:01Z')

describeOnEach(
  bothDatabases,
  'what everybody of a delivery has now, on %s,',
  { isClockHeld: true, config: { logLevel: 'fatal', lateSaveGraceMs: 0 } },
  ({ server, nextOrgId, clock, pass }) => {
    const goTo = (atMs: number) => pass(atMs - clock.nowMs())
    const context = () => ({
      ...{ database: server.db, clock, exams: createExamCache(server.db, clock.nowMs), config: server.config },
    })
    /** Learner 1 has sat rightly, 2 wrongly, and 3 has begun nothing; the second question waits for a marker in the sitting of either. */
    const arranged = async () => {
      goTo(opensMs - 60_000)
      const desk = await arrangeResults(server, nextOrgId(), { isMarkedByPerson: true })
      goTo(opensMs)
      await desk.sit(1)
      pass(1000)
      await desk.sit(2, false)
      const delivery = async () => {
        const found = await selectDelivery(server.db.kysely, desk.orgId, desk.deliveryID)
        if (!found) throw new Error('It is there.')
        return found
      }
      const isWorkedOut = vi.fn()
      const { exams } = context()
      // A look works out somebody with the exams that they sat, and asks for none if it works out nobody.
      const noting = {
        ...exams,
        load: (...wanted: Parameters<typeof exams.load>) => {
          isWorkedOut()
          return exams.load(...wanted)
        },
      }
      const look = async () =>
        (await currentResults({ database: server.db, exams: noting }, await delivery(), clock.nowMs())).rows
      /** What a process finds that has kept nothing. */
      const lookAfresh = async () =>
        (await currentResults({ database: { ...server.db }, exams }, await delivery(), clock.nowMs())).rows
      return { ...desk, look, lookAfresh, isWorkedOut }
    }
    type Desk = Awaited<ReturnType<typeof arranged>>

    const mark = async ({ orgId, prefix, ownOf }: ResultsDesk, learner: number, marks: number) => {
      const [formRunGuid, questionId] = [ownOf(learner).formRunGuid, `${prefix}-q3`]
      const { sequence } = await server.db.kysely
        .selectFrom('answer')
        .select('sequence')
        .where('form_run_guid', '=', formRunGuid)
        .where('question_id', '=', questionId)
        .executeTakeFirstOrThrow()
      const given = { author: 'chief', requestId: randomUUID(), sequence, marks: marks * 1_000_000_000, reason: 'So it is.' }
      return adjudicate(context(), { orgId, formRunGuid, questionId, part: '' }, given)
    }
    const accept = async (desk: ResultsDesk) => {
      const question = { questionID: `${desk.prefix}-q1`, kind: 'neutralise' as const, down: 'apply' as const }
      const change = { basedOn: 0, decide: [question] }
      const { deliveryID, staff } = desk
      const { hash } = await staff.owner.doIt(calls.officePreviewResultRules, { body: { deliveryID, change } })
      await staff.owner.doIt(calls.officeApplyResultRules, { body: { deliveryID, change, hash, reason: 'It was wrong.' } })
    }
    const erase = async ({ orgId }: ResultsDesk, userId: number) => {
      const own = server.db.kysely.selectFrom('person').selectAll().where('org_id', '=', orgId).where('user_id', '=', userId)
      return erasePerson(server.db, await own.executeTakeFirstOrThrow(), { nowMs: clock.nowMs(), passwords: quickPasswords })
    }
    const reopen = (desk: ResultsDesk, learner: number) => {
      const who = { orgId: desk.orgId, author: 'command' }
      const { formRunGuid } = desk.ownOf(learner)
      return reopenFormRun({ ...context(), live: nobodyLive }, who, { formRunGuid, reason: 'A fire alarm', seconds: 600 })
    }
    /** An answer that comes after the hand-in, and that staff let count. */
    const answerLate = async (desk: ResultsDesk, learner: number) => {
      const { formRunGuid } = desk.ownOf(learner)
      const { access_token: token } = await signIn(server, { orgId: desk.orgId }, `learner-${learner}`)
      const body = { answerText: 'Birch', options: [{ optionID: 'b', optionText: 'Birch' }], sequence: 9 }
      await doCall(server, calls.saveAnswer, { body: saveOf(desk, formRunGuid, body) }, token)
      await letLateCount({ ...context(), live: nobodyLive }, { orgId: desk.orgId, author: 'command' }, { formRunGuid })
    }
    /** Each kind of change, and how many rows of a set of before it changes. */
    const changes: Readonly<Record<string, { readonly differs: number; act(desk: Desk): Promise<unknown> }>> = {
      'a mark': { differs: 1, act: (desk) => mark(desk, 1, 3) },
      'another mark in place of one': {
        differs: 1,
        act: async (desk) => {
          await mark(desk, 2, 3)
          await mark(desk, 2, 4)
        },
      },
      'an answer that came late': { differs: 1, act: (desk) => answerLate(desk, 2) },
      'an outcome': { differs: 1, act: (desk) => desk.decide([2], 'malpractice') },
      'a withheld result': { differs: 1, act: (desk) => desk.withhold([1]) },
      'a decision about a question': { differs: 2, act: accept },
      'a reopening': { differs: 1, act: (desk) => reopen(desk, 1) },
      'a sitting that was begun': { differs: 1, act: (desk) => desk.beginExam(3) },
      'a sitting that was handed in': { differs: 1, act: (desk) => desk.sit(3) },
      'an absence, by the time alone': { differs: 1, act: async () => goTo(overMs) },
    }

    // OFFICE-410
    test.each(Object.keys(changes))('shows %s at the next look, as if nothing had been kept', async (name) => {
      const desk = await arranged()
      // Both are marked but for what a mark is given to.
      await mark(desk, 1, 1)
      await mark(desk, 2, 1)
      await desk.compute()
      expect((await desk.setOf(1)).differsFromNow).toBe(0)
      const before = await desk.look()
      await changes[name]?.act(desk)
      const after = await desk.look()
      expect(after).toEqual(await desk.lookAfresh())
      expect(after).not.toEqual(before)
      expect((await desk.rows(1)).filter(({ differs }) => differs)).toHaveLength(changes[name]?.differs ?? 0)
    })

    // OFFICE-410
    test('shows an erased person as the newest set has them', async () => {
      const desk = await arranged()
      await mark(desk, 1, 1)
      await mark(desk, 2, 1)
      await desk.look()
      await desk.compute()
      await erase(desk, 2)
      const rows = await desk.look()
      expect(rows).toEqual(await desk.lookAfresh())
      expect(rows.find(({ person }) => person.isErased)).toMatchObject({ outcome: 'sat', score: 1_000_000_000 })
      expect((await desk.setOf(1)).differsFromNow).toBe(0)
    })

    test('works out nobody again in a look after a look, nor while a set is confirmed and released, and one person after one mark', async () => {
      const desk = await arranged()
      await mark(desk, 1, 1)
      await mark(desk, 2, 1)
      await desk.compute()
      await desk.look()
      desk.isWorkedOut.mockClear()
      await desk.look()
      await desk.confirm(1)
      await vi.waitFor(async () => expect((await desk.setOf(1)).freezing).toBeUndefined(), { timeout: 10_000 })
      await desk.look()
      await desk.release(1)
      await vi.waitFor(async () => expect((await desk.setOf(1)).released?.finishedAt).toBeDefined(), { timeout: 10_000 })
      expect(await desk.look()).toEqual(await desk.lookAfresh())
      expect(desk.isWorkedOut).not.toHaveBeenCalled()
      await mark(desk, 1, 2)
      await Promise.all([desk.look(), desk.look()])
      expect(desk.isWorkedOut).toHaveBeenCalledOnce()
      expect((await desk.setOf(1)).differsFromNow).toBe(1)
    })

    test('is worked out again after the database was set back to before what was kept', async () => {
      const desk = await arranged()
      await mark(desk, 1, 1)
      const { formRunGuid } = desk.ownOf(1)
      const { kysely } = server.db
      const columns = ['last_event', 'ledger_hash', 'history_count', 'history_link'] as const
      const run = await kysely
        .selectFrom('form_run')
        .select(columns)
        .where('form_run_guid', '=', formRunGuid)
        .executeTakeFirstOrThrow()
      const events = kysely.deleteFrom('form_run_event').where('form_run_guid', '=', formRunGuid)
      await mark(desk, 1, 4)
      await desk.look()
      await events.where('number', '>', run.last_event).execute()
      await kysely.updateTable('form_run').set(run).where('form_run_guid', '=', formRunGuid).execute()
      desk.isWorkedOut.mockClear()
      await desk.look()
      expect(desk.isWorkedOut).toHaveBeenCalledOnce()
    })
  },
)

test('what is kept of deliveries is bounded: those that nobody looked at for longest go first, and one of another organisation is another one', () => {
  const kept = createKeptResults(5)
  const row = {
    outcome: 'sat',
    isWithheld: false,
    waiting: 0,
    score: 1,
    maxScore: 1,
    grade: '',
    passed: null,
    marks: null,
  } as const
  const look = (orgId: number, deliveryId: string, people: number) => {
    const own = kept.of({ orgId, deliveryId })
    for (let at = 0; at < people; at += 1) own.people.set(`${at}`, { signature: '', lastEvent: 0, ledgerHash: null, row })
    kept.trim()
    return own
  }
  const [first, other] = [look(1, 'd', 2), look(2, 'd', 2)]
  expect(other).not.toBe(first)
  expect(look(1, 'd', 2)).toBe(first)
  look(1, 'e', 2)
  // The one of organisation 2 was the oldest.
  expect([kept.deliveries(), kept.of({ orgId: 1, deliveryId: 'd' }).people.size]).toEqual([2, 2])
  expect(kept.of({ orgId: 2, deliveryId: 'd' }).people.size).toBe(0)
  // One that is too large alone is kept for as long as it is looked at.
  look(3, 'f', 9)
  expect([kept.deliveries(), kept.of({ orgId: 3, deliveryId: 'f' }).people.size]).toEqual([1, 9])
})
