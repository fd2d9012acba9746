import { calls, heardHeader } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { arrange, doCall, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../../testing/test-world.ts'

const minute = 60_000

describe.each(bothDatabases)('a pause on %s', (database) => {
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
  /** The learner continues, by the number of the offer that stands. */
  const goOn = async (more: object = {}) => {
    const { resumeOffer } = await doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    return doCall(server, calls.resumeSitting, { body: { formRunGuid, offer: resumeOffer?.number ?? 0, ...more } }, token)
  }
  const heard = async () =>
    Number((await tryCall(server, calls.dashState, { query: { formRunGuid } }, token)).headers.get(heardHeader))
  const content = (by = token) => tryCall(server, calls.examJson, { query: world.entry }, by)
  const typed = (sequence: number, answerText: string, more: object = {}) => ({
    body: saveOf(world, formRunGuid, { sequence, answerText, options: [], questionVersionId: `${world.prefix}-q3`, ...more }),
  })
  const save = (sequence: number, text = 'before it', more: object = {}) =>
    doCall(server, calls.saveAnswer, typed(sequence, text, more), token)
  const typedAfter = (contactAt: number, ms: number) => ({ typed: { contactAt, steadyMs: ms, wallMs: ms } })
  const held = async () => {
    const rows = await server.db.kysely.selectFrom('answer').select('answer').where('form_run_guid', '=', formRunGuid).execute()
    return rows.map(({ answer }) => (JSON.parse(answer) as { answerText: string }).answerText)
  }
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
    // To be offered to continue is not to continue.
    for (const answer of [await content(), await picture(), await download()]) expect(refusalIn(answer)).toEqual(paused)
    // After the start, the file and the pause.
    expect(refusalIn(await content())).toMatchObject({ resumeOffer: { formRunGuid, number: 4 } })
    await goOn()
    expect([(await content()).status, (await picture()).status, (await download()).status]).toEqual([200, 200, 200])
    await pause(true)
    await pause(false, { within: 60 })
    pass(minute - 1)
    expect(refusalIn(await content())).toEqual(paused)
    pass(1)
    expect([(await content()).status, (await picture()).status, (await download()).status]).toEqual([200, 200, 200])
  })

  test('lets what was on its way arrive and count, and nothing that comes later, until the learner may go on', async () => {
    await save(1)
    pass(minute)
    await pause(true)
    pass(30_000)
    expect(await save(2, 'on its way')).toMatchObject({ applied: true })
    pass(1)
    expect(await save(3, 'in the pause')).toMatchObject({ applied: false, late: true, paused: true })
    pass(10 * minute)
    expect(await save(4, 'in the pause')).toMatchObject({ applied: false })
    await pause(false)
    expect(await save(4, 'in the offer')).toMatchObject({ applied: false, paused: true })
    await goOn()
    expect(await save(5, 'after it')).toMatchObject({ applied: true })
    await pause(true)
    pass(30_001)
    expect(await save(6, 'in the next')).toMatchObject({ applied: false })
    expect(await held()).toEqual(['after it'])
  })

  test('and an offer that nobody takes give no free time: what is typed in them doesn’t count, whenever it is sent', async () => {
    const contactAt = await heard()
    pass(10_000)
    await pause(true)
    pass(1000)
    await heard()
    pass(minute - 1000)
    await pause(false)
    const inOffer = await heard()
    pass(minute)
    expect(await save(1, 'in the offer', typedAfter(inOffer, 30_000))).toMatchObject({ applied: false, paused: true })
    await goOn()
    const forged = [typedAfter(contactAt, 40_000), typedAfter(inOffer, 30_000), typedAfter(inOffer, 54_000)]
    for (const [index, claim] of forged.entries())
      expect(await save(10 + index, 'kept back', claim)).toMatchObject({ applied: false, late: true, paused: true })
    expect(await held()).toEqual([])
    const outcomes = await server.db.kysely
      .selectFrom('answer_event')
      .select(['outcome', 'judged'])
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    expect(outcomes).toEqual(Array(4).fill({ outcome: 'in-pause', judged: 'in-pause' }))
    // A second pause doesn't make what was typed in the first any better.
    await pause(true)
    await pause(false)
    await goOn()
    expect(await save(20, 'kept back', typedAfter(inOffer, 30_000))).toMatchObject({ paused: true })
  })

  test('take nothing that was typed before them, and nothing from the moment at which the learner went on', async () => {
    const contactAt = await heard()
    pass(10_000)
    await pause(true)
    pass(minute)
    await pause(false)
    pass(minute)
    await goOn()
    expect(await save(1, 'before it', typedAfter(contactAt, 9000))).toMatchObject({ applied: true })
    const after = await heard()
    expect(await save(2, 'after it', typedAfter(after, 0))).toMatchObject({ applied: true })
    pass(minute)
    expect(await save(3, 'much later', typedAfter(after, minute))).toMatchObject({ applied: true })
    expect(await held()).toEqual(['much later'])
  })

  test('end when the learner went on, where the server heard of it only later; their time runs from then', async () => {
    await pause(true)
    pass(minute)
    await pause(false, { within: 300 })
    const offeredAt = await heard()
    // The network goes, the learner presses Resume after ten seconds, and types.
    pass(40_000)
    await goOn({ takenAgo: 30 })
    expect(await save(1, 'gone on', typedAfter(offeredAt, 20_000))).toMatchObject({ applied: true })
    expect(await doCall(server, calls.dashState, { query: { formRunGuid } }, token)).toMatchObject({ examTimeRemaining: 570 })
    // Nobody continues before they were offered to, or while the server heard them wait.
    await pause(true)
    pass(minute)
    await pause(false, { within: 300 })
    for (let seconds = 0; seconds < 20; seconds += 2) {
      pass(2000)
      await heard()
    }
    const state = await goOn({ takenAgo: 4000 })
    expect(state).toMatchObject({ examTimeRemaining: 570, paused: false })
  })

  test('of which a page without a network could not know leave what was typed in them to the staff', async () => {
    const contactAt = await heard()
    pass(5000)
    await pause(true)
    pass(minute)
    await pause(false, { within: 60 })
    pass(2 * minute)
    expect(await save(1, 'offline', typedAfter(contactAt, 40_000))).toMatchObject({ applied: false, review: true })
    expect(await save(2, 'after the offer', typedAfter(contactAt, 150_000))).toMatchObject({ applied: true })
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
