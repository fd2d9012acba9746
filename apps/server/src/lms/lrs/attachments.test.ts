import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { makeCertificate } from '../../testing/make-certificate.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { auOf, cmi5Zip, startAu, structureOf } from '../../testing/test-cmi5.ts'
import { coursesOf, giveCourseFrom } from '../../testing/test-course.ts'
import { arrange, doCall, signIn } from '../../testing/test-world.ts'

type Au = Awaited<ReturnType<typeof startAu>>

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const attached = (text: string, more: object = {}) => ({
  ...{
    usageType: 'https://x.example/u',
    display: { en: 'A note' },
    contentType: 'text/plain',
    length: Buffer.byteLength(text),
  },
  sha2: sha256(text),
  ...more,
})
const boundary = 'the-end-of-a-part'
const part = (headers: Readonly<Record<string, string>>, text: string) =>
  `--${boundary}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${text}\r\n`
const json = (value: unknown) => part({ 'Content-Type': 'application/json' }, JSON.stringify(value))
const bytes = (text: string, more: Readonly<Record<string, string>> = {}) =>
  part(
    { 'Content-Type': 'text/plain', 'Content-Transfer-Encoding': 'binary', 'X-Experience-API-Hash': sha256(text), ...more },
    text,
  )
const idsIn = (text: string) => (JSON.parse(text) as { statements: { id: string }[] }).statements.map(({ id }) => id)

