import { createDecipheriv } from 'node:crypto'
import { calls, examContent, type InputOf, partContent, type ReplyOf, type SealedPart, sealLabel } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { decodeJwt } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, signIn, tryCall, type World } from '../../testing/test-world.ts'

const question = (id: string, text: string) => authoredQuestion.parse({ type: 'QUESTIONLTEXT', id, text, marks: 1 })

const firstPart = (prefix: string) => ({
  id: `${prefix}-a`,
  name: 'Part A',
  oneWay: true,
  text: 'INTRODUCTION',
  scenarioText: '<p>SCENARIO</p>',
  media: { url: 'audio/ash.mp3', text: 'TRANSCRIPT' },
  questions: [question(`${prefix}-a1`, '<p>What BENDS? <img src="pictures/a%20tree.svg" alt=""></p>')],
})

const lastPart = (prefix: string) => ({
  id: `${prefix}-b`,
  name: 'Part B',
  questions: [question(`${prefix}-b1`, 'THE LAST OF ALL')],
})

const secret = /INTRODUCTION|SCENARIO|TRANSCRIPT|ash\.mp3|BENDS|QUESTIONLTEXT|a%20tree|a tree|THE LAST/
const ofFirst = /BENDS/

const wishes = { isClockHeld: true, config: { useResetScheduleCheat: true } } as const

