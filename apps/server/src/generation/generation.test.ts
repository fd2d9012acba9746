import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { calls, generationHeader } from '@sitwell/contract'
import { sequencesEach } from '@sitwell/exam/answers/save-sequences'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandRestored } from '../commands/restored.ts'
import { openDatabase } from '../db/database.ts'
import { bothDatabases } from '../testing/databases.ts'
import { backUp, rememberRows } from '../testing/set-back.ts'
import { createTestPlace, startServerIn, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, saveOf, sitExam, tryCall, type World } from '../testing/test-world.ts'

describe.each(bothDatabases)('a database that is set back, on %s', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer
  let world: World
  let sitting: { token: string; formRunGuid: string }
  let logged: string
  let sequence: number

  const start = async (beatMs?: number) => {
    server = await startServerIn(
      { ...place.config, logLevel: 'warn' },
      {
        ...(beatMs !== undefined && { beatMs }),
        logTo: {
          write: (line) => {
            logged += line
          },
        },
      },
    )
  }
  const restart = async (meanwhile: () => unknown) => {
    await server.stop()
    await meanwhile()
    await start()
  }
  const generationOf = async (one = server) =>
    (await tryCall(one, calls.setting, { query: { orgID: world.orgId, settingName: 'x' } }, sitting.token)).headers.get(
      generationHeader,
    )
  const save = (heard?: number) => {
    sequence += 1
    const body = { ...saveOf(world, sitting.formRunGuid, { sequence }), ...(heard !== undefined && { heard }) }
    return doCall(server, calls.saveAnswer, { body }, sitting.token)
  }

  beforeEach(async () => {
    place = await createTestPlace({ database })
    logged = ''
    sequence = 0
    await start()
    world = await arrange(server)
    sitting = await sitExam(server, world)
  })
  afterEach(async () => {
    await server.stop()
    await place.remove()
  })

  test('is another generation from the next start on, also where nobody says so', async () => {
    const first = await generationOf()
    expect(first).toMatch(/^[\w-]{36}$/)
    let backup: Awaited<ReturnType<typeof backUp>> | undefined
    await restart(async () => {
      backup = await backUp(place.config)
    })
    expect(await generationOf()).toBe(first)
    await save()
    await restart(() => backup?.restore())
    const second = await generationOf()
    expect(second).not.toBe(first)
    expect(logged).toContain('"event":"database-set-back"')
    await restart(() => {})
    expect(await generationOf()).toBe(second)
    // The same backup again.
    await restart(() => backup?.restore())
    expect([first, second]).not.toContain(await generationOf())
    await backup?.remove()
  })

  test('is noticed by the first save of a form run that had more saves before, while the server runs', async () => {
    await save()
    const first = await generationOf()
    const putBack = await rememberRows(server.db)
    await save()
    await putBack()
    await save()
    await vi.waitFor(async () => expect(await generationOf()).not.toBe(first), { timeout: 30_000 })
    expect(logged).toContain('saves-lost')
  })

  test('is noticed at a sign of life where it has lost some, and by every node', async () => {
    const first = await generationOf()
    const putBack = await rememberRows(server.db)
    const other = await startServerIn(place.config, { beatMs: 20 })
    const reply = await generationOf(other)
    expect(reply).toBe(first)
    await vi.waitFor(
      async () => {
        const row = await server.db.kysely.selectFrom('server_generation').selectAll().executeTakeFirstOrThrow()
        expect(row.beats).toBeGreaterThan(4)
      },
      { timeout: 30_000 },
    )
    await putBack()
    await vi.waitFor(async () => expect(await generationOf(other)).not.toBe(first), { timeout: 30_000 })
    await other.stop()
  })

  test('is noticed at the next start by what a server remembers of it, also where it stands at the same place', async () => {
    await restart(() => {})
    const first = await generationOf()
    const own = openDatabase(place.config.database)
    const putBack = await rememberRows(own)
    await restart(() => {})
    expect(await generationOf()).toBe(first)
    await restart(putBack)
    expect(await generationOf()).not.toBe(first)
    expect(logged).toContain('beats-lost')
    await own.close()
  })

  test.runIf(database === 'sqlite')(
    'is noticed at the next start after its file was written over, however young the backup is that is put back',
    async () => {
      const { path } = place.config.database as { readonly path: string }
      const backup = `${path}.backup`
      const first = await generationOf()
      const reading = new DatabaseSync(path)
      reading.prepare('vacuum into ?').run(backup)
      reading.close()
      await save()
      await writeFile(path, await readFile(backup))
      await expect(save()).rejects.toThrow()
      const remembered = async () => JSON.parse(await readFile(`${path}-generation`, 'utf8')) as { beats: number }
      await vi.waitFor(async () => expect((await remembered()).beats).toBe(2))
      await restart(async () => {
        for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true })
        await copyFile(backup, path)
      })
      expect(await generationOf()).not.toBe(first)
      expect(logged).toContain('beats-lost')
    },
  )

  test('is noticed by what a page was told of its saves, also by a server that remembers nothing', async () => {
    const { saves: heard = 0, savesSeal: heardSeal } = await save(0)
    const first = await generationOf()
    const putBack = await rememberRows(server.db)
    const reply = await save(heard)
    await putBack()
    const time = { formRunGuid: sitting.formRunGuid, timeRemaining: 400, elapsedTime: 200, page: `${world.prefix}-q1` }
    const compared = { formRunGuid: sitting.formRunGuid, answers: [] }
    const ask = async (claim: { heard?: number; heardSeal?: string | undefined }) => {
      await server.stop()
      await start()
      await doCall(server, calls.saveTime, { body: { ...time, ...claim } }, sitting.token)
      await doCall(server, calls.compareAnswers, { body: { ...compared, ...claim } }, sitting.token)
    }
    // Nobody can make up a count, and none shows anything that is reached.
    for (const other of [{ heard: 99 }, { heard: 99, heardSeal: reply.savesSeal }, { heard, heardSeal }]) await ask(other)
    expect(await generationOf()).toBe(first)
    await server.stop()
    await start()
    const claim = { heard: reply.saves ?? 0, heardSeal: reply.savesSeal }
    const tell = () => doCall(server, calls.saveTime, { body: { ...time, ...claim } }, sitting.token)
    await Promise.all(Array.from({ length: 10 }, tell))
    await vi.waitFor(async () => expect(await generationOf()).not.toBe(first), { timeout: 30_000 })
    // What many pages show at one moment is one set-back.
    expect(logged.match(/saves-lost/g)).toHaveLength(1)
    // Its seal was of the generation that is over.
    const second = await generationOf()
    await ask(claim)
    expect(await generationOf()).toBe(second)
  })

  test('is another generation within seconds after an operator says that it was restored', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const first = await generationOf()
    await restart(() => {})
    const other = await startServerIn(place.config, { beatMs: 20 })
    expect(await commandRestored(server.db, place.config.database)).toBe(0)
    await vi.waitFor(async () => expect(await generationOf(other)).not.toBe(first), { timeout: 30_000 })
    expect(log.mock.calls.join('\n')).toMatch(/an operator said that the database was restored/)
    log.mockRestore()
    await other.stop()
  })

  test('counts the saves of a form run for who asks, and tells less of them than before', async () => {
    expect(await save()).not.toHaveProperty('saves')
    expect(await save(1)).toMatchObject({ saves: 2 })
    const putBack = await rememberRows(server.db)
    const body = { ...saveOf(world, sitting.formRunGuid, { sequence: 3 }), heard: 2, requestId: crypto.randomUUID() }
    expect(await doCall(server, calls.saveAnswer, { body }, sitting.token)).toMatchObject({ saves: 3 })
    // The same again changes nothing, and tells nothing.
    expect(await doCall(server, calls.saveAnswer, { body }, sitting.token)).not.toHaveProperty('saves')
    const time = {
      formRunGuid: sitting.formRunGuid,
      timeRemaining: 400,
      elapsedTime: 200,
      page: `${world.prefix}-q1`,
      heard: 3,
    }
    expect(await doCall(server, calls.saveTime, { body: time }, sitting.token)).toMatchObject({ saves: 3 })
    await putBack()
    expect(await doCall(server, calls.saveTime, { body: time }, sitting.token)).toMatchObject({ saves: 2 })
  })

  test('sets sequences aside above all that a page was given that it doesn’t know of', async () => {
    let passedMs = 0
    const held = await startServerIn(place.config, { clock: { nowMs: () => Date.now() + passedMs } })
    const open = async () => (await doCall(held, calls.examJson, { query: world.entry }, sitting.token)).lastSequence
    await open()
    const putBack = await rememberRows(held.db)
    const lost = await open()
    await putBack()
    passedMs = 500
    expect(await open()).toBeGreaterThanOrEqual(lost + sequencesEach)
    await held.stop()
  })
})
