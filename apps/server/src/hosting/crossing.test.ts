import { calls, type InputOf } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signFileToken } from '../seb/file-token.ts'
import { heldServerClock } from '../server-time/server-clock.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestNode } from '../testing/start-test-node.ts'
import type { TestServer } from '../testing/start-test-server.ts'
import { auOf, cmi5Zip, startAu, structureOf } from '../testing/test-cmi5.ts'
import { coursesOf, courseZip, giveCourseFrom, saveOfSco } from '../testing/test-course.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, send, signIn, tryCall } from '../testing/test-world.ts'

const [north, south] = ['127.0.0.2', '127.0.0.3']

/** As after a move from one to the other. */
const secret = 'one secret of two databases, which is as it should not be'

/** The same organisation file, imported into each: all that is named in it is the same. */
describe.each(oneDatabase)('what was signed at one name, shown at another of one secret, on SQLite and %s', (other) => {
  let node: Awaited<ReturnType<typeof startTestNode>>
  let own: TestServer
  let foreign: TestServer
  beforeEach(async () => {
    node = await startTestNode({ databases: { [north]: { on: 'sqlite', secret }, [south]: { on: other, secret } } })
    own = node.at(north)
    foreign = node.at(south)
  })
  afterEach(() => node.stop())

  const enter = async (server: TestServer) => {
    const world = await arrange(server, { orgId: 7, exam: examOf('o7', { settings: {} }) })
    return { server, world, ...(await signIn(server, world)) }
  }
  type Entered = Awaited<ReturnType<typeof enter>>
  const courseOf = async ({ server, access_token }: Entered) => {
    const [course] = await coursesOf(server, 'o7-learner', access_token)
    if (!course) throw new Error('The learner has no course.')
    return course
  }
  const statusesOf = async (one: Entered) => (await courseOf(one)).ScoAttempts.map(({ status }) => status)

  test('signs nobody in, and opens no exam and no file of one', async () => {
    const { world, access_token: token, refresh_token } = await enter(own)
    await enter(foreign)
    const { formRunGUID: formRunGuid } = await doCall(own, calls.start, { query: world.entry }, token)
    const content = await doCall(own, calls.examJson, { query: world.entry }, token)
    const { examGuid, versionNumber } = world.entry
    const picture = `/resource/exam/${examGuid}/${versionNumber}/pictures/a%20tree.svg?orgID=7&token=${content.resourceToken}`
    const refresh: InputOf<typeof calls.token>['body'] = {
      client_id: 'sitwell-player',
      grant_type: 'refresh_token',
      refresh_token,
    }
    const statuses = async (server: TestServer) => ({
      save: (await tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)).status,
      exam: (await tryCall(server, calls.examJson, { query: world.entry }, token)).status,
      picture: (await send(server, picture)).status,
      refresh: (await tryCall(server, calls.token, { body: refresh })).status,
    })
    expect(await statuses(foreign)).toEqual({ save: 401, exam: 401, picture: 404, refresh: 400 })
    expect(await statuses(own)).toEqual({ save: 200, exam: 200, picture: 200, refresh: 200 })
  })

  test('gives out no settings of Safe Exam Browser', async () => {
    const exam = examOf('o7', {
      settings: { safeExamBrowser: { generate: true, configKeys: [], browserExamKeys: [], allowedSites: [], settings: {} } },
    })
    for (const server of [own, foreign]) await arrange(server, { orgId: 7, exam })
    const holder = { orgId: 7, userGuid: 'o7-learner', scheduleGuid: 'o7-schedule' }
    const home = async (server: TestServer) => {
      const row = await server.db.kysely.selectFrom('server_generation').select('generation').executeTakeFirstOrThrow()
      return row.generation
    }
    const token = await signFileToken(
      { ...own, clock: heldServerClock(own.clock), organisationOrigins: { of: () => home(own) } },
      holder,
    )
    const file = (server: TestServer) => tryCall(server, calls.sebFile, { query: { token } })
    expect([(await file(foreign)).status, (await file(own)).status]).toEqual([404, 200])
  })

  test('opens no lesson that waits for another one', async () => {
    const zip = await courseZip({ A: '', B: '' })
    const both = [await enter(own), await enter(foreign)] as const
    for (const { server } of both) await giveCourseFrom(server, 7, zip, ['learner'])
    const idOf = async (one: Entered, position: number) => (await courseOf(one)).ScoAttempts[position]?.attemptId ?? 0
    const open = async (one: Entered, position: number) => {
      const params = { attemptId: await idOf(one, position) }
      return (await doCall(one.server, calls.scormData, { params }, one.access_token)).attemptData
    }
    const save = async (one: Entered, position: number, { number, opening }: Awaited<ReturnType<typeof open>>) => {
      const body = saveOfSco({ 'cmi.core.lesson_status': 'completed' }, number + 1, { ends: true, opening })
      return tryCall(one.server, calls.scormSave, { params: { attemptId: await idOf(one, position) }, body }, one.access_token)
    }
    const [here, there] = both
    expect((await save(here, 0, await open(here, 0))).status).toBe(200)
    const opened = await open(here, 1)
    expect(refusalIn(await save(there, 1, opened)).code).toBe('SCO_NOT_OPEN')
    expect((await save(here, 1, opened)).status).toBe(200)
    expect([await statusesOf(here), await statusesOf(there)]).toEqual([
      [2, 2],
      [0, 0],
    ])
  })

  test('passes no unit of cmi5', async () => {
    const zip = await cmi5Zip(structureOf(auOf('one', 'moveOn="Completed"')))
    const both = [await enter(own), await enter(foreign)] as const
    for (const { server } of both) await giveCourseFrom(server, 7, zip, ['learner'])
    const [here, there] = both
    const attemptId = (await courseOf(here)).ScoAttempts[0]?.attemptId ?? 0
    const { launch } = await doCall(own, calls.cmi5Launch, { params: { attemptId }, body: {} }, here.access_token)
    const au = await startAu(launch.address)
    const nowMs = own.clock.nowMs()
    expect(await au.say('initialized', nowMs)).toBe(204)
    expect(await au.say('completed', nowMs + 1)).toBe(204)
    const params = { sessionGuid: launch.sessionGuid }
    const { opening } = await doCall(own, calls.cmi5Session, { params }, here.access_token)
    const shown = await tryCall(foreign, calls.cmi5Restore, { params, body: { opening: opening ?? '' } }, there.access_token)
    const store = new URL('statements', au.url.searchParams.get('endpoint') ?? '')
    store.hostname = south
    const asked = await fetch(store, {
      headers: { authorization: `Basic ${au.token}`, 'x-experience-api-version': '1.0.3' },
    })
    expect([shown.status, asked.status]).toEqual([404, 401])
    expect([await statusesOf(here), await statusesOf(there)]).toEqual([[2], [0]])
  })
})
