import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCourse } from '../import/read-course.ts'
import { giveCourse } from '../organisation/give-course.ts'
import { storeCourse } from '../organisation/store-course.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { coursesOf, courseZip, saveOfSco } from '../testing/test-course.ts'
import { arrange, countOrganisations, doCall, refusalIn, signIn, tryCall } from '../testing/test-world.ts'

describe.each(oneDatabase)('lessons that never begin a session on %s', (database) => {
  let server: TestServer
  const nextOrgId = countOrganisations()
  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.stop())

  const withCourse = async (path: string, isFree?: boolean) => {
    const orgId = nextOrgId()
    const world = await arrange(server, { orgId, everyone: true })
    const reading = await readCourse(path)
    if (reading.is !== 'course') throw new Error(`No course: ${JSON.stringify(reading)}`)
    const nowMs = server.clock.nowMs()
    const { course } = await storeCourse(server.db, orgId, reading, nowMs, { isFree })
    await giveCourse(server.db, course, 'learner', { again: false, nowMs })
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world)
    const shown = async () => {
      const [one] = await coursesOf(server, userGuid, token)
      if (!one) throw new Error('The learner has no course.')
      return one
    }
    const { ScoAttempts, GUID: courseGuid } = await shown()
    const params = (position: number) => ({ params: { attemptId: ScoAttempts[position]?.attemptId ?? 0 } })
    const open = (position: number) => doCall(server, calls.scormData, params(position), token)
    const standing = async () => (await shown()).ScoAttempts.map((one) => [one.status, one.open])
    /** Opens a lesson whose page never begins a session, and leaves it. */
    const look = async (position: number) => {
      const { attemptData } = await open(position)
      const body = saveOfSco({}, attemptData.number + 1, { ends: true })
      await doCall(server, calls.scormSave, { ...params(position), body }, token)
    }
    return { token, params, open, standing, look, shown, courseGuid }
  }

  test.each(['1.2', '2004 4th Edition'])(
    'SCORM %s: one that was opened and left opens the next, and stays started',
    async (version) => {
      const { token, params, open, standing, look, shown } = await withCourse(
        await courseZip({ A: '', B: '', C: '' }, { version }),
      )
      await open(0)
      // It is open, and what comes of it nobody knows.
      expect(refusalIn(await tryCall(server, calls.scormData, params(1), token)).code).toBe('SCO_NOT_OPEN')
      await look(0)
      expect(await standing()).toEqual([
        [1, true],
        [0, true],
        [0, false],
      ])
      await look(0)
      await look(1)
      await look(2)
      expect(await standing()).toEqual(Array.from({ length: 3 }, () => [1, true]))
      expect((await shown()).Status).toBe(1)
    },
  )

  test('in a course of free choice each lesson opens, on the server and on the device', async () => {
    const { standing, open, token, courseGuid } = await withCourse(await courseZip({ A: '', B: '' }), true)
    expect(await standing()).toEqual([
      [0, true],
      [0, true],
    ])
    expect((await open(1)).launch.title).toBe('Sco B')
    expect((await doCall(server, calls.courseKeep, { params: { courseGuid } }, token)).isFree).toBe(true)
  })

  const found = join(import.meta.dirname, '../../../../../shared/data/found')
  describe.runIf(existsSync(found))(
    'courses of static pages that people met, skipped where ../shared/data/found is absent',
    () => {
      test.each(['free12.zip', 'free2004.zip'])(
        '%s: its second lesson opens once the first was opened and left',
        async (name) => {
          const { look, standing, open } = await withCourse(join(found, name))
          await look(0)
          expect(await standing()).toEqual([
            [1, true],
            [0, true],
          ])
          expect((await open(1)).launch.title).toBe('Two')
        },
      )
    },
  )
})
