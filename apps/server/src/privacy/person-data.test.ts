import { calls, permissionsOfRole, type Role, roles } from '@sitwell/contract'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectEvents } from '../security-log/queries.ts'
import type { SecurityKind } from '../security-log/security-event.ts'
import { giveRole } from '../testing/change-roles.ts'
import { bothDatabases } from '../testing/databases.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import {
  arrange,
  countOrganisations,
  credentials,
  doCall,
  examOf,
  personOf,
  saveOf,
  sitExam,
  tryCall,
  type World,
} from '../testing/test-world.ts'

describe.each(bothDatabases)('the data of a person in the office on %s', (database) => {
  let nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let world: World
  let orgId: number
  const nextOrgId = countOrganisations()
  const idOf = (role: Role) => 20 + roles.indexOf(role)

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  const arranged = async (settings: object = {}) => {
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    const exam = examOf(prefix)
    world = await arrange(server, {
      orgId,
      file: {
        people: [
          { ...personOf(prefix, 'learner', 1), firstName: 'Zoë', lastName: 'Müller', email: 'zoe@mail.example' },
          ...roles.map((role, index) => ({ ...personOf(prefix, role, 20 + index), roles: [role] })),
        ],
        schedules: [{ guid: `${prefix}-schedule`, username: 'learner', exam: `${prefix}-exam` }],
        settings: { OfficeSecondStep: 'off' },
      },
      exam: { ...exam, settings: { ...exam.settings, ...settings } },
    })
  }
  beforeEach(() => {
    nowMs = Date.parse('2026-11-30T09:00:00Z')
    return arranged()
  })

  const opened = (username: string) => openOffice(server, orgId, username)
  /** The learner has answered and uploaded a file, and handed in. */
  const sat = async () => {
    const { token, formRunGuid } = await sitExam(server, world)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
    const file = new File(['a photograph of Leith'], 'loom.txt')
    await doCall(server, calls.uploadFile, { body: { formRunGUID: formRunGuid }, file }, token)
    const handIn = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, token)
    return { token, formRunGuid, handIn }
  }
  const exported = async (one: OfficeBrowser, userID = 1) => {
    const answer = await one.tryIt(calls.officeExportPerson, { body: { userID } }, { readAs: 'latin1' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const files = unzipSync(Buffer.from(answer.text, 'latin1'))
    const read = (name: string) => Buffer.from(files[name] ?? new Uint8Array()).toString()
    return { names: Object.keys(files), read, person: JSON.parse(read('person.json')) }
  }
  const preview = (one: OfficeBrowser, userID = 1) => one.doIt(calls.officePreviewErasure, { body: { userID } })
  const erase = (one: OfficeBrowser, hash: string, more: object = {}) =>
    one.tryIt(calls.officeErasePerson, {
      body: { userID: 1, hash, name: 'Zoë Müller', reason: 'asked for it on 3 May', ...more },
    })
  /** Whether the answers of a sitting wait for a person to mark them. */
  const setWaiting = (formRunGuid: string, isWaiting: boolean) =>
    server.db.kysely
      .updateTable('mark')
      .set({ needs_person: isWaiting ? 1 : 0 })
      .where('form_run_guid', '=', formRunGuid)
      .execute()
  const codeOf = ({ text }: { readonly text: string }) => JSON.parse(text).error?.code
  const logged = (kind: SecurityKind, expected: object) =>
    vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind, most: 10 })
      expect(events.map(({ user_guid, content }) => ({ user_guid, ...JSON.parse(content ?? '{}') }))).toMatchObject([expected])
    }, 10_000)

  test('is handed out with the files and without a secret, and both the log and the timeline have it', async () => {
    const { handIn } = await sat()
    await handIn()
    const officer = await opened('exams-officer')
    const { names, read, person } = await exported(officer)
    expect(person).toMatchObject({ format: 'sitwell-person', formatVersion: 1 })
    expect(person.tables.person[0]).toMatchObject({ first_name: 'Zoë', email: 'zoe@mail.example' })
    const file = names.find((name) => name.startsWith('file-')) ?? ''
    expect(read(file)).toBe('a photograph of Leith')
    expect(read('person.json')).not.toMatch(/argon2|password_hash|refresh_hash/)
    await logged('person-exported', { user_guid: `${world.prefix}-learner`, author: `${world.prefix}-exams-officer` })
    const { entries } = await officer.doIt(calls.officePersonTimeline, { query: { userID: 1 } })
    expect(entries.map(({ kind }) => kind)).toContain('person-exported')
  })

  test('has no mark that the person wasn’t shown, and says of which sitting', async () => {
    const { token, formRunGuid, handIn } = await sat()
    await handIn()
    const officer = await opened('exams-officer')
    const before = await exported(officer)
    expect(before.person.tables.mark).toEqual([])
    expect(before.person.marksNotShownYet).toEqual([formRunGuid])
    expect(before.read('person.json')).not.toContain('max_score')
    // The export is no look at the result.
    const run = () =>
      server.db.kysely
        .selectFrom('form_run')
        .select('marks_told_at')
        .where('form_run_guid', '=', formRunGuid)
        .executeTakeFirstOrThrow()
    expect((await run()).marks_told_at).toBeNull()
    // An answer waits for a person: what is told so far is no result.
    await setWaiting(formRunGuid, true)
    await doCall(server, calls.result, { query: { formRunGuid } }, token)
    expect((await run()).marks_told_at).not.toBeNull()
    expect((await exported(officer)).person.tables.mark).toEqual([])
    await setWaiting(formRunGuid, false)
    const released = await exported(officer)
    expect(released.person.tables.mark.length).toBeGreaterThan(0)
    expect(released.person.marksNotShownYet).toBeUndefined()
  })

  test('has no marks of an exam that shows a grade alone', async () => {
    await arranged({ resultFeedbackMask: 2 })
    const { token, formRunGuid, handIn } = await sat()
    await handIn()
    expect(await doCall(server, calls.result, { query: { formRunGuid } }, token)).toMatchObject({ marked: true, score: 0 })
    const { person } = await exported(await opened('owner'))
    expect([person.tables.mark, person.marksNotShownYet]).toEqual([[], [formRunGuid]])
  })

  // OFFICE-209 OFFICE-411
  test('is erased as a preview showed it, with a reason and the name typed; the record of it stays', async () => {
    const { token, handIn } = await sat()
    const owner = await opened('owner')
    expect(await preview(owner)).toMatchObject({ hindrance: 'sitting-under-way', canUndo: false })
    expect(codeOf(await erase(owner, (await preview(owner)).hash))).toBe('IN_USE')
    await handIn()
    const shown = await preview(owner)
    expect(shown.hindrance).toBeUndefined()
    const counts = (things: typeof shown.erased | typeof shown.kept) =>
      Object.fromEntries(things.map(({ what, count }) => [what, count]))
    expect(counts(shown.erased)).toMatchObject({ answers: 1, files: 1, schedules: 0, roles: 0, groups: 0, courses: 0 })
    expect(counts(shown.kept)).toMatchObject({ ledgers: 1, hashes: 1 })
    for (const wrong of ['', 'Zoë', 'Zoe Müller'])
      expect([wrong, codeOf(await erase(owner, shown.hash, { name: wrong }))]).toEqual([wrong, 'INVALID_REQUEST'])
    expect(codeOf(await erase(owner, shown.hash, { reason: '  ' }))).toBe('INVALID_REQUEST')
    const done = await erase(owner, shown.hash, { name: ' zoë  MÜLLER ' })
    expect([done.status, JSON.parse(done.text)]).toEqual([200, { sittings: 1, events: expect.any(Number) }])
    expect((await tryCall(server, calls.token, credentials(world, 'learner'))).status).toBe(400)
    expect((await tryCall(server, calls.time, { query: { userGuid: `${world.prefix}-learner` } }, token)).status).toBe(401)
    await logged('person-erased', {
      user_guid: null,
      author: `${world.prefix}-owner`,
      target: { userId: 1, formRuns: 1, reason: 'asked for it on 3 May' },
    })
    for (const call of [calls.officeExportPerson, calls.officePreviewErasure])
      expect(codeOf(await owner.tryIt(call, { body: { userID: 1 } }))).toBe('NOT_FOUND')
    expect(JSON.parse((await owner.tryIt(calls.officePerson, { query: { userID: 1 } })).text).error).toMatchObject({
      code: 'NOT_FOUND',
      details: [{ path: 'query.userID', message: 'erased' }],
    })
    expect(codeOf(await erase(owner, shown.hash))).toBe('NOT_FOUND')
    const { people } = await owner.doIt(calls.officePeople, { query: {} })
    expect(people.map(({ userID }) => userID)).not.toContain(1)
  })

  // OFFICE-209
  test('is not erased if there is more than the preview showed, which is then shown anew', async () => {
    const { handIn } = await sat()
    await handIn()
    const owner = await opened('owner')
    const shown = await preview(owner)
    await giveRole(server, { orgId, userGuid: `${world.prefix}-learner` }, 'author')
    const refused = await erase(owner, shown.hash)
    expect(codeOf(refused)).toBe('CHANGED_MEANWHILE')
    const { current } = JSON.parse(refused.text).error
    expect(current).toEqual(await preview(owner))
    expect(current.hash).not.toBe(shown.hash)
    expect((await erase(owner, current.hash)).status).toBe(200)
  })

  // OFFICE-411
  test('nobody exports or erases themselves, somebody who may do more, or the last owner', async () => {
    for (const role of roles) {
      const one = await opened(role)
      const allowed: readonly string[] = permissionsOfRole[role]
      const shown = allowed.includes('people.read') ? await one.doIt(calls.officePerson, { query: { userID: 1 } }) : undefined
      const statusOf = async (call: typeof calls.officeExportPerson | typeof calls.officePreviewErasure, userID: number) =>
        (await one.tryIt(call, { body: { userID } }, { readAs: 'latin1' })).status
      const canExport = allowed.includes('people.export')
      const canErase = allowed.includes('people.erase')
      expect([role, await statusOf(calls.officeExportPerson, 1)]).toEqual([role, canExport ? 200 : 403])
      expect([role, await statusOf(calls.officePreviewErasure, 1)]).toEqual([role, canErase ? 200 : 403])
      if (shown) expect([role, shown.may.export, shown.may.erase]).toEqual([role, canExport, canErase])
      for (const call of [calls.officeExportPerson, calls.officePreviewErasure])
        expect([role, await statusOf(call, idOf(role))]).toEqual([role, 403])
      // Nobody but an owner has all that an owner has.
      if (role !== 'owner') expect([role, await statusOf(calls.officeExportPerson, idOf('owner'))]).toEqual([role, 403])
    }
  })

  test('a role in a group opens neither, because what is known of a person is from everywhere', async () => {
    const owner = await opened('owner')
    const { group } = await owner.doIt(calls.officeAddGroup, { body: { name: 'Class 1' } })
    const body = { groupID: group.groupID, action: 'add' as const, userIDs: [1] }
    const { hash, group: seen } = await owner.doIt(calls.officePreviewMembers, { body })
    await owner.doIt(calls.officeChangeMembers, { body: { ...body, version: seen.version, hash } })
    const scope = { kind: 'group', id: group.groupID } as const
    await owner.doIt(calls.officeGrantRole, { body: { userID: idOf('auditor'), role: 'exams-officer', scope } })
    const one = await opened('auditor')
    expect((await one.doIt(calls.officePerson, { query: { userID: 1 } })).may).toMatchObject({ change: true, export: false })
    expect((await one.tryIt(calls.officeExportPerson, { body: { userID: 1 } })).status).toBe(403)
  })
})
