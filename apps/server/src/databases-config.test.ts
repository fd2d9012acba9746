import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigurationError } from './config.ts'
import { readNodeConfig, sharePlace } from './databases-config.ts'
import { environmentOfDatabase } from './databases-file.ts'
import { askedHost, nameOfHost } from './http/asked-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'sitwell-databases-'))
const path = join(folder, 'databases.json')
afterAll(() => rmSync(folder, { recursive: true }))

const secret = 'a secret that is nowhere repeated, of 40 signs'
const north = { names: ['north.example.org'], dataFolder: join(folder, 'north') }
const south = { names: ['south.example.org'], databaseUrl: 'postgres://someone:word@db.example/south', secret }

const ordinary = (environment: Record<string, string> = {}) => ({
  SITWELL_DATA: join(folder, 'data'),
  SITWELL_DATABASES: path,
  ...environment,
})
const readText = (text: string, environment?: Record<string, string>) => {
  writeFileSync(path, text)
  return readNodeConfig(ordinary(environment))
}
const read = (databases: readonly object[], environment?: Record<string, string>, more: object = {}) =>
  readText(JSON.stringify({ databases, ...more }), environment)
const saidBy = (act: () => unknown): string[] => {
  try {
    act()
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.message.split('\n').slice(1)
  }
}
/** What is said of a file as a whole, line by line. */
const faultsOf = (databases: readonly object[], environment?: Record<string, string>, more?: object): string[] =>
  saidBy(() => read(databases, environment, more))
/** What is said of each of its databases. */
const faultsOfEach = (lines: readonly object[]): string[][] => read(lines).databases.map((one) => saidBy(() => one.read()))