describe.each(bothDatabases)('what statements carry and point at, on %s', (database) => {
  let server: TestServer
  let au: Au
  let other: Au
  const at = { nowMs: Date.parse('2026-11-23T10:00:00Z') }

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs } })
  })
  /** The packages of tests go with them. */
  let isGiven = false
  beforeEach(async () => {
    if (isGiven) return
    isGiven = true
    const world = await arrange(server, { orgId: 1, everyone: true })
    await giveCourseFrom(server, 1, await cmi5Zip(structureOf(auOf('one', 'moveOn="Passed"'))), ['learner', 'other'])
    const launch = async (name: string) => {
      const { access_token: token, UserGUID } = await signIn(server, world, name)
      const [course] = await coursesOf(server, UserGUID, token)
      const params = { attemptId: course?.ScoAttempts[0]?.attemptId ?? 0 }
      const started = await startAu((await doCall(server, calls.cmi5Launch, { params, body: {} }, token)).launch.address)
      await started.say('initialized', at.nowMs)
      return started
    }
    au = await launch('learner')
    other = await launch('other')
  })
  afterAll(() => server.stop())

  const multipart = { 'content-type': `multipart/mixed; boundary="${boundary}"` }
  const post = (who: Au, body: string, headers: object = multipart) => who.ask('POST', 'statements', { body, headers })
  const end = `--${boundary}--\r\n`
  const statementWith = (more: Record<string, unknown> = {}) => au.statementOf('experienced', at.nowMs, more)

  test('the bytes of an attachment come back as they were, with the statements that are asked for', async () => {
    const text = 'knot\r\n--and \u0000 loop ä'
    const statement = statementWith({ attachments: [attached(text)] })
    expect((await post(au, json(statement) + bytes(text) + end)).status).toBe(200)
    const query = { statementId: statement.id, attachments: 'true' }
    const found = await au.ask('GET', 'statements', { query })
    expect(found.headers.get('content-type')).toMatch(/^multipart\/mixed; boundary=/)
    expect(found.text).toContain(`X-Experience-API-Hash: ${sha256(text)}\r\n\r\n${text}\r\n--`)
    expect(found.text).toContain('Content-Type: text/plain\r\nContent-Transfer-Encoding: binary')
    expect(JSON.parse((await au.ask('GET', 'statements', { query: { statementId: statement.id } })).text)).toMatchObject({
      id: statement.id,
    })
    const listed = await au.ask('GET', 'statements', { query: { attachments: 'true', limit: '1' } })
    expect(listed.text.split(sha256(text)).length).toBe(3)
  })

  test('one that is sent again is there once, and two statements may carry the same bytes', async () => {
    const one = statementWith({ attachments: [attached('rope')] })
    const two = statementWith({ attachments: [attached('rope')] })
    const body = json([one, two]) + bytes('rope') + end
    expect([(await post(au, body)).status, (await post(au, body)).status]).toEqual([200, 200])
    const rows = await server.db.kysely
      .selectFrom('xapi_attachment')
      .select('number')
      .where('sha2', '=', sha256('rope'))
      .execute()
    expect(rows).toHaveLength(2)
  })

  test.each<[string, () => string]>([
    [
      'bytes of another hash',
      () => json(statementWith({ attachments: [attached('a')] })) + bytes('b', { 'X-Experience-API-Hash': sha256('a') }) + end,
    ],
    ['bytes that no statement names', () => json(statementWith()) + bytes('a') + end],
    ['an attachment without its bytes', () => json(statementWith({ attachments: [attached('a')] })) + end],
    [
      'another length than was said',
      () => json(statementWith({ attachments: [attached('a', { length: 2 })] })) + bytes('a') + end,
    ],
    [
      'a part without a hash',
      () => json(statementWith({ attachments: [attached('a')] })) + part({ 'Content-Type': 'text/plain' }, 'a') + end,
    ],
    [
      'another encoding than binary',
      () => json(statementWith({ attachments: [attached('a')] })) + bytes('a', { 'Content-Transfer-Encoding': 'base64' }) + end,
    ],
    ['statements that come last', () => bytes('a') + json(statementWith({ attachments: [attached('a')] })) + end],
    ['no end', () => json(statementWith())],
    ['no part', () => end],
    ['a header that is none', () => `--${boundary}\r\nnonsense\r\n\r\n{}\r\n${end}`],
    ['no boundary in it', () => 'nothing'],
  ])('a body with %s is refused, and nothing of it is kept', async (_, body) => {
    const before = await au.ask('GET', 'statements', { query: { limit: '1' } })
    expect((await post(au, body())).status).toBe(400)
    expect((await au.ask('GET', 'statements', { query: { limit: '1' } })).text).toBe(before.text)
  })

  test('a boundary that is missing, and a body that is too large', async () => {
    expect((await post(au, json(statementWith()) + end, { 'content-type': 'multipart/mixed' })).status).toBe(400)
    const large = 'x'.repeat(17 * 1024 * 1024)
    expect((await post(au, large)).status).toBe(413)
  })

  describe('signed', () => {
    const usageType = 'http://adlnet.gov/expapi/attachments/signature'
    const [own, foreign] = [
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ]
    const certificate = makeCertificate(own.publicKey, own.privateKey)
    const part64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const withKey = (head: object, payload: unknown, key = own.privateKey, digest = 'sha256') => {
      const text = `${part64(head)}.${part64(payload)}`
      return `${text}.${sign(digest, Buffer.from(text), key).toString('base64url')}`
    }
    const head = { alg: 'RS256', x5c: [certificate] }
    const signedBy = <T extends object>(statement: T, signature: string, more: object = {}) => {
      const named = attached(signature, { usageType, contentType: 'application/octet-stream', ...more })
      const { attachments = [] } = statement as { readonly attachments?: readonly object[] }
      return { ...statement, attachments: [...attachments, named] }
    }

    test('a statement is taken whose signature is of it, with the certificate or without, and goes out as it came', async () => {
      for (const [header, digest] of [
        [head, 'sha256'],
        [{ ...head, alg: 'RS512' }, 'sha512'],
        [{ alg: 'RS384' }, 'sha384'],
      ] as const) {
        const statement = statementWith()
        const signature = withKey(header, statement, own.privateKey, digest)
        expect((await post(au, json(signedBy(statement, signature)) + bytes(signature) + end)).status, header.alg).toBe(200)
        const query = { statementId: statement.id, attachments: 'true' }
        expect((await au.ask('GET', 'statements', { query })).text).toContain(signature)
      }
      // What else it carries was signed with it; in which order its properties came, says nothing.
      const statement = statementWith({ attachments: [attached('rope')] })
      const turned = Object.fromEntries(Object.entries(statement).reverse())
      const signature = withKey(head, turned)
      const body = json(signedBy(statement, signature)) + bytes('rope') + bytes(signature) + end
      expect((await post(au, body)).status).toBe(200)
    })

    type Broken = (statement: Record<string, unknown>) => string
    test.each<[string, Broken, object?]>([
      ['that another key made', (one) => withKey(head, one, foreign.privateKey)],
      ['that was changed', (one) => withKey(head, one).replace(/.{6}$/, 'AAAAAA')],
      ['of another result', (one) => withKey(head, { ...one, result: { success: true } })],
      ['of another id', (one) => withKey(head, { ...one, id: randomUUID() })],
      ['of another moment', (one) => withKey(head, { ...one, timestamp: '2026-11-23T09:00:00Z' })],
      ['of what carries more', (one) => withKey(head, { ...one, attachments: [attached('more')] })],
      ['of no statement', () => withKey(head, { verb: 'did' })],
      ['without an algorithm', (one) => `${part64({ alg: 'none' })}.${part64(one)}.AA`],
      ['of a shared secret', (one) => `${part64({ alg: 'HS256' })}.${part64(one)}.AA`],
      ['of a property that every object has', (one) => `${part64({ alg: 'constructor' })}.${part64(one)}.AA`],
      ['with an unknown demand', (one) => withKey({ ...head, crit: ['exp'], exp: 1 }, one)],
      ['with a certificate that is none', (one) => withKey({ alg: 'RS256', x5c: ['AAAA'] }, one)],
      ['without a certificate in its list', (one) => withKey({ alg: 'RS256', x5c: [] }, one)],
      ['in two parts', (one) => withKey(head, one).split('.').slice(0, 2).join('.')],
      ['that is no text of its form', () => 'a b.c d.e f'],
      ['whose header is no JSON', (one) => `AAAA.${part64(one)}.AA`],
      ['of another media type', (one) => withKey(head, one), { contentType: 'text/plain' }],
    ])('a signature %s is refused, and its statement is not kept', async (_, make, more = {}) => {
      const statement = statementWith()
      const signature = make(statement)
      expect((await post(au, json(signedBy(statement, signature, more)) + bytes(signature) + end)).status).toBe(400)
      expect((await au.ask('GET', 'statements', { query: { statementId: statement.id } })).status).toBe(404)
    })

    test('a signature without its bytes can not be looked at, wherever they are said to be', async () => {
      const statement = statementWith()
      const signed = signedBy(statement, withKey(head, statement), { fileUrl: 'https://x.example/signature' })
      expect((await au.put(signed)).status).toBe(400)
    })
  })

  test('naming the hash of what somebody else attached does not give it out', async () => {
    await post(au, json(statementWith({ attachments: [attached('secret')] })) + bytes('secret') + end)
    const claim = other.statementOf('experienced', at.nowMs, {
      attachments: [attached('secret', { fileUrl: 'https://x.example/f' })],
    })
    expect((await other.put(claim)).status).toBe(204)
    const found = await other.ask('GET', 'statements', { query: { statementId: claim.id, attachments: 'true' } })
    expect(found.text).not.toContain('Content-Transfer-Encoding')
  })

  test('a filter finds what points at a statement that it finds, over any number of steps and in whatever order they came', async () => {
    const pointing = (id: string, own = randomUUID()) => statementWith({ id: own, object: { objectType: 'StatementRef', id } })
    const base = statementWith({ object: { id: 'https://x.example/pointed' } })
    const second = pointing(base.id)
    const third = pointing(second.id)
    // The last one first: what it points at comes later.
    for (const one of [third, second, base]) expect((await au.put(one)).status).toBe(204)
    const find = async (query: Record<string, string>) =>
      idsIn((await au.ask('GET', 'statements', { query: { ascending: 'true', ...query } })).text)
    expect(await find({ activity: 'https://x.example/pointed' })).toEqual([third.id, second.id, base.id])
    expect(await find({ activity: 'https://x.example/pointed', limit: '2' })).toEqual([third.id, second.id])
    expect(await find({ activity: 'https://x.example/pointed', verb: 'https://verbs.example/other' })).toEqual([])
    at.nowMs += 1000
    const late = pointing(base.id)
    await au.put(late)
    const since = new Date(at.nowMs - 1).toISOString()
    // Moments are those of the statement that points, never of the one that it points at.
    expect(await find({ activity: 'https://x.example/pointed', since })).toEqual([late.id])
    const round = [randomUUID(), randomUUID()] as const
    await au.put(pointing(round[1], round[0]))
    await au.put(pointing(round[0], round[1]))
    expect(await find({ activity: 'https://x.example/pointed', since })).toEqual([late.id])
  })

  test('pointing at a statement of somebody else tells nothing of it', async () => {
    const theirs = statementWith({ object: { id: 'https://x.example/private' } })
    await au.put(theirs)
    await other.put(other.statementOf('experienced', at.nowMs, { object: { objectType: 'StatementRef', id: theirs.id } }))
    const found = await other.ask('GET', 'statements', { query: { activity: 'https://x.example/private' } })
    expect(idsIn(found.text)).toEqual([])
  })
})
