import { calls } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandClock } from '../commands/clock.ts'
import type { Overrides } from '../overrides.ts'
import { bothDatabases } from '../testing/databases.ts'
import { createTestPlace, startServerIn, type TestServer } from '../testing/start-test-server.ts'
import { createTestMachine, type TestMachine } from '../testing/test-machine.ts'
import { arrange, doCall, examOf, saveOf, send, sitExam, type World } from '../testing/test-world.ts'
import { outagesBetween } from './outages.ts'
import { selectDatabaseClock } from './queries.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

describe.each(bothDatabases)('the time of servers on %s', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let machine: TestMachine
  let server: TestServer
  let world: World
  let sitting: { token: string; formRunGuid: string }
  let logged: string
  const running = new Set<TestServer>()

  const start = async (more: Overrides = {}) => {
    const one = await startServerIn(
      { ...place.config, logLevel: 'warn' },
      {
        machine,
        // A database on the machine itself has no other clock, one that restarts with it none that tells anything.
        databaseClock: async () => undefined,
        logTo: {
          write: (line) => {
            logged += line
          },
        },
        ...more,
      },
    )
    running.add(one)
    return one
  }
  const stop = async (one = server) => {
    running.delete(one)
    await one.stop()
  }
  const restart = async (meanwhile: () => void, more?: Overrides) => {
    await stop()
    meanwhile()
    server = await start(more)
  }
  const left = async () =>
    (await doCall(server, calls.dashState, { query: { formRunGuid: sitting.formRunGuid } }, sitting.token)).examTimeRemaining
  const health = async () => JSON.parse((await send(server, '/ping')).text)
  const run = () =>
    server.db.kysely
      .selectFrom('form_run')
      .selectAll()
      .where('form_run_guid', '=', sitting.formRunGuid)
      .executeTakeFirstOrThrow()
  const signInAgain = async () => {
    sitting = await sitExam(server, world)
  }
  const outages = async () =>
    (await outagesBetween(server.db, 0, Number.MAX_SAFE_INTEGER)).map(({ fromMs, toMs }) => toMs - fromMs)

  beforeEach(async () => {
    place = await createTestPlace({ database })
    machine = createTestMachine()
    logged = ''
    server = await start()
    // 3,600 seconds.
    world = await arrange(server, { exam: examOf('o1', { settings: { examTime: 3600, warningTime: 60 } }) })
    await signInAgain()
  })
  afterEach(async () => {
    for (const one of running) await stop(one)
    await place.remove()
  })

  test('do not follow a clock that is set two hours ahead, or behind, and say so; set right, it is followed again', async () => {
    for (const by of [2 * hour, -2 * hour]) {
      machine.pass(minute)
      const before = await left()
      machine.setClock(by)
      machine.pass(10 * second)
      expect(await left()).toBe(before - 10)
      expect(await health()).toEqual({ status: 'ok', clock: { aheadSeconds: by / second, held: false } })
      machine.setClock(-by)
      machine.pass(10 * second)
      expect(await left()).toBe(before - 20)
      expect(await health()).toEqual({ status: 'ok' })
    }
  })

  test('follow what is no jump, little by little', async () => {
    machine.setClock(5 * second)
    machine.pass(10 * minute)
    expect(await health()).toEqual({ status: 'ok' })
    expect(server.clock.nowMs()).toBeLessThanOrEqual(machine.read().wallMs)
    expect(await left()).toBe(3600 - 600 - 5)
  })

  test('tell a jump over a restart from time that went by: the machine was on, so how long it was on decides', async () => {
    machine.pass(10 * second)
    await restart(() => {
      machine.pass(30 * second)
      machine.setClock(2 * hour)
    })
    expect(await left()).toBe(3600 - 40)
    expect(await health()).toEqual({ status: 'ok', clock: { aheadSeconds: 7200, held: false } })
    expect(logged).toContain('the clock of this machine jumped while no server ran')
    machine.pass(10 * second)
    await restart(() => machine.pass(20 * minute))
    await signInAgain()
    expect(await left()).toBe(3600 - 50 - 1200)
    expect(await outages()).toEqual([30 * second, 20 * minute])
  })

  test('go on over the restart of a machine, whose clock is believed for as long as that takes', async () => {
    await restart(() => machine.restart(3 * minute))
    expect(await left()).toBe(3600 - 180)
    expect(await health()).toEqual({ status: 'ok' })
    expect(await outages()).toEqual([3 * minute])
  })

  test('are held where a machine comes back far ahead and nothing tells why: no exam ends, and the health says so', async () => {
    await restart(() => machine.restart(2 * hour))
    expect(await left()).toBe(3600)
    expect(await health()).toEqual({ status: 'ok', clock: { aheadSeconds: 7200, held: true } })
    expect(logged).toContain('sitwell clock confirm')
    machine.pass(minute)
    await restart(() => machine.pass(minute))
    expect(await health()).toMatchObject({ clock: { held: true } })
    // The clock was wrong: it is set right, three minutes after the server had stopped by it.
    machine.setClock(-2 * hour + 3 * minute)
    machine.pass(second)
    expect(await health()).toEqual({ status: 'ok' })
    expect(await left()).toBe(3600 - 121 - 180)
  })

  test('go on by the clock of a machine that was far ahead after an operator said that it is right', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await restart(() => machine.restart(30 * minute), { beatMs: 5 })
    expect(await left()).toBe(3600)
    machine.pass(minute)
    const other = await arrange(server, { orgId: 2, exam: examOf('o2', { settings: { examTime: 3600, warningTime: 60 } }) })
    await sitExam(server, other)
    expect(await commandClock(server.db, 'confirm')).toBe(0)
    expect(log.mock.calls.join('\n')).toMatch(/1800 s ahead, and not followed, nothing tells how long nobody served/)
    await vi.waitFor(async () => expect(await health()).toEqual({ status: 'ok' }), { timeout: 60_000 })
    expect(server.clock.nowMs()).toBe(machine.read().wallMs)
    // Written down once the clock is followed: one step after the health says so.
    await vi.waitFor(async () => expect(await outages()).toEqual([31 * minute]), { timeout: 60_000 })
    // Who was in the exam has used the time, who began it since has not.
    await signInAgain()
    expect(await left()).toBe(3600 - 31 * 60)
    const later = await sitExam(server, other)
    await vi.waitFor(
      async () => {
        const state = await doCall(server, calls.dashState, { query: { formRunGuid: later.formRunGuid } }, later.token)
        expect(state.examTimeRemaining).toBe(3600)
      },
      { timeout: 60_000 },
    )
    vi.restoreAllMocks()
  })

  test('wait with an operator’s word until no exam is under way where it is known that the time did not go by', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    await restart(() => machine.setClock(2 * hour), { beatMs: 5 })
    await commandClock(server.db, 'confirm')
    const beats = async () =>
      (await server.db.kysely.selectFrom('server_generation').select('beats').executeTakeFirstOrThrow()).beats
    const before = await beats()
    await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(before + 3), { timeout: 60_000 })
    expect(await left()).toBe(3600)
    expect(await health()).toMatchObject({ clock: { aheadSeconds: 7200 } })
    machine.pass(61 * minute)
    await vi.waitFor(async () => expect(await health()).toEqual({ status: 'ok' }), { timeout: 60_000 })
    vi.restoreAllMocks()
  })

  test('are the machine’s at a start while nobody sits an exam', async () => {
    machine.pass(61 * minute)
    await restart(() => machine.restart(12 * hour))
    expect(await health()).toEqual({ status: 'ok' })
    expect(server.clock.nowMs()).toBe(machine.read().wallMs)
  })

  test('give no exam its time again that was over before a start with a clock that is behind, though nobody has completed it', async () => {
    const goneSinceEnd = async () => server.clock.nowMs() - ((await run()).ends_at ?? Number.POSITIVE_INFINITY)
    machine.pass(61 * minute)
    await restart(() => {
      machine.setClock(-2 * hour)
      machine.pass(second)
    })
    expect(await goneSinceEnd()).toBe(minute + second)
    // Switched on again, nothing tells how long nobody served.
    await restart(() => machine.restart(minute))
    expect(await goneSinceEnd()).toBe(minute + second)
  })

  test('forget what was to be by a clock that was two hours ahead, once that is set right while nobody sits an exam', async () => {
    machine.pass(61 * minute)
    await restart(() => machine.setClock(2 * hour))
    await restart(() => machine.setClock(-2 * hour))
    expect(server.clock.nowMs()).toBe(machine.read().wallMs)
    // The hour without a sign of life, which is as if the machine had slept, and not the two hours that never were.
    expect(await outages()).toEqual([61 * minute])
    world = await arrange(server, { orgId: 2, exam: examOf('o2', { settings: { examTime: 3600, warningTime: 60 } }) })
    await signInAgain()
    await restart(() => machine.pass(30 * second))
    expect(await health()).toEqual({ status: 'ok' })
    expect(await left()).toBe(3600 - 30)
    expect(await outages()).toEqual([61 * minute + 30 * second])
  })

  test('are another server’s that serves, whatever the own machine’s clock says', async () => {
    const { databaseClock } = machine
    await restart(() => {}, { databaseClock })
    machine.pass(5 * second)
    const other = createTestMachine()
    other.setClock(2 * hour)
    const second_ = await start({ machine: other, databaseClock })
    expect(second_.clock.nowMs() - server.clock.nowMs()).toBe(0)
    expect(await outages()).toEqual([])
  })

  test('go by the clock of a database that ran on where the machine was restarted', async () => {
    const { databaseClock } = machine
    await restart(() => machine.pass(second), { databaseClock })
    await restart(() => machine.restart(40 * minute), { databaseClock })
    await signInAgain()
    expect(await left()).toBe(3600 - 2401)
    expect(await health()).toEqual({ status: 'ok' })
    await restart(
      () => {
        machine.restart(minute)
        machine.setClock(2 * hour)
      },
      { databaseClock },
    )
    expect(await left()).toBe(3600 - 2461)
  })

  test('have the clock of PostgreSQL as a witness, and none of SQLite', async () => {
    const first = await selectDatabaseClock(server.db)
    const second = await selectDatabaseClock(server.db)
    expect(first === undefined).toBe(database === 'sqlite')
    if (!first || !second) return
    expect(first.startedMs).toBeLessThan(first.nowMs)
    expect(second.nowMs).toBeGreaterThanOrEqual(first.nowMs)
    expect(second.startedMs).toBe(first.startedMs)
  })

  test('tell afterwards that nobody was served while their machine slept', async () => {
    await restart(() => {}, { beatMs: 5 })
    const asleepAt = server.clock.nowMs()
    machine.pass(20 * minute)
    await vi.waitFor(async () => expect(await outages()).toEqual([20 * minute]), { timeout: 60_000 })
    expect(await outagesBetween(server.db, asleepAt + minute, asleepAt + 2 * minute)).toEqual([
      { fromMs: asleepAt + minute, toMs: asleepAt + 2 * minute },
    ])
    expect(await outagesBetween(server.db, 0, asleepAt)).toEqual([])
  })

  test('let a save count that comes after two hours that never were', async () => {
    await restart(() => machine.setClock(2 * hour))
    const body = saveOf(world, sitting.formRunGuid, { sequence: 1 })
    await doCall(server, calls.saveAnswer, { body }, sitting.token)
    const [event] = await server.db.kysely.selectFrom('answer_event').selectAll().execute()
    expect(event).toMatchObject({ outcome: 'applied', late_ms: null })
    expect(await run()).toMatchObject({ completed_at: null })
  })
})
