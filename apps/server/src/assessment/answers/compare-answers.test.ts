import { calls } from '@sitwell/contract'
import { contentHash } from '@sitwell/exam/answers/answer-digest'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { rememberRows } from '../../testing/set-back.ts'
import { arrange, doCall, refusalIn, saveOf, sitExam, tryCall } from '../../testing/test-world.ts'

const eachSits = () => ({})

const wishes = { config: { logLevel: 'silent' }, eachSits } as const

describeOnEach(bothDatabases, 'what a browser holds against the server on %s', wishes, (suite) => {
  const { server, nextOrgId, world, learner } = suite
  const bodyOf = (sequence: number, questionId: string, name: string) => ({
    ...saveOf(world, learner.formRunGuid, { sequence, workings: 'it\0 swims', bookmarked: true }),
    questionVersionId: questionId,
    answerText: name,
    options: [{ optionID: name === 'Ash' ? 'a' : 'b', optionText: name }],
  })
  const save = (body: ReturnType<typeof bodyOf>) => doCall(server, calls.saveAnswer, { body }, learner.token)
  const lineOf = ({ questionVersionId, sequence, workings, bookmarked, answerText, options }: ReturnType<typeof bodyOf>) => ({
    questionId: questionVersionId,
    sequence: sequence ?? 0,
    hash: contentHash({ answer: { answerText, options }, workings: workings ?? '', bookmarked: bookmarked ?? false }),
  })
  const compare = (answers: ReturnType<typeof lineOf>[], files: string[] = []) =>
    doCall(
      server,
      calls.compareAnswers,
      { body: { formRunGuid: learner.formRunGuid, answers, files, lastSequence: 9 } },
      learner.token,
    )
  const time = { timeRemaining: 300, elapsedTime: 300 }

  test('lacks nothing where all of it stands, is outdone, or is in the history', async () => {
    const question = `${world.prefix}-q1`
    const [first, second] = [bodyOf(3, question, 'Ash'), bodyOf(5, question, 'Birch')]
    await save(second)
    await save(first)
    expect(await compare([lineOf(second)])).toMatchObject({ lacking: [], lackingFiles: [], completed: false, saves: 2 })
    expect((await compare([lineOf(first)])).lacking).toEqual([])
  })

  test('is asked for what was saved since it was set back, and a completion waits for it', async () => {
    const stored = bodyOf(1, `${world.prefix}-q1`, 'Ash')
    await save(stored)
    const putBack = await rememberRows(server.db)
    const [lost, older] = [bodyOf(2, `${world.prefix}-q2`, 'Birch'), bodyOf(3, `${world.prefix}-q1`, 'Birch')]
    await save(lost)
    await save(older)
    await putBack()
    const answers = [lineOf(lost), lineOf(older)]
    const file = crypto.randomUUID()
    const reply = await compare(answers, [file])
    expect(reply).toMatchObject({ lacking: [2, 3], lackingFiles: [file], saves: 1 })
    expect(reply.lastSequence).toBeGreaterThanOrEqual(9)
    const complete = () =>
      tryCall(server, calls.complete, { body: { formRunGuid: learner.formRunGuid, ...time, answers } }, learner.token)
    expect(refusalIn(await complete())).toMatchObject({ code: 'MISSING_REQUESTS', missing: [2, 3] })
    await save(lost)
    await save(older)
    expect(JSON.parse((await complete()).text)).toMatchObject({ completed: true, answers: 2 })
  })

  test('is asked for what was saved under the number of another answer', async () => {
    const body = bodyOf(4, `${world.prefix}-q1`, 'Ash')
    await save(body)
    expect((await compare([{ ...lineOf(body), hash: 'another' }])).lacking).toEqual([4])
  })

  test('names the files that were deleted and are there again, and no other', async () => {
    const fileGuid = crypto.randomUUID()
    const upload = { formRunGUID: learner.formRunGuid, requestId: fileGuid, fileName: 'map.txt' }
    await doCall(server, calls.uploadFile, { body: upload, file: new Blob(['x']) }, learner.token)
    const never = crypto.randomUUID()
    const body = { formRunGuid: learner.formRunGuid, answers: [], files: [fileGuid], deletedFiles: [fileGuid, never] }
    const compared = () => doCall(server, calls.compareAnswers, { body }, learner.token)
    expect(await compared()).toMatchObject({ lackingFiles: [], undeletedFiles: [fileGuid] })
    await doCall(server, calls.deleteFile, { params: { fileGuid }, query: { formRunGUID: learner.formRunGuid } }, learner.token)
    expect(await compared()).not.toHaveProperty('undeletedFiles')
  })

  test('tells a form run of somebody else to nobody', async () => {
    const other = await arrange(server, { orgId: nextOrgId() })
    const stranger = await sitExam(server, other)
    const body = { formRunGuid: learner.formRunGuid, answers: [], files: [] }
    expect(refusalIn(await tryCall(server, calls.compareAnswers, { body }, stranger.token))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
