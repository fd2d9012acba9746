import { randomUUID } from 'node:crypto'
import { calls, heardHeader } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, sitExam, tryCall } from '../testing/test-world.ts'

const grace = 30_000
const minute = 60_000

const wishes = { isClockHeld: true, config: { lateSaveGraceMs: grace } } as const

describeOnEach(oneDatabase, 'files and the rules of answers, on %s:', wishes, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  /** Part a is one-way and asks for files, b does too after a minute of reading, c is free; all of it in ten minutes. */
  const threeParts = (prefix: string) => {
    const evidence = (id: string) =>
      authoredQuestion.parse({ type: 'EVIDENCE', id, text: 'Your map', evidenceText: 'Your map', marks: 1 })
    const words = (id: string) => authoredQuestion.parse({ type: 'QUESTIONLTEXT', id, text: 'Why?', marks: 1 })
    return examOf(prefix, {
      settings: { examTime: 600, isExtendable: true },
      sections: [
        { id: `${prefix}-a`, name: 'A', oneWay: true, questions: [evidence(`${prefix}-a1`), words(`${prefix}-a2`)] },
        { id: `${prefix}-b`, name: 'B', readingTime: 60, questions: [evidence(`${prefix}-b1`)] },
        { id: `${prefix}-c`, name: 'C', questions: [words(`${prefix}-c1`)] },
      ],
    })
  }

  const sit = async (settings: Readonly<Record<string, string>> = {}) => {
    const orgId = nextOrgId()
    const world = await arrange(server, {
      orgId,
      exam: threeParts(`o${orgId}`),
      invigilated: true,
      file: { settings: { AllowRemotePause: '1', ...settings } },
    })
    const { token, formRunGuid } = await sitExam(server, world)
    const heard = async () =>
      Number((await tryCall(server, calls.dashState, { query: { formRunGuid } }, token)).headers.get(heardHeader))
    let sequence = 0
    const tryUpload = (fileName: string, question: string | undefined, more: object = {}) => {
      const named = question === undefined ? {} : { question: `${world.prefix}-${question}` }
      const body = { formRunGUID: formRunGuid, requestId: randomUUID(), fileName, ...named, ...more }
      return tryCall(server, calls.uploadFile, { body, file: new File(['x'], fileName) }, token)
    }
    const staff = async () => (await signIn(server, world, 'invigilator')).access_token
    return {
      ...world,
      token,
      formRunGuid,
      heard,
      staff,
      tryUpload,
      upload: async (...given: Parameters<typeof tryUpload>) => {
        const answer = await tryUpload(...given)
        expect(answer.status, answer.text).toBe(200)
        return JSON.parse(answer.text) as { guid: string; late?: true; review?: true }
      },
      remove: (fileGuid: string, more: object = {}) =>
        tryCall(server, calls.deleteFile, { params: { fileGuid }, query: { formRunGUID: formRunGuid, ...more } }, token),
      save: (question: string) => {
        sequence += 1
        const id = `${world.prefix}-${question}`
        const body = saveOf(world, formRunGuid, {
          questionVersionId: id,
          page: id,
          options: [],
          answerText: 'visited',
          sequence,
        })
        return doCall(server, calls.saveAnswer, { body }, token)
      },
      listed: async () =>
        (await doCall(server, calls.uploadedFiles, { params: { formRunGuid } }, token)).map((file) => [
          file.fileName,
          file.review ? 'review' : file.late ? 'late' : 'counts',
        ]),
      judged: async () =>
        (
          await server.db.kysely
            .selectFrom('uploaded_file')
            .select(['file_name', 'outcome', 'judged'])
            .where('form_run_guid', '=', formRunGuid)
            .orderBy('position')
            .execute()
        ).map((row) => [row.file_name, row.outcome, row.judged]),
      pause: async (paused: boolean, more: object = {}) =>
        doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused, ...more } }, await staff()),
      complete: () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 600 } }, token),
      result: () => doCall(server, calls.result, { query: { formRunGuid } }, token),
    }
  }
  const chosenAfter = (chosenContactAt: number, ms: number) => ({
    chosenContactAt,
    chosenSteadyMs: ms,
    chosenWallMs: ms,
  })
  const refusedAs = (code: string) => expect.objectContaining({ status: 409, code })

  test('none comes into a part that was closed, or is to be read only, and none leaves it', async () => {
    const { upload, tryUpload, remove, save, listed, heard } = await sit()
    const map = await upload('map.txt', 'a1')
    await save('c1')
    pass(3000)
    expect(refusalIn(await tryUpload('late.txt', 'a1'))).toEqual(refusedAs('PART_CLOSED'))
    expect(refusalIn(await tryUpload('late.txt', 'a1', chosenAfter(await heard(), 0)))).toEqual(refusedAs('PART_CLOSED'))
    expect(refusalIn(await remove(map.guid))).toEqual(refusedAs('PART_CLOSED'))
    expect(refusalIn(await tryUpload('early.txt', 'b1'))).toEqual(refusedAs('READING_TIME'))
    await save('b1')
    pass(minute)
    const plan = await upload('plan.txt', 'b1')
    // Who names no question may belong to any that takes files; none may be that of a question that takes none.
    await upload('any.txt', undefined)
    expect(refusalIn(await tryUpload('x.txt', 'c1'))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect((await remove(plan.guid)).status).toBe(200)
    expect(await listed()).toEqual([
      ['map.txt', 'counts'],
      ['any.txt', 'counts'],
    ])
  })

  test('what was chosen before its part was closed counts right after it, and waits for staff where it comes later', async () => {
    const { upload, save, heard, listed, judged } = await sit()
    const contactAt = await heard()
    pass(10_000)
    await save('c1')
    pass(20_000)
    expect(await upload('on its way.txt', 'a1', chosenAfter(contactAt, 5000))).not.toHaveProperty('late')
    // Its page was loaded again: it may have been chosen at any time.
    expect(await upload('unknown.txt', 'a1', { chosenContactAt: contactAt, chosenWallMs: 5000 })).toMatchObject({
      review: true,
    })
    pass(20_000)
    await heard()
    pass(2000)
    expect(await upload('slow.txt', 'a1', chosenAfter(contactAt, 5000))).toMatchObject({ late: true, review: true })
    expect(await listed()).toEqual([
      ['on its way.txt', 'counts'],
      ['unknown.txt', 'review'],
      ['slow.txt', 'review'],
    ])
    expect((await judged()).map(([, outcome, reason]) => [outcome, reason])).toEqual([
      ['applied', 'grace'],
      ['review', 'moment-unknown'],
      ['review', 'not-silent'],
    ])
  })

  test('what was chosen in time counts where the network was away over the end, before the completion and after it', async () => {
    const { upload, tryUpload, remove, heard, listed, complete } = await sit()
    const old = await upload('old.txt', 'a1')
    const contactAt = await heard()
    pass(600_000 + 49_000)
    expect(await upload('kept.txt', 'a1', chosenAfter(contactAt, 598_000))).not.toHaveProperty('late')
    expect((await remove(old.guid, chosenAfter(contactAt, 597_000))).status).toBe(200)
    await complete()
    pass(grace + 1)
    expect(await upload('second.txt', 'a1', chosenAfter(contactAt, 598_000))).not.toHaveProperty('late')
    expect(refusalIn(await tryUpload('after.txt', 'a1', chosenAfter(contactAt, 640_000)))).toEqual(
      refusedAs('FORM_RUN_COMPLETED'),
    )
    expect(await listed()).toEqual([
      ['kept.txt', 'counts'],
      ['second.txt', 'counts'],
    ])
  })

  test('what comes too late is kept, doesn’t count, and is said to, until staff accept it; a deletion that is late is refused', async () => {
    const { upload, remove, heard, listed, judged, complete, staff, formRunGuid, entry } = await sit()
    const first = await upload('first.txt', 'a1')
    const contactAt = await heard()
    pass(640_000)
    expect(await upload('late.txt', 'a1')).toMatchObject({ late: true })
    await heard()
    pass(5000)
    expect(await upload('claimed.txt', 'a1', chosenAfter(contactAt, 610_000))).toMatchObject({ late: true })
    expect(await listed()).toEqual([
      ['first.txt', 'counts'],
      ['late.txt', 'late'],
      ['claimed.txt', 'late'],
    ])
    expect(refusalIn(await remove(first.guid))).toEqual(refusedAs('TIME_OVER'))
    await complete()
    const body = { examGuid: entry.examGuid }
    const accepted = await doCall(server, calls.acceptLateAnswers, { body }, await staff())
    expect(accepted).toEqual({ accepted: 0, files: 2, changed: [formRunGuid] })
    expect((await listed()).map(([, state]) => state)).toEqual(['counts', 'counts', 'counts'])
    expect((await judged()).map(([, outcome]) => outcome)).toEqual(['applied', 'over-time', 'over-time'])
  })

  test('a claim of an early choice waits for staff where the server heard the page all the time', async () => {
    const { upload, remove, heard, listed } = await sit()
    const first = await upload('first.txt', 'a1')
    const contactAt = await heard()
    pass(580_000)
    for (let seconds = 580; seconds < 660; seconds += 2) {
      pass(2000)
      await heard()
    }
    expect(await upload('forged.txt', 'a1', chosenAfter(contactAt, 1000))).toMatchObject({ late: true, review: true })
    expect(refusalIn(await remove(first.guid, chosenAfter(contactAt, 1000)))).toEqual(refusedAs('TIME_OVER'))
    expect(await listed()).toEqual([
      ['first.txt', 'counts'],
      ['forged.txt', 'review'],
    ])
  })

  test('staff accept the files that wait alone, or all that came late, and none that the learner has deleted', async () => {
    const { upload, remove, heard, pause, listed, staff, formRunGuid, entry } = await sit()
    const contactAt = await heard()
    await pause(true)
    pass(40_000)
    const deleted = await upload('deleted.txt', 'a1')
    await upload('in-pause.txt', 'a1')
    await pause(false, { within: 0 })
    expect((await remove(deleted.guid)).status).toBe(200)
    pass(560_000)
    for (let seconds = 600; seconds < 800; seconds += 2) {
      pass(2000)
      await heard()
    }
    await upload('forged.txt', 'a1', chosenAfter(contactAt, 1000))
    const states = async () => Object.fromEntries(await listed())
    expect(await states()).toEqual({ 'in-pause.txt': 'late', 'forged.txt': 'review' })
    const accept = async (more: object) =>
      doCall(server, calls.acceptLateAnswers, { body: { examGuid: entry.examGuid, ...more } }, await staff())
    expect(await accept({ waiting: true })).toEqual({ accepted: 0, files: 1, changed: [formRunGuid] })
    expect(await states()).toEqual({ 'in-pause.txt': 'late', 'forged.txt': 'counts' })
    expect(await accept({})).toMatchObject({ files: 1 })
    expect(await states()).toEqual({ 'in-pause.txt': 'counts', 'forged.txt': 'counts' })
  })

  test('nothing comes or goes once a mark was told, whatever its browser says', async () => {
    const { upload, tryUpload, remove, heard, listed, complete, result, token, formRunGuid } = await sit()
    const first = await upload('first.txt', 'a1')
    const contactAt = await heard()
    pass(600_000)
    await complete()
    await result()
    const { marks_told_at } = await server.db.kysely
      .selectFrom('form_run')
      .select('marks_told_at')
      .where('form_run_guid', '=', formRunGuid)
      .executeTakeFirstOrThrow()
    await server.db.kysely
      .updateTable('form_run')
      .set({ marks_told_at: marks_told_at ?? clock.nowMs() })
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    expect(refusalIn(await tryUpload('b.txt', 'a1', chosenAfter(contactAt, 1)))).toEqual(refusedAs('FORM_RUN_COMPLETED'))
    expect(refusalIn(await remove(first.guid, chosenAfter(contactAt, 1)))).toEqual(refusedAs('FORM_RUN_COMPLETED'))
    const unborn = { params: { fileGuid: randomUUID() }, query: { formRunGUID: formRunGuid } }
    expect(refusalIn(await tryCall(server, calls.deleteFile, unborn, token))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await listed()).toEqual([['first.txt', 'counts']])
  })

  test('an organisation says what is done with what came late for want of a network', async () => {
    const [waits, refused] = [await sit({ OfflineAnswers: 'review' }), await sit({ OfflineAnswers: 'refuse' })]
    const [one, other] = [await waits.heard(), await refused.heard()]
    pass(600_000 + 49_000)
    expect(await waits.upload('a.txt', 'a1', chosenAfter(one, 2000))).toMatchObject({ late: true, review: true })
    const late = await refused.upload('a.txt', 'a1', chosenAfter(other, 2000))
    expect(late).toMatchObject({ late: true })
    expect(late).not.toHaveProperty('review')
  })

  test('what is chosen in a pause doesn’t count, and what was chosen before it arrives', async () => {
    const { upload, remove, heard, pause, listed, judged } = await sit()
    const first = await upload('first.txt', 'a1')
    const contactAt = await heard()
    pass(2000)
    await pause(true)
    pass(20_000)
    expect(await upload('before.txt', 'a1', chosenAfter(contactAt, 1000))).not.toHaveProperty('late')
    pass(20_000)
    expect(await upload('within.txt', 'a1', chosenAfter(contactAt, 30_000))).toMatchObject({ late: true })
    expect(refusalIn(await remove(first.guid, chosenAfter(contactAt, 30_000)))).toEqual(refusedAs('EXAM_PAUSED'))
    expect((await judged()).map(([, outcome]) => outcome)).toEqual(['applied', 'applied', 'in-pause'])
    expect(await listed()).toEqual([
      ['first.txt', 'counts'],
      ['before.txt', 'counts'],
      ['within.txt', 'late'],
    ])
  })
})
