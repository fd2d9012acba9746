import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneDatabase } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, examOf, refusalIn, signIn, sitExam, tryCall } from '../../testing/test-world.ts'
import { createExamCache } from './exam-cache.ts'
import { selectFormRunOfOrganisation, selectSchedule } from './queries.ts'

describe.each(oneDatabase)(
  'an exam that is imported again under its version, a moment after it was read, on %s',
  (database) => {
    // It moves with each import alone, so that whatever is kept for a while is kept for good.
    let nowMs = Date.parse('2026-11-21T11:30:00Z')
    const clock = { nowMs: () => nowMs }
    let server: TestServer
    let lastOrganisation = 500
    beforeAll(async () => {
      server = await startTestServer({ database, clock })
    })
    afterAll(() => server.stop())

    /** Puts one exam into an organisation, with this time in seconds; an `orgId` that is there has it imported again. */
    const importWith = (orgId: number, examTime: number) => {
      nowMs += 1
      const exam = examOf(`o${orgId}`, { name: `Trees in ${examTime} seconds`, settings: { examTime } })
      return arrange(server, { orgId, exam })
    }

    test('is started as it is now', async () => {
      lastOrganisation += 1
      const world = await importWith(lastOrganisation, 600)
      const { access_token: token } = await signIn(server, world)
      await doCall(server, calls.examJson, { query: world.entry }, token)
      await importWith(lastOrganisation, 900)
      await doCall(server, calls.start, { query: world.entry }, token)
      const { examName, settings } = await doCall(server, calls.examJson, { query: world.entry }, token)
      expect(examName).toBe('Trees in 900 seconds')
      expect(settings).toMatchObject({ examTime: 900, examTimeRemaining: 900 })
    })

    test('is not started by a page that shows it as it was, nor gone on with by one; opened again it is', async () => {
      lastOrganisation += 1
      const world = await importWith(lastOrganisation, 600)
      const { access_token: token } = await signIn(server, world)
      const open = () => doCall(server, calls.examJson, { query: world.entry }, token)
      const startAs = ({ importedAt }: { importedAt?: number | undefined }) =>
        tryCall(server, calls.start, { query: { ...world.entry, importedAt } }, token)
      const old = await open()
      await importWith(lastOrganisation, 900)
      expect(refusalIn(await startAs(old))).toMatchObject({ status: 403, code: 'CANNOT_START' })
      const current = await open()
      expect(current).not.toHaveProperty('formRunGuid')
      expect((await startAs(current)).status).toBe(200)
      expect(refusalIn(await startAs(old))).toMatchObject({ status: 403, code: 'CANNOT_START' })
    })

    test('is as it was started, for another process that had read it before', async () => {
      lastOrganisation += 1
      const orgId = lastOrganisation
      const world = await importWith(orgId, 600)
      const { userGuid, scheduleGuid } = world.entry
      const another = createExamCache(server.db, clock.nowMs)
      const schedule = await selectSchedule(server.db, { orgId, userGuid }, scheduleGuid)
      const before = schedule && (await another.load(schedule))
      expect(before?.exam.name).toBe('Trees in 600 seconds')
      await importWith(orgId, 900)
      const { formRunGuid } = await sitExam(server, world)
      const run = await selectFormRunOfOrganisation(server.db, orgId, formRunGuid)
      const after = run && (await another.load(run))
      expect(after?.exam.name).toBe('Trees in 900 seconds')
    })

    test('is read once for all who come to start it, and once for all who sit it', async () => {
      lastOrganisation += 1
      const orgId = lastOrganisation
      const world = await importWith(orgId, 600)
      const { userGuid, scheduleGuid } = world.entry
      const { formRunGuid } = await sitExam(server, world)
      const cache = createExamCache(server.db, clock.nowMs)
      const loadForSchedule = async () => {
        const schedule = await selectSchedule(server.db, { orgId, userGuid }, scheduleGuid)
        return schedule && cache.load(schedule)
      }
      const loadForRun = async () => {
        const run = await selectFormRunOfOrganisation(server.db, orgId, formRunGuid)
        return run && cache.load(run)
      }
      expect(await loadForSchedule()).toBe(await loadForSchedule())
      expect(await loadForRun()).toBe(await loadForRun())
    })
  },
)
