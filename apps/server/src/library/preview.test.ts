import { type Call, calls, type ReplyOf } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { previewTokenSeconds } from '../http/office/preview-tokens.ts'
import { selectEvents } from '../security-log/queries.ts'
import { withdrawAllRoles } from '../testing/change-roles.ts'
import { bothDatabases } from '../testing/databases.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { tampered } from '../testing/tampered.ts'
import { createTestClock } from '../testing/test-clock.ts'
import {
  arrange,
  countOrganisations,
  doCall,
  examOf,
  personOf,
  refusalIn,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../testing/test-world.ts'

const all = Object.values(calls) as Call[]
const ofPreview = all.filter(({ access }) => access === 'preview')

const choice = (id: string, more: object = {}) =>
  authoredQuestion.parse({
    ...{ type: 'RADIO', id, text: `<p>${id}?</p>`, key: 'yes' },
    options: ['yes', 'no', 'perhaps'].map((one) => ({ id: one, text: one })),
    ...more,
  })

describe.each(bothDatabases)('previews of exams on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let orgId: number
  let world: World
  let author: OfficeBrowser
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock, config: { logLevel: 'silent' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    orgId = nextOrgId()
    world = await arrangeIn(orgId)
    author = await openOffice(server, orgId, 'author')
  })

  const arrangeIn = (one: number, exam = {}) =>
    arrange(server, {
      orgId: one,
      exam: examOf(`o${one}`, exam),
      file: {
        people: [
          personOf(`o${one}`, 'learner', 1),
          { ...personOf(`o${one}`, 'author', 2), roles: ['author' as const] },
          { ...personOf(`o${one}`, 'auditor', 3), roles: ['auditor' as const] },
          { ...personOf(`o${one}`, 'admin', 4), roles: ['it-administrator' as const] },
        ],
        settings: { OfficeSecondStep: 'off', HideSectionNamesInPlayer: '1' },
      },
    })
  const versionOf = ({ entry }: World) => ({ examGuid: entry.examGuid, version: entry.versionNumber })
  const sessionOf = async () => (await author.doIt(calls.officeSession, {})).sessionId
  const open = () => author.doIt(calls.officePreview, { body: versionOf(world) })
  const contentOf = async (token: string, seed = 'one') => doCall(server, calls.previewExam, { body: { seed } }, token)
  /** Who asks is looked at before what is asked. */
  const make = (call: Call, token?: string) => tryCall(server, call, {} as never, token)

  /** How many rows each table has, except for those of the security log, and of limits that are counted by the minute. */
  const counts = async () => {
    const { kysely } = server.db
    const names = (await kysely.introspection.getTables()).map(({ name }) => name)
    const counted = names.filter((name) => !['security_event', 'attempt_bucket'].includes(name)).sort()
    return Promise.all(
      counted.map(async (name) => {
        const { fn } = kysely
        // Boundary: the names are the database's own.
        const row = await kysely
          .selectFrom(name as 'form_run')
          .select(fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return [name, Number(row.count)] as const
      }),
    )
  }

  // OFFICE-406
  test('show what a learner is given before the start, without keys, and store nothing', async () => {
    const before = await counts()
    const { token, isDrawn, isRouted, examName } = await open()
    expect([isDrawn, isRouted, examName]).toEqual([false, false, `Trees of o${orgId}`])
    const content = await contentOf(token)
    expect(JSON.stringify(content)).not.toMatch(/SECRET|"key"|markingNotes|markScheme/)
    expect(await doCall(server, calls.previewSetting, { query: { settingName: 'HideSectionNamesInPlayer' } }, token)).toEqual({
      value: '1',
    })
    expect(await counts()).toEqual(before)
    const learner = await signIn(server, world)
    const given = await doCall(server, calls.examJson, { query: world.entry }, learner.access_token)
    const shared = ({ questions, sections, mappings, settings, resources }: ReplyOf<typeof calls.examJson>) => ({
      ...{ questions, sections, mappings, settings },
      resources: resources?.map(({ url }) => url),
    })
    expect(shared(content)).toEqual(shared(given))
    expect(content.formRunGuid).toBeUndefined()
  })

  test('are in the security log, each with who opened it and what', async () => {
    await open()
    await vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind: 'staff-act', most: 50 })
      const acts = events.map(({ content }) => JSON.parse(content ?? '')).filter(({ what }) => what === 'officePreview')
      expect(acts.map(({ target, author: by }) => [by, target])).toEqual([[`o${orgId}-author`, versionOf(world)]])
    })
  })

  test('are opened by whoever may write exams, of exams of their own organisation alone', async () => {
    const auditor = await openOffice(server, orgId, 'auditor')
    expect(await auditor.refused(calls.officePreview, { body: versionOf(world) })).toMatchObject({ code: 'NOT_ALLOWED' })
    const other = await arrangeIn(nextOrgId())
    expect(await author.refused(calls.officePreview, { body: versionOf(other) })).toMatchObject({ code: 'NOT_FOUND' })
    const later = { ...versionOf(world), version: 99 }
    expect(await author.refused(calls.officePreview, { body: later })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('have a token that opens no call of anything else', async () => {
    const { token } = await open()
    const others = all.filter(({ access }) => access !== 'anyone' && access !== 'preview')
    for (const call of others)
      expect([call.name, refusalIn(await make(call, token)).code]).toEqual([call.name, 'NO_AUTHORISATION'])
  })

  test('answer to no other token, and to no page of another site', async () => {
    const { token } = await open()
    const { resourceToken = '' } = await contentOf(token)
    const learner = await sitExam(server, world)
    const admin = await signIn(server, world, 'admin')
    const [head, body, signature = ''] = token.split('.')
    const claims = { org: orgId, sid: await sessionOf(), exam: world.entry.examGuid, version: world.entry.versionNumber }
    const forged = (audience: string, secret: Uint8Array) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('sitwell')
        .setAudience(audience)
        .setSubject(`o${orgId}-author`)
        .setExpirationTime(clock.nowMs() / 1000 + 60)
        .sign(secret)
    const tokens = {
      none: undefined,
      'of a learner': learner.token,
      'of staff in the player': admin.access_token,
      'of files': resourceToken,
      'with another signature': `${head}.${body}.${tampered(signature)}`,
      'for calls of the player': await forged('sitwell-calls', server.config.tokenSecret),
      'of another secret': await forged('sitwell-preview', new Uint8Array(40)),
    }
    for (const [kind, one] of Object.entries(tokens))
      for (const call of ofPreview)
        expect([kind, call.name, refusalIn(await make(call, one)).code]).toEqual([kind, call.name, 'NO_AUTHORISATION'])
    for (const call of ofPreview) {
      const answer = await fetch(`${server.origin}/${call.path}`, {
        method: call.method,
        headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' },
      })
      expect([call.name, answer.status]).toEqual([call.name, 403])
    }
  })

  test('end ten minutes after they were opened, and with the session, the role or the person before', async () => {
    const { token, validSeconds } = await open()
    const codeOf = async (of: string) => {
      const answer = await tryCall(server, calls.previewExam, { body: { seed: 'one' } }, of)
      return answer.status === 200 ? 'open' : refusalIn(answer).code
    }
    expect(validSeconds).toBe(previewTokenSeconds)
    pass((previewTokenSeconds - 1) * 1000)
    expect(await codeOf(token)).toBe('open')
    pass(2000)
    expect(await codeOf(token)).toBe('NO_AUTHORISATION')

    const next = await open()
    const person = server.db.kysely.updateTable('person').where('org_id', '=', orgId).where('username', '=', 'author')
    await person.set({ suspended: 1 }).execute()
    expect(await codeOf(next.token)).toBe('NOT_ALLOWED')
    await person.set({ suspended: 0 }).execute()
    expect(await codeOf(next.token)).toBe('open')
    await author.doIt(calls.officeSignOut, { body: {} })
    expect(await codeOf(next.token)).toBe('NO_AUTHORISATION')

    author = await openOffice(server, orgId, 'author')
    const last = await open()
    await withdrawAllRoles(server, { orgId, userGuid: `o${orgId}-author` })
    expect(await codeOf(last.token)).toBe('NOT_ALLOWED')
  })

  test('do not count as use of the office', async () => {
    const { token } = await open()
    const used = () => server.db.kysely.selectFrom('office_session').select('used_at').where('org_id', '=', orgId).execute()
    const before = await used()
    pass(5 * 60_000)
    await contentOf(token)
    expect(await used()).toEqual(before)
  })

  test('show the files of their version, and of no other, for four hours', async () => {
    const content = await contentOf((await open()).token)
    const [file] = content.resources ?? []
    const at = (url = '') => `${server.origin}/${url}?orgID=${orgId}&token=${content.resourceToken}`
    const statusOf = async (url: string | undefined) => (await fetch(at(url))).status
    expect(await statusOf(file?.url)).toBe(200)
    expect(await statusOf(file?.url.replace('/3/', '/2/'))).toBe(404)
    const other = await arrangeIn(nextOrgId())
    expect(await statusOf(file?.url.replace(world.entry.examGuid, other.entry.examGuid))).toBe(404)
    pass(4 * 60 * 60_000 + 1000)
    expect(await statusOf(file?.url)).toBe(404)
  })

  test('draw by the seed: the same one draws the same, another one something else', async () => {
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    const pool = Array.from({ length: 40 }, (_, at) => choice(`${prefix}-p${at}`))
    world = await arrangeIn(orgId, {
      sections: [{ id: `${prefix}-s`, name: 'Drawn', select: 5, shuffle: true, questions: pool }],
    })
    author = await openOffice(server, orgId, 'author')
    const { token, isDrawn } = await open()
    expect(isDrawn).toBe(true)
    const drawn = async (seed: string) => (await contentOf(token, seed)).questions.map(({ id }) => id)
    const first = await drawn('spring')
    expect(first).toHaveLength(5)
    expect(await drawn('spring')).toEqual(first)
    expect(await drawn('autumn')).not.toEqual(first)
  })

  test('check answers as a sitting does, as often as the question allows, from what the call carries', async () => {
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    const feedback = {
      parts: [
        { text: '<p>Not yet.</p>', when: [{ on: 'mark', is: 'wrong' }] },
        { text: '<p>Well done.</p>', when: [{ on: 'mark', is: 'right' }] },
      ],
    }
    const questions = [choice(`${prefix}-b`, { attempts: 2, feedback }), choice(`${prefix}-c`)]
    world = await arrangeIn(orgId, { sections: [{ id: `${prefix}-s`, name: 'All of it', questions }] })
    author = await openOffice(server, orgId, 'author')
    const { token } = await open()
    const before = await counts()
    const given = (option: string) => ({ answer: { answerText: option, options: [{ optionID: option, optionText: option }] } })
    const check = (options: readonly string[], question = 'b') =>
      tryCall(
        server,
        calls.previewAttempt,
        { body: { seed: 'one', questionId: `${prefix}-${question}`, attempts: options.map(given) } },
        token,
      )
    const stateOf = async (...options: string[]) => JSON.parse((await check(options)).text)
    expect(await stateOf('no')).toMatchObject({ count: 1, left: 1, isClosed: false, feedback: [{ html: '<p>Not yet.</p>' }] })
    expect(await stateOf('no', 'yes')).toMatchObject({ count: 2, isClosed: true, feedback: [{ html: '<p>Well done.</p>' }] })
    // A third one counts not at all.
    expect(await stateOf('no', 'no', 'yes')).toEqual(await stateOf('no', 'no'))
    // A question that isn't checked in a sitting isn't here.
    expect(refusalIn(await check(['yes'], 'c')).code).toBe('NOT_FOUND')
    expect(refusalIn(await check(['yes'], 'nowhere')).code).toBe('NOT_FOUND')
    expect(await counts()).toEqual(before)
  })
})