describeOnEach(oneDatabase, 'the first part of a sealed exam, on %s,', wishes, (suite) => {
  const { server, clock, nextOrgId } = suite
  let world: World
  let token: string

  /** An exam of one part, or of two. */
  const open = async ({ settings = {}, parts = 1, schedule = {}, file = {}, everyone = false } = {}) => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const exam = examOf(prefix, {
      settings: { examTime: 3600, sealParts: true, ...settings },
      sections: [firstPart, lastPart].slice(0, parts).map((part) => part(prefix)) as never,
    })
    world = await arrange(server, {
      orgId,
      exam,
      everyone,
      invigilated: true,
      file: {
        settings: { AllowRemotePause: '1' },
        schedules: [{ guid: `${prefix}-schedule`, username: 'learner', exam: exam.examGuid, ...schedule }],
        ...file,
      },
    })
    token = (await signIn(server, world)).access_token
  }
  beforeEach(() => open())

  const id = (name: string) => `${world.prefix}-${name}`
  /** The learner signs in on another device. */
  const takeOver = async () => {
    token = (await signIn(server, world)).access_token
  }
  const content = async () => {
    const { text } = await tryCall(server, calls.examJson, { query: world.entry }, token)
    if (!text.startsWith('{"examGuid"')) expect.fail(text)
    return { text, exam: examContent.parse(JSON.parse(text)) }
  }
  const start = () => doCall(server, calls.start, { query: world.entry }, token)
  const picture = (of: { exam: { resourceToken?: string | undefined } }) =>
    tryCall(server, calls.resource, {
      params: { examGuid: world.entry.examGuid, version: world.entry.versionNumber, '*': 'pictures/a tree.svg' },
      query: { orgID: world.orgId, token: of.exam.resourceToken },
    })
  const sealedIn = ({ sealedParts = [] }: ReplyOf<typeof calls.examJson>, part: string) =>
    sealedParts.find(({ partId }) => partId === id(part)) ?? expect.fail(`${part} is not sealed`)
  const unseal = ({ partId, sealed }: SealedPart, key = '') => {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(sealLabel(world.entry.scheduleGuid, partId))).setAuthTag(bytes.subarray(-16))
    return partContent.parse(JSON.parse(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')))
  }
  const invigilate = async () => (await signIn(server, world, 'invigilator')).access_token
  /** A session of the provider, as its return makes one. */
  const beginProctored = () =>
    server.db.kysely
      .insertInto('proctored_session')
      .values({
        ...{ org_id: world.orgId, schedule_guid: world.entry.scheduleGuid, user_guid: world.entry.userGuid },
        ...{ proctored_session_id: 'session', provider: 'Proctorio', asked_at: clock.nowMs(), asked_in: 'somewhere' },
        ...{ ticket_used_by: null, ticket_hash: null, ticket_until: null, session_id: String(decodeJwt(token).sid) },
        ...{ started_at: clock.nowMs(), ended_at: null, end_reason: null },
      })
      .execute()
  const pause = async (formRunGuid: string, paused: boolean) =>
    doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused } }, await invigilate())
  const tell = (formRunGuid: string, more: Pick<InputOf<typeof calls.saveTime>['body'], 'page' | 'completedParts'>) =>
    doCall(server, calls.saveTime, { body: { formRunGuid, timeRemaining: 3000, elapsedTime: 1, ...more } }, token)

  test('is given out by no call before its start, on no device, and with it its key comes', async () => {
    await open({ parts: 2 })
    const before = await content()
    for (const device of ['this one', 'another']) {
      if (device === 'another') await takeOver()
      const shown = await content()
      expect(shown.text).not.toMatch(secret)
      expect(shown.exam.questions.map(({ type, number }) => [type, number])).toEqual([
        ['SEALED', 1],
        ['SEALED', 2],
      ])
      expect(shown.exam.resources).toEqual([])
      expect(shown.exam.sealedParts?.map(({ partId, hasRecording }) => [partId, hasRecording])).toEqual([
        [id('a'), true],
        [id('b'), undefined],
      ])
      expect(refusalIn(await picture(shown)).code).toBe('PART_SEALED')
      const asked = { formRunGuid: 'none', partId: id('a'), page: id('a1') }
      expect(refusalIn(await tryCall(server, calls.partKey, { body: asked }, token)).code).toBe('NOT_FOUND')
    }
    const { firstPart: given } = await start()
    expect(given?.partId).toBe(id('a'))
    const opened = unseal(sealedIn(before.exam, 'a'), given?.key)
    expect(opened.questions).toMatchObject([{ id: id('a1'), type: 'QUESTIONLTEXT' }])
    expect(opened.sections).toMatchObject([{ scenarioText: '<p>SCENARIO</p>', text: 'INTRODUCTION' }])
    expect(opened.resources.map(({ name }) => name)).toEqual(['pictures/a tree.svg'])
    expect(() => unseal(sealedIn(before.exam, 'b'), given?.key)).toThrow()
    // What was asked for before the start gives the file now, and every device has the part.
    expect((await picture(before)).status).toBe(200)
    for (const device of ['this one', 'another']) {
      if (device === 'another') await takeOver()
      const { text, exam } = await content()
      expect(text).toMatch(ofFirst)
      expect(text).not.toMatch(/THE LAST/)
      expect(exam.sealedParts?.map(({ partId }) => partId)).toEqual([id('b')])
    }
  })

  test('of an exam that is one part is all of it, of a practice exam and where its organisation says so too', async () => {
    for (const how of [
      {},
      { schedule: { practice: true } },
      { settings: { sealParts: undefined }, file: { settings: { SealParts: '1' } } },
    ]) {
      await open(how)
      const before = await content()
      expect(before.text).not.toMatch(secret)
      const { firstPart: given } = await start()
      expect(unseal(sealedIn(before.exam, 'a'), given?.key).questions).toMatchObject([{ id: id('a1') }])
      const after = await content()
      expect(after.text).toMatch(ofFirst)
      expect(after.exam.sealedParts).toEqual([])
    }
  })

  test('comes again with each start for as long as it is open, and not in a pause, once it was left, or after the end', async () => {
    await open({ parts: 2 })
    const { formRunGUID, firstPart: given } = await start()
    expect(given).toBeDefined()
    expect((await start()).firstPart).toEqual(given)
    await takeOver()
    expect((await start()).firstPart).toEqual(given)
    await pause(formRunGUID, true)
    expect(await start()).toEqual({ formRunGUID })
    await pause(formRunGUID, false)
    // To be offered to continue is not to continue.
    expect(await start()).toEqual({ formRunGUID })
    await doCall(server, calls.resumeSitting, { body: { formRunGuid: formRunGUID, offer: 3 } }, token)
    expect((await start()).firstPart).toEqual(given)
    await tell(formRunGUID, { page: id('b1'), completedParts: [id('a')] })
    expect(await start()).toEqual({ formRunGUID })
    expect((await content()).text).not.toMatch(ofFirst)
    await doCall(server, calls.complete, { body: { formRunGuid: formRunGUID, timeRemaining: 100, elapsedTime: 3500 } }, token)
    expect(refusalIn(await tryCall(server, calls.start, { query: world.entry }, token)).code).toBe('FORM_RUN_COMPLETED')
    const body = { formRunGuid: formRunGUID, reason: 'The fire alarm' }
    await doCall(server, calls.reopenFormRun, { body }, await invigilate())
    expect((await start()).firstPart).toBeUndefined()
    expect((await content()).text).not.toMatch(ofFirst)
  })

  test('is open again in an exam that staff open again, and sealed again once the form run was taken away', async () => {
    const { formRunGUID } = await start()
    await doCall(server, calls.complete, { body: { formRunGuid: formRunGUID, timeRemaining: 100, elapsedTime: 3500 } }, token)
    const body = { formRunGuid: formRunGUID, reason: 'The fire alarm' }
    await doCall(server, calls.reopenFormRun, { body }, await invigilate())
    expect((await content()).text).toMatch(ofFirst)
    expect((await start()).firstPart?.partId).toBe(id('a'))
    const { text } = await content()
    const { resourceToken } = JSON.parse(text)
    await doCall(server, calls.reset, { query: world.entry }, token)
    expect((await content()).text).not.toMatch(secret)
    expect(refusalIn(await picture({ exam: { resourceToken } })).code).toBe('PART_SEALED')
  })

  test('comes with no start that is refused: without the exam’s password, to nobody else, and before a proctored session', async () => {
    const refused = async (by = token) => {
      const answer = await tryCall(server, calls.start, { query: world.entry }, by)
      expect(answer.text).not.toContain('firstPart')
      return refusalIn(answer).code
    }
    await open({ schedule: { password: 'open' }, everyone: true })
    expect(await refused()).toBe('PASSWORD_REQUIRED')
    expect(await refused((await signIn(server, world, 'other')).access_token)).toBe('NOT_ALLOWED')
    const { scheduleGuid, userGuid } = world.entry
    await doCall(server, calls.checkPassword, { body: { scheduleGuid, userGuid, password: 'open' } }, token)
    expect((await content()).text).not.toMatch(secret)
    expect((await start()).firstPart?.partId).toBe(id('a'))

    await open({ settings: { proctorProvider: 'Proctorio' } })
    expect(await refused()).toBe('PROCTORING_REQUIRED')
    await beginProctored()
    expect((await content()).text).not.toMatch(secret)
    expect((await start()).firstPart?.partId).toBe(id('a'))
  })

  test('is as it always was where nothing is sealed', async () => {
    await open({ settings: { sealParts: false } })
    const { text, exam } = await content()
    expect(text).toMatch(ofFirst)
    expect(exam.sealedParts).toBeUndefined()
    const { formRunGUID } = await start()
    expect(await start()).toEqual({ formRunGUID })
  })
})
