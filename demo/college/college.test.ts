import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldsOf, problemsOf } from '../../apps/server/src/office/people/read-fields.ts'
import { bothDatabases } from '../../apps/server/src/testing/databases.ts'
import { createOfficeBrowser } from '../../apps/server/src/testing/office-browser.ts'
import { quickPasswords } from '../../apps/server/src/testing/quick-passwords.ts'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts'
import { arrange, personOf } from '../../apps/server/src/testing/test-world.ts'
import { fillCollege } from './fill-college.ts'
import { madeUpPeople } from './made-up-people.ts'

const scripts = ['Latin', 'Arabic', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Hangul', 'Devanagari', 'Tamil', 'Thai', 'Hebrew']

describe('the made-up people', () => {
  const people = madeUpPeople(200)

  test('are always the same ones, each with a sign-in name, number and address of their own', () => {
    expect(madeUpPeople(200)).toEqual(people)
    for (const field of ['userGuid', 'username', 'identifier', 'email'] as const)
      expect(new Set(people.map((person) => person[field])).size).toBe(200)
    const whole = new Set(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`))
    expect(whole.size).toBeGreaterThan(150)
  })

  test('have names of many scripts and lengths, which staff could type themselves', () => {
    const all = people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    for (const script of scripts)
      expect(
        all.filter((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name)),
        script,
      ).not.toEqual([])
    const lengths = all.map((name) => name.trim().length)
    expect([Math.min(...lengths) < 4, Math.max(...lengths) > 80]).toEqual([true, true])
    for (const person of people) {
      expect(problemsOf(fieldsOf(person))).toEqual([])
      expect(new Date(person.dateOfBirth).toISOString().slice(0, 10)).toBe(person.dateOfBirth)
    }
  })
})

describe.each(bothDatabases)('the college on %s', (database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  const fill = () => fillCollege(server.config.database, quickPasswords)
  const office = async (username: string, password: string) => {
    const one = createOfficeBrowser(server)
    one.page((await one.doIt(calls.officeSignIn, { body: { orgId: 1, username, password } })).sessionId)
    return one
  }

  test('is filled once: with 200 people in six groups, two centres, and an invigilator who has one of them', async () => {
    expect(await fill()).toBe('absent')
    const owner = { ...personOf('o1', 'owner', 111), roles: ['owner' as const] }
    await arrange(server, { file: { people: [owner], schedules: [], settings: { OfficeSecondStep: 'off' } } })
    expect([await fill(), await fill()]).toEqual(['filled', 'kept'])
    const one = await office('owner', 'owner-secret')
    expect((await one.doIt(calls.officePeople, { query: {} })).total).toBe(202)
    const { groups } = await one.doIt(calls.officeGroups, { query: {} })
    expect([groups.length, groups.reduce((sum, { members }) => sum + members, 0)]).toEqual([6, 225])
    const { centres } = await one.doIt(calls.officeCentres, { query: {} })
    expect(centres.map(({ rooms }) => rooms.length)).toEqual([3, 2])
    const session = await (await office('west', 'west')).doIt(calls.officeSession, {})
    expect([session.roles, session.permissions]).toEqual([
      [{ role: 'invigilator', scope: expect.objectContaining({ name: 'Zentrum Bergwiesen' }) }],
      [],
    ])
    // What somebody has removed stays so.
    await server.db.kysely.deleteFrom('people_group_member').execute()
    expect(await fill()).toBe('kept')
  })
})
