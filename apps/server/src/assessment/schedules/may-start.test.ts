import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { decodeJwt } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, tryCall, type World } from '../../testing/test-world.ts'

describeOnEach(bothDatabases, 'an exam that is proctored, on %s', { isClockHeld: true }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let token: string

  const arrangeProctored = async (proctorProvider?: 'none' | 'IntegrityAdvocate') => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const part = (name: string) => ({
      id: `${prefix}-${name}`,
      name,
      questions: [{ type: 'QUESTIONLTEXT', id: `${prefix}-${name}-q`, text: `Why ${name}?` }],
    })
    const sections = [part('first'), part('second')] as never
    const exam = examOf(prefix, { sections, settings: { proctorProvider: 'Proctorio', sealParts: true } })
    const schedule = { guid: `${prefix}-schedule`, username: 'learner', exam: exam.examGuid }
    world = await arrange(server, {
      orgId,
      exam,
      invigilated: true,
      file: { schedules: [{ ...schedule, ...(proctorProvider && { proctorProvider }) }] },
    })
    token = (await signIn(server, world)).access_token
  }
  beforeEach(() => arrangeProctored())

  /** A session of the provider, as its return makes one. */
  const begin = (provider = 'Proctorio') =>
    server.db.kysely
      .insertInto('proctored_session')
      .values({
        org_id: world.orgId,
        proctored_session_id: `session-${clock.nowMs()}`,
        schedule_guid: world.entry.scheduleGuid,
        user_guid: world.entry.userGuid,
        provider,
        asked_at: clock.nowMs(),
        asked_in: 'somewhere',
        ticket_used_by: null,
        ticket_hash: null,
        ticket_until: null,
        session_id: String(decodeJwt(token).sid),
        started_at: clock.nowMs(),
        ended_at: null,
        end_reason: null,
      })
      .execute()
  const end = () =>
    server.db.kysely
      .updateTable('proctored_session')
      .set({ ended_at: clock.nowMs(), end_reason: 'lost' })
      .where('org_id', '=', world.orgId)
      .execute()
  const start = () => tryCall(server, calls.start, { query: world.entry }, token)
  const content = () => tryCall(server, calls.examJson, { query: world.entry }, token)
  const supervision = async (formRunGuid: string) => {
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    return events.filter(({ kind }) => kind === 'supervision')
  }
  const no = (why: string) => ({
    status: 403,
    code: 'PROCTORING_REQUIRED',
    message: `This exam is proctored by Proctorio, and ${why}.`,
  })

  // PROC-101
  test('neither starts nor gives out a question before its session has begun, and says why', async () => {
    expect(refusalIn(await start())).toEqual(no('no proctored session has begun'))
    expect(refusalIn(await content())).toEqual(no('no proctored session has begun'))
    await begin()
    expect((await content()).status).toBe(200)
    expect((await start()).status).toBe(200)
  })

  test('is not opened by a session of another provider, nor by another schedule’s', async () => {
    await begin('IntegrityAdvocate')
    expect(refusalIn(await start())).toEqual(no('no proctored session has begun'))
    await server.db.kysely
      .updateTable('proctored_session')
      .set({ schedule_guid: 'another', provider: 'Proctorio' })
      .where('org_id', '=', world.orgId)
      .execute()
    expect(refusalIn(await start())).toEqual(no('no proctored session has begun'))
  })

  test('gives out nothing more once its session has ended, and no key of a part; its answers count all the same', async () => {
    await begin()
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: world.entry }, token)
    await end()
    expect(refusalIn(await content())).toEqual(no('the last proctored session has ended'))
    const partId = `${world.prefix}-second`
    const key = { formRunGuid, partId, page: `${partId}-q` }
    expect(refusalIn(await tryCall(server, calls.partKey, { body: key }, token))).toEqual(
      no('the last proctored session has ended'),
    )
    const place = { questionVersionId: `${world.prefix}-first-q`, page: `${world.prefix}-first-q`, options: [] }
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence: 1, ...place }) }, token)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 0 } }, token)
    expect((await supervision(formRunGuid)).map(({ what, text }) => [what, text])).toEqual([
      ['refusal', no('the last proctored session has ended').message],
      ['loss', `An answer was taken all the same. ${no('the last proctored session has ended').message}`],
      ['loss', `The exam was completed all the same. ${no('the last proctored session has ended').message}`],
    ])
  })

  test('records no loss when a page sends a save again that was stored before the session ended', async () => {
    await begin()
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: world.entry }, token)
    const place = { questionVersionId: `${world.prefix}-first-q`, page: `${world.prefix}-first-q`, options: [] }
    const save = (sequence: number, requestId: string) =>
      doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence, requestId, ...place }) }, token)
    const before = randomUUID()
    await save(1, before)
    await end()
    await save(1, before)
    expect(await supervision(formRunGuid)).toEqual([])
    await save(2, randomUUID())
    expect((await supervision(formRunGuid)).map(({ what }) => what)).toEqual(['loss'])
  })

  test('holds at the sign-in in which its session began', async () => {
    await begin()
    await doCall(server, calls.start, { query: world.entry }, token)
    token = (await signIn(server, world)).access_token
    expect(refusalIn(await content())).toEqual(no('the proctored session that goes on began in another sign-in'))
  })

  test('tells in its ledger what was refused before it began, once a minute at most, and how long before', async () => {
    await start()
    await content()
    pass(90_000)
    await start()
    await begin()
    pass(30_000)
    const { formRunGUID } = await doCall(server, calls.start, { query: world.entry }, token)
    expect(await supervision(formRunGUID)).toEqual(
      [120, 30].map((secondsBefore, index) => ({
        number: index + 2,
        kind: 'supervision',
        at: new Date(clock.nowMs()).toISOString(),
        author: world.entry.userGuid,
        provider: 'Proctorio',
        what: 'refusal',
        secondsBefore,
        text: no('no proctored session has begun').message,
      })),
    )
  })

  test('is proctored as its schedule says, where that says something else than the exam', async () => {
    await arrangeProctored('none')
    expect((await start()).status).toBe(200)
    await arrangeProctored('IntegrityAdvocate')
    expect(refusalIn(await start())).toMatchObject({ message: expect.stringContaining('IntegrityAdvocate') })
  })
})
