import { calls } from '@sitwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamCache, nobodyLive, selectLedger } from '../assessment/form-run/index.ts'
import { letLateCount } from '../dashboard/accept-late-answers.ts'
import { reopenFormRun } from '../dashboard/reopen.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import {
  arrange,
  countOrganisations,
  doCall,
  examOf,
  refusalIn,
  saveOf,
  sitExam,
  tryCall,
  type World,
} from '../testing/test-world.ts'
import { commandResults, type ResultsWord } from './results.ts'
import { verify } from './verify.ts'

describe.each(bothDatabases)('sitwell results on %s', (database) => {
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  const printed: string[] = []
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, config: { lateSaveGraceMs: 0 } })
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void printed.push(line))
  })
  const sat = async (releasePolicy?: 'immediately' | 'confirmed', written = 'Because.') => {
    const orgId = nextOrgId()
    const schedule = { guid: `o${orgId}-schedule`, username: 'learner', exam: `o${orgId}-exam` }
    // Said outright, since `arrange` would show marks at once: as a schedule of an exam whose answers a person marks.
    world = await arrange(server, {
      orgId,
      file: { schedules: [{ ...schedule, releasePolicy: releasePolicy ?? 'confirmed' }] },
    })
    if (releasePolicy === undefined)
      await server.db.kysely.updateTable('schedule').set({ release_policy: null }).where('org_id', '=', orgId).execute()
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    await save(saveOf(world, formRunGuid))
    if (written !== '')
      await save(saveOf(world, formRunGuid, { questionVersionId: `${world.prefix}-q3`, answerText: written, options: [] }))
  }
  const save = (body: ReturnType<typeof saveOf>) => doCall(server, calls.saveAnswer, { body }, token)
  const handIn = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  beforeEach(async () => {
    await sat()
    await handIn()
  })
  afterEach(() => printed.splice(0))
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })

  const results = (word: ResultsWord, more: { reason?: string; asFarAsMarked?: boolean; examGuid?: string } = {}) =>
    commandResults(server.db, word, {
      ...{ orgId: world.orgId, examGuid: undefined, reason: undefined, asFarAsMarked: false, ...more },
      formRunGuid: more.examGuid === undefined ? formRunGuid : undefined,
    })
  const shown = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
  const run = () =>
    server.db.kysely.selectFrom('form_run').selectAll().where('form_run_guid', '=', formRunGuid).executeTakeFirstOrThrow()
  const events = async () =>
    (await selectLedger(server.db, { orgId: world.orgId, formRunGuid })).flatMap((event) =>
      event.kind === 'results' ? [`${event.what} by ${event.author}: ${event.text}`] : [],
    )
  const isClean = async () =>
    expect(await verify(server.db, { orgId: world.orgId, given: formRunGuid, examGuid: undefined, head: false })).toBe(0)
  const staff = () => ({
    context: {
      database: server.db,
      exams: createExamCache(server.db, server.clock.nowMs),
      clock: server.clock,
      live: nobodyLive,
    },
    who: { orgId: world.orgId, author: 'command' },
  })

  // OFFICE-404
  test('an exam that a person marks is told nothing of until somebody confirms it, and again once that is withdrawn', async () => {
    const before = await shown()
    expect(before).toMatchObject({ marked: false, score: 0, maxScore: 0, resultStillBeingProcessed: true })
    expect([before.soFar, before.awaitingPerson]).toEqual([undefined, undefined])
    expect((await run()).marks_told_at).toBeNull()
    expect(await results('list')).toBe(0)
    expect(printed.splice(0).join()).toMatch(/learner {2}not confirmed {2}1 answer waits for a person$/)

    expect(await results('confirm')).toBe(1)
    expect(printed.splice(0).join()).toContain('1 answer waits for a person; --as-far-as-marked confirms what is marked')
    expect(await shown()).toEqual(before)
    expect(await results('confirm', { asFarAsMarked: true, reason: 'Board of 2 December' })).toBe(0)
    expect(await shown()).toMatchObject({ marked: false, soFar: { score: 2, waiting: 4 }, awaitingPerson: 1 })
    expect(await results('confirm', { asFarAsMarked: true })).toBe(0)
    expect(printed.splice(0).join()).toContain('the results were confirmed already')

    expect(await results('withdraw')).toBe(2)
    expect(await results('withdraw', { reason: 'A wrong list' })).toBe(0)
    // The receipt names the last event of the ledger.
    expect({ ...(await shown()), receipt: undefined }).toEqual({ ...before, receipt: undefined })
    expect(await events()).toEqual(['confirmed by command: Board of 2 December', 'withdrawn by command: A wrong list'])
    await isClean()
  })

  // OFFICE-404
  test('a confirmation freezes the answers, as the first look at a result does elsewhere', async () => {
    await results('confirm', { asFarAsMarked: true })
    const { marks_told_at, results_confirmed_at } = await run()
    expect(marks_told_at).toBe(results_confirmed_at)
    expect(marks_told_at).not.toBeNull()
  })

  // OFFICE-404
  test('an exam that no person marks, and a schedule that says so, are shown at once: there is nothing to confirm', async () => {
    await sat('immediately')
    await handIn()
    expect(await shown()).toMatchObject({ soFar: { score: 2, waiting: 4 } })
    expect(await results('confirm')).toBe(1)
    expect(printed.splice(0).join()).toContain('its schedule shows results immediately')
    const exam = examOf('o1')
    const orgId = nextOrgId()
    const [section] = examOf(`o${orgId}`).sections
    const questions = section && 'questions' in section ? section.questions?.slice(0, 2) : []
    world = await arrange(server, {
      orgId,
      exam: examOf(`o${orgId}`, { sections: [{ ...section, questions }] } as Partial<typeof exam>),
    })
    await server.db.kysely.updateTable('schedule').set({ release_policy: null }).where('org_id', '=', orgId).execute()
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    await handIn()
    expect(await shown()).toMatchObject({ marked: true, maxScore: 4 })
  })

  test('nobody confirms what is under way, and all of an exam is confirmed at once', async () => {
    await sat(undefined, '')
    expect(await results('confirm')).toBe(1)
    expect(printed.splice(0).join()).toContain('not completed yet')
    await handIn()
    expect(await results('confirm', { examGuid: world.entry.examGuid })).toBe(0)
    expect(await shown()).toMatchObject({ marked: true, score: 2, maxScore: 8 })
    expect(await results('confirm', { examGuid: 'another' })).toBe(1)
  })

  test('a confirmation lapses if staff open the sitting again, or let late answers count', async () => {
    const { context, who } = staff()
    await results('confirm', { asFarAsMarked: true })
    // It comes too late: the answers are frozen.
    const ash = { answerText: 'Ash', options: [{ optionID: 'a', optionText: 'Ash' }], sequence: 99 }
    const late = await tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, ash) }, token)
    expect(refusalIn(late)).toMatchObject({ code: 'FORM_RUN_COMPLETED' })
    expect(await letLateCount(context, who, { formRunGuid })).toMatchObject({ ok: true })
    expect((await run()).results_confirmed_at).toBeNull()
    expect((await events()).at(-1)).toBe('withdrawn by command: Late answers were accepted after the confirmation.')
    expect(await shown()).toMatchObject({ resultStillBeingProcessed: true })
    await isClean()

    await results('confirm', { asFarAsMarked: true })
    expect(await reopenFormRun(context, who, { formRunGuid, reason: 'The fire alarm' })).toMatchObject({ ok: true })
    expect(await run()).toMatchObject({ results_confirmed_at: null, marks_told_at: null })
    await handIn()
    expect(await shown()).toMatchObject({ resultStillBeingProcessed: true })
    await isClean()
  })

  test('a confirmation that the ledger tells nothing of is found', async () => {
    await server.db.kysely
      .updateTable('form_run')
      .set({ results_confirmed_at: 5 })
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    expect(await verify(server.db, { orgId: world.orgId, given: formRunGuid, examGuid: undefined, head: false })).toBe(1)
    expect(printed.join('\n')).toContain(
      'The results are kept as confirmed at 1970-01-01T00:00:00.005Z; by the ledger they are not confirmed.',
    )
  })
})
