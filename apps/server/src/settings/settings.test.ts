import { calls, type RuleKey, ruleState } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, personOf, signIn } from '../testing/test-world.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const logo = (bytes: Buffer | string, type: 'image/png' | 'image/svg+xml' | 'image/jpeg' = 'image/png') => ({
  type,
  base64: Buffer.from(bytes).toString('base64'),
})

describe.each(bothDatabases)('settings of an organisation on %s', (database) => {
  const nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let orgId: number
  let owner: OfficeBrowser
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  const arrangeIn = (one: number, settings: Record<string, string> = {}) =>
    arrange(server, {
      orgId: one,
      file: {
        people: [
          personOf(`o${one}`, 'learner', 1),
          ...(['owner', 'exams-officer', 'it-administrator', 'auditor', 'marker'] as const).map((role, at) => ({
            ...personOf(`o${one}`, role, 10 + at),
            ...{ firstName: 'Olwen', lastName: role, roles: [role] },
          })),
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off', ...settings },
      },
    })
  beforeEach(async () => {
    orgId = nextOrgId()
    await arrangeIn(orgId)
    owner = await openOffice(server, orgId, 'owner')
  })

  const read = (one = owner) => one.doIt(calls.officeSettings, {})
  const ruleOf = async (key: RuleKey, one = owner) => {
    const found = (await read(one)).rules.find((rule) => rule.key === key)
    if (!found) throw new Error(`There is no rule ${key}`)
    return found
  }
  const set = async (key: RuleKey, value: string | undefined, one = owner) =>
    one.doIt(calls.officeChangeRule, { body: { key, version: (await ruleOf(key, one)).version, value } })
  const refusedRule = async (key: RuleKey, value: string | undefined, one = owner) =>
    one.refused(calls.officeChangeRule, { body: { key, version: (await ruleOf(key, one)).version, value } })
  const stored = async () => {
    const rows = await server.db.kysely.selectFrom('setting').select(['name', 'value']).where('org_id', '=', orgId).execute()
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }
  const logged = async (count: number) => {
    const events = await vi.waitFor(async () => {
      const found = await selectEvents(server.db, { orgId, kind: 'setting-changed', most: 50 })
      expect(found).toHaveLength(count)
      return found
    })
    return events.map(({ content }) => JSON.parse(content ?? '{}') as { author: string; target: Record<string, string> })
  }

  test('are shown with what holds where nothing is set, and a change counts at once, is noted and can be taken back', async () => {
    expect(await ruleOf('offlineAnswersHours')).toMatchObject({
      ...{ name: 'OfflineAnswersHours', group: 'answers', kind: 'number', unit: 'hours', usual: '24', isWhole: false },
    })
    expect(await ruleOf('offlineAnswersHours')).not.toHaveProperty('value')
    const { rule } = await set('offlineAnswersHours', '1.5')
    expect(rule).toMatchObject({ value: '1.5', changed: { by: 'Olwen owner', at: new Date(nowMs).toISOString() } })
    expect(await ruleOf('offlineAnswersHours')).toEqual(rule)
    expect(await stored()).toEqual({ OfficeSecondStep: 'off', OfflineAnswersHours: '1.5' })
    await set('offlineAnswersHours', undefined)
    expect(await stored()).toEqual({ OfficeSecondStep: 'off' })
    const [back, there] = await logged(2)
    expect(there).toMatchObject({
      author: `o${orgId}-owner`,
      target: { setting: 'OfflineAnswersHours', from: 'default', to: '1.5' },
    })
    expect(back?.target).toEqual({ setting: 'OfflineAnswersHours', from: '1.5', to: 'default' })
  })

  test('rules of the organisation’s details and of limits in JSON are kept in their places, and leave what is beside them', async () => {
    await set('passwordLength', '12')
    await set('passwordDigit', 'on')
    await set('uploadSize', '2.5')
    await set('uploadSeveral', 'off')
    await set('secondStepWays', 'app,email')
    await set('loginOrigins', 'https://portal.example\nhttps://other.example:8443')
    const row = await server.db.kysely
      .selectFrom('organisation')
      .selectAll()
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.details)).toMatchObject({
      hosts: [`o${orgId}.example`],
      passwordPolicy: { minCharacters: 12, needsDigit: true },
      loginOrigins: ['https://portal.example', 'https://other.example:8443'],
    })
    const { AssignmentUploadLimits: limits, ...others } = await stored()
    expect(JSON.parse(limits ?? '')).toEqual({ maxSize: 2_500_000, multiple: false })
    expect(others).toMatchObject({ 'MFA Providers': 'app,email' })
    expect(await ruleOf('uploadSize')).toMatchObject({ value: '2.5', unit: 'megabytes' })
    await set('uploadSize', undefined)
    await set('uploadSeveral', undefined)
    expect(await stored()).not.toHaveProperty('AssignmentUploadLimits')
  })

  test('a change that is based on another version is refused with how it is, and the same change once more changes nothing', async () => {
    const { version } = await ruleOf('sealParts')
    await set('sealParts', 'on')
    // An import is a change too.
    await server.db.kysely
      .updateTable('setting')
      .set({ value: '0' })
      .where('org_id', '=', orgId)
      .where('name', '=', 'SealParts')
      .execute()
    const answer = await owner.tryIt(calls.officeChangeRule, { body: { key: 'sealParts', version, value: 'on' } })
    expect(answer.status).toBe(409)
    const { error } = JSON.parse(answer.text)
    expect(error.code).toBe('CHANGED_MEANWHILE')
    expect(ruleState.parse(error.current)).toMatchObject({ key: 'sealParts', value: 'off' })
    const same = await owner.doIt(calls.officeChangeRule, { body: { key: 'sealParts', version, value: 'off' } })
    expect(same.rule.value).toBe('off')
    await logged(1)
  })

  test('two changes at once of one organisation both stand', async () => {
    const [one, other] = await Promise.all([ruleOf('previewMode'), ruleOf('demoMode')])
    await Promise.all([
      owner.doIt(calls.officeChangeRule, { body: { key: 'previewMode', version: one.version, value: 'on' } }),
      owner.doIt(calls.officeChangeRule, { body: { key: 'demoMode', version: other.version, value: 'on' } }),
    ])
    expect([(await ruleOf('previewMode')).value, (await ruleOf('demoMode')).value]).toEqual(['on', 'on'])
  })

  test('what can’t be read is shown as that, and the default holds until it is set', async () => {
    await server.db.kysely
      .insertInto('setting')
      .values({ org_id: orgId, name: 'OfficeIdleMinutes', value: 'an hour' })
      .execute()
    const rule = await ruleOf('officeIdle')
    expect(rule).toMatchObject({ unread: 'an hour', usual: '60' })
    expect(rule).not.toHaveProperty('value')
    expect((await set('officeIdle', undefined)).rule).not.toHaveProperty('unread')
  })

  test('an exams officer and an auditor read them and change nothing; who has neither permission doesn’t read them', async () => {
    for (const role of ['exams-officer', 'auditor']) {
      const one = await openOffice(server, orgId, role)
      const { rules, look, languages } = await read(one)
      expect(rules.every(({ fixed }) => fixed === 'reader' || fixed === 'operator')).toBe(true)
      const asked = { key: 'officeSecondStep', version: '', value: 'off' } as const
      expect((await one.refused(calls.officeChangeRule, { body: asked })).code).toBe('NOT_ALLOWED')
      expect((await one.refused(calls.officeChangeLook, { body: { version: look.version, name: 'Mine' } })).code).toBe(
        'NOT_ALLOWED',
      )
      const body = { version: languages.version, languageID: null, languages: [1] }
      expect((await one.refused(calls.officeChangeLanguages, { body })).code).toBe('NOT_ALLOWED')
    }
    const marker = await openOffice(server, orgId, 'marker')
    expect((await marker.refused(calls.officeSettings, {})).code).toBe('NOT_ALLOWED')
  })

  test('an IT administrator changes what is technical, and nothing that decides results, takes data away or leads sign-ins elsewhere', async () => {
    const one = await openOffice(server, orgId, 'it-administrator')
    expect((await set('uploadCount', '3', one)).rule.value).toBe('3')
    const ofOwners = ['officeSecondStep', 'secondStep', 'offlineAnswers', 'keepAnswers', 'adminUrl', 'loginOrigins'] as const
    for (const key of ofOwners) {
      expect((await ruleOf(key, one)).fixed).toBe('owner')
      expect((await refusedRule(key, undefined, one)).code).toBe('NOT_ALLOWED')
    }
    for (const someone of [one, owner]) expect((await refusedRule('hosts', 'other.example', someone)).code).toBe('NOT_ALLOWED')
    expect(await stored()).toMatchObject({ OfficeSecondStep: 'off' })
  })

  test('values that a rule can’t take are refused with the reason, and nothing is changed', async () => {
    const answer = await owner.tryIt(calls.officeChangeRule, {
      body: { key: 'officeIdle', version: (await ruleOf('officeIdle')).version, value: '2' },
    })
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: 'body.value', message: 'too-small' }],
    })
    expect(await stored()).toEqual({ OfficeSecondStep: 'off' })
  })

  test('settings without a rule are listed by name, and of those that are named as secrets only that they are set', async () => {
    await server.db.kysely
      .insertInto('setting')
      .values([
        { org_id: orgId, name: 'Portal-ApiKey', value: 'topsecret' },
        { org_id: orgId, name: 'Portal-Colour', value: 'blue' },
      ])
      .execute()
    const answer = await owner.tryIt(calls.officeSettings, {})
    expect(answer.text).not.toContain('topsecret')
    expect((await read()).others).toEqual([{ name: 'Portal-ApiKey' }, { name: 'Portal-Colour', value: 'blue' }])
  })

  test('another organisation’s settings are neither shown nor changed', async () => {
    const other = nextOrgId()
    await arrangeIn(other, { SealParts: '1' })
    expect(await ruleOf('sealParts')).not.toHaveProperty('value')
    await set('sealParts', 'off')
    const theirs = await openOffice(server, other, 'owner')
    expect((await ruleOf('sealParts', theirs)).value).toBe('on')
  })

  describe('the look', () => {
    const change = async (parts: object, one = owner) =>
      one.doIt(calls.officeChangeLook, { body: { version: (await read(one)).look.version, ...parts } })
    const details = async (parts: object) => {
      const answer = await owner.tryIt(calls.officeChangeLook, { body: { version: (await read()).look.version, ...parts } })
      expect(answer.status).toBe(400)
      return JSON.parse(answer.text).error.details as { path: string; message: string }[]
    }
    const init = () =>
      doCall(server, calls.init, { body: { url: `https://o${orgId}.example/login` } }) as Promise<Record<string, unknown>>

    test('is what every page is given from then on, each part by itself', async () => {
      await change({ name: '  Harbour\tCollege ', primaryColour: '#14467A', logo: logo(png) })
      await change({ secondaryColour: 'rgb(122, 59, 18)' })
      expect(await init()).toMatchObject({
        ...{ name: 'Harbour College', primaryColour: '#14467A', secondaryColour: 'rgb(122, 59, 18)' },
        logo: `data:image/png;base64,${png.toString('base64')}`,
      })
      const { look } = await change({ primaryColour: null, logo: null })
      expect(look).not.toHaveProperty('logo')
      expect(look).not.toHaveProperty('primaryColour')
      expect(look.secondaryColour).toBe('rgb(122, 59, 18)')
      const targets = (await logged(6)).map(({ target }) => target)
      expect(targets).toContainEqual({ setting: 'primaryColour', from: '#14467A', to: 'default' })
      expect(JSON.stringify(targets)).not.toContain('base64')
    })

    test('takes no colour that could be anything else, and no name of blanks', async () => {
      for (const trick of ['#1ca286; background: url(x)', 'transparent', 'rgba(0,0,0,0)', 'var(--x)', '#12345', ''])
        expect(await details({ primaryColour: trick })).toEqual([{ path: 'body.primaryColour', message: 'no-colour' }])
      expect(await details({ name: ' \t ' })).toEqual([{ path: 'body.name', message: 'no-name' }])
    })

    test('takes no logo with a script, of another kind than it says, or too large', async () => {
      const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
      expect(await details({ logo: logo(script, 'image/svg+xml') })).toEqual([{ path: 'body.logo', message: 'unsafe' }])
      expect(await details({ appBarLogo: logo(png, 'image/jpeg') })).toEqual([
        { path: 'body.appBarLogo', message: 'no-picture' },
      ])
      const large = logo(Buffer.concat([png, Buffer.alloc(200_000)]))
      expect(await details({ logo: large })).toEqual([{ path: 'body.logo', message: 'too-large' }])
      const huge = await owner.tryIt(calls.officeChangeLook, {
        body: { version: (await read()).look.version, logo: logo(Buffer.alloc(10_000_000)) },
      })
      expect(huge.status).toBe(413)
      expect(await init()).not.toHaveProperty('logo')
    })

    test('a colour stands over that of a theme of the file which stood over it before', async () => {
      const row = await server.db.kysely
        .selectFrom('organisation')
        .select('details')
        .where('org_id', '=', orgId)
        .executeTakeFirstOrThrow()
      const themes = { Default: { primary: '#111111', background: '#fffff0' }, Night: { primary: '#ffb454' } }
      const withThemes = JSON.stringify({ ...JSON.parse(row.details), primaryColour: '#222222', themes })
      await server.db.kysely.updateTable('organisation').set({ details: withThemes }).where('org_id', '=', orgId).execute()
      expect((await read()).look.primaryColour).toBe('#111111')
      // The very colour that the theme stood over is a change.
      expect((await change({ primaryColour: '#222222' })).look.primaryColour).toBe('#222222')
      expect(await init()).toMatchObject({
        primaryColour: '#222222',
        themes: { Default: { background: '#fffff0' }, Night: { primary: '#ffb454' } },
      })
    })

    test('of two who change it the second one is shown what the first has done', async () => {
      const { version } = (await read()).look
      await change({ name: 'First' })
      const answer = await owner.tryIt(calls.officeChangeLook, { body: { version, name: 'Second' } })
      expect(JSON.parse(answer.text).error).toMatchObject({ code: 'CHANGED_MEANWHILE', current: { name: 'First' } })
    })
  })

  test('languages are those that ship, and what a visitor is offered', async () => {
    const { version } = (await read()).languages
    const wrong = { version, languageID: null, languages: [1, 99] }
    expect((await owner.refused(calls.officeChangeLanguages, { body: wrong })).code).toBe('INVALID_REQUEST')
    const body = { version, languageID: 4, languages: [4, 1] }
    const { languages } = await owner.doIt(calls.officeChangeLanguages, { body })
    expect(languages).toMatchObject({ languageID: 4, languages: [1, 4], changed: { by: 'Olwen owner' } })
    expect(await doCall(server, calls.init, { body: { url: `https://o${orgId}.example/login` } })).toMatchObject({
      ...{ languageID: 4, languages: [1, 4] },
    })
    const stale = await owner.refused(calls.officeChangeLanguages, { body: { ...body, languages: [1] } })
    expect(stale.code).toBe('CHANGED_MEANWHILE')
  })

  test('a learner’s session goes on while settings change, and reads the new ones when it next asks', async () => {
    const { access_token: token } = await signIn(server, { orgId })
    const asked = { query: { orgID: orgId, settingName: 'FullScreenExamUIv6' } }
    expect(await doCall(server, calls.setting, asked, token)).toEqual({ value: null })
    await set('fullScreen', 'on')
    await set('sessionIdle', '20')
    expect(await doCall(server, calls.setting, asked, token)).toEqual({ value: '1' })
  })

  test('an import says who changed what, and what it brings as it is it hasn’t changed', async () => {
    await set('sealParts', 'on')
    await arrangeIn(orgId, { SealParts: '1', PrintQuestions: '1' })
    expect((await ruleOf('sealParts')).changed?.by).toBe('Olwen owner')
    expect((await ruleOf('printQuestions')).changed?.by).toBe('import')
  })
})
