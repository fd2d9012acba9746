import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSignInNames } from '../../db/fill-sign-in-names.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, refusalIn, tryCall, type World } from '../../testing/test-world.ts'

describe.each(bothDatabases)('the user name at a sign-in on %s', (database) => {
  let server: TestServer
  let world: World
  const secret = 'learner-secret'
  const guidFor = async (username: string) => {
    const answer = await tryCall(server, calls.token, credentials(world, username, secret))
    return answer.status === 200 ? calls.token.reply.parse(JSON.parse(answer.text)).UserGUID : refusalIn(answer).code
  }
  /** A person whose name an earlier version stored as it came. */
  const addEarlier = async (user_id: number, username: string) => {
    const people = server.db.kysely.selectFrom('person').selectAll().where('org_id', '=', world.orgId)
    const learner = await people.where('username', '=', 'learner').executeTakeFirstOrThrow()
    const earlier = { ...learner, user_id, user_guid: `earlier-${user_id}`, username, sign_in_name: null }
    await server.db.kysely.insertInto('person').values(earlier).execute()
  }

  beforeAll(async () => {
    server = await startTestServer({ database })
    world = await arrange(server)
    await addEarlier(50, 'zoe\u0308.o’neill')
    await addEarlier(51, 'Anna')
    await addEarlier(52, 'anna')
    await addEarlier(53, 'mina ')
    await fillSignInNames(server.db.kysely)
  })
  afterAll(() => server.stop())

  test('may be typed in capitals, with blanks around it, and in either form of Unicode', async () => {
    for (const typed of ['learner', 'Learner', 'LEARNER', ' learner', 'learner ', 'learner\u00a0'])
      expect([typed, await guidFor(typed)]).toEqual([typed, world.entry.userGuid])
    for (const typed of ['zoë.o’neill', 'zoe\u0308.o’neill', 'ZOË.O’NEILL'])
      expect([typed, await guidFor(typed)]).toEqual([typed, 'earlier-50'])
    expect(await guidFor('mina')).toBe('earlier-53')
    expect(await guidFor('zoe.o’neill')).toBe('WRONG_CREDENTIALS')
  })

  test('of two people whom an earlier version let differ in capitals alone finds each by the exact name, and nobody by another', async () => {
    expect(await guidFor('Anna')).toBe('earlier-51')
    expect(await guidFor('anna ')).toBe('earlier-52')
    expect(await guidFor('ANNA')).toBe('WRONG_CREDENTIALS')
  })

  test('gives no more guesses in another spelling', async () => {
    const spellings = ['learner', 'Learner', ' learner', 'learner ', 'LEARNER', 'learner\u00a0']
    const codes: string[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const spelling = spellings[guess % spellings.length] ?? ''
      codes.push(refusalIn(await tryCall(server, calls.token, credentials(world, spelling, `guess ${guess}`))).code)
    }
    expect(codes.filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(10)
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
  })
})
