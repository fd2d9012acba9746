import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInName } from '../../sign-in-name.ts'
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
  /** Adds a person past the checks of an import. */
  const add = async (user_id: number, username: string) => {
    const people = server.db.kysely.selectFrom('person').selectAll().where('org_id', '=', world.orgId)
    const learner = await people.where('username', '=', 'learner').executeTakeFirstOrThrow()
    const person = { ...learner, user_id, user_guid: `person-${user_id}`, username, sign_in_name: signInName(username) }
    await server.db.kysely.insertInto('person').values(person).execute()
  }

  beforeAll(async () => {
    server = await startTestServer({ database })
    world = await arrange(server)
    await add(50, 'zoe\u0308.o’neill')
    await add(51, 'Anna')
    await add(52, 'anna')
    await add(53, 'mina ')
  })
  afterAll(() => server.stop())

  test('may be typed in capitals, with blanks around it, and in either form of Unicode', async () => {
    for (const typed of ['learner', 'Learner', 'LEARNER', ' learner', 'learner ', 'learner\u00a0'])
      expect([typed, await guidFor(typed)]).toEqual([typed, world.entry.userGuid])
    for (const typed of ['zoë.o’neill', 'zoe\u0308.o’neill', 'ZOË.O’NEILL'])
      expect([typed, await guidFor(typed)]).toEqual([typed, 'person-50'])
    expect(await guidFor('mina')).toBe('person-53')
    expect(await guidFor('zoe.o’neill')).toBe('WRONG_CREDENTIALS')
  })

  test('of two people whose names differ in capitals alone finds each by the exact name, and nobody by another', async () => {
    expect(await guidFor('Anna')).toBe('person-51')
    expect(await guidFor('anna ')).toBe('person-52')
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
