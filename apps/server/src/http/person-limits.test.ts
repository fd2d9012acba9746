import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headOf, openRaw, type RawConnection } from '../testing/raw-connection.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, saveOf, signIn, sitExam, tryCall, type World } from '../testing/test-world.ts'
import { personLimits } from './limits/person-turns.ts'
import { pathOf } from './register.ts'

// databases: sqlite, because it tests what is decided before anything is asked of the database

describe('the requests of one person', () => {
  let server: TestServer
  let world: World
  let sitting: Awaited<ReturnType<typeof sitExam>>
  let other: string
  const open: RawConnection[] = []
  const headOfSave = (length: number) => {
    const headers = { authorization: `Bearer ${other}`, 'content-type': 'application/json' }
    return headOf('POST', pathOf(calls.saveAnswer), length, headers)
  }
  const begin = async (length: number) => {
    const one = await openRaw(server, headOfSave(length))
    open.push(one)
    return one
  }
  const saves = async () =>
    (await doCall(server, calls.saveAnswer, { body: saveOf(world, sitting.formRunGuid) }, sitting.token)).saved
  const closeAll = async () => {
    const closing = open.splice(0)
    for (const { socket } of closing) socket.destroy()
    await Promise.all(closing.map(({ closed }) => closed))
  }

  beforeAll(async () => {
    server = await startTestServer({ database: 'sqlite', config: { logLevel: 'fatal' } })
    world = await arrange(server, { everyone: true })
    sitting = await sitExam(server, world)
    other = (await signIn(server, world, 'other')).access_token
  })
  afterAll(async () => {
    await closeAll()
    await server.stop()
  })

  /** Until the server has seen that the connections are closed. */
  const untilTaken = async () => {
    while ((await tryCall(server, calls.ownSessions, {}, other)).status === 429)
      await new Promise((resolve) => setImmediate(resolve))
  }

  test('are refused by their heads beyond a number, and nobody else is', async () => {
    const answered: string[] = []
    for (let number = 0; number <= personLimits.underWay; number += 1)
      void (await begin(1000)).answered().then((text) => answered.push(text))
    while (answered.length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toHaveLength(1)
    expect(answered[0]).toMatch(/^HTTP\/1\.1 429 /)
    expect(answered[0]).toMatch(/^retry-after: 1/im)
    expect(await saves()).toBe(true)
    await closeAll()
    await untilTaken()
  })

  test('are refused by their heads beyond the bytes of their bodies', async () => {
    const large = 4 * 1024 * 1024
    const answered: string[] = []
    for (let number = 0; number < 6; number += 1) void (await begin(large)).answered().then((text) => answered.push(text))
    while (answered.length < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(answered.every((text) => /^HTTP\/1\.1 429 /.test(text))).toBe(true)
    expect(await saves()).toBe(true)
    await closeAll()
    await untilTaken()
  })

  test('may be an activity log of thousands of entries, which is written whole, and not one of too many values', async () => {
    const { formRunGuid, token } = sitting
    const activities = Array.from({ length: 5000 }, (_, number) => ({
      ...{ id: `a${number}`, type: 1, value: { [`n${number}`]: number, more: 'x'.repeat(100) } },
    }))
    await doCall(server, calls.activityLog, { params: { formRunGuid }, body: { formRunGuid, activities } }, token)
    const { count } = await server.db.kysely
      .selectFrom('activity')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('form_run_guid', '=', formRunGuid)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(5000)
    const crowded = activities.map((one) => ({ ...one, value: Array(50).fill(0) }))
    const refused = await tryCall(
      server,
      calls.activityLog,
      { params: { formRunGuid }, body: { formRunGuid, activities: crowded } },
      token,
    )
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('too many values')
  })
})
