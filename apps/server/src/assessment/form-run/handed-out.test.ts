import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { printHistory } from '../../commands/history.ts'
import { commandInvigilate } from '../../commands/invigilate.ts'
import { writeReplay } from '../../commands/replay.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, confirmRubric, doCall, examOf, signIn, type World } from '../../testing/test-world.ts'
import { findingsOf, verifyFormRun } from '../evidence/verify-form-run.ts'
import { createExamCache } from './exam-cache.ts'

const minute = 60_000

describeOnEach(bothDatabases, 'an exam that is opened before its start, on %s,', { isClockHeld: true }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let token: string

  const open = async (settings: object = {}) => {
    const orgId = nextOrgId()
    const exam = examOf(`o${orgId}`, { settings: { examTime: 600, ...settings } })
    world = await arrange(server, { orgId, exam, everyone: true, invigilated: true })
    token = (await signIn(server, world)).access_token
  }
  beforeEach(() => open())

  const read = (by = token) => doCall(server, calls.examJson, { query: world.entry }, by)
  const begin = async () => (await doCall(server, calls.start, { query: world.entry }, token)).formRunGUID
  const inRow = async () => {
    const { handed_out } = await server.db.kysely
      .selectFrom('schedule')
      .select('handed_out')
      .where('schedule_guid', '=', world.entry.scheduleGuid)
      .executeTakeFirstOrThrow()
    return handed_out
  }
  const startOf = async (formRunGuid: string) => {
    const { details } = await server.db.kysely
      .selectFrom('form_run_event')
      .select('details')
      .where('form_run_guid', '=', formRunGuid)
      .where('number', '=', 1)
      .executeTakeFirstOrThrow()
    return JSON.parse(details).handedOut
  }
  const asLearner = async () => {
    const admin = (await signIn(server, world, 'admin')).access_token
    const asked = { params: { org: world.orgId }, query: { userID: 1 } }
    const { access_token } = await doCall(server, calls.adminLogin, asked, admin)
    await confirmRubric(server, world.entry.userGuid, access_token)
    return access_token
  }
  const printed = async (print: () => Promise<unknown>) => {
    const output: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    await print()
    log.mockRestore()
    return output.join('\n')
  }

  test('has a moment in its ledger for each session that opened it', async () => {
    await read()
    pass(minute)
    await read()
    pass(2 * minute)
    token = (await signIn(server, world)).access_token
    await read()
    pass(minute)
    await read(await asLearner())
    pass(minute)
    const formRunGuid = await begin()
    const noted = await inRow()
    // From now on the time of the exam runs.
    token = (await signIn(server, world)).access_token
    await read()
    expect(await inRow()).toBe(noted)
    expect(await startOf(formRunGuid)).toEqual([
      { agoMs: 5 * minute },
      { agoMs: 2 * minute },
      { agoMs: minute, admin: `${world.prefix}-admin` },
    ])
    const run = await server.db.kysely
      .selectFrom('form_run')
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .executeTakeFirstOrThrow()
    const context = { database: server.db, exams: createExamCache(server.db, clock.nowMs), clock }
    expect(findingsOf(await verifyFormRun(context, run))).toEqual([])
  })

  test('is shown to staff, before its start and after', async () => {
    const firstAt = new Date(clock.nowMs()).toISOString()
    await read()
    const list = () =>
      printed(() => commandInvigilate(server.db, 'list', { orgId: world.orgId, seconds: undefined, text: undefined }))
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    const sitting = async () => (await doCall(server, calls.dashFormRuns, { query: {} }, invigilator))[0]
    expect(await sitting()).toMatchObject({ status: 'not-started', handedOutAt: firstAt })
    expect(await list()).toContain(`content given out at ${firstAt}, before the start`)
    pass(90_000)
    const formRunGuid = await begin()
    expect(await sitting()).toMatchObject({ status: 'running', handedOutAt: firstAt })
    expect(await list()).toContain(`content given out at ${firstAt}, before the start`)
    expect(await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)).toMatchObject([
      { kind: 'start', handedOut: [{ secondsBefore: 90 }] },
    ])
    expect(await printed(() => printHistory(server.db, world.orgId, formRunGuid))).toContain(
      `Content given out at ${firstAt}, before the start (event 1).`,
    )
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-handed-out-'))
    const out = join(folder, 'replay.html')
    await printed(() => writeReplay(server.db, { orgId: world.orgId, formRunGuid, out, timeZone: undefined }))
    expect(await readFile(out, 'utf8')).toContain('The exam’s content was given out, ')
    await rm(folder, { recursive: true })
  })

  test('is noted for the first fifty sessions at most', async () => {
    const lines = Array.from({ length: 49 }, (_, place) => `${clock.nowMs() - 1000 + place} session${place}\n`)
    const keep = (handed_out: string) =>
      server.db.kysely
        .updateTable('schedule')
        .set({ handed_out })
        .where('schedule_guid', '=', world.entry.scheduleGuid)
        .execute()
    await keep(lines.join(''))
    await read()
    const full = await inRow()
    expect(full?.split('\n')).toHaveLength(51)
    token = (await signIn(server, world)).access_token
    await read()
    expect(await inRow()).toBe(full)
    expect(await startOf(await begin())).toHaveLength(50)
  })

  test('is noted once for requests that come together', async () => {
    await Promise.all([read(), read(), read()])
    expect(await inRow()).toMatch(/^\d+ \w+\n$/)
  })

  test('is not noted if it is sealed, or nobody opened it', async () => {
    expect(await startOf(await begin())).toBeUndefined()
    await open({ sealParts: true })
    await read()
    expect(await inRow()).toBeNull()
    expect(await startOf(await begin())).toBeUndefined()
  })
})
