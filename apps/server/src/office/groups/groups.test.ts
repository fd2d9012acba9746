import { randomUUID } from 'node:crypto'
import { calls, groupRemoval, groupState, membersPreview } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandPerson } from '../../commands/person.ts'
import { selectEvents } from '../../security-log/queries.ts'
import { bothDatabases } from '../../testing/databases.ts'
import type { OfficeBrowser } from '../../testing/office-browser.ts'
import { openOffice } from '../../testing/open-office.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, personOf } from '../../testing/test-world.ts'

describe.each(bothDatabases)('groups on %s', (database) => {
  const nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let orgId: number
  let officer: OfficeBrowser
  const nextOrgId = countOrganisations()
  const learners = [
    ['Zoë', 'Müller', 1],
    ['Ada', 'Li', 2],
    ['Ben', 'Lia', 3],
    ['Siân', 'Ŵyn', 4],
  ] as const

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  const arrangeIn = (one: number) =>
    arrange(server, {
      orgId: one,
      file: {
        people: [
          ...learners.map(([firstName, lastName, userId]) => ({
            ...personOf(`o${one}`, `learner-${userId}`, userId),
            ...{ firstName, lastName },
          })),
          { ...personOf(`o${one}`, 'officer', 50), roles: ['exams-officer'] },
          { ...personOf(`o${one}`, 'owner', 51), roles: ['owner'] },
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off' },
      },
    })
  beforeEach(async () => {
    orgId = nextOrgId()
    await arrangeIn(orgId)
    officer = await openOffice(server, orgId, 'officer')
  })

  const add = async (name: string, one = officer) => (await one.doIt(calls.officeAddGroup, { body: { name } })).group
  const list = async (query: object = {}, one = officer) => one.doIt(calls.officeGroups, { query })
  const show = (groupID: string, query: object = {}, one = officer) =>
    one.doIt(calls.officeGroup, { query: { groupID, ...query } })
  type Action = 'add' | 'remove'
  const preview = (groupID: string, action: Action, userIDs: number[], one = officer) =>
    one.doIt(calls.officePreviewMembers, { body: { groupID, action, userIDs } })
  const change = async (groupID: string, action: Action, userIDs: number[], one = officer) => {
    const { hash, group } = await preview(groupID, action, userIDs, one)
    return one.doIt(calls.officeChangeMembers, { body: { groupID, version: group.version, action, userIDs, hash } })
  }
  const membersOf = async (groupID: string) => (await show(groupID)).members.map(({ userID }) => userID)

  test('are listed by name, capitals and accents aside, page by page, with how many people each has', async () => {
    const names = ['Żaba', 'adam', 'Beta', 'Ätna', 'beta 2', 'الصف']
    const ids = new Map<string, string>()
    for (const name of names) ids.set(name, (await add(name)).groupID)
    await change(ids.get('Beta') ?? '', 'add', [1, 2])
    const first = await list({ limit: 4 })
    expect(first.groups.map(({ name, members }) => [name, members])).toEqual([
      ...[['adam', 0] as const, ['Ätna', 0] as const, ['Beta', 2] as const, ['beta 2', 0] as const],
    ])
    expect([first.total, first.asOf]).toEqual([6, new Date(nowMs).toISOString()])
    // One that is added before the place of the cursor moves nothing.
    await add('Aaron')
    const second = await list({ limit: 4, cursor: first.next })
    expect(second.groups.map(({ name }) => name)).toEqual(['Żaba', 'الصف'])
    expect([second.next, second.total]).toEqual([undefined, undefined])
    expect((await list({ search: 'ATN' })).groups.map(({ name }) => name)).toEqual(['Ätna'])
    expect((await list({ search: '2 bet' })).groups.map(({ name }) => name)).toEqual(['beta 2'])
    for (const cursor of ['x', `${first.next}`])
      expect((await officer.refused(calls.officeGroups, { query: { cursor, search: 'other' } })).code).toBe('INVALID_REQUEST')
  })

  test('are sorted by name or by how many people they have, in both directions, page by page', async () => {
    const ids = new Map<string, string>()
    for (const name of ['Beta', 'adam', 'Ätna', 'Zeta']) ids.set(name, (await add(name)).groupID)
    await change(ids.get('Beta') ?? '', 'add', [1, 2, 3])
    await change(ids.get('Zeta') ?? '', 'add', [4])
    const allOf = async (query: object) => {
      const names: string[] = []
      for (let cursor: string | undefined, pages = 0; pages < 5; pages += 1) {
        const page = await list({ ...query, limit: 1, ...(cursor && { cursor }) })
        names.push(...page.groups.map(({ name }) => name))
        cursor = page.next
        if (cursor === undefined) return names
      }
      throw new Error('the list has no end')
    }
    expect(await allOf({ descending: 'true' })).toEqual(['Zeta', 'Beta', 'Ätna', 'adam'])
    const bySize = await allOf({ sort: 'members' })
    expect(bySize.slice(2)).toEqual(['Zeta', 'Beta'])
    expect(await allOf({ sort: 'members', descending: 'true' })).toEqual(bySize.toReversed())
    const { next: cursor } = await list({ sort: 'members', limit: 1 })
    for (const other of [{}, { descending: 'true' }, { sort: 'members', descending: 'true' }] as const)
      expect((await officer.refused(calls.officeGroups, { query: { cursor, ...other } })).code).toBe('INVALID_REQUEST')
  })

  test('have a name of their own: another with the same is refused, and a repeated request adds no second one', async () => {
    const requestId = randomUUID()
    const body = { name: '  9B \t Maths ', requestId }
    const first = await officer.doIt(calls.officeAddGroup, { body })
    expect(first.group).toEqual({ groupID: requestId, version: 1, name: '9B Maths', members: 0 })
    expect(await officer.doIt(calls.officeAddGroup, { body })).toEqual(first)
    const refused = (more: object) => officer.refused(calls.officeAddGroup, { body: { ...body, ...more } })
    expect((await refused({ name: 'Other' })).code).toBe('INVALID_REQUEST')
    expect(await refused({ name: '9b maths', requestId: randomUUID() })).toMatchObject({ code: 'NAME_TAKEN' })
    for (const name of ['', '   ', '\u0000\u0007', '\u200d'])
      expect([name, (await refused({ name, requestId: randomUUID() })).code]).toEqual([name, 'INVALID_REQUEST'])
    expect((await refused({ name: 'x'.repeat(201), requestId: randomUUID() })).code).toBe('INVALID_REQUEST')
    expect((await list()).total).toBe(1)
  })

  test('two that are added with one name at the same moment are one group and one refusal', async () => {
    const both = await Promise.all(['Twin', 'TWIN'].map((name) => officer.tryIt(calls.officeAddGroup, { body: { name } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await list()).total).toBe(1)
  })

  test('are renamed on the version that somebody saw, and whoever saw an older one is shown how it is now', async () => {
    const group = await add('7A')
    await add('7B')
    const rename = (name: string, version = group.version) =>
      officer.tryIt(calls.officeRenameGroup, { body: { groupID: group.groupID, version, name } })
    expect(JSON.parse((await rename('7A Art')).text)).toEqual({ group: { ...group, name: '7A Art', version: 2 } })
    // The reply was lost: the same change again is no conflict.
    expect((await rename('7A Art')).status).toBe(200)
    const stale = await rename('7A Music')
    const { error } = JSON.parse(stale.text)
    expect([error.code, groupState.parse(error.current)]).toEqual([
      'CHANGED_MEANWHILE',
      { ...group, name: '7A Art', version: 2 },
    ])
    expect(JSON.parse((await rename('7b', 2)).text).error.code).toBe('NAME_TAKEN')
    // Its own name in other capitals.
    expect((await rename('7a art', 2)).status).toBe(200)
    await vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind: 'group-changed', most: 10 })
      expect(events.map(({ content }) => JSON.parse(content ?? '').what).sort()).toEqual([
        'added',
        'added',
        'renamed',
        'renamed',
      ])
    })
  })

  // OFFICE-102 OFFICE-209
  test('get and lose members as a preview showed person by person, and the opposite change takes it back', async () => {
    const { groupID } = await add('Cohort')
    const shown = await preview(groupID, 'add', [1, 2, 2, 99])
    expect(shown.people.map(({ userID, becomes, reason }) => [userID, becomes, reason])).toEqual([
      ...[[1, 'added', undefined] as const, [2, 'added', undefined] as const, [99, 'refused', 'not-found'] as const],
    ])
    expect([shown.totals, shown.canUndo]).toEqual([{ changed: 2, unchanged: 0, refused: 1 }, true])
    expect(shown.people[0]).toMatchObject({ firstName: 'Zoë', lastName: 'Müller', username: 'learner-1' })
    expect(await membersOf(groupID)).toEqual([])
    const added = await change(groupID, 'add', [1, 2, 99])
    expect([added.changed.sort(), added.group]).toEqual([[1, 2], { groupID, version: 2, name: 'Cohort', members: 2 }])
    // By name: Li before Müller.
    expect(await membersOf(groupID)).toEqual([2, 1])
    const again = await preview(groupID, 'add', [1, 3])
    expect(again.people.map(({ becomes, reason }) => [becomes, reason])).toEqual([
      ...[['unchanged', 'is-member'] as const, ['added', undefined] as const],
    ])
    const undone = await change(groupID, 'remove', added.changed)
    expect([undone.changed.sort(), await membersOf(groupID)]).toEqual([[1, 2], []])
    expect((await preview(groupID, 'remove', [4])).people).toMatchObject([{ becomes: 'unchanged', reason: 'no-member' }])
    // Nothing to do is no change.
    expect((await change(groupID, 'remove', [4])).group.version).toBe(undone.group.version)
  })

  test('a change that its preview no longer shows does nothing, and returns the new preview', async () => {
    const { groupID } = await add('Cohort')
    const { hash, group } = await preview(groupID, 'add', [1, 2])
    await change(groupID, 'add', [2])
    const body = { groupID, version: group.version, action: 'add' as const, userIDs: [1, 2], hash }
    const refused = JSON.parse((await officer.tryIt(calls.officeChangeMembers, { body })).text).error
    expect(refused.code).toBe('CHANGED_MEANWHILE')
    const current = membersPreview.parse(refused.current)
    expect(current.people.map(({ becomes }) => becomes)).toEqual(['added', 'unchanged'])
    expect(await membersOf(groupID)).toEqual([2])
    // A hash of other people is none for these.
    const other = { ...body, version: current.group.version, userIDs: [1, 2, 3], hash: current.hash }
    expect((await officer.refused(calls.officeChangeMembers, { body: other })).code).toBe('CHANGED_MEANWHILE')
    // Nor is one of another group, or of the opposite action.
    const elsewhere = await preview((await add('Other')).groupID, 'add', [1, 2])
    const opposite = await preview(groupID, 'remove', [1, 2])
    for (const foreign of [elsewhere.hash, opposite.hash]) {
      const cheat = { ...body, version: current.group.version, hash: foreign }
      expect((await officer.refused(calls.officeChangeMembers, { body: cheat })).code).toBe('CHANGED_MEANWHILE')
    }
    expect(await membersOf(groupID)).toEqual([2])
    const now = { ...body, version: current.group.version, hash: current.hash }
    expect((await officer.doIt(calls.officeChangeMembers, { body: now })).changed).toEqual([1])
  })

  test('of two changes at the same moment one is done and the other is shown what it would do now', async () => {
    const { groupID } = await add('Cohort')
    const { hash, group } = await preview(groupID, 'add', [1, 2])
    const body = { groupID, version: group.version, action: 'add' as const, userIDs: [1, 2], hash }
    const both = await Promise.all([1, 2].map(() => officer.tryIt(calls.officeChangeMembers, { body })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await show(groupID)).group).toMatchObject({ members: 2, version: 2 })
  })

  test('show their members by name, page by page', async () => {
    const { groupID } = await add('Cohort')
    await change(groupID, 'add', [1, 2, 3, 4])
    const first = await show(groupID, { limit: 3 })
    expect(first.members.map(({ lastName, addedAt }) => [lastName, addedAt])).toEqual(
      ['Li', 'Lia', 'Müller'].map((name) => [name, new Date(nowMs).toISOString()]),
    )
    const second = await show(groupID, { limit: 3, cursor: first.next })
    expect([second.members.map(({ lastName }) => lastName), second.next]).toEqual([['Ŵyn'], undefined])
    const other = await add('Other')
    const foreign = { query: { groupID: other.groupID, cursor: first.next } }
    expect((await officer.refused(calls.officeGroup, foreign)).code).toBe('INVALID_REQUEST')
  })

  test('are a filter and a column of the list of people', async () => {
    const [maths, art] = [await add('Maths'), await add('Art')]
    await change(maths.groupID, 'add', [1, 2])
    await change(art.groupID, 'add', [2])
    const people = async (query: object) => (await officer.doIt(calls.officePeople, { query })).people
    const inMaths = await people({ group: maths.groupID })
    expect(inMaths.map(({ userID, groups }) => [userID, groups?.map(({ name }) => name)])).toEqual([
      [2, ['Art', 'Maths']],
      [1, ['Maths']],
    ])
    expect((await people({ group: maths.groupID, search: 'zoe' })).map(({ userID }) => userID)).toEqual([1])
    expect(await people({ group: randomUUID() })).toEqual([])
    const ofPerson = async (userID: number) => (await officer.doIt(calls.officePerson, { query: { userID } })).groups
    expect([await ofPerson(2), await ofPerson(3)]).toEqual([
      [
        { groupID: art.groupID, name: 'Art' },
        { groupID: maths.groupID, name: 'Maths' },
      ],
      undefined,
    ])
    const { total, next } = await officer.doIt(calls.officePeople, { query: { group: maths.groupID, limit: 1 } })
    expect(total).toBe(2)
    const elsewhere = { query: { group: art.groupID, limit: 1, cursor: next } }
    expect((await officer.refused(calls.officePeople, elsewhere)).code).toBe('INVALID_REQUEST')
  })

  // OFFICE-209 OFFICE-411
  test('are removed once it was shown what is lost with them: members, and roles that are held in them', async () => {
    const { groupID } = await add('Cohort')
    await change(groupID, 'add', [1, 2])
    const scope = { kind: 'group' as const, id: groupID }
    for (const userID of [3, 4]) await officer.doIt(calls.officeGrantRole, { body: { userID, role: 'marker', scope } })
    await officer.doIt(calls.officeWithdrawRole, { body: { userID: 4, role: 'marker', reason: 'left', scope } })
    const removal = await officer.doIt(calls.officePreviewRemoval, { query: { groupID } })
    expect(removal).toMatchObject({
      ...{ roles: [{ userID: 3, role: 'marker' }], roleTotal: 1, isAllowed: true, canUndo: false },
      group: { members: 2 },
    })
    const { version } = removal.group
    await change(groupID, 'remove', [2])
    const stale = { groupID, version, hash: removal.hash }
    const refused = JSON.parse((await officer.tryIt(calls.officeRemoveGroup, { body: stale })).text).error
    expect([refused.code, groupRemoval.parse(refused.current).group.members]).toEqual(['CHANGED_MEANWHILE', 1])
    const now = { groupID, version: refused.current.group.version, hash: refused.current.hash }
    expect(await officer.doIt(calls.officeRemoveGroup, { body: now })).toEqual({ members: 1, roles: 1 })
    for (const [call, input] of [
      [calls.officeGroup, { query: { groupID } }],
      [calls.officePreviewRemoval, { query: { groupID } }],
      [calls.officeRemoveGroup, { body: now }],
      [calls.officeRenameGroup, { body: { groupID, version: 1, name: 'x' } }],
      [calls.officePreviewMembers, { body: { groupID, action: 'add', userIDs: [1] } }],
      [calls.officeGrantRole, { body: { userID: 3, role: 'marker', scope } }],
    ] as const)
      expect([call.name, (await officer.refused(call, input as never)).code]).toEqual([call.name, 'NOT_FOUND'])
    const { roles = [] } = await officer.doIt(calls.officePerson, { query: { userID: 3 } })
    expect(roles).toMatchObject([
      { state: 'withdrawn', reason: 'The group Cohort was removed.', scope: { kind: 'group', id: groupID, name: 'Cohort' } },
    ])
    // Its name is free again.
    expect((await add('cohort')).groupID).not.toBe(groupID)
  })

  test('lose somebody who is erased', async () => {
    const { groupID } = await add('Cohort')
    await change(groupID, 'add', [1, 2])
    const rows = () =>
      server.db.kysely.selectFrom('people_group_member').select('user_guid').where('org_id', '=', orgId).execute()
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    expect(await commandPerson(server.db, 'erase', { orgId, username: 'learner-1', folder: 'nowhere' })).toBe(0)
    quiet.mockRestore()
    expect(await rows()).toEqual([{ user_guid: `o${orgId}-learner-2` }])
    expect((await show(groupID)).group.members).toBe(1)
    expect((await preview(groupID, 'add', [1])).people).toEqual([{ userID: 1, becomes: 'refused', reason: 'not-found' }])
  })

  test('of another organisation are not there, nor are its people', async () => {
    const { groupID } = await add('Cohort')
    const far = nextOrgId()
    await arrangeIn(far)
    const stranger = await openOffice(server, far, 'owner')
    const own = await add('Own', stranger)
    for (const [call, input] of [
      [calls.officeGroup, { query: { groupID } }],
      [calls.officePreviewRemoval, { query: { groupID } }],
      [calls.officeRemoveGroup, { body: { groupID, version: 1, hash: 'x' } }],
      [calls.officeRenameGroup, { body: { groupID, version: 1, name: 'x' } }],
      [calls.officePreviewMembers, { body: { groupID, action: 'add', userIDs: [1] } }],
      [calls.officeChangeMembers, { body: { groupID, version: 1, action: 'add', userIDs: [1], hash: 'x' } }],
    ] as const)
      expect([call.name, (await stranger.refused(call, input as never)).code]).toEqual([call.name, 'NOT_FOUND'])
    expect((await list({}, stranger)).groups.map(({ name }) => name)).toEqual(['Own'])
    // People have the same numbers there, and are others.
    await change(own.groupID, 'add', [1], stranger)
    expect(await membersOf(groupID)).toEqual([])
    expect((await stranger.doIt(calls.officePeople, { query: { group: groupID } })).people).toEqual([])
  })
})
