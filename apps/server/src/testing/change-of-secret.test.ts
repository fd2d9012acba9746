import { calls, handInFormat, handInVersion } from '@sitwell/contract'
import { handInSeal } from '@sitwell/exam/answers/hand-in-seal'
import { generate } from 'otplib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isKnownGuid, newFormRunGuid } from '../assessment/form-run/form-run-guid.ts'
import { readHandIn } from '../assessment/hand-in/read-hand-in.ts'
import { handInSecretOf } from '../assessment/schedules/hand-in-secret.ts'
import { commandReseal } from '../commands/reseal.ts'
import type { Generation } from '../generation/generation.ts'
import { createPageWitness } from '../generation/page-witness.ts'
import { createKeys } from '../keys.ts'
import { readCourseToken, signCourseToken } from '../lms/course-token.ts'
import { oneDatabase } from './databases.ts'
import { createTestPlace, startServerIn, type TestServer } from './start-test-server.ts'
import {
  arrange,
  credentials,
  doCall,
  personOf,
  refusalIn,
  saveOf,
  signIn,
  sitExam,
  tryCall,
  type World,
} from './test-world.ts'

const secretOf = (letter: string) => new TextEncoder().encode(letter.repeat(48))
const [first, second] = [secretOf('1'), secretOf('2')]

