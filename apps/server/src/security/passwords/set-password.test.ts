import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailer, type Letter } from '../../mail/mailer.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, doCall, personOf, refusalIn, signIn, tryCall } from '../../testing/test-world.ts'

const minuteMs = 60_000

describe.each(bothDatabases)('a forgotten password on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let mail: MailServer
  let server: TestServer
  let learners = 0

  beforeAll(async () => {
    mail = await startMailServer()
    const config = { smtpUrl: mail.url, mailFrom: 'Exams <exams@one.example>' }
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config })
  })
  afterAll(async () => {
    await server.stop()
    await mail.stop()
  })

  /** A learner of their own organisation, so that no test counts another one's mails. */
  const arrangeLearner = async (more: object = {}, organisation: object = {}) => {
    learners += 1
    const orgId = 100 + learners
    const prefix = `o${orgId}`
    const person = { ...personOf(prefix, 'learner', 1), email: `l${orgId}@mail.example`, ...more }
    const details = { orgId, name: `Weavers & Sons ${orgId}`, urlToken: prefix, enableForgottenPassword: true, ...organisation }
    await arrange(server, { orgId, file: { people: [person], schedules: [], organisation: details } })
    return { orgId, email: `l${orgId}@mail.example` }
  }
  const forget = (orgID: number, logonID = 'learner') => doCall(server, calls.forgotPassword, { body: { logonID, orgID } })
  const check = (token: string) => doCall(server, calls.setPasswordTokenCheck, { params: { token } })
  const reset = (token: string, password: string) => doCall(server, calls.passwordReset, { body: { token, password } })
  const linkIn = (text = '') => /(https?:\/\/\S+?)\/(reset|user)\/(\S+?)\?(\S+)/.exec(text) ?? []
  const tokenFor = async ({ orgId, email }: { orgId: number; email: string }, count = 1) => {
    await forget(orgId)
    const mails = await mail.mailsTo(email, count)
    return linkIn(mails.at(-1)?.text)[3] ?? ''
  }

  test('a reset whose reply got lost is answered the same with its id, sets nothing anew, and is nobody else’s', async () => {
    const learner = await arrangeLearner()
    const token = await tokenFor(learner)
    const requestId = randomUUID()
    const again = (password: string, id?: string) =>
      doCall(server, calls.passwordReset, { body: { token, password, ...(id && { requestId: id }) } })
    expect(await again('Fresh-word-77', requestId)).toEqual({ resultCode: 0 })
    expect(await again('Fresh-word-77', requestId)).toEqual({ resultCode: 0 })
    expect(await again('Other-word-88', requestId)).toEqual({ resultCode: 3 })
    expect(await again('Fresh-word-77', randomUUID())).toEqual({ resultCode: 3 })
    expect(await again('Fresh-word-77')).toEqual({ resultCode: 3 })
    expect(await check(token)).toEqual({ resultCode: 3 })
    expect((await tryCall(server, calls.token, credentials(learner, 'learner', 'Fresh-word-77'))).status).toBe(200)
    nowMs += 3 * minuteMs
    expect(await again('Fresh-word-77', requestId)).toEqual({ resultCode: 3 })
  })

  // PASS-101 PASS-115 PASS-119 PASS-114 API-103 API-104 API-105 ENT-116 ENT-117 ENT-118 ERR-109
  test('is asked for, mailed as a link, and set: the old one signs in no more, the new one does', async () => {
    const learner = await arrangeLearner()
    const before = await signIn(server, learner)
    expect(await forget(learner.orgId)).toEqual({ resultCode: 0 })
    const [letter] = await mail.mailsTo(learner.email)
    expect(letter?.from?.address).toBe('exams@one.example')
    expect(letter?.subject).toContain(`Weavers & Sons ${learner.orgId}`)
    const [, origin, page, token = '', urlToken] = linkIn(letter?.text)
    expect([origin, page, urlToken]).toEqual(['http://localhost:0', 'reset', `o${learner.orgId}`])
    const passwordPolicy = { minCharacters: 8, needsDigit: false, needsBothCases: false, needsSign: false }
    const whose = { userFirstName: 'Ada', userLastName: 'Wood', logonID: 'learner' }
    expect(await check(token)).toEqual({ resultCode: 0, ...whose, passwordPolicy })
    expect(await reset(token, 'plum tree in rain')).toEqual({ resultCode: 0 })
    expect((await tryCall(server, calls.token, credentials(learner, 'learner'))).status).toBe(400)
    expect((await tryCall(server, calls.token, credentials(learner, 'learner', 'plum tree in rain'))).status).toBe(200)
    const old = await tryCall(server, calls.time, { query: { userGuid: before.UserGUID } }, before.access_token)
    expect(refusalIn(old)).toMatchObject({ status: 401, code: 'NO_AUTHORISATION' })
  })

  // PASS-115 PASS-118
  test('a link works once, for an hour, and a new one ends the one before', async () => {
    const learner = await arrangeLearner()
    const first = await tokenFor(learner)
    const second = await tokenFor(learner, 2)
    expect([await check(first), await reset(first, 'plum tree in rain')]).toEqual([{ resultCode: 3 }, { resultCode: 3 }])
    expect(await reset(second, 'plum tree in rain')).toEqual({ resultCode: 0 })
    expect([await check(second), await reset(second, 'another plum tree')]).toEqual([{ resultCode: 3 }, { resultCode: 3 }])
    const third = await tokenFor(learner, 3)
    nowMs += 61 * minuteMs
    expect([await check(third), await reset(third, 'another plum tree')]).toEqual([{ resultCode: 3 }, { resultCode: 3 }])
  })

  // PASS-114
  test('of two who use a link at once one sets the password', async () => {
    const token = await tokenFor(await arrangeLearner())
    const codes = await Promise.all(['plum tree in rain', 'pear tree in rain'].map((password) => reset(token, password)))
    expect(codes.map((one) => one.resultCode).sort()).toEqual([0, 3])
  })

  // PASS-118 ERR-109
  test('whoever is asked about, the answer is the same, and only who has an account and an email gets a mail', async () => {
    const learner = await arrangeLearner()
    const nobody = await arrangeLearner({ email: undefined })
    const suspended = await arrangeLearner({ suspended: true })
    const without = await arrangeLearner({}, { enableForgottenPassword: false })
    const before = mail.received.length
    const answers = [
      await forget(learner.orgId),
      await forget(learner.orgId, 'nobody'),
      await forget(nobody.orgId),
      await forget(suspended.orgId),
    ]
    expect(answers).toEqual(answers.map(() => ({ resultCode: 0 })))
    await mail.mailsTo(learner.email)
    // Of an organisation that has it switched off a page must not say that it mailed anything; nobody's account is told by that.
    for (const orgID of [without.orgId, 999_999])
      expect(refusalIn(await tryCall(server, calls.forgotPassword, { body: { logonID: 'learner', orgID } }))).toMatchObject({
        code: 'NOT_ALLOWED',
      })
    expect(mail.received.length).toBe(before + 1)
  })

  test('a mailbox is not flooded: three mails, then one every ten minutes', async () => {
    const learner = await arrangeLearner()
    for (const _ of [1, 2, 3]) await forget(learner.orgId)
    await mail.mailsTo(learner.email, 3)
    expect(await forget(learner.orgId)).toEqual({ resultCode: 0 })
    nowMs += 10 * minuteMs
    await forget(learner.orgId)
    expect(await mail.mailsTo(learner.email, 4)).toHaveLength(4)
  })

  // PASS-114
  test('a password that is short, common, a row or the user name is refused, and the link still works', async () => {
    const token = await tokenFor(await arrangeLearner())
    for (const password of ['', 'short', 'Password', '12345678', 'aaaaaaaaaa', 'my-learner-name', 'x'.repeat(10_000)])
      expect(await reset(token, password), password.slice(0, 20)).toMatchObject({ resultCode: 1 })
    expect(await reset(token, 'كلمة سر طويلة 😀')).toEqual({ resultCode: 0 })
  })

  test('an organisation may ask for more', async () => {
    const passwordPolicy = { minCharacters: 12, needsDigit: true, needsBothCases: true, needsSign: true }
    const token = await tokenFor(await arrangeLearner({}, { passwordPolicy }))
    for (const password of ['Plum-tree-1', 'plum-tree-in-rain-1', 'Plum-tree-in-rain', 'PlumTreeInRain1'])
      expect(await reset(token, password), password).toMatchObject({ resultCode: 1, reasons: [expect.any(String)] })
    expect(await reset(token, 'Plum-tree-in-rain-1')).toEqual({ resultCode: 0 })
  })

  test('the letter is in the language of its reader, in the words of the organisation where it has some', async () => {
    const arabic = await arrangeLearner({ languageId: 2 })
    await forget(arabic.orgId)
    const [letter] = await mail.mailsTo(arabic.email)
    expect(letter?.text).toContain('كلمة مرور')
    expect(letter?.text).toContain('/reset/')
    const orgId = arabic.orgId + 1
    const texts = [
      { id: 'MAIL_RESET_SUBJECT', languageId: 1, text: 'Key for {name}\r\nBcc: x@evil.example' },
      { id: 'MAIL_RESET_TEXT', languageId: 1, text: '{username}: {link} {unknown}' },
    ]
    const people = [{ ...personOf(`o${orgId}`, 'learner', 1), firstName: '{link}', email: `l${orgId}@mail.example` }]
    const organisation = { orgId, name: 'Red', urlToken: `o${orgId}`, enableForgottenPassword: true, hosts: ['red.example'] }
    learners += 1
    await arrange(server, { orgId, file: { people, schedules: [], organisation, messages: texts } })
    await forget(orgId)
    const [own] = await mail.mailsTo(`l${orgId}@mail.example`)
    expect(own?.subject).toBe('Key for {link} Bcc: x@evil.example')
    expect(own?.bcc).toBeUndefined()
    expect(own?.text).toMatch(/^learner: https:\/\/red\.example\/reset\/\S+\?o\d+ \{unknown\}\n$/)
  })

  test('no token of a link stands in the database, and a link is made from no header of a request', async () => {
    const learner = await arrangeLearner()
    await fetch(`${server.origin}/${calls.forgotPassword.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
      body: JSON.stringify({ logonID: 'learner', orgID: learner.orgId }),
    })
    const [letter] = await mail.mailsTo(learner.email)
    expect(letter?.text).not.toContain('evil.example')
    const rows = await server.db.kysely.selectFrom('personal_token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(linkIn(letter?.text)[3]?.split('.')[1])
  })

  test('a mail server that takes nothing changes no answer', async () => {
    const learner = await arrangeLearner()
    mail.refuse(true)
    expect(await forget(learner.orgId)).toEqual({ resultCode: 0 })
    mail.refuse(false)
  })

  test('nothing else is a token of a link', async () => {
    const { access_token } = await signIn(server, await arrangeLearner())
    for (const token of ['x', '1.x', access_token.slice(0, 400), '../../x', 'ء'.repeat(50), '%00'])
      expect((await check(encodeURIComponent(token))).resultCode, token).toBe(3)
  })
})

// PASS-118
test('the answer does not wait for the mail, nor for finding out whether there is an account', async () => {
  const sent: Letter[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const mailer = {
    send: async (letter: Letter) => {
      await released
      sent.push(letter)
    },
    close: () => {},
  }
  const server = await startTestServer({ database: 'sqlite', mailer })
  const organisation = { orgId: 1, name: 'Red', urlToken: 'red', enableForgottenPassword: true }
  await arrange(server, { file: { organisation } })
  const body = { logonID: 'learner', orgID: 1 }
  expect(await doCall(server, calls.forgotPassword, { body })).toEqual({ resultCode: 0 })
  expect(sent).toEqual([])
  release()
  await server.stop()
  expect(sent.map((letter) => letter.to)).toEqual(['ada@example.org'])
})

test('without a mail server, mails are files in the data folder, for the owner alone', async () => {
  const { mkdtemp, readdir, readFile, rm, stat } = await import('node:fs/promises')
  const { join } = await import('node:path')
  const { tmpdir } = await import('node:os')
  const dataFolder = await mkdtemp(join(tmpdir(), 'sitwell-mails-'))
  const mailer = createMailer({ smtpUrl: undefined, mailFrom: 'a@b.example', dataFolder }, { nowMs: () => 0 })
  await mailer.send({ to: '../../x@c.example', subject: 'Hello', text: 'سلام' })
  const [name = ''] = await readdir(join(dataFolder, 'mails'))
  const path = join(dataFolder, 'mails', name)
  expect(await readFile(path, 'utf8')).toMatch(/^From: a@b\.example\nTo: .*\nDate: 1970.*\nSubject: Hello\n\nسلام\n$/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await rm(dataFolder, { recursive: true })
})
