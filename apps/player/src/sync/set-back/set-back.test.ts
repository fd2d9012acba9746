import { contentHash, type DigestLine, lackingOf } from '@sitwell/exam/answers/answer-digest'
import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { PlayerSync } from '../player-sync-types.ts'
import type { Caller } from '../queue/delivery.ts'
import { examStart, question, text } from '../testing/exam-start.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import { createContactClock } from '../time/contact-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Saved {
  readonly questionId: string
  readonly sequence: number
  readonly text: string
  readonly hash: string
}
interface Body {
  readonly questionVersionId: string
  readonly sequence: number
  readonly requestId: string
  readonly answerText: string
  readonly options: []
  readonly workings: string
  readonly bookmarked: boolean
  readonly answers?: DigestLine[]
  readonly heard?: number
  readonly heardSeal?: string
}

/** A server with a database that can be set back to what it was. */
const createServer = () => {
  const places = createMemoryStore()
  const database = { saved: [] as Saved[], saves: 0, completed: false, generation: 'first' }
  const server = {
    requestIds: [] as string[],
    database,
    isReachable: true,
    /** Another device has completed the form run. */
    isCompletedElsewhere: false,
    /** From before the form run was started, else. */
    knowsRun: true,
    asked: 0,
    completedWith: [] as string[],
    heard: [] as [call: string, heard: number | undefined, seal: string | undefined][],
    sequencesFrom: 0,
    /** What a reply to a page, counted from 1, waits for. */
    holding: async (_call: string, _page: number): Promise<void> => {},
  }
  const standing = () => {
    const found = new Map<string, Saved>()
    for (const one of database.saved)
      if (one.sequence > (found.get(one.questionId)?.sequence ?? 0)) found.set(one.questionId, one)
    return found
  }
  const lackingIn = (lines: DigestLine[] = []) => lackingOf(lines, standing(), database.saved).map(({ sequence }) => sequence)
  const pages: ReturnType<typeof createGenerationWatch>[] = []
  const answer = (name: string, body: Body) => {
    const counted = () => ({ saves: database.saves, savesSeal: `sealed ${database.saves}` })
    if (body && 'heard' in body) server.heard.push([name, body.heard, body.heardSeal])
    if (name === 'saveAnswer') {
      database.saves += 1
      const hash = contentHash({ ...body, answer: body })
      server.requestIds.push(body.requestId)
      database.saved.push({ questionId: body.questionVersionId, sequence: body.sequence, text: body.answerText, hash })
      const above = standing().get(body.questionVersionId)?.sequence ?? 0
      return { sequence: body.sequence, ...counted(), ...(above > body.sequence && { standing: above }) }
    }
    if (name === 'saveTime') return counted()
    if (name === 'compareAnswers') {
      server.asked += 1
      server.sequencesFrom += 1_000_000
      const { completed } = database
      return { lacking: lackingIn(body.answers), lackingFiles: [], lastSequence: server.sequencesFrom, completed, ...counted() }
    }
    if (name === 'complete') {
      const missing = lackingIn(body.answers)
      if (missing.length > 0) return { missing }
      database.completed = true
      server.completedWith = texts()
    }
    return {}
  }
  const texts = () => [...standing().values()].map((one) => `${one.questionId}: ${one.text}`).sort()
  /** `knowsClock`: the page has received the server's clock, by which it numbers its saves. */
  const openPage = async ({ knowsClock = false } = {}): Promise<{ sync: PlayerSync; tellGeneration(): void }> => {
    const generation = createGenerationWatch(() => {})
    pages.push(generation)
    const page = pages.length
    const api: Caller = {
      async call(call, input) {
        if (!server.isReachable) return { ok: false, kind: 'unreachable' }
        generation.heard(database.generation)
        if (call.name === 'compareAnswers' && !server.knowsRun) return { ok: false, kind: 'refused', code: 'NOT_FOUND' }
        if (call.name === 'saveAnswer' && server.isCompletedElsewhere)
          return { ok: false, kind: 'refused', code: 'FORM_RUN_COMPLETED' }
        const value = answer(call.name, input.body as Body)
        await server.holding(call.name, page)
        if ('missing' in value) return { ok: false, kind: 'refused', code: 'MISSING_REQUESTS', missing: value.missing }
        return { ok: true, value }
      },
    }
    let ids = 0
    const readClocks = () => ({ wallMs: Date.now(), steadyMs: performance.now() })
    const contact = createContactClock(readClocks)
    if (knowsClock) contact.heard(Date.now())
    const sync = await startTestSync({ api, generation, readClocks, contact, newId: () => `id${page}.${++ids}` }, places)
    return { sync, tellGeneration: () => generation.heard(database.generation) }
  }
  const openRun = (sync: PlayerSync) => {
    server.sequencesFrom += 1_000_000
    const held = standing()
    const questions = ['q1', 'q2'].map((id) => {
      const one = held.get(id)
      return one
        ? { ...question(id), server: { ...text(one.text), sequence: one.sequence, bookmarked: false, workings: '' } }
        : question(id)
    })
    return sync.openFormRun({ ...examStart, questions, saves: database.saves, lastSequence: server.sequencesFrom })
  }
  /** What puts the database back to what it is now; with another generation where somebody says so. */
  const backUp = () => {
    const then = { ...database, saved: [...database.saved] }
    return (generation = 'first') => void Object.assign(database, { ...then, saved: [...then.saved], generation })
  }
  return { server, texts, openPage, openRun, backUp }
}
const bare = { workings: '', bookmarked: false }
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('a server that was set back', () => {
  test('is sent again what earlier pages of this browser had saved, and completes with all of it', async () => {
    const { server, texts, openPage, openRun, backUp } = createServer()
    const putBack = backUp()
    const first = await openPage()
    const before = await openRun(first.sync)
    await before.answers.save('q1', text('one'))
    await settle()
    before.stop()
    first.sync.stop()
    const { sync } = await openPage()
    const run = await openRun(sync)
    putBack()
    await run.answers.save('q2', text('two'))
    await settle()
    expect(server.asked).toBe(1)
    await run.finish()
    await settle()
    expect(texts()).toEqual(['q1: one', 'q2: two'])
    expect(server.completedWith).toEqual(['q1: one', 'q2: two'])
  })

  test('is told how many saves a page had heard of, under its own seal, by the page that has it open and after it is over', async () => {
    const { server, openPage, openRun } = createServer()
    const { sync } = await openPage()
    const run = await openRun(sync)
    await run.answers.save('q1', text('one'))
    await settle()
    await run.answers.save('q2', text('two'))
    await settle()
    expect(server.heard.slice(0, 2)).toEqual([
      ['saveAnswer', 0, undefined],
      ['saveAnswer', 1, 'sealed 1'],
    ])
    sync.doubt('run')
    await settle()
    expect(server.heard.at(-1)).toEqual(['compareAnswers', 2, 'sealed 2'])
    await run.answers.save('q2', text('too'))
    await run.finish()
    await settle()
    run.stop()
    sync.doubt('run')
    await settle()
    expect(server.heard.at(-1)).toEqual(['compareAnswers', 3, 'sealed 3'])
  })

  test('is not told by anything before the finish, and completes with all of it all the same', async () => {
    const { server, openPage, openRun, backUp } = createServer()
    const first = await openPage()
    const before = await openRun(first.sync)
    const putBack = backUp()
    await before.answers.save('q1', text('one'))
    await settle()
    before.stop()
    first.sync.stop()
    const { sync } = await openPage()
    const run = await openRun(sync)
    putBack()
    // Another device has saved as often as was lost.
    Object.assign(server.database, { saves: 1 })
    await run.finish()
    await settle()
    expect(server.completedWith).toEqual(['q1: one'])
  })

  test('has nothing called saved until it has said what it holds', async () => {
    const { server, openPage, openRun, backUp } = createServer()
    const { sync, tellGeneration } = await openPage()
    const run = await openRun(sync)
    const putBack = backUp()
    await run.answers.save('q1', text('one'))
    await settle()
    expect(run.answers.stateOf('q1')).toBe('on-server')
    putBack('second')
    server.isReachable = false
    tellGeneration()
    await settle()
    expect(run.answers.stateOf('q1')).toBe('on-device')
    server.isReachable = true
    await vi.advanceTimersByTimeAsync(40_000)
    expect(run.answers.stateOf('q1')).toBe('on-server')
    expect(server.database.saved.map((one) => one.text)).toEqual(['one'])
  })

  test('is asked once, and sent nothing, where it lacks nothing', async () => {
    const { server, openPage, openRun } = createServer()
    const { sync, tellGeneration } = await openPage()
    const run = await openRun(sync)
    await run.answers.save('q1', text('one'))
    await settle()
    server.database.generation = 'second'
    tellGeneration()
    await settle()
    await run.answers.save('q2', text('two'))
    await settle()
    expect([server.asked, server.database.saved.length]).toEqual([1, 2])
    expect(run.answers.stateOf('q1')).toBe('on-server')
  })

  test('keeps what was typed after it, also where an older answer with a higher number comes back', async () => {
    const { server, texts, openPage, openRun, backUp } = createServer()
    const { sync } = await openPage()
    const run = await openRun(sync)
    await run.answers.save('q2', text('before'))
    await settle()
    const putBack = backUp()
    // Another device opens the exam, and has a higher number.
    server.sequencesFrom += 1_000_000
    const elsewhere = { questionId: 'q1', sequence: server.sequencesFrom + 1, text: 'older', hash: 'x' }
    server.database.saves += 1
    server.database.saved.push(elsewhere)
    await run.answers.save('q2', text('told of both'))
    await settle()
    putBack()
    await run.answers.save('q1', text('newer'))
    await settle()
    server.database.saved.push(elsewhere)
    expect(texts()).toEqual(['q1: newer', 'q2: told of both'])
  })

  test('keeps the last answer of another device that was acknowledged, also if an older answer arrives while the two compare', async () => {
    const { server, texts, openPage, openRun, backUp } = createServer()
    server.sequencesFrom = leastAfter(Date.now())
    const { sync } = await openPage({ knowsClock: true })
    const run = await openRun(sync)
    await run.answers.save('q2', text('before'))
    await settle()
    const putBack = backUp()
    await run.answers.save('q2', text('told of'))
    await settle()
    server.isReachable = false
    vi.setSystemTime(Date.now() + 60_000)
    await vi.advanceTimersByTimeAsync(60_000)
    await run.answers.save('q1', text('older'))
    // The other device types a minute later, and its answer is acknowledged before the database is set back.
    const newer = { questionId: 'q1', sequence: leastAfter(Date.now() + 60_000), text: 'newer', hash: 'x' }
    // The server sets numbers aside by its clock: those that it names now are above both.
    server.sequencesFrom = leastAfter(Date.now() + 120_000)
    server.isReachable = true
    putBack('second')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.asked).toBeGreaterThan(0)
    server.database.saved.push(newer)
    expect(texts()).toContain('q1: newer')
  })

  test.each([{ knowsClock: true }, { knowsClock: false }])(
    'receives again an answer that it refused because of a completion that it has forgotten: $knowsClock',
    async ({ knowsClock }) => {
      const { server, texts, openPage, openRun, backUp } = createServer()
      server.sequencesFrom = leastAfter(Date.now())
      const { sync } = await openPage({ knowsClock })
      const run = await openRun(sync)
      await run.answers.save('q2', text('before'))
      await settle()
      const putBack = backUp()
      server.isCompletedElsewhere = true
      await run.answers.save('q1', text('refused'))
      await settle()
      expect(run.answers.stateOf('q1')).toBe('late')
      server.isCompletedElsewhere = false
      putBack('second')
      await run.answers.save('q2', text('after'))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(server.asked).toBeGreaterThan(0)
      expect(texts()).toEqual(['q1: refused', 'q2: after'])
    },
  )

  test('sends what it had forgotten under its own number when the exam is opened again, so that it replaces nothing newer', async () => {
    const { server, openPage, openRun, backUp } = createServer()
    const putBack = backUp()
    const first = await openPage()
    const before = await openRun(first.sync)
    await before.answers.save('q1', text('one'))
    await settle()
    before.stop()
    first.sync.stop()
    const [saved] = server.database.saved
    putBack('second')
    const { sync } = await openPage()
    await openRun(sync)
    await settle()
    expect(server.database.saved).toEqual([saved])
    // As the same request: a server that had it all the time takes it for that.
    expect(new Set(server.requestIds).size).toBe(1)
  })

  test('gets what it had forgotten under its own number also where the exam is finished before that has gone, so that a newer answer stands', async () => {
    const { server, texts, openPage, openRun, backUp } = createServer()
    const putBack = backUp()
    const first = await openPage()
    const before = await openRun(first.sync)
    await before.answers.save('q1', text('one'))
    await settle()
    before.stop()
    first.sync.stop()
    const { sequence = 0 } = server.database.saved[0] ?? {}
    putBack('second')
    const { sync } = await openPage()
    const run = await openRun(sync)
    server.isReachable = false
    const newer = text('newer, from another device')
    const elsewhere = {
      ...{ questionId: 'q1', sequence: sequence + 10, text: newer.answer.answerText },
      hash: contentHash({ ...bare, ...newer }),
    }
    await run.finish()
    await settle()
    server.database.saved.push(elsewhere)
    server.isReachable = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.database.completed).toBe(true)
    expect(server.database.saved.map((one) => one.sequence).sort()).toEqual([sequence, sequence + 10])
    expect(texts()).toEqual(['q1: newer, from another device'])
  })

  test('is sent again what another device had saved and this one had only read, under its number, by a later page too', async () => {
    for (const isClosed of [false, true]) {
      const { server, texts, openPage, openRun, backUp } = createServer()
      const elsewhere = {
        questionId: 'q1',
        sequence: 5,
        text: 'typed elsewhere',
        hash: contentHash({ ...bare, ...text('typed elsewhere') }),
      }
      const putBack = backUp()
      Object.assign(server.database, { saves: 1, saved: [elsewhere] })
      const { sync, tellGeneration } = await openPage()
      tellGeneration()
      const run = await openRun(sync)
      if (isClosed) {
        run.stop()
        sync.stop()
      }
      putBack('second')
      if (isClosed) {
        const later = await openPage()
        await openRun(later.sync)
      } else tellGeneration()
      await settle()
      expect(texts()).toEqual(['q1: typed elsewhere'])
      expect(server.database.saved.map(({ sequence }) => sequence)).toEqual([5])
      // The other device has answered newly meanwhile: nothing that was read stands over it.
      server.database.saved.push({ ...elsewhere, sequence: 6, text: 'newer' })
      expect(texts()).toEqual(['q1: newer'])
    }
  })

  test('is asked about no form run that goes on in another one', async () => {
    const { server, openPage, openRun, backUp } = createServer()
    const { sync, tellGeneration } = await openPage()
    const run = await openRun(sync)
    const putBack = backUp()
    await run.answers.save('q1', text('one'))
    await settle()
    run.stop()
    const record = await sync.store.formRun('u', examStart.formRunGuid)
    if (!record) throw new Error('The form run is not kept.')
    await sync.store.save([{ formRun: { ...record, generation: 'first', takenBy: 'another' } }])
    putBack('second')
    tellGeneration()
    await settle()
    expect([server.asked, server.database.saved]).toEqual([0, []])
  })

  test('is sent a completion that it has forgotten, by the page that is still open and by a later one', async () => {
    for (const isReloaded of [false, true]) {
      const { server, openPage, openRun, backUp } = createServer()
      const { sync, tellGeneration } = await openPage()
      const run = await openRun(sync)
      const putBack = backUp()
      await run.answers.save('q1', text('one'))
      await run.finish()
      await settle()
      expect(server.database.completed).toBe(true)
      putBack('second')
      if (isReloaded) {
        run.stop()
        sync.stop()
        await openPage().then((page) => page.tellGeneration())
      } else tellGeneration()
      await settle()
      await settle()
      expect([server.database.completed, server.completedWith]).toEqual([true, ['q1: one']])
    }
  })

  test('is compared by one tab with nothing that another one keeps meanwhile written over', async () => {
    const { server, texts, openPage, openRun, backUp } = createServer()
    const sitting = await openPage()
    const run = await openRun(sitting.sync)
    await run.answers.save('q1', text('one'))
    await settle()
    const putBack = backUp()
    await run.answers.save('q2', text('two'))
    await settle()
    // Another tab has nothing open.
    const other = await openPage()
    putBack('second')
    const { promise, resolve } = Promise.withResolvers<void>()
    server.holding = (call, page) => (call === 'compareAnswers' && page === 2 ? promise : Promise.resolve())
    other.tellGeneration()
    await settle()
    await run.answers.save('q2', text('two, and more'))
    await run.finish()
    await settle()
    const stored = await sitting.sync.store.formRun('u', examStart.formRunGuid)
    expect(stored).toMatchObject({ finished: true, completion: {} })
    resolve()
    await settle()
    expect(await sitting.sync.store.formRun('u', examStart.formRunGuid)).toMatchObject({
      finished: true,
      completion: stored?.completion,
      lastSequence: stored?.lastSequence,
    })
    const answers = await sitting.sync.store.answersOf('u', examStart.formRunGuid)
    expect(answers.map(({ answer }) => answer.answerText).sort()).toEqual(['one', 'two, and more'])
    expect(texts()).toEqual(['q1: one', 'q2: two, and more'])
    expect(server.database.completed).toBe(true)
  })

  test.each(['as the connection returns', 'by itself'])('is asked again %s about an exam that is over', async (when) => {
    const { server, openPage, openRun, backUp } = createServer()
    const { sync, tellGeneration } = await openPage()
    const run = await openRun(sync)
    const putBack = backUp()
    await run.answers.save('q1', text('one'))
    await run.finish()
    await settle()
    run.stop()
    putBack('second')
    server.isReachable = false
    if (when !== 'by itself') sync.connection.setOffline()
    tellGeneration()
    await settle()
    const isChecking = { onServer: 1, onlyHere: [], isChecking: true }
    expect(await sync.answersAt(examStart.formRunGuid)).toEqual({
      ...isChecking,
      ...(when === 'by itself' && { isUnanswered: true }),
    })
    expect(await sync.onlyHere()).toMatchObject({ answers: 0, checking: 1 })
    server.isReachable = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect([server.database.completed, server.completedWith]).toEqual([true, ['q1: one']])
    expect(await sync.answersAt(examStart.formRunGuid)).toEqual({ onServer: 1, onlyHere: [] })
    expect(await sync.onlyHere()).toMatchObject({ answers: 0, checking: 0 })
    sync.stop()
  })

  test.each(['is open', 'is closed', 'is closed before it is known'])(
    'to before the start has none of the answers of an exam whose page %s, until another backup brings them back',
    async (how) => {
      const { server, openPage, openRun } = createServer()
      const { sync, tellGeneration } = await openPage()
      const run = await openRun(sync)
      await run.answers.save('q1', text('one'))
      await run.finish()
      await settle()
      if (how === 'is closed') run.stop()
      Object.assign(server, { knowsRun: false })
      server.database.generation = 'second'
      tellGeneration()
      if (how === 'is closed before it is known') run.stop()
      await settle()
      const q1 = { questionId: 'q1', number: 1, reason: 'NOT_FOUND' }
      expect(await sync.answersAt(examStart.formRunGuid)).toEqual({ onServer: 0, onlyHere: [q1] })
      expect(await sync.onlyHere()).toMatchObject({ answers: 1, checking: 0, refused: [{ number: 1, reason: 'NOT_FOUND' }] })
      expect(await sync.handIns('')).toHaveLength(1)
      Object.assign(server, { knowsRun: true })
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await sync.answersAt(examStart.formRunGuid)).toEqual({ onServer: 1, onlyHere: [] })
      sync.stop()
    },
  )
})
