import { calls } from '@sitwell/contract'
import { compile } from '@sitwell/i18n/compile'
import { inspect } from '@sitwell/i18n/inspect'
import { languages } from '@sitwell/i18n/languages'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, personOf } from '../testing/test-world.ts'
import { knownTexts, ownTextProblem } from './known-texts.ts'

const english = languages.find(({ tag }) => tag === 'en')
const withNames = [...(english ? knownTexts(english) : [])].filter(([, text]) => inspect(compile(text)).names.length > 0)

test('each text may stand in its own place, in every language', async () => {
  for (const language of languages)
    for (const [id, text] of knownTexts(language))
      expect(await ownTextProblem(text, text), `${id} ${language.tag}`).toBeUndefined()
})

test('a text that lacks something that is filled in, or has something that nobody fills in, is refused', async () => {
  expect(withNames.length).toBeGreaterThan(50)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...withNames), async ([, text]) => {
      expect(await ownTextProblem(text, 'Nothing is filled in.')).toBe('names')
      const [name = ''] = inspect(compile(text)).names
      expect(await ownTextProblem('Nothing is filled in.', `This is {${name}}`)).toBe('names')
    }),
  )
  expect(await ownTextProblem('x', ' \n')).toBe('empty')
  expect(await ownTextProblem('{count, plural, one {# file} other {# files}}', '{count, plural, one {# file}')).toBe(
    'unreadable',
  )
  expect(await ownTextProblem('{count, plural, one {# file} other {# files}}', 'Files: {count}')).toBeUndefined()
})

describe.each(bothDatabases)('own texts on %s', (database) => {
  let server: TestServer
  let orgId: number
  let owner: OfficeBrowser
  const nextOrgId = countOrganisations()
  beforeAll(async () => {
    server = await startTestServer({ database, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  const arrangeIn = (one: number) =>
    arrange(server, {
      orgId: one,
      file: {
        people: [
          { ...personOf(`o${one}`, 'owner', 1), roles: ['owner'] },
          { ...personOf(`o${one}`, 'officer', 2), roles: ['exams-officer'] },
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off' },
      },
    })
  beforeEach(async () => {
    orgId = nextOrgId()
    await arrangeIn(orgId)
    owner = await openOffice(server, orgId, 'owner')
  })
  const list = (query: object = {}, one = owner) => one.doIt(calls.officeTexts, { query: { languageID: 1, ...query } })
  const textOf = async (id: string, one = owner) => {
    const { texts } = await list({ search: id }, one)
    const found = texts.find((text) => text.id === id)
    if (!found) throw new Error(`There is no text ${id}`)
    return found
  }
  const [id = '', usual = ''] = [...(english ? knownTexts(english) : [])].find(([, text]) => !text.includes('{')) ?? []
  const change = async (text: string | undefined, one = owner) =>
    one.doIt(calls.officeChangeText, { body: { languageID: 1, id, version: (await textOf(id)).version, text } })

  test('are listed beside the usual ones, page by page, each once', async () => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { texts, next, total } = await list({ limit: 200, ...(cursor !== undefined && { cursor }) })
      ids.push(...texts.map((one) => one.id))
      expect(total).toBe(english && knownTexts(english).size)
      cursor = next
    } while (cursor !== undefined)
    expect(ids).toEqual([...(english ? knownTexts(english).keys() : [])])
    expect((await owner.refused(calls.officeTexts, { query: { languageID: 99 } })).code).toBe('INVALID_REQUEST')
  })

  test('one is what the player is given from then on, and the usual one comes back', async () => {
    await change('What we say')
    expect(await textOf(id)).toMatchObject({ usual, own: 'What we say' })
    expect((await list({ show: 'own' })).texts.map((one) => one.id)).toEqual([id])
    expect((await list({ search: 'WHAT we say' })).texts.map((one) => one.id)).toContain(id)
    const asked = { body: { iDs: [id], orgID: orgId, langID: 1 } }
    expect(await doCall(server, calls.messages, asked)).toEqual([{ id, text: 'What we say' }])
    expect(await doCall(server, calls.messages, { body: { ...asked.body, langID: 3 } })).toEqual([])
    await change(undefined)
    expect(await doCall(server, calls.messages, asked)).toEqual([])
    await vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind: 'setting-changed', most: 10 })
      expect(events.map(({ content }) => JSON.parse(content ?? '{}').target)).toEqual([
        { setting: `${id} (en)`, from: 'What we say', to: 'default' },
        { setting: `${id} (en)`, from: 'default', to: 'What we say' },
      ])
    })
  })

  test('a change without what is filled in, of an unknown text, or over another one, is refused and changes nothing', async () => {
    const [named = ''] = withNames[0] ?? []
    const { version } = await textOf(named)
    const answer = await owner.tryIt(calls.officeChangeText, { body: { languageID: 1, id: named, version, text: 'Without' } })
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: 'body.text', message: 'names' }],
    })
    const unknown = { languageID: 1, id: 'no.such', version, text: 'x' }
    expect((await owner.refused(calls.officeChangeText, { body: unknown })).code).toBe('NOT_FOUND')
    const before = await textOf(id)
    await change('First')
    const stale = await owner.tryIt(calls.officeChangeText, {
      body: { languageID: 1, id, version: before.version, text: 'Second' },
    })
    expect(JSON.parse(stale.text).error).toMatchObject({ code: 'CHANGED_MEANWHILE', current: { own: 'First' } })
  })

  test('an exams officer reads them and changes none, and another organisation’s aren’t shown', async () => {
    await change('Ours')
    const officer = await openOffice(server, orgId, 'officer')
    expect(await textOf(id, officer)).toMatchObject({ own: 'Ours' })
    const body = { languageID: 1, id, version: (await textOf(id)).version, text: 'Mine' }
    expect((await officer.refused(calls.officeChangeText, { body })).code).toBe('NOT_ALLOWED')
    const other = nextOrgId()
    await arrangeIn(other)
    expect((await list({ show: 'own' }, await openOffice(server, other, 'owner'))).texts).toEqual([])
  })
})
