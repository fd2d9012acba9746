import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigurationError, readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'sitwell-config-'))
const read = (environment: Record<string, string> = {}) => readConfig({ SITWELL_DATA: folder, ...environment })
afterAll(() => rmSync(folder, { recursive: true }))

describe('the configuration', () => {
  test('has a value for everything: port 8080 and an embedded database in the data folder', () => {
    expect(read()).toMatchObject({
      port: 8080,
      dataFolder: folder,
      database: { dialect: 'sqlite', path: join(folder, 'sitwell.sqlite') },
      publicUrl: undefined,
      productName: 'Player',
      useResetScheduleCheat: false,
      useInactivityTimer: true,
      pingIntervalMs: 30_000,
    })
  })

  test('takes PostgreSQL where a database is named', () => {
    const url = 'postgres://someone@db.example/sitwell'
    expect(read({ DATABASE_URL: url }).database).toMatchObject({ dialect: 'postgres', url })
  })

  test('reads an empty variable as none, and a public address without its last slash', () => {
    expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, database: { dialect: 'sqlite' } })
    expect(read({ SITWELL_PUBLIC_URL: 'https://exams.example/' }).publicUrl).toBe('https://exams.example')
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://db'],
    ['SITWELL_PUBLIC_URL', 'exams.example'],
    ['SITWELL_SECRET', 'short'],
    ['SITWELL_SMTP_URL', 'mail.example'],
    ['SITWELL_TEXT_MESSAGE_URL', 'ftp://text.example'],
    ['SITWELL_RESET_LINK_MINUTES', '0'],
    ['SITWELL_RESET_CHEAT', 'perhaps'],
    ['SITWELL_LOG_LEVEL', 'loud'],
  ])('names %s where it is %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigurationError)
    expect(() => read({ [name]: value })).toThrow(new RegExp(`${name}: `))
  })

  test('names the version of the release, unless another is set', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
    expect(read().appVersion).toBe(version)
    expect(read({ SITWELL_VERSION: '7' }).appVersion).toBe('7')
  })

  test('believes the headers of the proxies that are named, and of nobody without one', () => {
    for (const nobody of ['', 'false', '0']) expect(read({ SITWELL_TRUST_PROXY: nobody }).isProxy('127.0.0.1')).toBe(false)
    const { isProxy } = read({ SITWELL_TRUST_PROXY: '10.0.0.5, 10.1.0.0/16 loopback' })
    expect(['10.0.0.5', '10.1.200.3', '127.0.0.1', '::ffff:10.0.0.5', '10.0.0.6'].map(isProxy)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test.each(['true', '1', 'true, 10.0.0.5'])('refuses %s for the proxies, and says what to write', (value) => {
    expect(() => read({ SITWELL_TRUST_PROXY: value })).toThrow(/SITWELL_TRUST_PROXY: .*SITWELL_TRUST_PROXY="10\.0\.0\.5/)
  })

  test.each(['proxy.example', '10.0.0.0/40', '0.0.0.0/0'])('refuses %s for the proxies by its name', (value) => {
    expect(() => read({ SITWELL_TRUST_PROXY: value })).toThrow(value)
  })

  test('reads more of the player’s start-up file from a file, and says what is wrong with one', () => {
    const path = join(folder, 'player.json')
    const named = (content: string) => {
      writeFileSync(path, content)
      return read({ SITWELL_PLAYER_SETTINGS: path }).playerSettings
    }
    expect(read().playerSettings).toEqual({})
    expect(named('{"supportedBrowsers":[{"name":"chrome","include":[">100"]}]}').supportedBrowsers).toEqual([
      { name: 'chrome', include: ['>100'], exclude: [] },
    ])
    for (const wrong of ['{', '[]', '{"supportedBrowsers":[{}]}', '{"apiEndpointUrl":"https://evil.example"}'])
      expect(() => named(wrong), wrong).toThrow(/SITWELL_PLAYER_SETTINGS: /)
    expect(() => read({ SITWELL_PLAYER_SETTINGS: join(folder, 'none.json') })).toThrow(/SITWELL_PLAYER_SETTINGS: /)
  })

  test('names every variable that is wrong at once, and repeats no secret', () => {
    const wrong = () => read({ PORT: '-1', SITWELL_SECRET: 'hunter2' })
    expect(wrong).toThrow(/PORT: [\s\S]*SITWELL_SECRET: /)
    expect(wrong).not.toThrow(/hunter2/)
  })

  test('takes a grace of any fraction of a second as whole milliseconds, which PostgreSQL wants', () => {
    const graceOf = (seconds: string) => read({ SITWELL_LATE_SAVE_GRACE_SECONDS: seconds }).lateSaveGraceMs
    expect(['2.01', '0.0004', '30'].map(graceOf)).toEqual([2010, 0, 30_000])
  })

  test('lets a link work for an hour, an invitation for a week, and mails go into the data folder, unless told otherwise', () => {
    expect(read()).toMatchObject({ resetLinkMs: 3_600_000, inviteLinkMs: 7 * 86_400_000, smtpUrl: undefined })
    const environment = {
      SITWELL_SMTP_URL: 'smtps://u:p@mail.example',
      SITWELL_RESET_LINK_MINUTES: '5',
      SITWELL_INVITE_LINK_DAYS: '1',
    }
    expect(read(environment)).toMatchObject({
      resetLinkMs: 300_000,
      inviteLinkMs: 86_400_000,
      smtpUrl: 'smtps://u:p@mail.example',
    })
  })

  test('makes a secret of its own, for the owner alone, that is the same at the next start', () => {
    const first = read().tokenSecret
    const path = join(folder, 'token-secret')
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(new TextDecoder().decode(first)).toBe(readFileSync(path, 'utf8'))
    expect(read().tokenSecret).toEqual(first)
    expect(read({ SITWELL_SECRET: 'a'.repeat(40) }).tokenSecret).toEqual(new TextEncoder().encode('a'.repeat(40)))
  })

  test('does not sign with a secret whose file is empty, as a full disk left it, and leaves nothing beside one that it makes', () => {
    const own = mkdtempSync(join(tmpdir(), 'sitwell-config-'))
    writeFileSync(join(own, 'token-secret'), '\n')
    expect(() => readConfig({ SITWELL_DATA: own })).toThrow(/token-secret is empty/)
    rmSync(join(own, 'token-secret'))
    expect(readConfig({ SITWELL_DATA: own }).tokenSecret.length).toBeGreaterThanOrEqual(32)
    expect(readdirSync(own)).toEqual(['token-secret'])
    rmSync(own, { recursive: true })
  })
})
