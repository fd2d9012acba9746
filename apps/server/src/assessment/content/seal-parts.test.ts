import { createDecipheriv } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, examContent, type InputOf, partContent, type SealedPart, sealLabel } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { beforeEach, expect, test, vi } from 'vitest'
import { printHistory } from '../../commands/history.ts'
import { writeReplay } from '../../commands/replay.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { completeEndedOf } from '../../testing/complete-ended-of.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, tryCall, type World } from '../../testing/test-world.ts'

const minute = 60_000

const question = (id: string, text: string) => authoredQuestion.parse({ type: 'QUESTIONLTEXT', id, text, marks: 1 })

/** An exam of a timed part that is left for good, one that may be gone back to, and a third. */
const threeParts = (prefix: string, settings: object, sections?: AuthoredExam['sections']) =>
  examOf(prefix, {
    settings: { examTime: 3600, ...settings },
    sections: sections ?? [
      {
        id: `${prefix}-a`,
        name: 'Part A',
        sectionTime: 600,
        readingTime: 60,
        oneWay: true,
        questions: [question(`${prefix}-a1`, 'What is an ash?')],
      },
      {
        id: `${prefix}-b`,
        name: 'Part B',
        scenarioText: '<p>SCENARIO of the birch</p>',
        media: { url: 'audio/birch.mp3', text: 'TRANSCRIPT of the birch' },
        resourceUrl: 'birch.pdf',
        questions: [
          authoredQuestion.parse({
            type: 'RADIO',
            id: `${prefix}-b1`,
            text: '<p>Which BENDS? <img src="pictures/a%20tree.svg" alt=""></p>',
            options: [
              { id: 'a', text: 'BIRCH' },
              { id: 'b', text: 'CEDAR' },
            ],
            key: 'a',
          }),
        ],
        sections: [
          { id: `${prefix}-b-in`, name: 'Inner', text: 'INTRODUCTION', questions: [question(`${prefix}-b2`, 'HOW tall?')] },
        ],
      },
      { id: `${prefix}-c`, name: 'Part C', questions: [question(`${prefix}-c1`, 'LAST of all')] },
    ],
  })

const ofB = /SCENARIO|TRANSCRIPT|birch|BENDS|BIRCH|CEDAR|INTRODUCTION|HOW tall|RADIO|a%20tree|a tree/
const ofC = /LAST of all/

