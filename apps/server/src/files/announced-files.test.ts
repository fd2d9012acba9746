import { randomUUID } from 'node:crypto'
import { calls, heardHeader } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { sendPiece, sha256Of } from '../testing/send-piece.ts'
import { arrange, doCall, examOf, refusalIn, signIn, sitExam, tryCall } from '../testing/test-world.ts'

const grace = 30_000
const hour = 3_600_000
const bytes = new Uint8Array(Buffer.from('The bytes of a film'))

const wishes = { isClockHeld: true, config: { lateSaveGraceMs: grace } } as const

describeOnEach(oneDatabase, 'files whose hash is announced, on %s:', wishes, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  /** Part a is one-way and asks for files, b is free; all of it in ten minutes. */
  const twoParts = (prefix: string) =>
    examOf(prefix, {
      settings: { examTime: 600, isExtendable: true },
      sections: [
        {
          id: `${prefix}-a`,
          name: 'A',
          oneWay: true,
          questions: [
            authoredQuestion.parse({ type: 'EVIDENCE', id: `${prefix}-a1`, text: 'Map', evidenceText: 'Map', marks: 1 }),
          ],
        },
        {
          id: `${prefix}-b`,
          name: 'B',
          questions: [authoredQuestion.parse({ type: 'QUESTIONLTEXT', id: `${prefix}-b1`, text: 'Why?', marks: 1 })],
        },
      ],
    })

  const sit = async (settings: Readonly<Record<string, string>> = {}) => {
    const orgId = nextOrgId()
    const world = await arrange(server, {
      orgId,
      exam: twoParts(`o${orgId}`),
      invigilated: true,
      file: { settings: { AllowRemotePause: '1', ...settings } },
    })
    const { token, formRunGuid } = await sitExam(server, world)
    // Who comes back after hours signs in again.
    const again = async () => (await signIn(server, world)).access_token
    const guids = new Map<string, string>()
    const guidOf = (name: string) => {
      const guid = guids.get(name) ?? randomUUID()
      guids.set(name, guid)
      return guid
    }
    const tryAnnounce = async (fileName: string, more: object = {}) => {
      const body = {
        formRunGUID: formRunGuid,
        requestId: guidOf(fileName),
        fileName,
        mimeType: 'text/plain',
        fileSize: bytes.length,
        sha256: sha256Of(bytes),
        question: `${world.prefix}-a1`,
        ...more,
      }
      return tryCall(server, calls.announceFile, { body }, await again())
    }
    return {
      ...world,
      token,
      formRunGuid,
      guidOf,
      tryAnnounce,
      announce: async (...given: Parameters<typeof tryAnnounce>) => expect((await tryAnnounce(...given)).status).toBe(200),
      /** By the tus protocol. */
      send: async (fileName: string, piece = bytes) =>
        sendPiece(server, { fileGuid: guidOf(fileName), token: await again(), offset: 0 }, piece),
      upload: async (fileName: string, content = bytes) => {
        const body = { formRunGUID: formRunGuid, requestId: guidOf(fileName), fileName }
        return tryCall(server, calls.uploadFile, { body, file: new File([content], fileName) }, await again())
      },
      heard: async () =>
        Number((await tryCall(server, calls.dashState, { query: { formRunGuid } }, token)).headers.get(heardHeader)),
      complete: async () =>
        doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 600 } }, await again()),
      judged: async () =>
        (
          await server.db.kysely
            .selectFrom('uploaded_file')
            .select(['file_name', 'outcome', 'judged'])
            .where('form_run_guid', '=', formRunGuid)
            .orderBy('position')
            .execute()
        ).map(({ file_name, outcome, judged }) => [file_name, outcome, judged]),
    }
  }

  test('bytes that come hours after the end count where the server had their hash in time, by either way, also after the completion', async () => {
    const { announce, send, upload, complete, judged } = await sit()
    await announce('film.txt')
    await announce('notes.txt')
    await announce('lost.txt')
    pass(600_000 + hour)
    expect((await send('film.txt')).status).toBe(204)
    await complete()
    pass(2 * hour)
    expect((await upload('notes.txt')).status).toBe(200)
    expect(await judged()).toEqual([
      ['film.txt', 'applied', 'announced-in-time'],
      ['notes.txt', 'late-applied', 'announced-in-time'],
    ])
    pass(24 * hour)
    expect(refusalIn(await send('lost.txt')).code).toBe('FORM_RUN_COMPLETED')
    expect(refusalIn(await upload('lost.txt')).code).toBe('FORM_RUN_COMPLETED')
  })

  test('an organisation says for how long, and what is done with them', async () => {
    const [waits, refuses, brief] = [
      await sit({ OfflineAnswers: 'review' }),
      await sit({ OfflineAnswers: 'refuse' }),
      await sit({ OfflineAnswersHours: '1' }),
    ]
    for (const one of [waits, refuses, brief]) await one.announce('film.txt')
    pass(600_000 + hour + 1000)
    for (const one of [waits, refuses, brief]) expect((await one.send('film.txt')).status).toBe(204)
    expect([await waits.judged(), await refuses.judged(), await brief.judged()]).toEqual([
      [['film.txt', 'review', 'announced-in-time']],
      [['film.txt', 'over-time', expect.anything()]],
      [['film.txt', 'over-time', expect.anything()]],
    ])
  })

  test('a hash that comes too late makes nothing count, unless it could not come before', async () => {
    const { announce, tryAnnounce, send, heard, complete, judged } = await sit()
    const contactAt = await heard()
    pass(600_000 + grace + 60_000)
    await announce('late.txt')
    await announce('away.txt', { chosenContactAt: contactAt, chosenSteadyMs: 590_000, chosenWallMs: 590_000 })
    for (const name of ['late.txt', 'away.txt']) expect((await send(name)).status).toBe(204)
    expect(await judged()).toEqual([
      ['late.txt', 'over-time', 'no-evidence'],
      ['away.txt', expect.stringMatching(/^(applied|review)$/), expect.anything()],
    ])
    await complete()
    pass(hour)
    expect(refusalIn(await tryAnnounce('after.txt')).code).toBe('FORM_RUN_COMPLETED')
  })

  test('bytes that come while there is time again count, though their hash came when there was none', async () => {
    const { announce, send, formRunGuid, judged, ...world } = await sit()
    pass(600_000 + grace + 60_000)
    await announce('film.txt')
    const staff = (await signIn(server, world, 'invigilator')).access_token
    await doCall(server, calls.addTime, { body: { formRunGuid, seconds: 600 } }, staff)
    expect((await send('film.txt')).status).toBe(204)
    expect(await judged()).toEqual([['film.txt', 'applied', 'grace']])
  })

  test('other bytes under a hash that was there in time never count', async () => {
    const { announce, upload, judged } = await sit()
    await announce('film.txt')
    pass(600_000 + hour)
    expect(refusalIn(await upload('film.txt', new Uint8Array(bytes.length))).code).toBe('WRONG_HASH')
    expect(await judged()).toEqual([])
  })

  test('nothing comes of an announcement once a mark was told', async () => {
    const { announce, send, complete, formRunGuid, judged } = await sit()
    await announce('film.txt')
    pass(600_000)
    await complete()
    await server.db.kysely
      .updateTable('form_run')
      .set({ marks_told_at: clock.nowMs() })
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    pass(hour)
    expect(refusalIn(await send('film.txt', bytes.slice(0, 1))).code).toBe('FORM_RUN_COMPLETED')
    expect(refusalIn(await send('film.txt')).code).toBe('FORM_RUN_COMPLETED')
    expect(await judged()).toEqual([])
  })

  test('a form run announces a thousand at most', async () => {
    const { announce, tryAnnounce, formRunGuid } = await sit()
    await announce('first.txt')
    const row = await server.db.kysely
      .selectFrom('announced_file')
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: 998 }, () => ({ ...row, file_guid: randomUUID(), content_guid: randomUUID() }))
    for (let from = 0; from < more.length; from += 50)
      await server.db.kysely
        .insertInto('announced_file')
        .values(more.slice(from, from + 50))
        .execute()
    await announce('last.txt')
    expect(refusalIn(await tryAnnounce('over.txt')).code).toBe('TOO_MANY_FILES')
  })
})
