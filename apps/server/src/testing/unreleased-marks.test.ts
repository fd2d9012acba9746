import { type Call, calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { collectResults } from '../practice-results/collect-results.ts'
import { personDocument } from '../privacy/person-document.ts'
import { oneDatabase } from './databases.ts'
import { masked } from './masked.ts'
import { type Names, sampleInput, sampleInputs } from './sample-input.ts'
import { fileOfFeedback } from './telling-exam.ts'
import { doCall, refusalIn, saveOf, send, signIn, tryCall } from './test-world.ts'
import { hiddenSets, staffCases } from './twin-sets.ts'
import {
  callsOfOffice,
  callsOfPlayer,
  callsOpenTo,
  createTwins,
  differences,
  type Look,
  players,
  rolesWithoutMarks,
  type Side,
  staffWithoutMarks,
} from './twin-worlds.ts'

/** All inputs of calls that read, and one of calls that change something. */
const fullInputs = (call: Call, names: Names) =>
  call.method === 'GET' ? sampleInputs(call, names) : [sampleInput(call, names)]

/** The rows of an export, each by itself: a database gives them in any order, and their guids are chance. */
const rowsIn = (text: string): string[] => {
  const { tables, ...others } = JSON.parse(text) as { tables: Record<string, object[]> }
  const rows = Object.entries(tables).flatMap(([table, some]) => some.map((row) => masked(JSON.stringify([table, row]))))
  return [masked(JSON.stringify(others)), ...rows.sort()]
}

describe.each(oneDatabase)('before the release, on %s,', (database) => {
  const twins = createTwins(database)
  const { again, areEqual, asPlayer, asStaff, ofOrganisation, results } = twins
  beforeAll(twins.start)
  afterAll(twins.stop)

  const tokenOf = async ({ server, world }: Side, username: string) => (await signIn(server, world, username)).access_token
  const playerIsEqual = (look: Look, caller: string) => areEqual({ look, caller, calls: callsOfPlayer, ask: asPlayer })
  const staffIsEqual = (look: Look, caller: string) => areEqual({ look, caller, calls: callsOfOffice, ask: asStaff })
  /** Reads the export of the learner in both worlds, each row by itself. */
  const exportsOf = () =>
    Promise.all(
      twins.sides().map(async ({ server, world }) => {
        const reading = { database: server.db, exams: createExamCache(server.db, server.clock.nowMs) }
        const person = { org_id: twins.orgId(), user_guid: world.entry.userGuid }
        return rowsIn((await personDocument(reading, person, twins.nowMs())).text)
      }),
    )

  // OFFICE-404
  test.each(players)('no call tells %s anything of marks', (caller) => playerIsEqual({ differs: 'marks' }, caller))

  // OFFICE-404
  test.each(['learner', 'invigilator'])('no call with any of its optional fields discloses marks to %s', (caller) =>
    areEqual({ look: { differs: 'marks' }, caller, calls: callsOfPlayer, ask: asPlayer, inputs: sampleInputs }),
  )

  // OFFICE-404
  test.each(['learner', 'other'])('no call tells %s what the key makes of the answers', (caller) =>
    playerIsEqual({ differs: 'keys' }, caller),
  )

  // OFFICE-404
  test.each(['learner', 'other', 'invigilator'])('no call tells %s what a person gave', (caller) =>
    playerIsEqual({ differs: 'persons' }, caller),
  )

  // OFFICE-404
  test.each(['progress', 'marked'] as const)('no call tells the learner how far the marking is: %s', (differs) =>
    playerIsEqual({ differs }, 'learner'),
  )

  // OFFICE-404
  test.each(staffWithoutMarks)('no call of the office tells %s anything of marks', (caller) =>
    areEqual({ look: { differs: 'marks' }, caller, calls: callsOfOffice, ask: asStaff, inputs: fullInputs }),
  )

  // OFFICE-404
  test.each(rolesWithoutMarks)('no call of the office tells %s what a person gave', (caller) =>
    staffIsEqual({ differs: 'persons' }, caller),
  )

  // OFFICE-404
  test.each(differences)('neither PDF nor export of the person tells anything of marks that differ by %s', async (differs) => {
    await again({ differs })
    const read = async ({ server, world, names }: Side) => {
      const context = { database: server.db, clock: server.clock, config: server.config }
      const exams = createExamCache(server.db, server.clock.nowMs)
      const learner = { orgId: twins.orgId(), userGuid: world.entry.userGuid }
      const paper = await collectResults({ ...context, exams }, learner, String(names.formrunguid))
      expect(paper.ok && paper.results.result.isReleased).toBe(false)
      return masked(JSON.stringify(paper.ok && paper.results))
    }
    const [paper, otherPaper] = await Promise.all(twins.sides().map(read))
    expect(otherPaper).toEqual(paper)
    const [one, two] = await exportsOf()
    expect(two).toEqual(one)
  })

  describe.each(staffCases)('with a result set that is %s,', (set) => {
    // OFFICE-404
    test.each(staffWithoutMarks)('no call of the office tells %s anything of marks', (caller) => {
      // One state is tried with closed calls and with optional fields as well.
      const more = set === 'newer' ? { calls: callsOfOffice, inputs: fullInputs } : { calls: callsOpenTo(caller) }
      return areEqual({ look: { differs: 'marks', set }, caller, ask: asStaff, ...more })
    })

    // OFFICE-404
    test('no call of the player discloses marks to an invigilator', () =>
      playerIsEqual({ differs: 'marks', set }, 'invigilator'))

    // OFFICE-404
    test('neither the security log nor a mail that waits holds anything of marks', async () => {
      await again({ differs: 'marks', set })
      const read = async ({ server: { db } }: Side) => {
        const mails = await ofOrganisation(db.kysely.selectFrom('mail_outbox').selectAll()).execute()
        const events = await ofOrganisation(db.kysely.selectFrom('security_event').selectAll()).execute()
        return [mails, events].map((rows) => rows.map((row) => masked(JSON.stringify(row))).sort())
      }
      const [one, two] = await Promise.all(twins.sides().map(read))
      expect(two).toEqual(one)
    })
  })

  describe.each(hiddenSets)('with a result set that is %s,', (set) => {
    // OFFICE-404
    test.each(['learner', 'other'])('no call discloses marks to %s', (caller) =>
      playerIsEqual({ differs: 'marks', set }, caller),
    )

    // OFFICE-404
    test('nor does the export of the person', async () => {
      await again({ differs: 'marks', set })
      const [one, two] = await exportsOf()
      expect(two).toEqual(one)
    })

    // OFFICE-404
    test('and once it is shown, the same comparison sees that they differ', async () => {
      await again({ differs: 'marks', set })
      if (set !== 'newer')
        for (const text of await results()) expect(JSON.parse(text)).toMatchObject({ resultStillBeingProcessed: true })
      for (const { server } of twins.sides()) {
        const { kysely } = server.db
        await ofOrganisation(kysely.deleteFrom('outcome_entry')).execute()
        const released = { state: 'released', begun_at: twins.nowMs(), release_at: twins.nowMs(), released_at: twins.nowMs() }
        await ofOrganisation(kysely.updateTable('result_set').set(released as never)).execute()
        await ofOrganisation(kysely.updateTable('result_row').set({ settled_at: twins.nowMs(), is_told: 1 })).execute()
      }
      const [one = '', two = ''] = await results()
      expect(JSON.parse(one)).not.toHaveProperty('resultStillBeingProcessed')
      expect(masked(two)).not.toBe(masked(one))
    })
  })

  // OFFICE-404
  test('no picture of feedback tells that it was earned', async () => {
    await again({ differs: 'keys' })
    const statuses = await Promise.all(
      twins.sides().map(async (side) => {
        const { server, world } = side
        const query = { examGuid: world.entry.examGuid }
        const { attempts } = await doCall(server, calls.attempts, { query }, await tokenOf(side, 'learner'))
        const { resourceUrl, resourceToken } = attempts[0] ?? {}
        expect(resourceToken).toBeDefined()
        const address = `/${resourceUrl}${fileOfFeedback}?orgID=${twins.orgId()}&token=${resourceToken}`
        return (await send(server, address)).status
      }),
    )
    expect(statuses).toEqual([404, 404])
  })

  // OFFICE-404
  test('an answer is not checked while the exam goes on, nor is that offered', async () => {
    await again({ differs: 'keys' })
    const replies = await Promise.all(
      twins.sides().map(async (side) => {
        const { server, world, names } = side
        const entry = { ...world.entry, userGuid: `${world.prefix}-other`, scheduleGuid: `${world.prefix}-schedule-2` }
        const token = await tokenOf(side, 'other')
        const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: entry }, token)
        const questionId = `${world.prefix}-q2`
        await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { questionVersionId: questionId }) }, token)
        const body = { formRunGuid, questionId, requestId: String(names.requestid) }
        const attempt = await tryCall(server, calls.attemptQuestion, { body }, token)
        expect(refusalIn(attempt)).toMatchObject({ status: 404 })
        const content = await tryCall(server, calls.examJson, { query: entry }, token)
        expect(content.status).toBe(200)
        expect(content.text).not.toContain('"attempts"')
        return twins.shown(content)
      }),
    )
    expect(replies[1]).toBe(replies[0])
  })

  // OFFICE-404
  test('and once they are released, the same comparison sees that they differ', async () => {
    for (const differs of differences) {
      await again({ differs })
      for (const text of await results())
        expect(JSON.parse(text)).toMatchObject({ marked: false, score: 0, maxScore: 0, resultStillBeingProcessed: true })
      for (const { server } of twins.sides())
        await ofOrganisation(server.db.kysely.updateTable('form_run').set({ results_confirmed_at: twins.nowMs() })).execute()
      const [one = '', two = ''] = await results()
      expect(masked(two)).not.toBe(masked(one))
    }
  })
})
