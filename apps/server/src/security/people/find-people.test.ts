import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, personOf, refusalIn, signIn, tryCall } from '../../testing/test-world.ts'

describe.each(bothDatabases)('an administrator who looks for a learner on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => 1_800_000_000_000 } })
    const named = (id: number, firstName: string, lastName: string, more = {}) => ({
      ...personOf('o1', `person${id}`, id),
      firstName,
      lastName,
      ...more,
    })
    const people = [
      { ...personOf('o1', 'admin', 100), admin: true },
      named(101, 'Änne', 'Öztürk'),
      named(102, 'Ann', 'Lee'),
      named(103, 'Annabel', 'O’Leary', { suspended: true }),
      named(104, 'Percy', '100%'),
      named(105, 'Under', 'a_b'),
      named(106, 'Siân', 'Weißmüller'),
      named(107, 'أحمد', 'الحسن'),
    ]
    await arrange(server, { orgId: 1, file: { people, schedules: [] } })
    await arrange(server, { orgId: 2, file: { people: [personOf('o2', 'annette', 201)], schedules: [] } })
  })
  afterAll(() => server.stop())

  const find = async (search: string) => {
    const { access_token } = await signIn(server, { orgId: 1 }, 'admin')
    return doCall(server, calls.findPeople, { body: { search } }, access_token)
  }
  const idsOf = async (search: string) => (await find(search)).people.map(({ userID }) => userID)

  // AUTH-158
  test('finds those whose name or username has every word, whatever its capitals, and nobody of another organisation', async () => {
    expect(await idsOf('ann')).toEqual([102, 103, 101])
    expect(await idsOf('LEE ann')).toEqual([102])
    expect(await idsOf('öztürk')).toEqual([101])
    expect(await idsOf('ÖZTÜRK Änne')).toEqual([101])
    expect(await idsOf('person105')).toEqual([105])
    expect(await idsOf('oztuRK')).toEqual([101])
    for (const written of ['sian', 'SIÂN WEISS', 'weißMÜLLER']) expect(await idsOf(written), written).toEqual([106])
    for (const written of ['احمد', 'أَحْمَد']) expect(await idsOf(written), written).toEqual([107])
    expect(await idsOf('annette')).toEqual([])
  })

  test('takes signs of patterns for what they are, and anything else for text', async () => {
    expect(await idsOf('%')).toEqual([104])
    expect(await idsOf('_')).toEqual([105])
    for (const odd of ['\\', "' or 1=1 --", '\\%', '\u{1f600}']) expect(await idsOf(odd), odd).toEqual([])
    // No word at all.
    expect((await idsOf(' ')).length).toBe(7)
  })

  test('lists learners alone without a word, with what is to be known before signing in as one', async () => {
    const { people, isMore } = await find('')
    expect(isMore).toBe(false)
    expect(people.map(({ userID }) => userID).sort()).toEqual([101, 102, 103, 104, 105, 106, 107])
    expect(people.find(({ userID }) => userID === 103)).toEqual({
      userID: 103,
      firstName: 'Annabel',
      lastName: 'O’Leary',
      username: 'person103',
      suspended: true,
    })
  })

  test('says that there are more than it lists', async () => {
    const crowd = Array.from({ length: 60 }, (_, index) => personOf('o1', `crowd${index}`, 300 + index))
    await arrange(server, { orgId: 1, file: { people: crowd, schedules: [] } })
    const { people, isMore } = await find('crowd')
    expect([people.length, isMore]).toEqual([50, true])
    expect(people.map(({ userID }) => userID)).toEqual(Array.from({ length: 50 }, (_, index) => 300 + index))
  })

  test('is for administrators, and not for one who is in a learner’s name', async () => {
    const learner = await signIn(server, { orgId: 1 }, 'person102')
    const asked = (token: string) => tryCall(server, calls.findPeople, { body: { search: '' } }, token)
    expect(refusalIn(await asked(learner.access_token))).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    const { access_token } = await signIn(server, { orgId: 1 }, 'admin')
    const named = await doCall(server, calls.adminLogin, { params: { org: 1 }, query: { userID: 102 } }, access_token)
    expect(refusalIn(await asked(named.access_token))).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  })
})
