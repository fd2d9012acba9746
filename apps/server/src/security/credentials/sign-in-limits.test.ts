import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { argon2id, type Passwords } from '../../passwords.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, personOf, refusalIn, send } from '../../testing/test-world.ts'

describe.each(bothDatabases)('guessing passwords on %s', (database) => {
  let nowMs = 1_800_000_000_000
  let server: TestServer
  const verified: string[] = []
  /** Fast, so that hundreds of guesses take no time; counts what a real one would take time for. */
  const quick: Passwords = {
    hash: async (password) => `quick ${password}`,
    verify: async (hashed, password) => {
      verified.push(hashed)
      return hashed === `quick ${password}`
    },
    isCurrent: () => true,
  }

  beforeAll(async () => {
    const config = { isProxy: () => true, failedSignInsPerAddress: 30 }
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, passwords: quick, config })
  })
  /** Each test has its own organisation, in which nobody has tried anything. */
  let orgId = 0
  beforeEach(async () => {
    orgId += 1
    const people = Array.from({ length: 60 }, (_, index) => personOf(`o${orgId}`, `p${index}`, index + 1))
    await arrange(server, { orgId, file: { people: people.slice(0, 1), schedules: [] } })
    const persons = server.db.kysely.selectFrom('person').selectAll().where('org_id', '=', orgId)
    const first = await persons.executeTakeFirstOrThrow()
    await server.db.kysely.deleteFrom('person').where('org_id', '=', orgId).execute()
    const rows = people.map(({ userId, userGuid, username, password }) => ({
      ...first,
      ...{ user_id: userId, user_guid: userGuid, username, sign_in_name: username, password_hash: `quick ${password}` },
    }))
    await server.db.kysely.insertInto('person').values(rows).execute()
    verified.length = 0
  })
  afterAll(() => server.stop())

  const from = async (address: string, username: string, password = `${username}-secret`) => {
    const body = credentials({ orgId }, username, password).body
    const answer = await send(server, '/security/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      body: new URLSearchParams({ ...body, orgId: String(orgId) }),
    })
    return { status: answer.status, waitSeconds: Number(answer.headers.get('retry-after')), text: answer.text }
  }
  const guess = async (times: number, address: string, username: string) => {
    const statuses: number[] = []
    for (const number of Array(times).keys()) statuses.push((await from(address, username, `guess ${number}`)).status)
    return statuses
  }

  test('one account from one address: ten guesses, then one every half minute, and the owner gets in from elsewhere', async () => {
    expect(await guess(12, '10.0.0.1', 'p0')).toEqual([...Array(10).fill(400), 429, 429])
    const refused = await from('10.0.0.1', 'P0')
    expect(refused).toMatchObject({ status: 429, waitSeconds: 30 })
    expect((await from('10.0.0.2', 'p0')).status).toBe(200)
    nowMs += 30_000
    expect(await guess(2, '10.0.0.1', 'p0')).toEqual([400, 429])
    nowMs += 30_000
    expect((await from('10.0.0.1', 'p0')).status).toBe(200)
  })

  test('guesses that come together count as if they came one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => from('10.0.0.1', 'p0', `guess ${n}`)))
    expect(answers.filter((one) => one.status === 400)).toHaveLength(10)
  })

  test('a sign-in that works wipes the slate', async () => {
    await guess(9, '10.0.0.1', 'p0')
    expect((await from('10.0.0.1', 'p0')).status).toBe(200)
    expect(await guess(9, '10.0.0.1', 'p0')).toEqual(Array(9).fill(400))
  })

  test('one account from many addresses: each gets less, and the owner, from one of their own, still gets in', async () => {
    for (const number of Array(5).keys()) await guess(10, `10.0.1.${number}`, 'p0')
    expect(await guess(5, '10.0.2.1', 'p0')).toEqual([400, 400, 400, 429, 429])
    expect((await from('10.0.9.9', 'p0')).status).toBe(200)
  })

  test('one password on many accounts: the address has to wait, but not those who have signed in from there before', async () => {
    expect((await from('10.0.0.1', 'p50')).status).toBe(200)
    for (const number of Array(30).keys()) expect((await from('10.0.0.1', `p${number}`, 'spring')).status).toBe(400)
    const refused = await from('10.0.0.1', 'p31', 'spring')
    expect(refused).toMatchObject({ status: 429, waitSeconds: 3 })
    expect((await from('10.0.0.1', 'p50')).status).toBe(200)
    expect((await from('10.0.0.2', 'p40')).status).toBe(200)
    nowMs += 3000
    expect((await from('10.0.0.1', 'p40')).status).toBe(200)
  })

  test('a school behind one address: sixty learners sign in at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => from('10.0.0.1', `p${n}`)))
    expect(answers.every((one) => one.status === 200)).toBe(true)
  })

  // ERR-104
  test('a name that nobody has costs what a wrong password costs: one hash is verified for each, and the answers are equal', async () => {
    const wrong = await from('10.0.0.1', 'p0', 'guess')
    const unknown = await from('10.0.0.1', 'nobody', 'guess')
    expect(verified).toEqual(['quick p0-secret', expect.stringMatching(/^quick .{36}$/)])
    expect(unknown).toEqual(wrong)
    expect(await guess(10, '10.0.0.3', 'nobody')).toEqual(Array(10).fill(400))
    expect(refusalIn({ ...(await from('10.0.0.3', 'nobody')), headers: new Headers() }).code).toBe('TOO_MANY_REQUESTS')
  })
})

test('the hash of nobody is made at the cost of everybody', async () => {
  const [one, other] = await Promise.all([argon2id.hash('a'), argon2id.hash('b'.repeat(20_000))])
  for (const hashed of [one, other]) expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