describe.each(oneDatabase)('a secret that is changed, on %s', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let running: TestServer[]
  let nowMs: number
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-26T08:00:00Z')
    running = []
    place = await createTestPlace({ database })
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
  })
  afterEach(async () => {
    for (const one of running) await one.stop()
    await place.remove()
    vi.restoreAllMocks()
  })

  const start = async (tokenSecret: Uint8Array, acceptedSecret?: Uint8Array) => {
    const config = { ...place.config, tokenSecret, acceptedSecret }
    const server = await startServerIn(config, { clock: { nowMs: () => nowMs } })
    running.push(server)
    return server
  }
  const stop = async (server: TestServer) => {
    running = running.filter((one) => one !== server)
    await server.stop()
  }
  const refresh = (server: TestServer, refresh_token: string) =>
    tryCall(server, calls.token, { body: { client_id: 'p', grant_type: 'refresh_token', refresh_token } })
  const timeOf = (server: TestServer, token: string) =>
    tryCall(server, calls.time, { query: { userGuid: 'o1-learner' } }, token)

  test('signs nobody out, and takes nothing of what was given out before', async () => {
    let server = await start(first)
    const world = await arrange(server)
    const { token, formRunGuid } = await sitExam(server, world)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
    await stop(server)

    server = await start(second, first)
    // The access token continues, and so does the exam.
    expect((await timeOf(server, token)).status).toBe(200)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
    await stop(server)

    // Who has neither is nobody.
    server = await start(second)
    expect((await timeOf(server, token)).status).toBe(401)
  })

  test('goes round over many nodes: accepted by all, then signing on one after the other, then alone', async () => {
    const [one, other] = database === 'postgres' ? [await start(first, second), await start(first, second)] : []
    let old = one ?? (await start(first, second))
    const world: World = await arrange(old)
    const before = await signIn(old, world)
    if (!other) await stop(old)
    const next = await start(second, first)
    const { access_token, refresh_token } = await refreshed(next, before.refresh_token)
    // A token of either holds at the other.
    if (!other) {
      await stop(next)
      old = await start(first, second)
    }
    expect((await timeOf(old, access_token)).status).toBe(200)
    expect((await timeOf(old, before.access_token)).status).toBe(200)
    const again = await refreshed(old, refresh_token)
    await stop(old)
    if (other) await stop(other)
    const last = database === 'postgres' ? next : await start(second, first)
    const final = await refreshed(last, again.refresh_token)
    await stop(last)
    const alone = await start(second)
    expect((await timeOf(alone, final.access_token)).status).toBe(200)
    expect((await refreshed(alone, final.refresh_token)).access_token).toBeTruthy()
  })

  const refreshed = async (server: TestServer, token: string) => {
    const answer = await refresh(server, token)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return JSON.parse(answer.text) as { access_token: string; refresh_token: string }
  }

  test('keeps the apps of second steps, which are sealed anew by a command before the old one is given up', async () => {
    let server = await start(first)
    const people = [{ ...personOf('o1', 'learner', 1), mfaRequired: true }]
    const world = await arrange(server, { file: { people, schedules: [] } })
    const { access_token } = await signIn(server, world)
    const { secret } = await doCall(server, calls.mfaQrCode, { query: { userID: 1 } }, access_token)
    const pass = async () => {
      nowMs += 60_000
      const code = await generate({ secret, epoch: Math.floor(nowMs / 1000) })
      const { access_token: token } = await doCall(server, calls.token, credentials(world, 'learner'))
      return doCall(server, calls.postMfaVerify, { body: { userID: 1, code, mfaOption: 3 } }, token)
    }
    expect(await pass()).toBe('true')
    await stop(server)
    server = await start(second, first)
    expect(await pass()).toBe('true')
    // Given up too early, the seed is lost: that is what the command is for.
    expect(await commandReseal(server.db, { ...server.config, acceptedSecret: undefined })).toBe(1)
    expect(await commandReseal(server.db, server.config)).toBe(0)
    expect(await commandReseal(server.db, { ...server.config, acceptedSecret: undefined })).toBe(0)
    await stop(server)
    server = await start(second)
    expect(await pass()).toBe('true')
  })

  test('files of answers keep their seal, courses their files, form runs their names, and browsers stay witnesses', async () => {
    const server = await start(first)
    const world = await arrange(server)
    const [before, now] = [createKeys(first), createKeys(second, { accepted: first })]
    const { userGuid, scheduleGuid, examGuid } = world.entry
    const content = {
      ...{ format: handInFormat, formatVersion: handInVersion, about: 'For the staff of the exam.', orgId: 1, scheduleGuid },
      ...{ madeAt: new Date(nowMs).toISOString(), formRunGuid: 'o1-run', learner: { guid: userGuid, name: 'Ada Wood' } },
      ...{ exam: { guid: examGuid, name: 'Trees' }, finished: false, used: [], files: [], answers: [] },
    }
    const owner = { org_id: 1, user_guid: userGuid, schedule_guid: scheduleGuid }
    const seal = await handInSeal(content, handInSecretOf(before, owner), globalThis.crypto.subtle)
    const read = (keys: ReturnType<typeof createKeys>) =>
      readHandIn(JSON.stringify({ ...content, seal }), { keys, orgId: 1, allowsUnsealed: false })
    expect(await read(now)).toMatchObject({ isSealed: true })
    expect(await read(createKeys(second))).toHaveProperty('why')
    const ticket = signCourseToken(before, { orgId: 1, contentGuid: 'course', sessionId: 'one' }, nowMs)
    expect(readCourseToken(now, ticket, nowMs)).toMatchObject({ contentGuid: 'course' })
    expect(readCourseToken(createKeys(second), ticket, nowMs)).toBeUndefined()
    const guid = newFormRunGuid(before, owner)
    expect(isKnownGuid(now, owner, guid)).toBe(true)
    let lost = 0
    const generation: Generation = {
      ...{
        current: () => 'one',
        number: () => 1,
        begin: async () => undefined,
        look: async () => undefined,
        remember: async () => undefined,
        saw: () => undefined,
      },
      suspect: async () => undefined,
      lost: () => {
        lost += 1
      },
    }
    const run = { orgId: 1, formRunGuid: guid }
    const heardSeal = createPageWitness({ keys: before, generation }).sealOf(run, 7)
    for (const keys of [createKeys(second), now])
      createPageWitness({ keys, generation }).hear(run, { heard: 7, heardSeal }, 3, { isMore: false })
    expect(lost).toBe(1)
  })

  test('a launch that was entered a moment before it is answered the same again', async () => {
    let server = await start(first)
    const world = await arrange(server)
    const { refresh_token } = await doCall(server, calls.token, credentials(world, 'learner'))
    const enter = {
      client_id: 'p',
      grant_type: 'launch' as const,
      refresh_token,
      requestId: '0b7b1c9a-6f0e-4a51-9d1c-0a2f6e1c7b11',
    }
    const entered = await doCall(server, calls.token, { body: enter })
    await stop(server)
    server = await start(second, first)
    expect((await doCall(server, calls.token, { body: enter })).refresh_token).toBe(entered.refresh_token)
    const other = await tryCall(server, calls.token, { body: { ...enter, requestId: '1b7b1c9a-6f0e-4a51-9d1c-0a2f6e1c7b11' } })
    expect(refusalIn(other)).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
  })
})
