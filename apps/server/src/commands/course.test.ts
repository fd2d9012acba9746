import { calls } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { auOf, blockOf, cmi5Zip, startAu, structureOf } from '../testing/test-cmi5.ts'
import { coursesOf, courseZip, giveCourseFrom, saveOfSco } from '../testing/test-course.ts'
import { arrange, doCall, signIn } from '../testing/test-world.ts'
import { commandCourse } from './course.ts'

const printed: string[] = []
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  printed.splice(0)
})

describe.each(bothDatabases)('sitwell course on %s', (database) => {
  test('prints what a course has reported with every save, and sets one SCO or all of it back', async () => {
    const server = await startTestServer({ database })
    const world = await arrange(server)
    await giveCourseFrom(server, 1, await courseZip({ A: '', B: '' }), ['learner'])
    const { access_token: token, UserGUID } = await signIn(server, world)
    const [course] = await coursesOf(server, UserGUID, token)
    const params = { attemptId: course?.ScoAttempts[0]?.attemptId ?? 0 }
    const { attemptData } = await doCall(server, calls.scormData, { params }, token)
    const set = { 'cmi.core.lesson_status': 'completed', 'cmi.core.total_time': '0000:10:00', 'cmi.interactions.0.id': 'q"1' }
    await doCall(server, calls.scormSave, { params, body: saveOfSco(set, attemptData.number + 1, { ends: true }) }, token)
    const run = async (wishes: Partial<Parameters<typeof commandCourse>[1]>) => {
      printed.splice(0)
      const all = { orgId: 1, attempt: course?.GUID, username: undefined, reset: false, sco: undefined, ...wishes }
      return { code: await commandCourse(server.db, all), text: printed.join('\n') }
    }
    const { code, text } = await run({})
    expect(code).toBe(0)
    expect(text).toMatch(/"Knots" version 1, started/)
    expect(text).toMatch(/1\. "Sco A" \(A\): completed, started 20.+Z, ended 20.+Z\n/)
    expect(text).toContain('Elements\n      cmi.core.lesson_status = "completed"\n      cmi.core.total_time = "0000:10:00"')
    expect(text).toContain('Interactions\n      cmi.interactions.0.id = "q\\"1"')
    expect(text).toMatch(/save 1 {2}number \d+ {2}applied, ends/)
    expect(text).toContain('2. "Sco B" (B): not started, started -, ended -')
    expect((await run({ attempt: String(course?.ID) })).text).toBe(text)
    expect((await run({ attempt: undefined, username: 'learner' })).text).toContain(course?.GUID)
    expect((await run({ orgId: 2 })).code).toBe(1)
    expect(await run({ sco: 3, reset: true })).toEqual({ code: 1, text: 'The course has no SCO 3.' })
    expect((await run({ sco: 1, reset: true })).text).toContain('SCO 1 of "Knots" was set back')
    const after = await run({ sco: 1 })
    expect(after.text).toContain('"Sco A" (A): not started')
    expect(after.text).toMatch(/save 2 .+ reset {2}writer command/)
    expect((await run({ reset: true })).code).toBe(0)
    expect(await coursesOf(server, UserGUID, token)).toMatchObject([{ Status: 0 }])
    await server.stop()
  })
})

describe.each(bothDatabases)('sitwell course on %s, of a course of cmi5', (database) => {
  test('prints what was said in it, lets a unit count without it, and sets the course back as a whole', async () => {
    const server = await startTestServer({ database })
    const world = await arrange(server)
    const structure = structureOf(blockOf('b', auOf('one', 'moveOn="Passed"'), auOf('two', 'moveOn="Passed"')))
    await giveCourseFrom(server, 1, await cmi5Zip(structure), ['learner'])
    const { access_token: token, UserGUID } = await signIn(server, world)
    const courses = () => coursesOf(server, UserGUID, token)
    const [course] = await courses()
    const run = async (wishes: Partial<Parameters<typeof commandCourse>[1]>) => {
      printed.splice(0)
      const all = { orgId: 1, attempt: course?.GUID, username: undefined, reset: false, sco: undefined, ...wishes }
      return { code: await commandCourse(server.db, all), text: printed.join('\n') }
    }
    const waive = { reason: 'tested out', homePage: 'https://school.example' }
    expect((await run({ waive })).text).toContain('name it with --sco N')
    expect((await run({ sco: 1, waive: { ...waive, reason: 'no time' } })).text).toContain('A reason is one of')
    expect(await courses()).toMatchObject([{ Status: 0 }])
    expect((await run({ sco: 1, waive })).text).toBe('Unit 1 of "Knots" was waived.')
    expect((await run({ sco: 1, waive })).text).toBe('Unit 1 was waived before.')
    expect(await courses()).toMatchObject([{ Status: 1, ScoAttempts: [{ status: 2 }, { status: 0, open: true }] }])
    const params = { attemptId: course?.ScoAttempts[1]?.attemptId ?? 0 }
    const { launch } = await doCall(server, calls.cmi5Launch, { params, body: {} }, token)
    await (await startAu(launch.address)).say('initialized', server.clock.nowMs())
    expect((await run({ sco: 2, waive })).code).toBe(0)
    const { code, text } = await run({})
    expect(code).toBe(0)
    expect(text).toMatch(/1\. "one" .+: completed/)
    expect(text).toMatch(/Registration [\da-f-]{36}\n/)
    expect([...text.matchAll(/^ {3}20\S+ {2}(\w+)/gm)].map(([, verb]) => verb)).toEqual([
      'waived',
      'launched',
      'initialized',
      'waived',
      'satisfied',
      'satisfied',
    ])
    expect(text).toContain('"https://w3id.org/xapi/cmi5/result/extensions/reason":"Tested Out"')
    expect(await run({ sco: 1, reset: true })).toEqual({ code: 1, text: 'A course of cmi5 is set back as a whole.' })
    expect((await run({ reset: true })).code).toBe(0)
    expect((await run({})).text).toMatch(/Registration \S+, set back 20/)
    expect(await courses()).toMatchObject([{ Status: 0 }])
    await server.stop()
  })
})
