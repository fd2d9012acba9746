import { calls } from '@sitwell/contract'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Letter } from '../../mail/mailer.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, doCall, personOf, refusalIn, signIn, tryCall } from '../../testing/test-world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe.each(bothDatabases)('the second step on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  let last = 100
  const sent: Letter[] = []
  const texts: { to: string; text: string }[] = []
  let mailIsDown = false

  beforeAll(async () => {
    const mailer = {
      send: async (letter: Letter) => {
        if (mailIsDown) throw new Error('no mail server')
        sent.push(letter)
      },
      close: () => {},
    }
    const textMessages = { send: async (message: { to: string; text: string }) => void texts.push(message) }
    server = await startTestServer({
      database,
      clock: { nowMs: () => nowMs },
      mailer,
      textMessages,
      config: { logLevel: 'silent' },
    })
  })
  afterAll(() => server.stop())

  /** An organisation of its own with a learner and an administrator who have to pass the second step. */
  const arrangeOne = async (settings: Record<string, string> = {}, more: object = {}) => {
    last += 1
    const prefix = `o${last}`
    const learner = {
      ...personOf(prefix, 'learner', 1),
      email: `${prefix}@mail.example`,
      phone: '+44 1632 960961',
      mfaRequired: true,
    }
    const people = [{ ...learner, ...more }, personOf(prefix, 'other', 2), { ...personOf(prefix, 'admin', 3), admin: true }]
    await arrange(server, { orgId: last, file: { people, schedules: [], settings } })
    return { orgId: last, email: `${prefix}@mail.example`, guid: `${prefix}-learner` }
  }
  type One = Awaited<ReturnType<typeof arrangeOne>>
  const userID = 1
  const verify = (token: string, code: string, mfaOption = 3) =>
    // With the code in the body; the documents' own call is tried below.
    doCall(server, calls.postMfaVerify, { body: { userID, code, mfaOption } }, token)
  const codeOf = (secret: string, atMs = nowMs) => generate({ secret, epoch: Math.floor(atMs / 1000) })
  const timeOf = (one: One, token: string) => tryCall(server, calls.time, { query: { userGuid: one.guid } }, token)
  const lastCodeTo = (email: string) => /\d{6}/.exec(sent.findLast((letter) => letter.to === email)?.text ?? '')?.[0] ?? ''
  const qrCode = (token: string) => doCall(server, calls.mfaQrCode, { query: { userID } }, token)
  /** The learner with an app that is set up; a minute later, when its first code has gone by. */
  const withApp = async (settings: Record<string, string> = {}, more: object = {}) => {
    const one = await arrangeOne(settings, more)
    const { access_token } = await signIn(server, one)
    const { secret } = await qrCode(access_token)
    expect(await verify(access_token, await codeOf(secret))).toBe('true')
    nowMs += minuteMs
    return { ...one, secret, access_token }
  }

  // MFA-101 MFA-116 API-111 API-112 ENT-119
  test('is asked for after the password; the app is set up with its secret, and its first code opens the rest', async () => {
    const one = await arrangeOne()
    const reply = await signIn(server, one)
    expect(reply).toMatchObject({ MfaRequired: true, MfaOption: 0 })
    expect(refusalIn(await timeOf(one, reply.access_token))).toMatchObject({ status: 403, code: 'MFA_REQUIRED' })
    const { secret, url } = await qrCode(reply.access_token)
    expect(url).toMatch(/^otpauth:\/\/totp\//)
    expect(new URL(url).searchParams.get('secret')).toBe(secret)
    expect(await qrCode(reply.access_token)).toEqual({ secret, url })
    const answer = await tryCall(
      server,
      calls.mfaVerify,
      { query: { userID, code: await codeOf(secret), mfaOption: 3 } },
      reply.access_token,
    )
    expect([answer.text, answer.headers.get('content-type')]).toEqual(['true', 'text/plain; charset=utf-8'])
    expect((await timeOf(one, reply.access_token)).status).toBe(200)
    expect(await signIn(server, one)).toMatchObject({ MfaRequired: true, MfaOption: 3 })
  })

  // MFA-116
  test('a wrong code, letters, and a code long past answer false and open nothing', async () => {
    const one = await withApp()
    const { access_token } = await signIn(server, one)
    const right = await codeOf(one.secret)
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    const late = await codeOf(one.secret, nowMs - 5 * minuteMs)
    for (const code of [wrong, 'abcdef', '', '0', '١', late, 'x'.repeat(200)])
      expect(await verify(access_token, code), code).toBe('false')
    expect((await timeOf(one, access_token)).status).toBe(403)
    expect(await verify(access_token, right)).toBe('true')
  })

  test('a refresh passes no second step: the session stays pending until a code is right', async () => {
    const one = await withApp()
    const first = await signIn(server, one)
    const body = { client_id: 'p', grant_type: 'refresh_token' as const, refresh_token: first.refresh_token }
    const second = await doCall(server, calls.token, { body })
    expect(second.MfaRequired).toBe(true)
    expect((await timeOf(one, second.access_token)).status).toBe(403)
    expect(await verify(second.access_token, await codeOf(one.secret))).toBe('true')
    expect((await timeOf(one, first.access_token)).status).toBe(200)
  })

  test('a code of the app is accepted once: a second device that reads it over a shoulder is too late', async () => {
    const one = await withApp()
    const code = await codeOf(one.secret)
    const first = await signIn(server, one)
    expect(await verify(first.access_token, code)).toBe('true')
    const second = await signIn(server, one)
    expect(await verify(second.access_token, code)).toBe('false')
    expect(await verify(second.access_token, await codeOf(one.secret, nowMs - 30_000))).toBe('false')
    expect(await verify(second.access_token, await codeOf(one.secret, nowMs + 30_000))).toBe('true')
  })

  test('of two that send the same code at once one passes', async () => {
    const one = await withApp()
    const { access_token } = await signIn(server, one)
    const code = await codeOf(one.secret)
    const answers = await Promise.all([1, 2, 3].map(() => verify(access_token, code)))
    expect(answers.sort()).toEqual(['false', 'false', 'true'])
  })

  test('once it is set up, the secret of the app is told to nobody, and no other way stands in for it', async () => {
    const one = await withApp({ 'MFA Providers': 'app,email,textmessage' })
    const { access_token } = await signIn(server, one)
    for (const call of [calls.mfaQrCode, calls.mfaSendEmail, calls.mfaSendTextMessage])
      expect(refusalIn(await tryCall(server, call, { query: { userID } }, access_token))).toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await verify(access_token, await codeOf(one.secret), 1)).toBe('false')
    const rows = await server.db.kysely.selectFrom('mfa').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(one.secret)
  })

  // MFA-108 MFA-130 API-113 ENT-120
  test('by email: a code that works once, in the session that asked for it, for ten minutes', async () => {
    const one = await arrangeOne({ 'MFA Providers': 'email' })
    const first = await signIn(server, one)
    const ask = (token: string) => doCall(server, calls.mfaSendEmail, { query: { userID } }, token)
    expect(await ask(first.access_token)).toEqual({ email: true })
    const code = lastCodeTo(one.email)
    const other = await signIn(server, one)
    expect(await verify(other.access_token, code, 1)).toBe('false')
    expect(await ask(other.access_token)).toEqual({ email: true })
    expect(await verify(other.access_token, code, 1)).toBe('false')
    nowMs += 11 * minuteMs
    expect(await verify(other.access_token, lastCodeTo(one.email), 1)).toBe('false')
    await ask(other.access_token)
    const good = lastCodeTo(one.email)
    expect(await verify(other.access_token, good, 2)).toBe('false')
    expect(await verify(other.access_token, good, 1)).toBe('true')
    expect(await verify(other.access_token, good, 1)).toBe('false')
    expect(await signIn(server, one)).toMatchObject({ MfaRequired: true, MfaOption: 1 })
    // Column by column: six digits may stand within a hash, or a time.
    const rows = await server.db.kysely.selectFrom('mfa_code').selectAll().execute()
    expect(rows.flatMap((row) => Object.values(row).map(String))).not.toContain(good)
  })

  test('a code is stored as a slow hash over its fingerprint', async () => {
    const one = await arrangeOne({ 'MFA Providers': 'email' })
    const { access_token } = await signIn(server, one)
    await doCall(server, calls.mfaSendEmail, { query: { userID } }, access_token)
    const { code_hash } = await server.db.kysely
      .selectFrom('mfa_code')
      .select('code_hash')
      .where('org_id', '=', one.orgId)
      .executeTakeFirstOrThrow()
    expect(code_hash).toMatch(/^\$argon2id\$/)
    expect(await verify(access_token, lastCodeTo(one.email), 1)).toBe('true')
  })

  test('five wrong tries end a code that was sent, and codes are not sent without end', async () => {
    const one = await arrangeOne({ 'MFA Providers': 'email' })
    const { access_token } = await signIn(server, one)
    const ask = () => tryCall(server, calls.mfaSendEmail, { query: { userID } }, access_token)
    await ask()
    const code = lastCodeTo(one.email)
    const wrong = code === '111111' ? '222222' : '111111'
    for (const _ of [1, 2, 3, 4, 5]) expect(await verify(access_token, wrong, 1)).toBe('false')
    expect(await verify(access_token, code, 1)).toBe('false')
    for (const _ of [2, 3, 4, 5]) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refusalIn(refused)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  // MFA-108
  test('by text message, through the provider', async () => {
    const one = await arrangeOne({ 'MFA Providers': 'textmessage,email' })
    const { access_token } = await signIn(server, one)
    expect(await doCall(server, calls.mfaSendTextMessage, { query: { userID } }, access_token)).toEqual({ textMessage: true })
    const message = texts.at(-1)
    expect(message?.to).toBe('+44 1632 960961')
    const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
    expect(await verify(access_token, code, 1)).toBe('false')
    await doCall(server, calls.mfaSendTextMessage, { query: { userID } }, access_token)
    expect(await verify(access_token, /\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '', 2)).toBe('true')
    expect(await signIn(server, one)).toMatchObject({ MfaOption: 2 })
  })

  // API-113 ENT-120
  test('a mail that nobody takes, or that has no address, is told as not sent', async () => {
    const one = await arrangeOne({ 'MFA Providers': 'email,textmessage' }, { phone: undefined })
    const { access_token } = await signIn(server, one)
    mailIsDown = true
    expect(await doCall(server, calls.mfaSendEmail, { query: { userID } }, access_token)).toEqual({ email: false })
    mailIsDown = false
    // Who has no phone is offered no text message, and gets none by asking.
    const asked = await tryCall(server, calls.mfaSendTextMessage, { query: { userID } }, access_token)
    expect(refusalIn(asked)).toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await signIn(server, one)).toMatchObject({ HasPhone: false })
  })

  test('wrong codes are limited over all sessions, also those that come together, and never for good', async () => {
    const one = await withApp()
    const { access_token } = await signIn(server, one)
    const right = await codeOf(one.secret)
    const wrong = String((Number(right) + 7) % 1_000_000).padStart(6, '0')
    const typed = { userID, code: wrong, mfaOption: 3 }
    const together = Array.from({ length: 14 }, () => tryCall(server, calls.mfaVerify, { query: typed }, access_token))
    const statuses = (await Promise.all(together)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)])
    const again = await signIn(server, one)
    const query = { userID, code: right, mfaOption: 3 }
    const refused = await tryCall(server, calls.mfaVerify, { query }, again.access_token)
    expect(refusalIn(refused)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    nowMs += 3 * minuteMs
    expect(await verify(again.access_token, await codeOf(one.secret))).toBe('true')
  })

  // API-114
  test('a reset before the step is passed needs the code of a mail: the password alone resets nothing', async () => {
    const one = await withApp()
    const { access_token } = await signIn(server, one)
    const reset = (code?: string) =>
      doCall(server, calls.postMfaReset, { body: { userID, ...(code && { code }) } }, access_token)
    expect(await reset()).toEqual({ reset: false, confirmation: 'email' })
    const code = lastCodeTo(one.email)
    expect(await verify(access_token, code, 1)).toBe('false')
    expect(await reset(code === '111111' ? '222222' : '111111')).toEqual({ reset: false, confirmation: 'email' })
    expect(await reset('letters')).toEqual({ reset: false, confirmation: 'email' })
    expect(await signIn(server, one)).toMatchObject({ MfaOption: 3 })
  })

  // API-114
  test('with that code it is back at its setup, where a new app is set up; the old one passes no more', async () => {
    const one = await withApp()
    const { access_token } = await signIn(server, one)
    const reset = (code?: string) => doCall(server, calls.mfaReset, { query: { userID, ...(code && { code }) } }, access_token)
    await reset()
    expect(await reset(lastCodeTo(one.email))).toEqual({ reset: true })
    expect((await timeOf(one, access_token)).status).toBe(403)
    const { secret } = await qrCode(access_token)
    expect(secret).not.toBe(one.secret)
    expect(await verify(access_token, await codeOf(one.secret))).toBe('false')
    expect(await verify(access_token, await codeOf(secret))).toBe('true')
  })

  test('without an email, or where the organisation wants it so, an administrator resets it', async () => {
    for (const [settings, more] of [
      [{}, { email: undefined }],
      [{ MfaReset: 'administrator' }, {}],
    ] as const) {
      const one = await withApp(settings, more)
      const { access_token } = await signIn(server, one)
      const query = { userID }
      expect(await doCall(server, calls.mfaReset, { query }, access_token)).toEqual({
        reset: false,
        confirmation: 'administrator',
      })
      const other = await signIn(server, one, 'other')
      expect(refusalIn(await tryCall(server, calls.mfaReset, { query }, other.access_token))).toMatchObject({
        code: 'NOT_ALLOWED',
      })
      const admin = await signIn(server, one, 'admin')
      expect(await doCall(server, calls.mfaReset, { query }, admin.access_token)).toEqual({ reset: true })
      expect(await signIn(server, one)).toMatchObject({ MfaOption: 0 })
    }
  })

  // API-114
  test('whoever has passed it resets their own by their password, which a browser left open does not tell', async () => {
    const one = await withApp()
    const proven = { reset: false, confirmation: 'password' }
    expect(await doCall(server, calls.mfaReset, { query: { userID } }, one.access_token)).toEqual(proven)
    const reset = (password?: string) =>
      doCall(server, calls.postMfaReset, { body: { userID, ...(password !== undefined && { password }) } }, one.access_token)
    const { password } = credentials(one, 'learner').body
    for (const wrong of [undefined, '', 'nobody-has-this', `${password} `]) expect(await reset(wrong)).toEqual(proven)
    expect(await reset(password)).toEqual({ reset: true })
    expect(await signIn(server, one)).toMatchObject({ MfaRequired: true, MfaOption: 0 })
  })

  test('guessing that password is counted as a sign-in is', async () => {
    const one = await withApp()
    const guess = () => tryCall(server, calls.postMfaReset, { body: { userID, password: 'a guess' } }, one.access_token)
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  test('a remembered device passes without a code until it expires; nobody else by it, and not after a reset', async () => {
    const one = await withApp({ MfaRememberMeDays: '7' })
    const { deviceToken, expiresAt } = await doCall(server, calls.mfaRemember, { body: { userID } }, one.access_token)
    expect(Date.parse(expiresAt)).toBe(nowMs + 7 * dayMs)
    const withDevice = (world: { orgId: number }, username = 'learner') =>
      doCall(server, calls.token, { body: { ...credentials(world, username).body, mfaDeviceToken: deviceToken } })
    const reply = await withDevice(one)
    expect(reply).toMatchObject({ MfaRequired: false, MfaOption: 3 })
    expect((await timeOf(one, reply.access_token)).status).toBe(200)
    expect(await withDevice(await arrangeOne())).toMatchObject({ MfaRequired: true })
    const again = await tryCall(server, calls.mfaRemember, { body: { userID } }, reply.access_token)
    expect(refusalIn(again)).toMatchObject({ code: 'NOT_ALLOWED' })
    nowMs += 7 * dayMs + 1
    expect(await withDevice(one)).toMatchObject({ MfaRequired: true })
    expect(JSON.stringify(await server.db.kysely.selectFrom('mfa_device').selectAll().execute())).not.toContain(deviceToken)
  })

  test('a device of another person of the organisation is not theirs, and a reset forgets all devices', async () => {
    const one = await withApp({ MfaRequired: '1' })
    const { deviceToken } = await doCall(server, calls.mfaRemember, { body: { userID } }, one.access_token)
    const withDevice = (username: string) =>
      doCall(server, calls.token, { body: { ...credentials(one, username).body, mfaDeviceToken: deviceToken } })
    expect(await withDevice('other')).toMatchObject({ MfaRequired: true })
    expect(await withDevice('learner')).toMatchObject({ MfaRequired: false })
    const { access_token } = await withDevice('learner')
    const { password } = credentials(one, 'learner').body
    await doCall(server, calls.postMfaReset, { body: { userID, password } }, access_token)
    expect(await withDevice('learner')).toMatchObject({ MfaRequired: true })
  })

  test('no device is remembered before a code, long after it, or where the organisation wants none', async () => {
    const remember = (token: string) => tryCall(server, calls.mfaRemember, { body: { userID } }, token)
    const never = await withApp({ MfaRememberMeDays: '0' })
    expect(refusalIn(await remember(never.access_token))).toMatchObject({ code: 'NOT_ALLOWED' })
    const one = await withApp()
    nowMs += 10 * minuteMs
    expect(refusalIn(await remember(one.access_token))).toMatchObject({ code: 'NOT_ALLOWED' })
    const { access_token } = await signIn(server, one)
    expect(refusalIn(await remember(access_token))).toMatchObject({ code: 'MFA_REQUIRED' })
  })

  test('an organisation may ask everybody; whom nobody asks signs in without', async () => {
    const one = await arrangeOne({ MfaRequired: 'true' })
    expect(await signIn(server, one, 'other')).toMatchObject({ MfaRequired: true })
    expect(await signIn(server, await arrangeOne(), 'other')).toMatchObject({ MfaRequired: false })
  })

  test('nobody passes the second step of another', async () => {
    const one = await withApp()
    const { access_token } = await signIn(server, one, 'other')
    const code = await codeOf(one.secret)
    const refused = await tryCall(server, calls.mfaVerify, { query: { userID, code, mfaOption: 3 } }, access_token)
    expect(refusalIn(refused)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  })
})
