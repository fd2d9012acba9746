import { calls } from '@sitwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Letter, Mailer } from '../mail/mailer.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { applyRetention, readRetention } from '../privacy/retention.ts'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { openOffice } from '../testing/open-office.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { countOrganisations } from '../testing/test-world.ts'
import { sendingMs } from './mail-rules.ts'
import { readMailQueue } from './queue-standing.ts'
import { isReleaseMailed, queueReleaseMails, stopReleaseMails } from './release-mails.ts'
import { sendMails } from './send-mails.ts'

/** How often a mail is tried before somebody has to look at it. */
const mostTries = 8

const minuteMs = 60_000

describe.each(bothDatabases)('mails about results on %s', (database) => {
  const { clock, pass } = createTestClock()
  const nextOrgId = countOrganisations()
  let server: TestServer
  let desk: DeliveryDesk
  let deliveryId: string
  let sent: Letter[]
  let refusing: ((letter: Letter) => Error | undefined) | undefined

  const mailer: Mailer = {
    send: async (letter) => {
      const error = refusing?.(letter)
      if (error) throw error
      sent.push(letter)
    },
    close: () => {},
  }
  const wishes = { clock, mailer, config: { logLevel: 'silent', publicUrl: 'https://exams.example' } } as const
  beforeAll(async () => {
    server = await startTestServer({ database, ...wishes })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    sent = []
    refusing = undefined
    desk = await arrangeDeliveries(server, nextOrgId())
    deliveryId = (await desk.add()).deliveryID
    for (const at of [1, 2, 3]) await setAddress(at, `l${at}-${desk.orgId}@mail.example`)
  })
  // A row of another test would be sent in this one.
  afterEach(() => server.db.kysely.deleteFrom('mail_outbox').execute())

  const guidOf = (at: number) => `${desk.prefix}-learner-${at}`
  const setAddress = (at: number, email: string | null) =>
    server.db.kysely.updateTable('person').set({ email }).where('org_id', '=', desk.orgId).where('user_id', '=', at).execute()
  const queue = (learners: readonly number[], set = 1) =>
    server.db.kysely.transaction().execute((transaction) =>
      queueReleaseMails(transaction, {
        ...{ orgId: desk.orgId, deliveryId, set, nowMs: clock.nowMs() },
        userGuids: learners.map(guidOf),
      }),
    )
  const stop = (more: { reason: 'withdrawn' | 'withheld'; userGuids?: string[]; set?: number }) =>
    stopReleaseMails(server.db.kysely, { ...{ orgId: desk.orgId, deliveryId, nowMs: clock.nowMs() }, ...more })
  const log = { warn: () => {} }
  const context = () => ({ database: server.db, clock, config: server.config, mailer, log })
  const round = () => sendMails(context())
  const list = async (query: object = {}) =>
    desk.officer.doIt(calls.officeMails, { query: { deliveryID: deliveryId, ...query } })
  /** Read from the database: sessions of the office end while hours pass. */
  const rows = () =>
    server.db.kysely
      .selectFrom('mail_outbox')
      .innerJoin('person', 'person.user_guid', 'mail_outbox.user_guid')
      .select(['user_id', 'set_number', 'state', 'reason', 'tries', 'answer'])
      .orderBy('user_id')
      .orderBy('set_number')
      .execute()
  const statesOf = async () =>
    (await rows()).map(({ user_id, set_number, state, reason }) => [`${user_id}/${set_number}`, reason ?? state])

  // OFFICE-501
  test('each person gets one mail for a set, in their language and without a result, and the list has when', async () => {
    await server.db.kysely.updateTable('person').set({ language_id: 2 }).where('user_guid', '=', guidOf(2)).execute()
    await queue([1, 2])
    await queue([1, 2])
    await round()
    await round()
    expect(sent.map(({ to }) => to).sort()).toEqual([`l1-${desk.orgId}@mail.example`, `l2-${desk.orgId}@mail.example`])
    const [first] = sent.filter(({ to }) => to.startsWith('l1'))
    expect(first?.text).toContain('Trees in December')
    expect(first?.text).toContain(`https://${desk.prefix}.example/login?${desk.prefix}`)
    expect(first?.text).not.toMatch(/\d+ ?(%|marks|of)/)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
    const { mails, counts } = await list()
    expect([counts.sent, counts.queued]).toEqual([2, 0])
    expect(mails.map(({ sentAt, tries }) => [sentAt, tries])).toEqual([
      [new Date(clock.nowMs()).toISOString(), 1],
      [new Date(clock.nowMs()).toISOString(), 1],
    ])
  })

  // OFFICE-501
  test('two servers that send at once send each mail once', async () => {
    await queue([1, 2, 3])
    await Promise.all([round(), round(), round()])
    expect(sent.length).toBe(3)
    expect((await list()).counts.sent).toBe(3)
  })

  // OFFICE-501
  test('a server that ends while it sends leaves a mail that is sent under the same id once it is given up, and no sooner', async () => {
    await queue([1])
    // It ends after the mail server took the mail, and before that is noted.
    const dies = { ...server.db, kysely: server.db.kysely }
    let went: Letter | undefined
    const deadly: Mailer = {
      send: (letter) => {
        went = letter
        return new Promise(() => {})
      },
      close: () => {},
    }
    void sendMails({ ...context(), database: dies, mailer: deadly })
    await expect.poll(() => went).toBeDefined()
    await round()
    expect([sent.length, (await list()).counts.sending]).toEqual([0, 1])
    pass(sendingMs)
    await round()
    expect(sent.map(({ id }) => id)).toEqual([went?.id])
    expect((await list()).mails[0]).toMatchObject({ state: 'sent', tries: 2 })
  })

  // OFFICE-501
  test('who has no address, or one that is refused, is undeliverable with the reason; others get theirs; both can be sent again', async () => {
    await setAddress(1, null)
    await setAddress(2, 'Ada <a@b.example>')
    refusing = ({ to }) =>
      to.startsWith('l3')
        ? Object.assign(new Error('no'), {
            code: 'EENVELOPE',
            command: 'RCPT TO',
            responseCode: 550,
            response: '550 5.1.1 unknown',
          })
        : undefined
    await setAddress(4, 'l4@mail.example')
    await queue([1, 2, 3, 4])
    await round()
    expect(await statesOf()).toEqual([
      ...[
        ['1/1', 'no-address'],
        ['2/1', 'bad-address'],
        ['3/1', 'refused'],
        ['4/1', 'sent'],
      ],
    ])
    const { mails } = await list()
    // What did not get through stands first.
    expect([mails.at(-1)?.state, mails.find(({ userID }) => userID === 3)?.answer]).toEqual(['sent', '550 5.1.1 unknown'])
    await setAddress(1, 'new@mail.example')
    refusing = undefined
    const retry = (userIDs?: number[]) =>
      desk.officer.doIt(calls.officeRetryMails, { body: { deliveryID: deliveryId, ...(userIDs && { userIDs }) } })
    expect(await retry([1, 4])).toEqual({ count: 1 })
    await round()
    expect(sent.map(({ to }) => to)).toEqual(['l4@mail.example', 'new@mail.example'])
    expect(await retry()).toEqual({ count: 2 })
    await round()
    expect((await statesOf()).map(([, state]) => state)).toEqual(['sent', 'bad-address', 'sent', 'sent'])
    const events = await selectEvents(server.db, { orgId: desk.orgId, kind: 'staff-act', most: 20 })
    const acts = events.map(({ content }) => JSON.parse(content ?? '{}') as { what?: string; target?: object })
    expect(acts.filter(({ what }) => what === 'officeRetryMails').map(({ target }) => target)).toEqual([
      { deliveryID: deliveryId },
      { deliveryID: deliveryId },
    ])
  })

  // OFFICE-501
  test('while the mail server fails one mail a minute finds out, all wait, and the server knows since when', async () => {
    await queue([1, 2, 3])
    const queuedMs = clock.nowMs()
    let asked = 0
    refusing = () => {
      asked += 1
      return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })
    }
    await round()
    const first = asked
    await round()
    expect(asked).toBe(first)
    pass(minuteMs)
    await round()
    expect(asked).toBeGreaterThan(first)
    expect(await readMailQueue(server.db.kysely, clock.nowMs())).toEqual({ waiting: 3, waitingSinceMs: queuedMs, failed: 0 })
    refusing = undefined
    pass(20 * minuteMs)
    await round()
    expect(sent.length).toBe(3)
  })

  // OFFICE-501
  test('a mail is given up after its last try, and the server counts it for a day', async () => {
    await queue([1])
    refusing = () => Object.assign(new Error('busy'), { code: 'EMESSAGE', responseCode: 451, response: '451 busy' })
    for (let at = 0; at < mostTries + 2; at += 1) {
      await round()
      pass(25 * 60 * minuteMs)
    }
    expect((await rows()).map(({ state, tries, answer }) => [state, tries, answer])).toEqual([
      ['failed', mostTries, '451 busy'],
    ])
    expect((await readMailQueue(server.db.kysely, clock.nowMs() - 3 * 25 * 60 * minuteMs)).failed).toBe(1)
    expect((await readMailQueue(server.db.kysely, clock.nowMs())).failed).toBe(0)
  })

  // OFFICE-405 OFFICE-501
  test('a withdrawn release stops what waits, a newer one replaces it, and whoever is withheld gets none', async () => {
    await queue([1, 2, 3])
    await stop({ reason: 'withheld', userGuids: [guidOf(3)] })
    await queue([1], 2)
    await stop({ reason: 'withdrawn', set: 1 })
    await round()
    expect(sent.map(({ to }) => to)).toEqual([`l1-${desk.orgId}@mail.example`])
    expect(await statesOf()).toEqual([
      ['1/1', 'replaced'],
      ['1/2', 'sent'],
      ['2/1', 'withdrawn'],
      ['3/1', 'withheld'],
    ])
    // Stopped is not undeliverable: sending again leaves it, and a release once more queues it.
    expect(await desk.officer.doIt(calls.officeRetryMails, { body: { deliveryID: deliveryId } })).toEqual({ count: 0 })
    await queue([1, 2], 2)
    await queue([2], 1)
    await round()
    expect(sent.length).toBe(3)
  })

  test('a mail that is stopped while it is sent is noted as sent if it went, and is not tried again if not', async () => {
    await queue([1, 2])
    refusing = ({ to }) =>
      to.startsWith('l1') ? Object.assign(new Error('later'), { code: 'EMESSAGE', responseCode: 451 }) : undefined
    // A mail that is stopped before its sending begins would not be sent at all.
    const bothAreSending = Promise.withResolvers<void>()
    let sending = 0
    const slow: Mailer = {
      send: async (letter) => {
        sending += 1
        if (sending === 2) bothAreSending.resolve()
        await bothAreSending.promise
        await stop({ reason: 'withdrawn' })
        return mailer.send(letter)
      },
      close: () => {},
    }
    await sendMails({ ...context(), mailer: slow })
    pass(60 * minuteMs)
    await round()
    expect(await statesOf()).toEqual([
      ['1/1', 'withdrawn'],
      ['2/1', 'sent'],
    ])
    expect(sent.length).toBe(1)
  })

  test('who may read results sees the list, by pages and by words; who may release sends again; nobody else', async () => {
    await queue([1, 2, 3])
    const auditor = await openOffice(server, desk.orgId, 'auditor')
    const page = await auditor.doIt(calls.officeMails, { query: { deliveryID: deliveryId, limit: 2 } })
    expect([page.mails.length, page.total, page.mayRetry, page.deliveryName]).toEqual([2, 3, false, 'Trees in December'])
    const rest = await auditor.doIt(calls.officeMails, { query: { deliveryID: deliveryId, limit: 2, cursor: page.next } })
    expect(new Set([...page.mails, ...rest.mails].map(({ userID }) => userID))).toEqual(new Set([1, 2, 3]))
    const found = await auditor.doIt(calls.officeMails, { query: { deliveryID: deliveryId, search: 'mull' } })
    expect(found.mails.map(({ userID }) => userID)).toEqual([1])
    expect((await auditor.refused(calls.officeRetryMails, { body: { deliveryID: deliveryId } })).code).toBe('NOT_ALLOWED')
    const narrow = await desk.narrow('exams-officer', { kind: 'group', id: desk.groups.pair })
    expect((await narrow.refused(calls.officeMails, { query: { deliveryID: deliveryId } })).code).toBe('NOT_FOUND')
    expect((await desk.officer.refused(calls.officeMails, { query: { deliveryID: 'none' } })).code).toBe('NOT_FOUND')
  })

  // OFFICE-501
  test('the mails of one result set are listed, counted and sent again alone', async () => {
    for (const at of [1, 2]) await setAddress(at, null)
    await queue([1, 2], 1)
    await round()
    await queue([2, 3], 2)
    await round()
    const read = (set?: number) =>
      desk.officer.doIt(calls.officeMails, { query: { deliveryID: deliveryId, ...(set !== undefined && { set }) } })
    const [all, first, second, third] = [await read(), await read(1), await read(2), await read(3)]
    expect(all.sets).toEqual([2, 1])
    expect([all, first, second, third].map(({ total }) => total)).toEqual([4, 2, 2, 0])
    expect(first.mails.map(({ userID, set, state }) => [userID, set, state])).toEqual([
      [1, 1, 'undeliverable'],
      [2, 1, 'stopped'],
    ])
    expect([second.counts.undeliverable, second.counts.sent, second.counts.stopped]).toEqual([1, 1, 0])
    expect(third.sets).toEqual([2, 1])
    const retried = await desk.officer.doIt(calls.officeRetryMails, { body: { deliveryID: deliveryId, set: 2 } })
    expect(retried).toEqual({ count: 1 })
    expect((await read(1)).counts.undeliverable).toBe(1)
  })

  test('a release sends mails if the organisation says so, and otherwise if there is a mail server', async () => {
    const is = (smtpUrl: string | undefined) => isReleaseMailed({ database: server.db, config: { smtpUrl } }, desk.orgId)
    expect([await is('smtp://mail.example'), await is(undefined)]).toEqual([true, false])
    const set = (value: string) =>
      server.db.kysely
        .insertInto('setting')
        .values({ org_id: desk.orgId, name: 'MailReleasedResults', value })
        .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet({ value }))
        .execute()
    await set('off')
    expect(await is('smtp://mail.example')).toBe(false)
    await set('on')
    expect(await is(undefined)).toBe(true)
    await set('auto')
    expect([await is('smtp://mail.example'), await is(undefined)]).toEqual([true, false])
  })

  test('erasing a person and the end of the time for which mails are kept take the rows; what waits is kept', async () => {
    await queue([1, 2, 3])
    const person = await server.db.kysely
      .selectFrom('person')
      .selectAll()
      .where('user_guid', '=', guidOf(1))
      .executeTakeFirstOrThrow()
    await erasePerson(server.db, person, { nowMs: clock.nowMs(), passwords: quickPasswords })
    await stop({ reason: 'withheld', userGuids: [guidOf(2)] })
    const keep = (days: string) =>
      applyRetention(server.db, desk.orgId, readRetention(new Map([['KeepMailsDays', days]])), clock.nowMs())
    pass(10 * 24 * 60 * minuteMs)
    await keep('20')
    expect((await statesOf()).length).toBe(2)
    await keep('9')
    expect(await statesOf()).toEqual([['3/1', 'queued']])
  })
})
