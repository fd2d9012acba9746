import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, databases, doCall, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../testing/test-world.ts'

const minute = 60_000

describe.each(databases)('a pause on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let token: string
  let invigilator: string
  let formRunGuid: string
  let lastOrganisation = 7700

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
  })
  beforeEach(async () => {
    lastOrganisation += 1
    world = await arrange(server, {
      orgId: lastOrganisation,
      invigilated: true,
      file: { settings: { AllowRemotePause: '1' } },
    })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    invigilator = (await signIn(server, world, 'invigilator')).access_token
  })
  afterAll(() => server.stop())

  const pause = (paused: boolean, more: object = {}) =>
    doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused, ...more } }, invigilator)
  const content = (by = token) => tryCall(server, calls.examJson, { query: world.entry }, by)
  const typed = (sequence: number, answerText: string) => ({
    body: saveOf(world, formRunGuid, { sequence, answerText, options: [], questionVersionId: `${world.prefix}-q3` }),
  })
  const save = (sequence: number, text = 'before it') => doCall(server, calls.saveAnswer, typed(sequence, text), token)
  const paused = expect.objectContaining({ status: 409, code: 'EXAM_PAUSED' })

  test('gives nothing of the exam out, on a second device neither, and all of it again once the learner may go on', async () => {
    const { resourceUrl, resourceToken } = JSON.parse((await content()).text) as { resourceUrl: string; resourceToken: string }
    const picture = () =>
      tryCall(server, calls.resource, {
        params: { examGuid: world.entry.examGuid, version: world.entry.versionNumber, '*': 'pictures/a tree.svg' },
        query: { orgID: world.orgId, token: resourceToken },
      })
    const { guid: fileGuid } = await doCall(
      server,
      calls.uploadFile,
      { body: { formRunGUID: formRunGuid, fileName: 'x.txt' }, file: new Blob(['mine']) },
      token,
    )
    const download = () => tryCall(server, calls.downloadFile, { params: { fileGuid } }, token)
    expect([resourceUrl !== '', (await picture()).status, (await download()).status]).toEqual([true, 200, 200])
    await pause(true)
    for (const answer of [await content(), await picture(), await download()]) {
      expect(refusalIn(answer)).toEqual(paused)
      expect(answer.text).not.toMatch(/Which bends|svg|mine/)
    }
    const { access_token: other } = await signIn(server, world)
    expect(refusalIn(await content(other))).toEqual(paused)
    expect(await doCall(server, calls.dashState, { query: { formRunGuid } }, other)).toMatchObject({ paused: true })
    token = other
    await pause(false)
    expect([(await content()).status, (await picture()).status, (await download()).status]).toEqual([200, 200, 200])
  })

  test('lets what was on its way arrive and count, and nothing that comes later, until the learner may go on', async () => {
    await save(1)
    pass(minute)
    await pause(true)
    pass(30_000)
    expect(await save(2, 'on its way')).toMatchObject({ applied: true })
    pass(1)
    expect(await save(3, 'in the pause')).toMatchObject({ applied: false })
    pass(10 * minute)
    expect(await save(4, 'in the pause')).toMatchObject({ applied: false })
    await pause(false)
    expect(await save(5, 'after it')).toMatchObject({ applied: true })
    await pause(true)
    pass(30_001)
    expect(await save(6, 'in the next')).toMatchObject({ applied: false })
    const rows = await server.db.kysely.selectFrom('answer').select('answer').where('form_run_guid', '=', formRunGuid).execute()
    expect(rows.map(({ answer }) => (JSON.parse(answer) as { answerText: string }).answerText)).toEqual(['after it'])
  })

  test('counts no answer of its own after a completion either', async () => {
    await save(1)
    await pause(true)
    pass(minute)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 500, elapsedTime: 1 } }, token)
    expect(refusalIn(await tryCall(server, calls.saveAnswer, typed(2, 'in the pause'), token))).toMatchObject({
      code: 'FORM_RUN_COMPLETED',
    })
  })
})
