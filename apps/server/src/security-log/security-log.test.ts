import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readCommandLine } from '../commands/command-line.ts'
import { noteCommand } from '../commands/note-command.ts'
import { commandSecurityLog } from '../commands/security-log.ts'
import { verify } from '../commands/verify.ts'
import { openDatabase } from '../db/database.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, credentials, doCall, send, signIn, tryCall } from '../testing/test-world.ts'

const searching = { orgId: 1, person: undefined, kind: undefined, address: undefined } as const
const anyTime = { from: undefined, until: undefined, most: undefined, head: false } as const
const verifying = { orgId: 1, given: 'security-log', examGuid: undefined, head: false } as const

describe.each(bothDatabases)('the security log on %s', (database) => {
  let server: TestServer
  const logged: string[] = []
  const output: string[] = []

  beforeAll(async () => {
    const logTo = { write: (line: string) => void logged.push(line) }
    server = await startTestServer({ database, config: { logLevel: 'warn' }, logTo })
    await arrange(server, { everyone: true, invigilated: true })
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
  })
  afterEach(() => output.splice(0))
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })

  /** The events of the log, once as many as that are there, the newest last. */
  const events = async (wishes: Partial<Parameters<typeof commandSecurityLog>[1]> = {}, atLeast = 1) => {
    return vi.waitFor(async () => {
      output.splice(0)
      await commandSecurityLog(server.db, { ...searching, ...anyTime, ...wishes })
      const found = output.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
      expect(found.length).toBeGreaterThanOrEqual(atLeast)
      return found
    })
  }

  test('has sign-ins, those that were refused and sign-outs, with person and address, in the log and in its table', async () => {
    const { access_token, UserGUID } = await signIn(server, { orgId: 1 })
    await tryCall(server, calls.token, credentials({ orgId: 1 }, 'learner', 'Not-The-Password'))
    await tryCall(server, calls.token, credentials({ orgId: 1 }, 'MyPassword1!', 'Not-The-Password'))
    await doCall(server, calls.logout, { query: { userGUID: UserGUID } }, access_token)
    const [signedIn, refused, ...more] = await events({ person: 'learner' }, 3)
    expect(signedIn).toMatchObject({ kind: 'sign-in', user_guid: 'o1-learner', address: '127.0.0.1' })
    expect(refused).toMatchObject({ kind: 'sign-in-refused', user_guid: 'o1-learner', username: 'learner', what: 'password' })
    expect(more).toMatchObject([{ kind: 'sign-out', user_guid: 'o1-learner' }])
    expect(await events({ kind: 'sign-in-refused', address: '127.0.0.1' }, 2)).toMatchObject([
      { what: 'password' },
      { what: 'unknown-name' },
    ])
    const lines = logged.map((line) => JSON.parse(line) as { security?: { kind: string } })
    expect(lines.flatMap(({ security }) => security?.kind ?? [])).toEqual([
      'sign-in',
      'sign-in-refused',
      'sign-in-refused',
      'sign-out',
    ])
    const rows = JSON.stringify(await server.db.kysely.selectFrom('security_event').selectAll().execute())
    for (const secret of ['learner-secret', 'Not-The-Password', 'MyPassword1!', access_token])
      expect(rows + logged.join('')).not.toContain(secret)
  })

  test('has what staff did with what they did it to, what somebody was not allowed, and commands with who ran them', async () => {
    const learner = await signIn(server, { orgId: 1 })
    const invigilator = await signIn(server, { orgId: 1 }, 'invigilator')
    const { formRunGUID: formRunGuid } = await doCall(
      server,
      calls.start,
      {
        query: {
          userGuid: 'o1-learner',
          scheduleGuid: 'o1-schedule',
          scheduleType: 1,
          examGuid: 'o1-exam',
          examObjectTypeGuid: 'o1-type',
          versionNumber: 3,
        },
      },
      learner.access_token,
    )
    await doCall(server, calls.addTime, { body: { formRunGuid, seconds: 60 } }, invigilator.access_token)
    await tryCall(server, calls.addTime, { body: { formRunGuid, seconds: 60 } }, learner.access_token)
    const [act] = await events({ kind: 'staff-act' })
    expect(act).toMatchObject({ author: 'o1-invigilator', what: 'addTime', target: { formRunGuid, seconds: 60 } })
    const [refused] = await events({ kind: 'access-refused' })
    expect(refused).toMatchObject({ user_guid: 'o1-learner', what: 'addTime' })

    const line = readCommandLine([
      'invigilate',
      'add-time',
      '--run',
      formRunGuid,
      '--minutes',
      '5',
      '--config-key',
      'not-to-be-told',
    ])
    await expect(noteCommand(server.db, line, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const [command] = await events({ kind: 'command' })
    expect(command).toMatchObject({
      what: 'invigilate',
      target: { names: 'add-time', run: formRunGuid, minutes: '5', exitCode: 1 },
    })
    expect(command?.author).toMatch(/^command:./)
    expect(JSON.stringify(command)).not.toContain('not-to-be-told')
  })

  test('holds a limit that held once in a minute with its address, however often it is hit and whatever organisation is named', async () => {
    const strict = await startTestServer({ database, config: { attemptsPerMinute: 2 } })
    await arrange(strict)
    for (const orgId of [1, 1, 1, 1, 77, 77, 77, 77]) await tryCall(strict, calls.token, credentials({ orgId }, 'learner', 'x'))
    await vi.waitFor(async () => {
      const rows = await strict.db.kysely
        .selectFrom('security_event')
        .select(['org_id', 'address'])
        .where('kind', '=', 'limit-held')
        .execute()
      expect(rows.map(({ org_id, address }) => [org_id, address])).toEqual([
        [1, '127.0.0.1'],
        [0, '127.0.0.1'],
      ])
    })
    await strict.stop()
  })

  test('makes no sign-in fail where it can not be written, and writes later what it had then', async () => {
    const before = (await events({ most: 1 }))[0]?.number
    await server.db.kysely.schema.alterTable('security_chain').renameTo('security_chain_away').execute()
    await signIn(server, { orgId: 1 }, 'other')
    await vi.waitFor(() => expect(logged.join('')).toContain('could not be written into the database yet'))
    await server.db.kysely.schema.alterTable('security_chain_away').renameTo('security_chain').execute()
    const [late] = await vi.waitFor(async () => {
      const found = await events({ person: 'other' })
      expect(found[0]?.kind).toBe('sign-in')
      return found
    }, 10_000)
    expect(late?.number).toBe(Number(before) + 1)
  })

  test('is checked as it stands at one moment: an event that is written meanwhile is not missing', async () => {
    const line = readCommandLine(['invigilate', 'pause', '--exam', 'none', '--org', '1'])
    let isOver = false
    const writing = async () => {
      while (!isOver) await noteCommand(server.db, line, async () => 0)
    }
    const written = writing()
    for (let time = 0; time < 40; time += 1) await verify(server.db, verifying)
    isOver = true
    await written
    expect(output.filter((one) => one.startsWith('!'))).toEqual([])
  })

  test('stays one chain when two servers add to it at the same moment', async () => {
    const line = readCommandLine(['invigilate', 'pause', '--exam', 'none', '--org', '1'])
    const other = openDatabase(server.config.database)
    const numbers = () => server.db.kysely.selectFrom('security_event').select('number').where('org_id', '=', 1).execute()
    const before = (await numbers()).length
    const together = Array.from({ length: 24 }, (_, index) =>
      noteCommand(index % 2 === 0 ? server.db : other, line, async () => 0),
    )
    await Promise.all(together)
    await other.close()
    expect(await numbers()).toHaveLength(before + together.length)
    expect(await verify(server.db, verifying)).toBe(0)
  })

  test('is a chain: what was changed, hidden or taken out is told, and a hash that was kept is found again', async () => {
    expect(await verify(server.db, verifying)).toBe(0)
    output.splice(0)
    await commandSecurityLog(server.db, { ...searching, ...anyTime, head: true })
    const [head = ''] = output
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-heads-'))
    await writeFile(join(folder, 'heads.txt'), `${head}\n`)
    for (const given of [head, join(folder, 'heads.txt')]) expect(await verify(server.db, { ...verifying, given })).toBe(0)
    await rm(folder, { recursive: true })
    const { kysely } = server.db
    const third = () => kysely.updateTable('security_event').where('org_id', '=', 1).where('number', '=', 3)
    const row = await kysely
      .selectFrom('security_event')
      .selectAll()
      .where('org_id', '=', 1)
      .where('number', '=', 3)
      .executeTakeFirstOrThrow()
    for (const [change, finding] of [
      [{ at: row.at + 1 }, /event 3 is not what was written/],
      [{ address: '10.9.9.9' }, /event 3 says something else/],
      [{ content: row.content?.replace('127.0.0.1', '10.9.9.9') }, /event 3 says something else/],
    ] as const) {
      await third().set(change).execute()
      output.splice(0)
      expect(await verify(server.db, verifying)).toBe(1)
      expect(output.join('\n')).toMatch(finding)
      await third().set(row).execute()
    }
    await third().set({ content: null, user_guid: null, username: null, address: null }).execute()
    output.splice(0)
    expect(await verify(server.db, verifying)).toBe(0)
    expect(output.join('\n')).toContain('of 1 what they said was taken out')
    await kysely.deleteFrom('security_event').where('org_id', '=', 1).where('number', '>=', 3).execute()
    expect(await verify(server.db, verifying)).toBe(1)
    expect(await verify(server.db, { ...verifying, given: head })).toBe(1)
  })

  test('is not read by anybody over the network', async () => {
    expect((await send(server, '/security-log')).text).not.toContain('sign-in-refused')
  })
})
