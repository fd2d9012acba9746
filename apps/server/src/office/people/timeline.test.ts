import { calls, permissionsOfRole, type TimelineEntry } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectEvents } from '../../security-log/queries.ts'
import { bothDatabases } from '../../testing/databases.ts'
import type { OfficeBrowser } from '../../testing/office-browser.ts'
import { openOffice } from '../../testing/open-office.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, personOf, sitExam, type World } from '../../testing/test-world.ts'

describe.each(bothDatabases)('what happened to a person on %s', (database) => {
  let nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let world: World
  let orgId: number
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    const people = [
      { ...personOf(prefix, 'learner', 1), firstName: 'Zoë', lastName: 'Müller' },
      { ...personOf(prefix, 'officer', 2), firstName: 'Olga', lastName: 'Stern', roles: ['exams-officer' as const] },
      { ...personOf(prefix, 'admin', 3), roles: ['it-administrator' as const] },
      { ...personOf(prefix, 'auditor', 4), roles: ['auditor' as const] },
    ]
    world = await arrange(server, { orgId, file: { people, settings: { OfficeSecondStep: 'off' } } })
  })

  const opened = (username: string) => openOffice(server, orgId, username)
  const timeline = (one: OfficeBrowser, more: { cursor?: string; limit?: number } = {}) =>
    one.doIt(calls.officePersonTimeline, { query: { userID: 1, ...more } })
  const entries = async (one: OfficeBrowser) => (await timeline(one)).entries
  /** No call waits for the security log. */
  const written = (count: number) =>
    vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, userGuid: `o${orgId}-learner`, most: 100 })
      expect(events).toHaveLength(count)
    }, 10_000)
  const short = ({ kind, author, what, reason, fields, role, exam }: TimelineEntry) =>
    [kind, ...[author, what, reason, fields?.join(), role, exam].filter((one) => one !== undefined)].join(': ')

  /** A learner signs in, sits and hands in; then staff do this and that. */
  const happen = async () => {
    const { token, formRunGuid } = await sitExam(server, world)
    nowMs += 60_000
    await doCall(server, calls.complete, { body: { formRunGuid, elapsedTime: 60, timeRemaining: 540 } }, token)
    const officer = await opened('officer')
    nowMs += 1000
    await officer.doIt(calls.officeChangePerson, {
      body: { userID: 1, version: 1, email: 'zoe@mail.example', lastName: 'Maier' },
    })
    nowMs += 1000
    await officer.doIt(calls.officeGrantRole, { body: { userID: 1, role: 'invigilator' } })
    nowMs += 1000
    await officer.doIt(calls.officeSuspendPerson, { body: { userID: 1, version: 2, isSuspended: true, reason: 'has left' } })
    await written(4)
    return officer
  }

  test('is told the newest first, with who did it and why, and with the sittings', async () => {
    const officer = await happen()
    const exam = await server.db.kysely.selectFrom('exam').select('name').where('org_id', '=', orgId).executeTakeFirstOrThrow()
    expect((await entries(officer)).map(short)).toEqual([
      'person-suspended: Olga Stern: has left',
      'role-granted: Olga Stern: invigilator',
      'person-changed: Olga Stern: lastName,email',
      `sitting-handed-in: ${exam.name}`,
      // Both in one moment.
      'sign-in',
      `sitting-started: ${exam.name}`,
    ])
  })

  test('leads a reader of results to the sitting of a delivery', async () => {
    const officer = await happen()
    const sittings = async (one: OfficeBrowser) => (await entries(one)).flatMap(({ sitting }) => sitting ?? [])
    expect(await sittings(officer)).toEqual([])
    const formRun = await server.db.kysely
      .selectFrom('form_run')
      .select('form_run_guid')
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    await server.db.kysely.updateTable('schedule').set({ delivery_id: 'd' }).where('org_id', '=', orgId).execute()
    const sitting = { deliveryID: 'd', formRunGUID: formRun.form_run_guid }
    expect(await sittings(officer)).toEqual([sitting, sitting])
  })

  test('comes in pages, each entry once, and a cursor of another person is refused', async () => {
    const officer = await happen()
    const all = await entries(officer)
    const read: TimelineEntry[] = []
    let next: string | undefined
    do {
      const page = await timeline(officer, { limit: 1, ...(next !== undefined && { cursor: next }) })
      read.push(...page.entries)
      next = page.next
    } while (next !== undefined)
    expect(read).toEqual(all)
    const { next: cursor = '' } = await timeline(officer, { limit: 2 })
    const refused = await officer.refused(calls.officePersonTimeline, { query: { userID: 2, cursor } })
    expect(refused.code).toBe('INVALID_REQUEST')
  })

  test('shows sittings and addresses only to whom the role allows them', async () => {
    const officer = await happen()
    const admin = await opened('admin')
    const kinds = async (one: OfficeBrowser) => (await entries(one)).map(({ kind }) => kind)
    const addresses = async (one: OfficeBrowser) => (await entries(one)).filter(({ address }) => address !== undefined).length
    expect(permissionsOfRole['it-administrator']).not.toContain('sittings.read')
    expect((await kinds(admin)).filter((kind) => kind.startsWith('sitting'))).toEqual([])
    expect(await addresses(officer)).toBe(0)
    expect(await addresses(admin)).toBe(4)
    expect(await kinds(await opened('auditor'))).toEqual(await kinds(officer))
  })
})
