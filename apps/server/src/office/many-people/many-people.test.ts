import { calls, roles } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectEvents } from '../../security-log/queries.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { openOffice } from '../../testing/open-office.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, credentials, personOf, signIn, tryCall, type World } from '../../testing/test-world.ts'

describe.each(bothDatabases)('acts on many people on %s', (database) => {
  let server: TestServer
  let mail: MailServer
  let world: World
  let orgId: number
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    mail = await startMailServer()
    const config = { logLevel: 'fatal', smtpUrl: mail.url, mailFrom: 'exams@example.org' } as const
    server = await startTestServer({ database, config })
  })
  afterAll(async () => {
    await server.stop()
    await mail.stop()
  })
  beforeEach(async () => {
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    world = await arrange(server, {
      orgId,
      file: {
        people: [
          ...Array.from({ length: 25 }, (_, index) => ({
            ...personOf(prefix, `p${index + 1}`, index + 1),
            ...(index !== 1 && { email: `p${index + 1}-${orgId}@mail.example` }),
          })),
          ...roles.map((role, index) => ({
            ...personOf(prefix, role, 50 + index),
            roles: [role],
            email: `${role}@mail.example`,
          })),
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off' },
      },
    })
  })
  const opened = (username: string) => openOffice(server, orgId, username)
  const everybody = Array.from({ length: 25 }, (_, index) => index + 1)
  const ownerId = 50 + roles.indexOf('owner')
  const officerId = 50 + roles.indexOf('exams-officer')

  // OFFICE-209
  test('many are invited part by part: those who need it and can be reached, once each, and the log has each', async () => {
    await signIn(server, world, 'p3')
    const officer = await opened('exams-officer')
    const userIDs = [...everybody, ownerId, officerId, 999]
    const preview = await officer.doIt(calls.officePreviewInvitations, { body: { userIDs } })
    expect(preview.people.filter(({ reason }) => reason).map(({ userID, reason }) => [userID, reason])).toEqual([
      ...[
        [2, 'no-address'],
        [3, 'has-signed-in'],
        [ownerId, 'beyond'],
        [officerId, 'self'],
        [999, 'not-found'],
      ],
    ])
    expect([preview.totals, preview.canUndo, preview.parts.map((part) => part.userIDs.length)]).toEqual([
      ...[{ done: 23, left: 5 }, false, [20, 3]],
    ])
    for (const part of preview.parts) {
      const { results } = await officer.doIt(calls.officeInvitePeople, { body: part })
      expect(results).toEqual(part.userIDs.map((userID) => ({ userID, is: 'done' })))
    }
    const mailsTo = (userID: number) =>
      mail.received.filter(({ to }) => to?.some(({ address }) => address === `p${userID}-${orgId}@mail.example`)).length
    expect([1, 2, 3, 25].map(mailsTo)).toEqual([1, 0, 0, 1])
    await vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind: 'password-link-sent', most: 100 })
      expect(events.length).toBe(23)
    }, 10_000)
  })

  // OFFICE-209
  test('a part that would be another by now is not done, and each person is limited as by one invitation', async () => {
    const officer = await opened('exams-officer')
    const shown = await officer.doIt(calls.officePreviewInvitations, { body: { userIDs: [1, 4] } })
    const [part] = shown.parts
    if (!part) throw new Error('Both can be invited')
    await server.db.kysely
      .updateTable('person')
      .set({ email: 'x@y.example' })
      .where('org_id', '=', orgId)
      .where('user_id', '=', 4)
      .execute()
    const refused = await officer.refused(calls.officeInvitePeople, { body: part })
    expect(refused.code).toBe('CHANGED_MEANWHILE')
    expect((await officer.refused(calls.officeInvitePeople, { body: { ...part, userIDs: [1] } })).code).toBe(
      'CHANGED_MEANWHILE',
    )
    const one = await officer.doIt(calls.officePreviewInvitations, { body: { userIDs: [1] } })
    const [alone] = one.parts
    if (!alone) throw new Error('They can be invited')
    const times = []
    for (let time = 0; time < 11; time += 1)
      times.push((await officer.doIt(calls.officeInvitePeople, { body: alone })).results[0]?.is)
    expect([times.slice(0, 10).every((is) => is === 'done'), times[10]]).toEqual([true, 'wait'])
  })

  // OFFICE-209 OFFICE-411
  test('many are suspended with a reason, each by itself, and let in again by the opposite', async () => {
    const officer = await opened('exams-officer')
    const ask = (isSuspended: boolean) =>
      officer.doIt(calls.officePreviewSuspensions, { body: { userIDs: [1, 2, ownerId, officerId], isSuspended } })
    const preview = await ask(true)
    expect(preview.people.map(({ reason }) => reason)).toEqual([undefined, undefined, 'beyond', 'self'])
    expect(preview.canUndo).toBe(true)
    const [part] = preview.parts
    if (!part) throw new Error('Two can be suspended')
    const body = { ...part, isSuspended: true, reason: 'left' }
    expect((await officer.tryIt(calls.officeSuspendPeople, { body: { ...body, reason: ' ' } })).status).toBe(400)
    expect((await officer.doIt(calls.officeSuspendPeople, { body })).results.map(({ is }) => is)).toEqual(['done', 'done'])
    expect((await tryCall(server, calls.token, credentials(world, 'p1'))).status).toBe(400)
    expect((await officer.refused(calls.officeSuspendPeople, { body })).code).toBe('CHANGED_MEANWHILE')
    const [back] = (await ask(false)).parts
    if (!back) throw new Error('Two can be let in')
    await officer.doIt(calls.officeSuspendPeople, { body: { ...back, isSuspended: false, reason: 'came back' } })
    expect((await tryCall(server, calls.token, credentials(world, 'p1'))).status).toBe(200)
  })

  test('a role in a group acts on its people alone, and sees nobody else', async () => {
    const owner = await opened('owner')
    const { group } = await owner.doIt(calls.officeAddGroup, { body: { name: 'Class' } })
    const change = { groupID: group.groupID, action: 'add' as const, userIDs: [1] }
    const seen = await owner.doIt(calls.officePreviewMembers, { body: change })
    await owner.doIt(calls.officeChangeMembers, { body: { ...change, version: seen.group.version, hash: seen.hash } })
    const scope = { kind: 'group', id: group.groupID } as const
    await owner.doIt(calls.officeGrantRole, { body: { userID: 5, role: 'exams-officer', scope } })
    const one = await opened('p5')
    const { people } = await one.doIt(calls.officePreviewInvitations, { body: { userIDs: [1, 4] } })
    expect(people).toMatchObject([
      { userID: 1, username: 'p1' },
      { userID: 4, reason: 'not-found' },
    ])
    expect(people[1]).not.toHaveProperty('username')
  })
})
