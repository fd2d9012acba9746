import { type Call, calls, permissionsOfRole, type Role, roles } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { giveMark } from '../assessment/marks/index.ts'
import { collectResults } from '../practice-results/collect-results.ts'
import { personDocument } from '../privacy/person-document.ts'
import { computeSet } from '../result-sets/compute-set.ts'
import { freezeSet } from '../result-sets/freeze.ts'
import { releaseSet } from '../result-sets/run-release.ts'
import { oneDatabase } from './databases.ts'
import { oneMark } from './marked-sitting.ts'
import { masked } from './masked.ts'
import type { OfficeBrowser } from './office-browser.ts'
import { openOffice } from './open-office.ts'
import { type Names, sampleInput } from './sample-input.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import {
  type Answer,
  arrange,
  doCall,
  examOf,
  personOf,
  refusalIn,
  saveOf,
  send,
  signIn,
  sitExam,
  tryCall,
  type World,
} from './test-world.ts'

const guid = '5f9b1a52-0a37-4a53-8a0f-3f6d9f3d9d11'
const options = ['Ash', 'Birch', 'Cedar'].map((text) => ({ id: text.slice(0, 1).toLowerCase(), text }))

/** The roles that may not read marks, from the contract: one that is added is tried too. */
const others = roles.filter((role) => !(permissionsOfRole[role] as readonly string[]).includes('marks.read'))

/** Callers with a token of the player, and the calls of all but the office. */
const players = ['nobody', 'learner', 'other', ...others.filter((role) => role !== 'author')]
const all: readonly Call[] = Object.values(calls)
/** What changes nothing is asked first, so that most calls meet the sitting as it was handed in. */
const inOrder = (some: readonly Call[]) =>
  some.toSorted((one, two) => Number(one.method !== 'GET') - Number(two.method !== 'GET'))

const when = (is: 'right' | 'wrong') => [{ on: 'mark' as const, is }]
/** The one file of the exam is a picture of feedback, which nobody may see who hasn't earned it. */
const file = 'pictures/a%20tree.svg'
const picture = `<p><img src="${file}" alt=""></p>`

/**
 * In what the sittings of the two worlds differ: rows of marks, keys that the same answers are marked by, what waits for a person, what a
 * person gave, or whether one gave anything.
 */
const differences = ['marks', 'keys', 'progress', 'persons', 'marked'] as const
type Difference = (typeof differences)[number]

/** How the result set of the delivery stands whose results differ. `due`: its release is planned. */
const setCases = ['computed', 'confirmed', 'due', 'withheld', 'withdrawn'] as const
type SetCase = (typeof setCases)[number]

/** An exam that tells all it can of marks; `key` is the right option of two of its questions. */
const tellingExam = (prefix: string, key: string) =>
  examOf(prefix, {
    settings: {
      ...{ examTime: 600, warningTime: 60, resultFeedbackMask: 7, questionFeedback: true },
      ...{ downloadablePractice: true, allowImmediateResit: true },
    },
    feedback: [{ text: 'Thank you.' }],
    sections: [
      {
        id: `${prefix}-section`,
        name: 'First',
        questions: [
          {
            ...{ type: 'RADIO', id: `${prefix}-q1`, text: 'Which bends?', options, key, marks: 2 },
            feedback: {
              parts: [
                { text: picture, when: when('right') },
                { text: 'NOTYET', when: when('wrong') },
              ],
            },
          },
          {
            ...{ type: 'RADIO', id: `${prefix}-q2`, text: 'Which burns?', options, key, marks: 2, attempts: { most: 3 } },
            feedback: { parts: [{ text: 'TOLD', when: when('right') }] },
          },
          { type: 'QUESTIONLTEXT', id: `${prefix}-q3`, text: 'Why?', marks: 4 },
        ],
      },
    ],
  } as never)

/** The rows of an export, each by itself: a database gives them in any order, and their guids are chance. */
const rowsIn = (text: string): string[] => {
  const { tables, ...others } = JSON.parse(text) as { tables: Record<string, object[]> }
  const rows = Object.entries(tables).flatMap(([table, some]) => some.map((row) => masked(JSON.stringify([table, row]))))
  return [masked(JSON.stringify(others)), ...rows.sort()]
}

