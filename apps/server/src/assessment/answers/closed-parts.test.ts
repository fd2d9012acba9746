import { calls } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startServerIn, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { arrange, doCall, examOf, saveOf, signIn, sitExam, type World } from '../../testing/test-world.ts'
import { timedExam } from '../../testing/timed-exam.ts'
import { untilLockedOut } from '../../testing/until-locked-out.ts'
import { lockFormRun, replaceParts } from '../form-run/ledger-queries.ts'

const minute = 60_000

describe.each(bothDatabases)('parts that are not open on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  let lastOrganisation = 7300

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
  })
  beforeEach(() => {
    lastOrganisation += 1
  })
  afterAll(() => server.stop())

  const sit = async (exam: Parameters<typeof arrange>[1] & object) => {
    world = await arrange(server, { orgId: lastOrganisation, ...exam })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
  }
  const id = (name: string) => `${world.prefix}-${name}`
  const saveIn = (question: string, more: object = {}) =>
    doCall(
      server,
      calls.saveAnswer,
      {
        body: saveOf(world, formRunGuid, {
          questionVersionId: id(question),
          page: id(question),
          answerText: question,
          options: [],
          ...more,
        }),
      },
      token,
    )
  const saveTime = (page: string, more: object = {}) =>
    doCall(server, calls.saveTime, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1, page: id(page), ...more } }, token)
  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, token)
  const held = async () => {
    const rows = await server.db.kysely
      .selectFrom('answer')
      .select('question_id')
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    return rows.map(({ question_id }) => question_id.slice(world.prefix.length + 1)).sort()
  }
  const ledger = async () => {
    const rows = await server.db.kysely
      .selectFrom('form_run_event')
      .select(['kind', 'details'])
      .where('form_run_guid', '=', formRunGuid)
      .orderBy('number')
      .execute()
    return rows.map(({ kind, details }) => [
      kind,
      (JSON.parse(details) as { partId?: string }).partId?.slice(world.prefix.length + 1),
    ])
  }
  const run = () =>
    server.db.kysely.selectFrom('form_run').selectAll().where('form_run_guid', '=', formRunGuid).executeTakeFirstOrThrow()

  /** Two free parts of one question each, both to be read for a minute first. */
  const sitReading = () => {
    const prefix = `o${lastOrganisation}`
    const part = (name: string) => ({
      id: `${prefix}-${name}`,
      name,
      readingTime: 60,
      questions: [authoredQuestion.parse({ type: 'QUESTIONLTEXT', id: `${prefix}-${name}1`, text: 'Why?', marks: 1 })],
    })
    return sit({ exam: examOf(prefix, { settings: { examTime: 3600 }, sections: [part('a'), part('b')] }) })
  }

  /** Four parts of one question each: free, one-way, one-way, free. */
  const sitFour = (settings: object = {}) => {
    const prefix = `o${lastOrganisation}`
    const part = (name: string, oneWay: boolean) => ({
      id: `${prefix}-${name}`,
      name,
      oneWay,
      questions: [authoredQuestion.parse({ type: 'QUESTIONLTEXT', id: `${prefix}-${name}1`, text: 'Why?', marks: 1 })],
    })
    const sections = [part('a', false), part('b', true), part('c', true), part('d', false)]
    return sit({ exam: examOf(prefix, { settings: { examTime: 3600, ...settings }, sections }) })
  }

  test('an answer in a part is a move there, whatever page it names, and closes the one-way parts before it', async () => {
    await sitFour()
    expect(await saveIn('b1', { page: id('a1'), sequence: 1 })).toMatchObject({ applied: true })
    expect(await saveIn('d1', { page: id('a1'), sequence: 2 })).toMatchObject({ applied: true })
    expect(await ledger()).toEqual([
      ['start', 'a'],
      ['enter', 'b'],
      ['enter', 'd'],
    ])
    expect(await saveIn('c1', { sequence: 3 })).toMatchObject({ applied: false, barred: 'closed' })
    expect(await saveIn('b1', { sequence: 4, answerText: 'again' })).toMatchObject({ applied: false, barred: 'closed' })
    expect((await run()).part_id).toBe(id('d'))
    expect(await saveIn('a1', { sequence: 5 })).toMatchObject({ applied: true })
    expect(await held()).toEqual(['a1', 'b1', 'd1'])
  })

  test('where the exam is one-way, all parts are', async () => {
    await sitFour({ oneWay: true })
    await saveIn('d1', { sequence: 1 })
    for (const question of ['a1', 'b1', 'c1'])
      expect(await saveIn(question, { sequence: 2 })).toMatchObject({ barred: 'closed' })
    expect(await held()).toEqual(['d1'])
  })

  test('nothing of a closed part is taken: no bookmark, no workings, no time, no skipping, and no move', async () => {
    await sitFour()
    await saveTime('c1', { timeRemaining: 3000, sequence: 1 })
    const before = await run()
    await saveTime('b1', { timeRemaining: 5, skippedReading: [id('b')], sequence: 2 })
    expect(await run()).toEqual({ ...before })
    expect(
      await saveIn('b1', { answerText: '', bookmarked: true, workings: 'sum', page: id('d1'), sequence: 3 }),
    ).toMatchObject({
      barred: 'closed',
    })
    expect((await run()).part_id).toBe(id('c'))
    expect(await held()).toEqual([])
  })

  test('what an older player sends, which numbers nothing, is judged by the order in which it comes', async () => {
    await sitFour()
    expect(await saveIn('b1')).toMatchObject({ applied: true })
    expect(await saveIn('b1', { page: id('d1'), answerText: 'on leaving' })).toMatchObject({ applied: true })
    expect((await run()).part_id).toBe(id('d'))
    expect(await saveIn('b1')).toMatchObject({ applied: false, barred: 'closed' })
  })

  test('saves that failed and come after those of the next parts count within the grace, by their numbers', async () => {
    await sitFour()
    await saveIn('d1', { sequence: 9 })
    expect(await saveIn('b1', { sequence: 2 })).toMatchObject({ applied: true })
    pass(30_000)
    expect(await saveIn('c1', { sequence: 8 })).toMatchObject({ applied: true })
    expect(await ledger()).toEqual([
      ['start', 'a'],
      ['enter', 'd'],
    ])
    pass(1)
    expect(await saveIn('b1', { sequence: 3 })).toMatchObject({ applied: false, late: true })
    expect(await saveIn('c1', { sequence: 10 })).toMatchObject({ applied: false, barred: 'closed' })
  })

  test('one that was numbered before a move, and comes right after it, is no move back', async () => {
    await sitFour()
    await saveIn('a1', { sequence: 1 })
    await saveTime('b1', { sequence: 3 })
    expect(await saveIn('a1', { sequence: 2, answerText: 'on its way' })).toMatchObject({ applied: true })
    expect((await run()).part_id).toBe(id('b'))
    expect(await saveIn('b1', { sequence: 4 })).toMatchObject({ applied: true })
  })

  test('a part whose time is over stays so, whatever the learner does afterwards', async () => {
    await sit({ exam: timedExam(`o${lastOrganisation}`) })
    await saveTime('b1', { sequence: 1 })
    expect(await saveIn('b1', { sequence: 2 })).toMatchObject({ applied: true })
    pass(20 * minute + 31_000)
    token = (await signIn(server, world)).access_token
    await saveTime('c1', { sequence: 3 })
    expect(await saveIn('b1', { sequence: 4, answerText: 'after its end' })).toMatchObject({ applied: false, late: true })
  })

  test('a repeated save is answered as the first time, also once its part is closed', async () => {
    await sitFour()
    const requestId = crypto.randomUUID()
    const first = await saveIn('b1', { sequence: 1, requestId })
    await saveIn('d1', { sequence: 2 })
    pass(minute)
    expect(await saveIn('b1', { sequence: 1, requestId })).toEqual(first)
  })

  test('a save that comes once more is no move: it leaves the learner where they have gone since', async () => {
    await sitFour()
    const requestId = crypto.randomUUID()
    const first = await saveIn('a1', { sequence: 1, requestId })
    await saveTime('b1')
    pass(minute)
    expect(await saveIn('a1', { sequence: 1, requestId })).toEqual(first)
    expect((await run()).part_id).toBe(id('b'))
    expect(await saveIn('b1', { sequence: 2 })).toMatchObject({ applied: true })
  })

  test('an answer in the part that the learner was seen in by an answer, and left since, is a move back', async () => {
    await sitFour()
    await saveIn('a1', { sequence: 1 })
    await saveTime('b1')
    expect(await saveIn('a1', { sequence: 2 })).toMatchObject({ applied: true })
    expect(await ledger()).toEqual([
      ['start', 'a'],
      ['enter', 'b'],
      ['enter', 'a'],
    ])
    expect(await saveIn('b1', { sequence: 3 })).toMatchObject({ barred: 'closed' })
  })

  test('after the completion a closed part takes no more than before it', async () => {
    await sitFour()
    await saveIn('d1', { sequence: 5 })
    await complete()
    expect(await saveIn('b1', { sequence: 6 })).toMatchObject({ applied: false, barred: 'closed' })
    expect(await saveIn('b1', { sequence: 4 })).toMatchObject({ applied: true })
    expect(await held()).toEqual(['b1', 'd1'])
  })

  test('an answer in reading time is kept and doesn’t count, until the reading is over or was skipped', async () => {
    await sit({ exam: timedExam(`o${lastOrganisation}`) })
    pass(2 * minute - 1)
    expect(await saveIn('a1', { sequence: 1 })).toEqual({ saved: true, applied: false, sequence: 1, barred: 'reading' })
    pass(1)
    expect(await saveIn('a1', { sequence: 2 })).toMatchObject({ applied: true })
    lastOrganisation += 1
    await sit({ exam: timedExam(`o${lastOrganisation}`) })
    expect(await saveIn('a1', { sequence: 1, skippedReading: [id('a')] })).toMatchObject({ applied: true })
    lastOrganisation += 1
    await sit({ exam: timedExam(`o${lastOrganisation}`, { canBypassReadingTime: false }) })
    expect(await saveIn('a1', { sequence: 1, skippedReading: [id('a')] })).toMatchObject({ applied: false, barred: 'reading' })
    await complete()
    expect(await saveIn('a1', { sequence: 2 })).toMatchObject({ applied: false, barred: 'reading' })
    expect(await held()).toEqual([])
  })

  test('what was read while nothing was heard of the learner is read, and its time is that of the reading', async () => {
    await sitReading()
    pass(minute)
    expect(await saveIn('a1', { sequence: 1 })).toMatchObject({ applied: true })
    pass(5 * minute)
    expect(await saveIn('b1', { sequence: 2, readingLeft: 0 })).toMatchObject({ applied: true })
    expect((await run()).ends_at).toBe(clock.nowMs() + 3600_000 - 4 * minute)
    // After it by the queue, though it was there before.
    expect(await saveIn('a1', { sequence: 3, readingLeft: 0 })).toMatchObject({ applied: true })
  })

  test('a browser that says it has read counts for no longer than nothing was heard of it', async () => {
    await sitReading()
    expect(await saveIn('a1', { sequence: 1, readingLeft: 0 })).toMatchObject({ barred: 'reading' })
    pass(minute)
    await saveIn('a1', { sequence: 2 })
    pass(minute / 2 + 1)
    expect(await saveIn('b1', { sequence: 3, readingLeft: 0 })).toMatchObject({ barred: 'reading' })
    pass(minute / 2 - 2002)
    expect(await saveIn('b1', { sequence: 4, readingLeft: 0 })).toMatchObject({ barred: 'reading' })
    pass(1)
    expect(await saveIn('b1', { sequence: 5, readingLeft: 1 })).toMatchObject({ barred: 'reading' })
    expect(await saveIn('b1', { sequence: 6, readingLeft: 0 })).toMatchObject({ applied: true })
  })

  test('an exam is over when its time is, however much there was to read in a part that the learner didn’t go to', async () => {
    const prefix = `o${lastOrganisation}`
    const part = (name: string, readingTime: number) => ({
      id: `${prefix}-${name}`,
      name,
      readingTime,
      questions: [authoredQuestion.parse({ type: 'QUESTIONLTEXT', id: `${prefix}-${name}1`, text: 'Why?', marks: 1 })],
    })
    await sit({ exam: examOf(prefix, { settings: { examTime: 600 }, sections: [part('a', 0), part('b', 300)] }) })
    pass(10 * minute + 30_001)
    expect(await saveIn('a1', { sequence: 1 })).toMatchObject({ applied: false, late: true })
    expect((await run()).ends_at).toBe(clock.nowMs() - 30_001)
  })

  test('no move shortens the reading of another part: it runs only while the learner is there', async () => {
    await sitReading()
    pass(minute)
    expect(await saveIn('a1', { sequence: 1 })).toMatchObject({ applied: true })
    expect(await saveIn('b1', { sequence: 2 })).toMatchObject({ barred: 'reading' })
    pass(minute / 2)
    expect(await saveIn('a1', { sequence: 3 })).toMatchObject({ applied: true })
    pass(10 * minute)
    expect(await saveIn('b1', { page: id('a1'), sequence: 4 })).toMatchObject({ barred: 'reading' })
    pass(minute / 2)
    expect(await saveIn('b1', { sequence: 5 })).toMatchObject({ applied: true })
  })

  test('an answer is a move also where another server has moved the learner, however lately this one has seen them', async () => {
    await sitFour()
    const other = await startServerIn(server.config, { clock })
    const saveOn = (at: TestServer, question: string, sequence: number) =>
      doCall(
        at,
        calls.saveAnswer,
        { body: saveOf(world, formRunGuid, { questionVersionId: id(question), page: id(question), options: [], sequence }) },
        token,
      )
    expect(await saveOn(server, 'a1', 1)).toMatchObject({ applied: true })
    expect(await saveOn(other, 'b1', 2)).toMatchObject({ applied: true })
    expect(await saveOn(server, 'a1', 3)).toMatchObject({ applied: true })
    expect(await ledger()).toEqual([
      ['start', 'a'],
      ['enter', 'b'],
      ['enter', 'a'],
    ])
    // Left for good by that, on every server.
    expect(await saveOn(other, 'b1', 4)).toMatchObject({ applied: false, barred: 'closed' })
    const rows = await server.db.kysely
      .selectFrom('answer_event')
      .select('sequence')
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    expect(rows.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3, 4])
    await other.stop()
  })

  // SQLite has one writer.
  if (database === 'postgres')
    test('a save that waits while its part is closed does not count', async () => {
      await sitFour()
      expect(await saveIn('a1')).toMatchObject({ applied: true })
      const { last_sequence, last_event } = await run()
      const closed = { opensAtMs: undefined, endsAtMs: undefined, lastSequence: last_sequence }
      let saving: ReturnType<typeof saveIn> | undefined
      await server.db.kysely.transaction().execute(async (transaction) => {
        const place = { orgId: world.orgId, formRunGuid }
        await lockFormRun(transaction, place)
        saving = saveIn('a1')
        await untilLockedOut(server.db)
        await replaceParts(transaction, place, new Map([[id('a'), closed]]))
        await transaction
          .updateTable('form_run')
          .set({ last_event: last_event + 1 })
          .where('form_run_guid', '=', formRunGuid)
          .execute()
      })
      expect(await saving).toMatchObject({ applied: false })
    })
})