describeOnEach(oneDatabase, 'an exam whose later parts are sealed, on %s,', { isClockHeld: true }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let token: string
  let formRunGuid: string

  const open = async (
    settings: object = { sealParts: true },
    file: object = {},
    sectionsOf?: (prefix: string) => AuthoredExam['sections'],
  ) => {
    const orgId = nextOrgId()
    const exam = threeParts(`o${orgId}`, settings, sectionsOf?.(`o${orgId}`))
    world = await arrange(server, {
      orgId,
      exam,
      everyone: true,
      invigilated: true,
      file: { settings: { AllowRemotePause: '1' }, ...file },
    })
    token = (await signIn(server, world)).access_token
  }
  /** Sessions end sooner than exams; signing in is nothing that is heard of a form run. */
  const passSignedIn = async (ms: number) => {
    pass(ms)
    token = (await signIn(server, world)).access_token
  }
  const begin = async () => {
    formRunGuid = (await doCall(server, calls.start, { query: world.entry }, token)).formRunGUID
  }
  beforeEach(() => open())

  const id = (name: string) => `${world.prefix}-${name}`
  const content = async (by = token) => {
    const { text } = await tryCall(server, calls.examJson, { query: world.entry }, by)
    return { text, exam: examContent.parse(JSON.parse(text)) }
  }
  type Asked = Partial<InputOf<typeof calls.partKey>['body']>
  const ask = (part: string, more: Asked = {}, by = token) =>
    tryCall(server, calls.partKey, { body: { formRunGuid, partId: id(part), ...more } }, by)
  const keyOf = async (part: string, more: Asked = {}) =>
    doCall(server, calls.partKey, { body: { formRunGuid, partId: id(part), ...more } }, token)
  const refused = async (part: string, more: Asked = {}) => refusalIn(await ask(part, more)).code
  const ledger = async () => {
    const rows = await server.db.kysely
      .selectFrom('form_run_event')
      .select(['kind', 'details'])
      .where('form_run_guid', '=', formRunGuid)
      .orderBy('number')
      .execute()
    return rows.map(({ kind }) => kind)
  }
  const unseal = ({ partId, sealed }: SealedPart, key: string, label = sealLabel(world.entry.scheduleGuid, partId)) => {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(label)).setAuthTag(bytes.subarray(-16))
    return partContent.parse(JSON.parse(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')))
  }
  const sealedPart = async (part: string) => {
    const found = (await content()).exam.sealedParts?.find(({ partId }) => partId === id(part))
    return found ?? expect.fail(`${part} is not sealed`)
  }
  const tell = (page: string, more: object = {}) =>
    doCall(
      server,
      calls.saveTime,
      { body: { formRunGuid, timeRemaining: 3000, elapsedTime: 1, page: id(page), ...more } },
      token,
    )

  test('gives no word of a later part out before the exam starts, nor after, but what the way there is drawn from', async () => {
    for (const starting of [async () => undefined, begin]) {
      await starting()
      const { text, exam } = await content()
      expect(text).not.toMatch(ofB)
      expect(text).not.toMatch(ofC)
      expect(exam.questions.slice(1).map(({ type, number }) => [type, number])).toEqual([
        ['SEALED', 2],
        ['SEALED', 3],
        ['SEALED', 4],
      ])
      expect(exam.sections.map(({ name, marks }) => [name, marks])).toEqual([
        ['Part A', 1],
        ['Part B', 2],
        ['Inner', 1],
        ['Part C', 1],
      ])
      expect(exam.resources).toEqual([])
      expect(exam.sealedParts?.map(({ partId }) => partId).slice(-2)).toEqual([id('b'), id('c')])
    }
    expect((await content()).text).toContain('What is an ash?')
  })

  test('opens with the key of its own part and form run alone, and the key is the same whenever it is given', async () => {
    await begin()
    const before = [await sealedPart('b'), await sealedPart('c')] as const
    const { key, state } = await keyOf('b', { page: id('b1'), completedParts: [id('a')] })
    expect(state).toMatchObject({ partId: id('b'), number: 4 })
    const { questions, sections, resources } = unseal(before[0], key)
    expect(questions).toMatchObject([{ id: id('b2') }, { type: 'RADIO', options: [{ text: 'BIRCH' }, { text: 'CEDAR' }] }])
    expect(sections.map(({ text, scenarioText }) => [text, scenarioText])).toEqual([
      ['', '<p>SCENARIO of the birch</p>'],
      ['INTRODUCTION', ''],
    ])
    expect(resources.map(({ name }) => name)).toEqual(['pictures/a tree.svg'])
    expect(() => unseal(before[1], key)).toThrow()
    expect(() => unseal(before[0], key, sealLabel('another', id('b')))).toThrow()
    expect((await keyOf('b')).key).toBe(key)
    expect(await ledger()).toEqual(['start', 'complete-part', 'enter', 'part-key'])
    // Once given it is given out open, on any device, and what is still sealed stays so.
    const { text } = await content((await signIn(server, world)).access_token)
    expect(text).toMatch(/BENDS/)
    expect(text).not.toMatch(ofC)
  })

  test('is told of in the replay of the sitting and in its history, with the moment at which the key was given', async () => {
    await begin()
    await keyOf('b', { page: id('b1') })
    const output: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-sealed-'))
    const out = join(folder, 'replay.html')
    await writeReplay(server.db, { orgId: world.orgId, formRunGuid, out, timeZone: undefined })
    await printHistory(server.db, world.orgId, formRunGuid)
    log.mockRestore()
    expect(await readFile(out, 'utf8')).toContain('The key of the sealed part “Part B” was given to the learner.')
    await rm(folder, { recursive: true })
    expect(output.join('\n')).toContain(`Key of the sealed part ${id('b')}, given at ${new Date(clock.nowMs()).toISOString()}`)
  })

  test('gives a file to nobody before its part is open', async () => {
    const { exam } = await content()
    const picture = async () =>
      tryCall(server, calls.resource, {
        params: { examGuid: world.entry.examGuid, version: world.entry.versionNumber, '*': 'pictures/a tree.svg' },
        query: { orgID: world.orgId, token: exam.resourceToken },
      })
    expect(refusalIn(await picture())).toMatchObject({ status: 409, code: 'PART_SEALED' })
    await begin()
    expect(refusalIn(await picture()).code).toBe('PART_SEALED')
    await tell('b1')
    expect(refusalIn(await picture()).code).toBe('PART_SEALED')
    token = (await signIn(server, world)).access_token
    await keyOf('b')
    expect((await picture()).status).toBe(200)
  })

  test('gives no key early, to nobody else, not in a pause, not of a part that was left, and not after the end', async () => {
    formRunGuid = 'none'
    expect(await refused('b', { page: id('b1') })).toBe('NOT_FOUND')
    await begin()
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    const other = (await signIn(server, world, 'other')).access_token
    const pause = (paused: boolean) => doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused } }, invigilator)
    expect(await refused('b')).toBe('PART_SEALED')
    expect(await refused('b', { page: id('a1') })).toBe('PART_SEALED')
    // Who goes to one part gets no other.
    expect(await refused('c', { page: id('b1') })).toBe('PART_SEALED')
    expect(await refused('nowhere', { page: id('b1') })).toBe('NOT_FOUND')
    for (const stranger of [other, invigilator])
      expect(refusalIn(await ask('b', { page: id('b1') }, stranger)).code).toBe('NOT_FOUND')
    await pause(true)
    expect(await refused('b', { page: id('b1'), completedParts: [id('a')] })).toBe('EXAM_PAUSED')
    expect(await ledger()).toEqual(['start', 'pause'])
    await pause(false)
    // To be offered to continue is not to continue.
    expect(await refused('b', { page: id('b1') })).toBe('EXAM_PAUSED')
    await doCall(server, calls.resumeSitting, { body: { formRunGuid, offer: 3 } }, token)
    expect((await ask('b', { page: id('b1') })).status).toBe(200)
    expect(await refused('a')).toBe('PART_CLOSED')
    expect((await content()).text).not.toContain('What is an ash?')
    expect((await content()).exam.sealedParts?.map(({ partId }) => partId)).toEqual([id('c')])
    await tell('c1')
    await keyOf('c')
    // One that may be gone back to is given again.
    expect((await ask('b')).status).toBe(200)
    await tell('c1', { completedParts: [id('b')] })
    expect(await refused('b')).toBe('PART_CLOSED')
    await passSignedIn(62 * minute)
    expect(await refused('c')).toBe('PART_CLOSED')
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 3600 } }, token)
    expect(await refused('c')).toBe('FORM_RUN_COMPLETED')
  })

  test('gives a key so many seconds ahead as the exam says, or its organisation, and to the second', async () => {
    await open({ sealParts: true, releaseAhead: 90 }, { settings: { SealParts: '0', ReleaseAhead: '600' } })
    expect((await content()).exam.releaseAhead).toBe(90)
    await begin()
    // A minute to read, ten to answer.
    pass(11 * minute - 90_001)
    expect(await refused('b')).toBe('PART_SEALED')
    pass(1)
    expect((await ask('b')).status).toBe(200)
    expect(await refused('c')).toBe('PART_SEALED')
    expect(await ledger()).toEqual(['start', 'part-key'])
    // Nobody has moved by it.
    await doCall(
      server,
      calls.saveAnswer,
      { body: saveOf(world, formRunGuid, { sequence: 1, questionVersionId: id('a1'), page: id('a1'), options: [] }) },
      token,
    )
    expect((await doCall(server, calls.dashState, { query: { formRunGuid } }, token)).partId).toBe(id('a'))
    await open({}, { settings: { SealParts: 'true', ReleaseAhead: '660' } })
    await begin()
    expect((await ask('b')).status).toBe(200)
    await open({ sealParts: false }, { settings: { SealParts: 'true' } })
    expect((await content()).text).toMatch(ofC)
  })

  test('gives nothing ahead of a part that has a time of its own: nobody reads in it before that runs', async () => {
    const sections = (prefix: string) =>
      ['a', 'b', 'c'].map((name) => ({
        id: `${prefix}-${name}`,
        name: `Part ${name}`,
        sectionTime: name === 'c' ? 0 : 60,
        oneWay: true,
        questions: [question(`${prefix}-${name}1`, 'What is an ash?')],
      }))
    const ends = [() => tell('a1', { completedParts: [id('a')] }), () => passSignedIn(minute)]
    for (const settings of [{}, { releaseAhead: 600 }])
      for (const end of ends) {
        await open({ examTime: 0, sealParts: true, ...settings }, {}, sections)
        await begin()
        await end()
        expect(await refused('b')).toBe('PART_SEALED')
        // Its time runs from the moment at which its key is given.
        const { state } = await keyOf('b', { page: id('b1') })
        expect(state).toMatchObject({ partId: id('b'), sections: [{}, { sectionTimeRemaining: 60 }, {}] })
        // One without its own time has none that could be spared.
        pass(minute)
        expect((await ask('c')).status).toBe(200)
      }
  })

  test('takes out of the time what was waited for a key, as far as nothing was heard, and no more, however it is claimed', async () => {
    await begin()
    // As a player tells its time, so that there is no silence before the one in which it waits.
    for (let round = 0; round < 18; round += 1) {
      pass(minute / 2)
      await tell('a1')
    }
    await passSignedIn(5 * minute)
    const moved = { page: id('b1'), completedParts: [id('a')] }
    const { state } = await keyOf('b', { ...moved, waited: [{ seconds: 240, endedAgo: 0 }] })
    // A minute to read, eight to answer, and one of the silence in which nobody says that they waited.
    expect(state).toMatchObject({ examTimeRemaining: 3600 - 9 * 60, pausedTime: 240 })
    const remaining = async () => (await doCall(server, calls.dashState, { query: { formRunGuid } }, token)).examTimeRemaining
    // Who has the key waits for it no more.
    await keyOf('b', { ...moved, waited: [{ seconds: 3600, endedAgo: 0 }] })
    expect(await remaining()).toBe(3600 - 9 * 60)
    await passSignedIn(20 * minute)
    await keyOf('b', { ...moved, waited: [{ seconds: 1200, endedAgo: 0 }] })
    expect(await remaining()).toBe(3600 - 29 * 60)
    // A browser that is heard of every three seconds waits for nothing.
    for (let round = 0; round < 10; round += 1) {
      pass(3000)
      await tell('b1')
      await keyOf('b', { waited: [{ seconds: 3600, endedAgo: 0 }] })
    }
    expect(await remaining()).toBe(3600 - 29 * 60 - 30)
    expect((await ledger()).filter((kind) => kind === 'absence')).toHaveLength(1)
  })

  test('takes no work out of the time as a wait, though its saves came with gaps between them', async () => {
    await begin()
    pass(minute)
    const save = (sequence: number) =>
      doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { ...ofA1, sequence }) }, token)
    const ofA1 = { questionVersionId: id('a1'), page: id('a1'), options: [] }
    for (let saves = 1; saves <= 10; saves += 1) {
      pass(3400)
      await save(saves)
    }
    const { state } = await keyOf('b', { page: id('b1'), completedParts: [id('a')], waited: [{ seconds: 34, endedAgo: 0 }] })
    expect(state).toMatchObject({ pausedTime: 3.4, examTimeRemaining: Math.ceil(3600 - 9 * 3.4) })
  })

  test('takes nothing out of the time of an exam that seals nothing, whatever is claimed to have been waited', async () => {
    await open({})
    await begin()
    await tell('a1')
    await passSignedIn(30 * minute)
    const { state } = await keyOf('a', { waited: [{ seconds: 1800, endedAgo: 0 }] })
    // The first minute was for reading.
    expect(state).toMatchObject({ examTimeRemaining: 3600 - 29 * 60, pausedTime: 0 })
    expect(await ledger()).toEqual(['start'])
  })

  test('takes an answer in the part before, once the key of another was asked for there, as a move back', async () => {
    await open({})
    await begin()
    const save = (sequence: number) => {
      const of = { sequence, questionVersionId: id('b2'), page: id('b2'), options: [] }
      return doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, of) }, token)
    }
    const moves = async () => (await ledger()).filter((kind) => kind === 'enter').length
    await save(1)
    expect(await moves()).toBe(1)
    await keyOf('c', { page: id('c1') })
    expect(await moves()).toBe(2)
    await save(2)
    expect(await moves()).toBe(3)
  })

  test('lets a wait over the end of the time go on, though the server itself has completed the exam', async () => {
    await begin()
    await passSignedIn(8 * minute)
    await tell('a1')
    await passSignedIn(55 * minute)
    const { state } = await keyOf('b', { page: id('b1'), waited: [{ seconds: 55 * 60, endedAgo: 0 }] })
    expect(state).toMatchObject({ examTimeRemaining: 3600 - 7 * 60, completed: false, partId: id('b') })

    await open()
    await begin()
    await passSignedIn(8 * minute)
    await tell('a1')
    await passSignedIn(65 * minute)
    await completeEndedOf(server)
    // A key that nobody waits for, or of a part that is not come to yet, opens nothing again.
    expect(await refused('b', { page: id('b1') })).toBe('FORM_RUN_COMPLETED')
    expect(await refused('c', { waited: [{ seconds: 65 * 60, endedAgo: 0 }] })).toBe('FORM_RUN_COMPLETED')
    expect(await ledger()).toEqual(['start', 'complete'])
    await passSignedIn(5000)
    const after = await keyOf('b', { page: id('b1'), waited: [{ seconds: 65 * 60, endedAgo: 5 }] })
    expect(after.state).toMatchObject({ examTimeRemaining: 3600 - 7 * 60 - 5, completed: false, partId: id('b') })
    expect(await ledger()).toEqual(['start', 'complete', 'absence', 'reopen', 'enter', 'part-key'])
  })

  test('counts what was answered in the part before, and on its way when the key was asked for', async () => {
    await begin()
    pass(2 * minute)
    await keyOf('b', { page: id('b1'), completedParts: [id('a')], sequence: 1 })
    const save = (sequence: number) =>
      doCall(
        server,
        calls.saveAnswer,
        { body: saveOf(world, formRunGuid, { sequence, questionVersionId: id('a1'), page: id('a1'), options: [] }) },
        token,
      )
    expect(await save(1)).toMatchObject({ applied: true })
    expect(await save(2)).toMatchObject({ applied: false })
  })

  test('counts no number of the part before that was kept back until the next one was open', async () => {
    await begin()
    pass(2 * minute)
    const contactAt = clock.nowMs()
    pass(10_000)
    await keyOf('b', { page: id('b1'), completedParts: [id('a')], sequence: 5 })
    const save = (sequence: number, typed?: InputOf<typeof calls.saveAnswer>['body']['typed']) => {
      const of = { sequence, questionVersionId: id('a1'), page: id('a1'), options: [], ...(typed && { typed }) }
      return doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, of) }, token)
    }
    pass(3000)
    expect(await save(1)).toMatchObject({ applied: true })
    pass(1)
    const typed = { contactAt, steadyMs: 5000, wallMs: 5000 }
    expect(await save(2, typed)).toMatchObject({ applied: false })
    pass(20_000)
    expect(await save(3)).toMatchObject({ applied: false })
    const judged = await server.db.kysely
      .selectFrom('answer_event')
      .select(['sequence', 'outcome', 'judged'])
      .where('form_run_guid', '=', formRunGuid)
      .orderBy('sequence')
      .execute()
    expect(judged).toEqual([
      { sequence: 1, outcome: 'applied', judged: null },
      { sequence: 2, outcome: 'review', judged: 'next-part-given' },
      { sequence: 3, outcome: 'over-time', judged: 'no-evidence' },
    ])
  })

  test('gives no key to a browser whose acknowledged answers the server lacks', async () => {
    await begin()
    pass(2 * minute)
    const move = { page: id('b1'), completedParts: [id('a')] }
    const answers = [{ questionId: id('a1'), sequence: 4, hash: 'a'.repeat(16) }]
    expect(refusalIn(await ask('b', { ...move, answers }))).toMatchObject({ code: 'MISSING_REQUESTS', missing: [4] })
    expect(await ledger()).toEqual(['start'])
    await keyOf('b', move)
    expect(await ledger()).toContain('part-key')
  })

  test('is as it was, to the last letter, where nothing is sealed', async () => {
    await open({})
    const { text, exam } = await content()
    expect(text).toMatch(ofB)
    expect(text).not.toMatch(/"seal|releaseAhead/i)
    expect(exam.resources.map(({ name }) => name)).toEqual(['pictures/a tree.svg'])
  })
})