interface Side {
  readonly server: TestServer
  world: World
  names: Names
  page?: { readonly orgId: number; readonly browser: OfficeBrowser }
}

describe.each(oneDatabase)('before the release, on %s,', (database) => {
  let nowMs = Date.parse('2026-12-02T09:00:00Z')
  let sides: readonly Side[] = []
  // Above those of organisations that have their own policies.
  let orgId = 1000
  /** How the set stands that the sittings are in; undefined if there is none. */
  let setCase: SetCase | undefined

  // Of whatever table: its rows of the organisation that is looked at.
  const ofOrganisation = <Q extends { where(column: 'org_id', is: '=', value: number): Q }>(query: Q): Q =>
    query.where('org_id', '=', orgId)
  /** Puts both schedules into a delivery, and its result set into the state that is looked at, as the office does it. */
  const putSet = async ({ server }: Side, as: SetCase) => {
    const { kysely } = server.db
    const deliveryId = `o${orgId}-delivery`
    await kysely
      .insertInto('delivery')
      .values({
        ...{ org_id: orgId, delivery_id: deliveryId, name: 'Trees', search_name: 'trees', exam_guid: `o${orgId}-exam` },
        ...{ exam_version: 3, zone: 'UTC', opens: '2026-12-02T08:00', opens_second: 0, closes: '2026-12-02T10:00' },
        ...{
          closes_second: 0,
          start_at: nowMs - 3_600_000,
          end_at: nowMs + 3_600_000,
          rules: '{}',
          shared_hash: null,
          version: 1,
        },
        ...{ added_by: 'somebody', added_at: nowMs, applied_at: nowMs, cancelled_at: null },
      })
      .execute()
    // What is shown immediately otherwise is closed by the set alone.
    const isBegun = as === 'withheld' || as === 'withdrawn'
    const columns = { practice: 0, delivery_id: deliveryId, release_policy: isBegun ? 'immediately' : 'confirmed' } as const
    await ofOrganisation(kysely.updateTable('schedule').set(columns)).execute()
    const exams = createExamCache(server.db, () => nowMs)
    const context = { database: server.db, clock: server.clock, config: server.config, exams }
    const place = { orgId, deliveryId }
    await computeSet(context, place, { author: 'somebody' })
    if (as === 'computed') return
    const set = (values: object) => ofOrganisation(kysely.updateTable('result_set').set(values)).execute()
    await set({ state: 'confirmed', confirmed_by: 'somebody', confirmed_at: nowMs })
    await freezeSet(context, place, 1)
    if (as === 'due') await set({ release_at: nowMs + 30 * 24 * 3_600_000, release_by: 'somebody' })
    if (!isBegun) return
    if (as === 'withheld')
      await kysely
        .insertInto('outcome_entry')
        .values({
          ...{
            org_id: orgId,
            delivery_id: deliveryId,
            user_guid: `o${orgId}-learner`,
            number: 1,
            act: 'withheld',
            outcome: null,
          },
          ...{ reason: 'Two phones', author: 'somebody', at: nowMs, request_id: '' },
        })
        .execute()
    await set({ state: 'releasing', release_at: nowMs, release_by: 'somebody', begun_at: nowMs })
    await releaseSet(context, place, 1)
    if (as === 'withdrawn')
      await set({ state: 'withdrawn', withdrawn_by: 'somebody', withdrawn_at: nowMs, withdrawn_reason: 'A wrong list' })
  }
  /** In the second of two worlds the marks are others: of the same answers by another key, and as rows. */
  const arranged = async (side: Side, index: number, differs: Difference) => {
    const prefix = `o${orgId}`
    const people = [
      { ...personOf(prefix, 'learner', 1), email: 'ada@example.org' },
      personOf(prefix, 'other', 2),
      ...others.map((role: Role, place) => ({ ...personOf(prefix, role, 10 + place), roles: [role] })),
    ]
    const exam = tellingExam(prefix, differs === 'keys' && index === 1 ? 'a' : 'b')
    const schedules = ['learner', 'other'].map((username) => ({
      ...{ guid: `${prefix}-schedule${username === 'learner' ? '' : '-2'}`, username, exam: exam.examGuid },
      ...{ practice: true, releasePolicy: 'confirmed' as const },
    }))
    side.world = await arrange(side.server, {
      ...{ orgId, exam },
      file: { people, schedules, settings: { OfficeSecondStep: 'off', QuestionFeedback: '1', DownloadResults: '1' } },
    })
    const { token, formRunGuid } = await sitExam(side.server, side.world)
    const given = saveOf(side.world, formRunGuid)
    const written = { answerText: 'Because.', options: [] }
    for (const [question, answer] of Object.entries({ q1: {}, q2: {}, q3: written })) {
      const body = { ...given, ...answer, questionVersionId: `${prefix}-${question}` }
      await doCall(side.server, calls.saveAnswer, { body }, token)
    }
    await doCall(side.server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    // As after a confirmation that was withdrawn: the answers stay as they are, and nothing is shown any more.
    await ofOrganisation(side.server.db.kysely.updateTable('form_run').set({ marks_told_at: nowMs })).execute()
    const marks = (values: object) => ofOrganisation(side.server.db.kysely.updateTable('mark').set(values)).execute()
    if (differs === 'marks') await marks({ score: index === 1 ? 1.5 : 0.5, needs_person: 0 })
    if (differs === 'progress' && index === 1) await marks({ needs_person: 0, problem: 'It could not be read.' })
    if (differs === 'persons' || (differs === 'marked' && index === 1)) {
      const context = {
        database: side.server.db,
        clock: side.server.clock,
        exams: createExamCache(side.server.db, () => nowMs),
      }
      const given = { author: 'marker', requestId: guid, basedOn: 0, sequence: 3, comment: index === 1 ? 'Good.' : 'Poor.' }
      const place = { orgId, formRunGuid, questionId: `${prefix}-q3`, part: '' }
      const outcome = await giveMark(context, place, { ...given, marks: (index === 1 ? 3 : 1) * oneMark })
      expect(outcome).toMatchObject({ kind: 'stored', standing: { state: 'marked' } })
    }
    if (setCase) await putSet(side, setCase)
    side.names = {
      ...{ userguid: `${prefix}-learner`, userid: 1, orgid: orgId, org: orgId, fileguid: formRunGuid, username: 'learner' },
      ...{ formrunguid: formRunGuid, formrunid: formRunGuid, value: formRunGuid, scheduleguid: `${prefix}-schedule` },
      ...{
        examguid: exam.examGuid,
        examobjecttypeguid: exam.examTypeGuid,
        versionnumber: exam.version,
        examguids: exam.examGuid,
      },
      ...{
        settingname: 'QuestionFeedback',
        requestid: guid,
        writerid: guid,
        writer: guid,
        saveguid: guid,
        sha256: 'a'.repeat(64),
      },
      ...{ clienttime: new Date(nowMs).toISOString(), filename: 'a.txt', page: `${prefix}-q2`, questionid: `${prefix}-q2` },
      ...{ questionversionid: `${prefix}-q2`, logonid: 'learner', password: 'guess', '*': file },
    }
  }
  const again = async (differs: Difference) => {
    orgId += 1
    for (const [index, side] of sides.entries()) await arranged(side, index, differs)
  }
  const tokenOf = async ({ server, world }: Side, username: string) => (await signIn(server, world, username)).access_token
  /** Whether both sittings are still handed in, unreleased, and their learner's. */
  const areIntact = async () => {
    for (const { server } of sides) {
      const runs = await server.db.kysely.selectFrom('form_run').selectAll().where('org_id', '=', orgId).execute()
      const marks = await server.db.kysely.selectFrom('mark').select('score').where('org_id', '=', orgId).execute()
      const person = await server.db.kysely
        .selectFrom('person')
        .select('suspended')
        .where('user_guid', '=', `o${orgId}-learner`)
        .executeTakeFirst()
      if (runs[0]?.completed_at == null || marks.length !== 3 || person?.suspended !== 0) return false
    }
    return true
  }

  const asPlayer = async (side: Side, caller: string, call: Call): Promise<Answer> => {
    const token = caller === 'nobody' ? undefined : await tokenOf(side, caller)
    // Made from the call's own schemas.
    return tryCall(side.server, call, sampleInput(call, side.names) as never, token)
  }
  const asStaff = async (side: Side, caller: string, call: Call): Promise<Answer> => {
    const { server, names } = side
    // Sessions are listed: there is one until something is changed, which may end it.
    if (call.method !== 'GET' || side.page?.orgId !== orgId)
      side.page = { orgId, browser: await openOffice(server, orgId, caller) }
    const { browser: page } = side.page
    // Made from the call's own schemas.
    return page.tryIt(call, sampleInput(call, names) as never, { readAs: 'latin1' })
  }
  const shown = ({ status, text }: Answer) => masked(`${status} ${text}`)

  const answersAreEqual = async (
    differs: Difference,
    callers: readonly string[],
    some: readonly Call[],
    ask: (side: Side, caller: string, call: Call) => Promise<Answer>,
  ) => {
    for (const caller of callers) {
      await again(differs)
      for (const call of inOrder(some)) {
        if (!(await areIntact())) await again(differs)
        // What is listed by its time has one order.
        nowMs += 1000
        const [one, two] = await Promise.all(sides.map(async (side) => shown(await ask(side, caller, call))))
        expect(two, `${call.name} by ${caller}`).toBe(one)
      }
    }
  }

  beforeAll(async () => {
    const config = { useResetScheduleCheat: true, logLevel: 'fatal' } as const
    const servers = [0, 1].map(() => startTestServer({ database, clock: { nowMs: () => nowMs }, config }))
    // Boundary: the first look arranges the rest.
    sides = (await Promise.all(servers)).map((server) => ({ server, world: {} as World, names: {} }))
  })
  afterAll(() => Promise.all(sides.map(({ server }) => server.stop())))

  const ofPlayer = all.filter(({ office, access }) => !office && access !== 'preview')

  // OFFICE-404
  test.each(players)('no call tells %s anything of marks', (caller) => answersAreEqual('marks', [caller], ofPlayer, asPlayer))

  // OFFICE-404
  test.each(['learner', 'other'])('no call tells %s what the key makes of the answers', (caller) =>
    answersAreEqual('keys', [caller], ofPlayer, asPlayer),
  )

  // OFFICE-404
  test.each(['learner', 'other', 'invigilator'])('no call tells %s what a person gave', (caller) =>
    answersAreEqual('persons', [caller], ofPlayer, asPlayer),
  )

  // OFFICE-404
  test.each(['progress', 'marked'] as const)('no call tells the learner how far the marking is: %s', (differs) =>
    answersAreEqual(differs, ['learner'], ofPlayer, asPlayer),
  )

  // OFFICE-404
  test.each(others)('no call of the office tells a person with the role %s anything of marks', (caller) =>
    answersAreEqual(
      'marks',
      [caller],
      all.filter(({ office }) => office),
      asStaff,
    ),
  )

  // OFFICE-404
  test.each(differences)('neither PDF nor export of the person tells anything of marks that differ by %s', async (differs) => {
    await again(differs)
    const read = async ({ server, world, names }: Side) => {
      const context = { database: server.db, clock: server.clock, config: server.config }
      const exams = createExamCache(server.db, server.clock.nowMs)
      const learner = { orgId, userGuid: world.entry.userGuid }
      const paper = await collectResults({ ...context, exams }, learner, String(names.formrunguid))
      const person = { org_id: orgId, user_guid: world.entry.userGuid }
      const { text } = await personDocument({ database: server.db, exams }, person, nowMs)
      expect(paper.ok && paper.results.result.isReleased).toBe(false)
      return [masked(JSON.stringify(paper.ok && paper.results)), rowsIn(text)]
    }
    const [one, two] = await Promise.all(sides.map(read))
    expect(two).toEqual(one)
  })
  describe.each(setCases)('with a result set that is %s,', (as) => {
    beforeAll(() => {
      setCase = as
    })
    afterAll(() => {
      setCase = undefined
    })

    // OFFICE-404
    test.each(['learner', 'invigilator'])('no call tells %s anything of marks', (caller) =>
      answersAreEqual('marks', [caller], ofPlayer, asPlayer),
    )

    // OFFICE-404
    test('nor does the export of the person', async () => {
      await again('marks')
      const read = async ({ server, world }: Side) => {
        const exams = createExamCache(server.db, server.clock.nowMs)
        const person = { org_id: orgId, user_guid: world.entry.userGuid }
        return rowsIn((await personDocument({ database: server.db, exams }, person, nowMs)).text)
      }
      const [one, two] = await Promise.all(sides.map(read))
      expect(two).toEqual(one)
    })

    // OFFICE-404
    test('and once it is shown, the same comparison sees that they differ', async () => {
      await again('marks')
      const results = () => Promise.all(sides.map(async (side) => (await asPlayer(side, 'learner', calls.result)).text))
      for (const text of await results()) expect(JSON.parse(text)).toMatchObject({ resultStillBeingProcessed: true })
      for (const { server } of sides) {
        const { kysely } = server.db
        await ofOrganisation(kysely.deleteFrom('outcome_entry')).execute()
        await ofOrganisation(
          kysely.updateTable('result_set').set({ state: 'released', begun_at: nowMs, release_at: nowMs, released_at: nowMs }),
        ).execute()
        await ofOrganisation(kysely.updateTable('result_row').set({ settled_at: nowMs, is_told: 1 })).execute()
      }
      const [one = '', two = ''] = await results()
      expect(JSON.parse(one)).not.toHaveProperty('resultStillBeingProcessed')
      expect(masked(two)).not.toBe(masked(one))
    })
  })

  // OFFICE-404
  test('no picture of feedback tells that it was earned', async () => {
    await again('keys')
    const statuses = await Promise.all(
      sides.map(async (side) => {
        const { server, world } = side
        const query = { examGuid: world.entry.examGuid }
        const { attempts } = await doCall(server, calls.attempts, { query }, await tokenOf(side, 'learner'))
        const { resourceUrl, resourceToken } = attempts[0] ?? {}
        expect(resourceToken).toBeDefined()
        return (await send(server, `/${resourceUrl}${file}?orgID=${orgId}&token=${resourceToken}`)).status
      }),
    )
    expect(statuses).toEqual([404, 404])
  })

  // OFFICE-404
  test('an answer is not checked while the exam goes on, nor is that offered', async () => {
    await again('keys')
    const replies = await Promise.all(
      sides.map(async (side) => {
        const { server, world } = side
        const entry = { ...world.entry, userGuid: `${world.prefix}-other`, scheduleGuid: `${world.prefix}-schedule-2` }
        const token = await tokenOf(side, 'other')
        const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: entry }, token)
        const questionId = `${world.prefix}-q2`
        await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { questionVersionId: questionId }) }, token)
        const body = { formRunGuid, questionId, requestId: guid }
        const attempt = await tryCall(server, calls.attemptQuestion, { body }, token)
        expect(refusalIn(attempt)).toMatchObject({ status: 404 })
        const content = await tryCall(server, calls.examJson, { query: entry }, token)
        expect(content.status).toBe(200)
        expect(content.text).not.toContain('"attempts"')
        return shown(content)
      }),
    )
    expect(replies[1]).toBe(replies[0])
  })

  // OFFICE-404
  test('and once they are released, the same comparison sees that they differ', async () => {
    for (const differs of differences) {
      await again(differs)
      const results = () => Promise.all(sides.map(async (side) => (await asPlayer(side, 'learner', calls.result)).text))
      for (const text of await results())
        expect(JSON.parse(text)).toMatchObject({ marked: false, score: 0, maxScore: 0, resultStillBeingProcessed: true })
      for (const { server } of sides)
        await server.db.kysely
          .updateTable('form_run')
          .set({ results_confirmed_at: nowMs })
          .where('org_id', '=', orgId)
          .execute()
      const [one = '', two = ''] = await results()
      expect(masked(two)).not.toBe(masked(one))
    }
  })
})
