import { calls } from '@sitwell/contract'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createKeys } from '../keys.ts'
import { urlTokenOf } from '../organisation/create-organisation.ts'
import { bothDatabases } from '../testing/databases.ts'
import { createOfficeBrowser } from '../testing/office-browser.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, personOf } from '../testing/test-world.ts'
import { firstRunCode, isFirstRunCode } from './first-run-code.ts'

const owner = { username: 'ada', firstName: 'Ada', lastName: 'Okafor', password: 'correct horse battery 9' }

describe.each(bothDatabases)('the first run on %s', (database) => {
  let server: TestServer | undefined
  afterEach(async () => {
    await server?.stop()
    server = undefined
  })
  const started = async () => {
    server = await startTestServer({ database, config: { logLevel: 'fatal' } })
    const code = firstRunCode(createKeys(server.config.tokenSecret))
    return { server, code, office: createOfficeBrowser(server) }
  }

  test('creates an organisation and its owner by the code of the log, once', async () => {
    const { server: running, code, office } = await started()
    expect(await office.doIt(calls.firstRun, {})).toEqual({ isOpen: true })
    const body = { code: code.toLowerCase().replaceAll('-', ' '), name: ' St Mary’s  College ', owner }
    const all = await Promise.all([1, 2, 3].map(() => office.tryIt(calls.createFirstOrganisation, { body })))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    const created = all.find(({ status }) => status === 200)
    expect(JSON.parse(created?.text ?? '')).toEqual({ organisation: { orgId: 1, urlToken: 'st-marys-college' } })
    expect(await office.doIt(calls.firstRun, {})).toEqual({ isOpen: false })
    const [row] = await running.db.kysely.selectFrom('organisation').selectAll().execute()
    expect(row).toMatchObject({ name: 'St Mary’s College', details: JSON.stringify({ hosts: ['127.0.0.1'] }) })
    const credentials = { orgId: 1, username: 'ada', password: owner.password }
    const signedIn = await office.doIt(calls.officeSignIn, { body: credentials })
    expect(signedIn.secondStep.is).toBe('set-up')
    const grants = await running.db.kysely.selectFrom('role_grant').select(['role', 'scope_kind']).execute()
    expect(grants).toEqual([{ role: 'owner', scope_kind: 'organisation' }])
  })

  test('creates nothing by another code, with a weak password, or beside an organisation', async () => {
    const { server: running, code, office } = await started()
    const create = (more = {}) =>
      office.tryIt(calls.createFirstOrganisation, { body: { code, name: 'College', owner, ...more } })
    for (const wrong of ['', 'AAAA-AAAA-AAAA-AAAA', code.slice(1), `${code}A`])
      expect([wrong, (await create({ code: wrong })).status]).toEqual([wrong, 400])
    expect(JSON.parse((await create({ owner: { ...owner, password: '12345678' } })).text)).toEqual({
      reasons: expect.arrayContaining(['row']),
    })
    expect((await create({ name: '  ' })).status).toBe(400)
    expect(await running.db.kysely.selectFrom('organisation').select('org_id').execute()).toEqual([])
    expect(await running.db.kysely.selectFrom('person').select('user_guid').execute()).toEqual([])
    await arrange(running, { orgId: 7, file: { people: [personOf('o7', 'learner', 1)], schedules: [] } })
    expect((await create()).status).toBe(404)
  })
})

test('the code follows from the secret, and from an earlier one as long as that is accepted', () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const code = firstRunCode(createKeys(first))
  expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
  expect(isFirstRunCode(createKeys(second), code)).toBe(false)
  expect(isFirstRunCode(createKeys(second, { accepted: first }), code)).toBe(true)
})

test('any name makes a part of an address', () => {
  expect([urlTokenOf('Škola Ďáblice 2'), urlTokenOf('山田'), urlTokenOf(' --- ')]).toEqual([
    'skola-dablice-2',
    'organisation',
    'organisation',
  ])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      expect(urlTokenOf(name)).toMatch(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/)
    }),
  )
})
