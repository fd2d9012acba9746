import { calls } from '@sitwell/contract'
import { SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Letter } from '../mail/mailer.ts'
import type { Overrides } from '../overrides.ts'
import { createOlderNodes } from '../server-time/older-nodes.ts'
import { bothDatabases } from './databases.ts'
import { createTestPlace, startServerIn, type TestServer } from './start-test-server.ts'
import { arrange, doCall, personOf, signIn, tryCall, type World } from './test-world.ts'

const minute = 60_000

describe.each(bothDatabases)('beside a node of the version before, on %s', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer | undefined
  let nowMs: number
  let sent: Letter[]
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-26T08:00:00Z')
    sent = []
    place = await createTestPlace({ database })
  })
  afterEach(async () => {
    await server?.stop()
    await place.remove()
  })

  const start = async (more: Overrides = {}) => {
    server = await startServerIn(place.config, {
      clock: { nowMs: () => nowMs },
      mailer: { send: async (letter) => void sent.push(letter), close: () => undefined },
      ...more,
    })
    return server
  }
  /** Starts one beside a node that tells nothing of what it reads, as those of before do. */
  const startBesideOlder = async (isLast = 0) => {
    const first = await start()
    const beat = { node: 'older', wall_at: nowMs, boot_id: null, uptime_ms: 1, database_at: null, held_since: null }
    await first.db.kysely
      .insertInto('server_heartbeat')
      .values({ ...beat, server_at: nowMs, is_last: isLast, reads: null })
      .execute()
    await first.stop()
    return start()
  }
  const people = () => [{ ...personOf('o1', 'learner', 1), email: 'ada@mail.example', mfaRequired: true }]
  const sendCode = async (one: TestServer) => {
    const world = await arrange(one, { file: { people: people(), schedules: [], settings: { 'MFA Providers': 'email' } } })
    const { access_token } = await signIn(one, world)
    await doCall(one, calls.mfaSendEmail, { query: { userID: 1 } }, access_token)
    const { code_hash } = await one.db.kysely.selectFrom('mfa_code').select('code_hash').executeTakeFirstOrThrow()
    const code = /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? ''
    return {
      code_hash,
      verify: (at = one) => doCall(at, calls.postMfaVerify, { body: { userID: 1, code, mfaOption: 1 } }, access_token),
    }
  }
  const placeOf = async (one: TestServer) => {
    const row = await one.db.kysely.selectFrom('session').select('place').executeTakeFirstOrThrow()
    return Buffer.from(row.place ?? '', 'base64url')
  }
  const older = (one: TestServer, world: World, claims: object) => {
    const made = new SignJWT({ ...claims, org: world.orgId })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('sitwell')
      .setExpirationTime(Math.floor(nowMs / 1000) + 900)
    return made.sign(one.config.tokenSecret)
  }
  const statusOf = async (one: TestServer, token: string) =>
    (await tryCall(one, calls.time, { query: { userGuid: 'o1-learner' } }, token)).status

  test('codes and sealed texts are written as it reads them; once it is gone, as they should be', async () => {
    const beside = await startBesideOlder()
    const before = await sendCode(beside)
    expect(before.code_hash).toMatch(/^[\da-f]{64}$/)
    // A nonce, a tag and an address, and no name of a key.
    expect(await placeOf(beside)).toHaveLength(12 + 16 + '127.0.0.1'.length)
    nowMs += 3 * minute
    await beside.stop()
    const alone = await start()
    // What was written before holds.
    expect(await before.verify(alone)).toBe('true')
    const { access_token } = await signIn(alone, { orgId: 1 })
    await doCall(alone, calls.mfaSendEmail, { query: { userID: 1 } }, access_token)
    const { code_hash } = await alone.db.kysely.selectFrom('mfa_code').select('code_hash').executeTakeFirstOrThrow()
    expect(code_hash).toMatch(/^\$argon2id\$/)
  })

  test('a code that it sent passes here, and so does one of our own', async () => {
    const beside = await startBesideOlder()
    expect(await (await sendCode(beside)).verify()).toBe('true')
    nowMs += 3 * minute
    await beside.stop()
    const alone = await start()
    const { access_token } = await signIn(alone, { orgId: 1 })
    await doCall(alone, calls.mfaSendEmail, { query: { userID: 1 } }, access_token)
    const code = /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? ''
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const verify = (one: string) =>
      doCall(alone, calls.postMfaVerify, { body: { userID: 1, code: one, mfaOption: 1 } }, access_token)
    expect([await verify(wrong), await verify(code), await verify(code)]).toEqual(['false', 'true', 'false'])
  })

  test('access tokens that it signed hold for as long as they would have, and none that came after it', async () => {
    const beside = await startBesideOlder(1)
    const world = await arrange(beside)
    const { access_token } = await signIn(beside, world)
    const { sub, sid } = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
    const claims = { sub, sid, adm: false }
    const given = Math.floor(nowMs / 1000)
    expect(await statusOf(beside, await older(beside, world, { ...claims, iat: given }))).toBe(200)
    expect(await statusOf(beside, await older(beside, world, { ...claims, iat: given + 1 }))).toBe(401)
    expect(await statusOf(beside, access_token)).toBe(200)
  })

  test('its sign of life is looked for again and again, until it gives none any more', async () => {
    const { db } = await startBesideOlder()
    const beatAt = (server_at: number, is_last = 0) =>
      db.kysely.updateTable('server_heartbeat').set({ server_at, is_last }).where('node', '=', 'older').execute()
    const older = createOlderNodes(db, { nowMs: () => nowMs })
    const areThere = async () => {
      await older.look()
      return older.areThere()
    }
    expect(older.areThere()).toBe(true)
    expect(await areThere()).toBe(true)
    nowMs += 5 * minute
    await beatAt(nowMs)
    expect(await areThere()).toBe(true)
    nowMs += 2 * minute
    expect(await areThere()).toBe(false)
    expect(older.lastMs()).toBe(nowMs)
    // One that was told to stop is gone at once; the newest of ours is none of them.
    const other = createOlderNodes(db, { nowMs: () => nowMs })
    await beatAt(nowMs, 1)
    await other.look()
    expect([other.areThere(), other.lastMs()]).toEqual([false, nowMs])
  })
})
