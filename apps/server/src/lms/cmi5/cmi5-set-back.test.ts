import { type CourseAttempt, calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { rememberRows } from '../../testing/set-back.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { auOf, cmi5Zip, startAu, structureOf } from '../../testing/test-cmi5.ts'
import { coursesOf, giveCourseFrom } from '../../testing/test-course.ts'
import { arrange, countOrganisations, doCall, refusalIn, signIn, tryCall } from '../../testing/test-world.ts'

describe.each(bothDatabases)('a course of cmi5 whose database was set back, on %s', (database) => {
  let server: TestServer
  const nextOrgId = countOrganisations()
  const at = { nowMs: Date.parse('2026-11-25T10:00:00Z') }

  beforeAll(async () => {
    server = await startTestServer({
      database,
      clock: { nowMs: () => at.nowMs },
      beatMs: 50,
      config: { useResetScheduleCheat: true },
    })
  })
  afterAll(() => server.stop())

  const beats = async () =>
    (await server.db.kysely.selectFrom('server_generation').select('beats').orderBy('number', 'desc').executeTakeFirstOrThrow())
      .beats

  const withCourse = async () => {
    const ownOrgId = nextOrgId()
    const orgId = ownOrgId
    const world = await arrange(server, { orgId, everyone: true })
    const structure = structureOf(auOf('one', 'moveOn="Completed"') + auOf('two', 'moveOn="Completed"'))
    await giveCourseFrom(server, orgId, await cmi5Zip(structure), ['learner', 'other'])
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world)
    const course = async (): Promise<CourseAttempt> => {
      const [one] = await coursesOf(server, userGuid, token)
      if (!one) throw new Error('The learner has no course.')
      return one
    }
    const ids = (await course()).ScoAttempts.map(({ attemptId }) => attemptId)
    const open = async (position: number) => {
      const { launch } = await doCall(server, calls.cmi5Launch, { params: { attemptId: ids[position] ?? 0 }, body: {} }, token)
      at.nowMs += 1000
      return { ...(await startAu(launch.address)), how: launch }
    }
    type Opened = Awaited<ReturnType<typeof open>>
    const params = ({ how }: Opened) => ({ params: { sessionGuid: how.sessionGuid } })
    const look = (au: Opened) => doCall(server, calls.cmi5Session, params(au), token)
    const tryLook = (au: Opened) => tryCall(server, calls.cmi5Session, params(au), token)
    const restore = (au: Opened, opening: string | undefined, who = token) =>
      tryCall(server, calls.cmi5Restore, { ...params(au), body: { opening: opening ?? '' } }, who)
    const statuses = async () => (await course()).ScoAttempts.map(({ status }) => status)
    return { world, token, course, open, look, tryLook, restore, statuses }
  }

  test('what a unit says goes on counting though its launch was forgotten, whatever it had said before', async () => {
    for (const before of [[], ['initialized'], ['initialized', 'experienced']]) {
      const { open, statuses, look } = await withCourse()
      const putBack = await rememberRows(server.db)
      const au = await open(0)
      for (const verb of before) expect(await au.say(verb, at.nowMs)).toBe(204)
      await putBack()
      expect(await statuses()).toEqual([0, 0])
      expect(await au.launchData()).toMatchObject({ moveOn: 'Completed' })
      if (before.length === 0) expect(await au.say('initialized', at.nowMs)).toBe(204)
      expect(await au.say('completed', at.nowMs + 1)).toBe(204)
      expect(await statuses()).toEqual([2, 0])
      expect(await look(au)).toMatchObject({ state: before.length === 0 ? 'initialized' : 'launched' })
      expect(await au.say('terminated', at.nowMs + 2)).toBe(204)
      expect(await au.say('experienced', at.nowMs + 3)).toBe(403)
      expect(await look(au)).toMatchObject({ state: 'terminated' })
    }
  })

  test('a launch that is remembered without what its unit said since listens on, once the database is another one', async () => {
    const { open, statuses } = await withCourse()
    const au = await open(0)
    const putBack = await rememberRows(server.db)
    await au.say('initialized', at.nowMs)
    const before = await beats()
    await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(before + 1), { timeout: 30_000 })
    await putBack()
    // The server notices it with its next sign of life.
    await vi.waitFor(async () => expect(await au.say('completed', at.nowMs)).toBe(204), { timeout: 30_000 })
    expect(await statuses()).toEqual([2, 0])
  })

  test('its page brings back what the unit had come to, which alone knows it', async () => {
    const { open, look, tryLook, restore, statuses, world } = await withCourse()
    const other = await withCourse()
    const putBack = await rememberRows(server.db)
    const au = await open(0)
    await au.say('initialized', at.nowMs)
    await au.say('completed', at.nowMs + 1)
    const { opening, heard } = await look(au)
    expect(heard).toBe(2)
    await putBack()
    expect(refusalIn(await tryLook(au)).code).toBe('NOT_FOUND')
    const theirs = await other.open(0)
    const { access_token: stranger } = await signIn(server, world, 'other')
    expect(refusalIn(await restore(au, opening, stranger)).code).toBe('NOT_FOUND')
    expect(refusalIn(await restore(au, opening?.slice(0, -3))).code).toBe('NOT_FOUND')
    expect(refusalIn(await restore(au, theirs.how.opening)).code).toBe('NOT_FOUND')
    // What a unit shows is none of its page's.
    const token = Buffer.from(au.token ?? '', 'base64')
      .toString()
      .split(':')[1]
    expect(refusalIn(await restore(au, token)).code).toBe('NOT_FOUND')
    expect(await statuses()).toEqual([0, 0])
    const { text } = await restore(au, opening)
    expect(JSON.parse(text)).toMatchObject({
      state: 'initialized',
      heard: 2,
      courseAttempt: { ScoAttempts: [{ status: 2 }, {}] },
    })
    // The second unit waited for it.
    const two = await other.open(0)
    expect(two.token).toBeTruthy()
    expect(await au.say('terminated', at.nowMs + 2)).toBe(204)
  })

  test('the unit that speaks first takes nothing from its page, and a unit that had not begun is launched by the same address', async () => {
    const { open, look, restore, statuses } = await withCourse()
    const putBack = await rememberRows(server.db)
    const au = await open(0)
    await au.say('initialized', at.nowMs)
    await au.say('completed', at.nowMs + 1)
    const { opening } = await look(au)
    await putBack()
    expect(await au.say('progressed', at.nowMs + 2)).toBe(204)
    expect(await look(au)).toMatchObject({ heard: 0 })
    await restore(au, opening)
    expect(await look(au)).toMatchObject({ heard: 2, state: 'initialized' })
    expect(await statuses()).toEqual([2, 0])
    await putBack()
    await restore(au, au.how.opening)
    expect((await au.fetchToken())['auth-token']).toBeTruthy()
  })

  test('nothing is brought back of a course that was set back or launched anew since, and nothing after a day', async () => {
    const { open, look, restore, course, token, world } = await withCourse()
    const putBack = await rememberRows(server.db)
    const one = await open(0)
    const { opening } = await look(one)
    await doCall(server, calls.scormReset, { body: { courseAttemptId: (await course()).ID } }, token)
    expect(await one.say('initialized', at.nowMs)).toBe(403)
    expect(JSON.parse((await restore(one, opening)).text)).toMatchObject({ state: 'abandoned' })
    await putBack()
    const again = await open(0)
    expect(await one.say('initialized', at.nowMs)).toBe(401)
    expect(refusalIn(await restore(one, opening)).code).toBe('NOT_FOUND')
    expect(await again.say('initialized', at.nowMs)).toBe(204)
    await putBack()
    at.nowMs += 25 * 3_600_000
    expect(await one.say('initialized', at.nowMs)).toBe(401)
    const { access_token: next } = await signIn(server, world)
    expect(refusalIn(await restore(one, opening, next)).code).toBe('NOT_FOUND')
  })
})