describe('the databases of one process', () => {
  test('are the one of the variables alone, where no file is named', () => {
    const node = readNodeConfig({ SITWELL_DATA: join(folder, 'data') })
    expect([node.isOfSeveral, node.databases.length, node.playerNames.size]).toEqual([false, 1, 0])
  })

  test('have what the variables say, but for what is of one database alone', () => {
    const { databases, playerNames, courseNames } = read(
      [{ ...north, publicUrl: 'https://north.example.org', scormUrl: 'https://north-courses.example.org/' }, south],
      {
        SITWELL_SECRET: 'b'.repeat(40),
        SITWELL_SECRET_ACCEPTED: 'c'.repeat(40),
        SITWELL_PUBLIC_URL: 'https://exams.example.org',
        SITWELL_MAIL_FROM: 'Exams <exams@example.org>',
        SITWELL_LRS_URL: 'https://lrs.example.org/xapi',
        SITWELL_UPLOAD_MB: '7',
        PORT: '9000',
      },
    )
    const [first, second, last] = databases.map((one) => one.read())
    expect(databases.map(({ name, servesOthers }) => [name, servesOthers])).toEqual([
      ['north.example.org', false],
      ['south.example.org', false],
      ['variables', true],
    ])
    expect(first).toMatchObject({
      database: { dialect: 'sqlite', path: join(folder, 'north', 'sitwell.sqlite') },
      ...{ publicUrl: 'https://north.example.org', scormUrl: 'https://north-courses.example.org', port: 9000 },
      ...{ mailFrom: 'Exams <exams@example.org>', largestFileBytes: 7 * 1024 * 1024, acceptedSecret: undefined },
      statementsTo: { url: 'https://lrs.example.org/xapi/statements' },
    })
    // Of its own, made at the first start, and none of the variables'.
    expect(existsSync(join(folder, 'north', 'token-secret'))).toBe(true)
    expect(first?.tokenSecret).not.toEqual(last?.tokenSecret)
    expect(second).toMatchObject({
      database: { dialect: 'postgres', url: south.databaseUrl },
      ...{ publicUrl: undefined, tokenSecret: new TextEncoder().encode(secret) },
      dataFolder: join(folder, 'data', 'databases', 'south.example.org'),
    })
    expect(last).toMatchObject({ publicUrl: 'https://exams.example.org' })
    expect([playerNames.get('north.example.org')?.name, playerNames.has('north-courses.example.org')]).toEqual([
      'north.example.org',
      false,
    ])
    expect(courseNames.get('north-courses.example.org')).toBe(databases[0])
  })

  test('leave all other names to nobody, where the file says so', () => {
    const node = read([north], {}, { otherNames: 'refused' })
    expect(node.databases.map(({ name }) => name)).toEqual(['north.example.org'])
  })

  test.each([
    [
      'a name twice',
      [north, { ...south, names: ['South.example.org', 'NORTH.example.org'] }],
      /south.*north\.example\.org is a name of north/,
    ],
    ['the name of the courses of another', [{ ...north, scormUrl: 'https://south.example.org' }, south], /is a name of/],
    [
      'one database twice',
      [south, { ...south, names: ['west.example.org'], databaseUrl: 'postgres://else@DB.example:5432/south' }],
      /west.*has the database of south/,
    ],
    ['one folder twice', [north, { ...south, dataFolder: north.dataFolder }], /south.*has the dataFolder of north/],
    [
      'one folder twice, of which one line has other faults',
      [north, { ...south, dataFolder: north.dataFolder, secret: 5, publicURL: 'hunter2' }],
      /south.*has the dataFolder of north/,
    ],
    ['the database of the variables', [{ ...north, dataFolder: join(folder, 'data') }], /variables: has the database of north/],
    ['no name', [{ ...north, names: [] }], /databases\.0\.names: /],
    [
      'an address in the place of a name',
      [{ ...north, names: ['https://north.example.org'] }],
      /databases\.0\.names\.0: has to be a name alone/,
    ],
    ['a name with a port', [{ ...north, names: ['north.example.org:8080'] }], /databases\.0\.names\.0: /],
    // The folder of that name would be another one's.
    ['a name of dots', [{ ...south, names: ['..'] }], /databases\.0\.names\.0: /],
    ['a name of dots that is written in another way', [{ ...south, names: ['%2e%2e'] }], /databases\.0\.names\.0: /],
  ])('are refused with %s, which is said', (_what, databases, words) => {
    const faults = faultsOf(databases)
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(words)]))
    for (const fault of faults) expect(fault).not.toMatch(/hunter2|nowhere repeated|word@/)
  })

  test.each([
    ['neither database nor folder', { names: ['x.example'] }, /x\.example: has neither/],
    ['an unknown key', { ...north, publicURL: 'https://x.example' }, /north\.example\.org: .*"publicURL"/],
    ['a bad address', { ...north, publicUrl: 'north.example.org' }, /north\.example\.org: publicUrl: /],
    ['an address that is another name', { ...north, publicUrl: 'https://other.example' }, /publicUrl: leads to other\.example/],
    ['a short secret', { ...north, secret: 'hunter2' }, /north\.example\.org: secret: has to have 32/],
    ['a secret that is no text', { ...north, secret: ['x'.repeat(40)] }, /north\.example\.org: secret: /],
    [
      'no database that we know',
      { ...north, databaseUrl: 'mysql://u:hunter2@db' },
      /north\.example\.org: databaseUrl: has to begin/,
    ],
    [
      'a file that is not there',
      { ...north, proctoring: join(folder, 'none.json') },
      /north\.example\.org: proctoring: ENOENT/,
    ],
    [
      'a folder that can not be made',
      { ...north, dataFolder: join(path, 'under-a-file') },
      /north\.example\.org: dataFolder: E/,
    ],
  ])('say of one that it has %s, and that the others can be used', (_what, line, words) => {
    const [wrong = [], ...others] = faultsOfEach([line, south])
    expect(wrong).toEqual([expect.stringMatching(words)])
    expect(wrong.join()).not.toMatch(/hunter2|nowhere repeated|word@/)
    expect(wrong[0]).toMatch(/^ {2}SITWELL_DATABASES: /)
    expect(others).toEqual([[], []])
  })

  test('make nothing for a line that can’t be used', () => {
    faultsOfEach([{ ...north, dataFolder: join(folder, 'never'), publicURL: 'https://x.example' }])
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  test('share a place where a database or a folder is the same', () => {
    const [one, other] = read([north, south]).databases
    const [same] = read([{ names: ['west.example'], dataFolder: north.dataFolder }]).databases
    if (!one || !other || !same) throw new Error('They were not read.')
    expect([sharePlace(one, same), sharePlace(one, other)]).toEqual([true, false])
  })

  test('are refused with a name that the variables’ own address has', () => {
    const environment = { SITWELL_PUBLIC_URL: 'https://north.example.org' }
    expect(faultsOf([north], environment)).toEqual([expect.stringMatching(/variables: .*is a name of north/)])
    expect(faultsOf([north], environment, { otherNames: 'refused' })).toEqual([])
  })

  test('say all that is wrong at once, and of a file that is no JSON the line, and nothing that stands there', () => {
    expect(faultsOfEach([{ ...north, secret: 'x', publicURL: '' }])[0]).toHaveLength(2)
    const broken = `{"databases": [\n{"names": ["x"], "secret": "${secret}" "dataFolder": "x"}]}`
    expect(() => readText(broken)).toThrow(/is no JSON from line 2 on/)
    expect(() => readText(broken)).not.toThrow(/nowhere repeated/)
    expect(() => readNodeConfig({ ...ordinary(), SITWELL_DATABASES: join(folder, 'none.json') })).toThrow(/SITWELL_DATABASES: /)
  })

  test('are named by any of their names for a command', () => {
    read([{ ...north, names: ['north.example.org', 'n.example'] }, south])
    const { SITWELL_DATA, SITWELL_DATABASES } = environmentOfDatabase(ordinary(), 'N.example')
    expect([SITWELL_DATA, SITWELL_DATABASES]).toEqual([join(folder, 'north'), undefined])
    expect(environmentOfDatabase(ordinary(), 'south.example.org')).toMatchObject({ DATABASE_URL: south.databaseUrl })
    expect(environmentOfDatabase(ordinary(), undefined)).toEqual(ordinary())
    expect(() => environmentOfDatabase(ordinary(), 'east')).toThrow(/no database of the name east: north\.example\.org, south/)
    expect(() => environmentOfDatabase(ordinary(), '..')).toThrow(/no database of the name/)
    writeFileSync(path, JSON.stringify({ databases: [{ ...north, publicURL: 'x' }, south, { ...south }] }))
    expect(() => environmentOfDatabase(ordinary(), 'north.example.org')).toThrow(/publicURL/)
    expect(() => environmentOfDatabase(ordinary(), 'south.example.org')).toThrow(/more than one database/)
    expect(() => environmentOfDatabase({}, 'east')).toThrow(/SITWELL_DATABASES/)
  })
})

describe('the name that is asked for', () => {
  test('is the same however it is written, with whatever port', () => {
    fc.assert(
      fc.property(fc.domain(), fc.option(fc.nat(65_535)), fc.boolean(), (name, port, isDotted) => {
        const host = `${name}${isDotted ? '.' : ''}${port === null ? '' : `:${port}`}`
        expect(nameOfHost(host)).toBe(name.toLowerCase())
        expect(nameOfHost(host.toUpperCase())).toBe(name.toLowerCase())
      }),
    )
    expect(['[::1]:8080', '[::1]', '127.0.0.1:80'].map(nameOfHost)).toEqual(['[::1]', '[::1]', '127.0.0.1'])
  })

  test('is what the proxy says last, of a proxy that is trusted', () => {
    const headers = { host: 'a.example:1', 'x-forwarded-host': 'evil.example, b.example' }
    const asked = (isProxy: boolean) => askedHost({ headers, socket: { remoteAddress: '127.0.0.1' } }, () => isProxy)
    expect([asked(true), asked(false)]).toEqual(['b.example', 'a.example:1'])
    expect(askedHost({ headers: {}, socket: { remoteAddress: '' } }, () => true)).toBe('')
  })
})
