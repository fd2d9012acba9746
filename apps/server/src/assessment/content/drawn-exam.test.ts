import { calls, type InputOf } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectHistory } from '../../commands/history.ts'
import { playBackFormRun } from '../../commands/recordings.ts'
import { storeExam } from '../../organisation/store-exam.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { createTestPlace, startServerIn, type TestServer } from '../../testing/start-test-server.ts'
import {
  arrange,
  countOrganisations,
  doCall,
  examOf,
  refusalIn,
  saveOf,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../../testing/test-world.ts'
import { collectReplay } from '../evidence/replay/collect-replay.ts'
import { findingsOf, verifyFormRun } from '../evidence/verify-form-run.ts'
import { createExamCache } from '../form-run/exam-cache.ts'
import { selectFormRunOfOrganisation } from '../form-run/queries.ts'

const letters = [...'abcdefghijkl']

/** Worth as much as its place in the pool, each with a picture that no other has. */
const question = (prefix: string, letter: string, at: number) =>
  authoredQuestion.parse({
    type: 'RADIO',
    id: `${prefix}-${letter}`,
    text: `<p>Question ${letter.toUpperCase()} <img src="pictures/${letter}.png" alt=""></p>`,
    options: [
      { id: '1', text: 'Yes' },
      { id: '2', text: 'No' },
    ],
    key: '1',
    marks: at + 1,
  })

/** A part with a question that everybody has, and one that draws four of twelve questions in its own order. */
const poolExam = (prefix: string, settings: object = {}) =>
  examOf(prefix, {
    settings: { examTime: 600, printQuestions: true, resultFeedbackMask: 5, ...settings },
    gradeBoundaries: [],
    sections: [
      {
        id: `${prefix}-first`,
        name: 'First',
        questions: [
          authoredQuestion.parse({ type: 'QUESTIONLTEXT', id: `${prefix}-all`, text: 'What do you know?', marks: 0 }),
          authoredQuestion.parse({ type: 'EVIDENCE', id: `${prefix}-file`, text: 'Show it', marks: 0 }),
        ],
      },
      {
        id: `${prefix}-pool`,
        name: 'Pool',
        select: 4,
        shuffle: true,
        questions: letters.map((letter, at) => question(prefix, letter, at)),
      },
    ],
  })

describe.each(oneDatabase)('an exam that draws its questions from a pool, on %s,', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer
  const nextOrgId = countOrganisations()
  beforeAll(async () => {
    place = await createTestPlace({ database })
    server = await startServerIn(place.config)
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  const arrangePool = async (settings: object = {}, schedules = ['schedule'], made = poolExam): Promise<World> => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const exam = made(prefix, settings)
    const scheduled = schedules.map((guid) => ({
      guid: `${prefix}-${guid}`,
      username: 'learner',
      exam: exam.examGuid,
      practice: true,
    }))
    const world = await arrange(server, { orgId, exam, file: { schedules: scheduled } })
    const resources = letters.map((letter) => ({
      path: `pictures/${letter}.png`,
      mediaType: 'image/png',
      bytes: new TextEncoder().encode(`picture of ${letter}`),
    }))
    // A re-import needs another content than the one that is there.
    const named = { ...exam, name: `${exam.name} with pictures` }
    await storeExam(server.db.kysely, world.orgId, { exam: named, resources, schedules: [], leftOut: [] }, 2)
    return world
  }
  const open = (world: World, token: string, guid = world.entry.scheduleGuid) =>
    doCall(server, calls.examJson, { query: { ...world.entry, scheduleGuid: guid } }, token)
  type Content = Awaited<ReturnType<typeof open>>
  const drawnIn = ({ questions }: Content) =>
    questions.flatMap(({ id }) => (/-[a-l]$/.test(id) ? [id.replace(/^.*-/, '')] : [])).join('')
  const others = (drawn: string) => {
    const left = letters.filter((letter) => !drawn.includes(letter))
    expect(left).toHaveLength(8)
    return left
  }
  const runOf = async (world: World, formRunGuid: string) => {
    const run = await selectFormRunOfOrganisation(server.db, world.orgId, formRunGuid)
    if (!run) throw new Error('There is no such form run.')
    return run
  }
  const evidence = () => ({ database: server.db, exams: createExamCache(server.db, server.clock.nowMs), clock: server.clock })
  const complete = (formRunGuid: string, token: string) =>
    doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  const save = (world: World, formRunGuid: string, letter: string, sequence: number): InputOf<typeof calls.saveAnswer> => ({
    body: saveOf(world, formRunGuid, {
      questionVersionId: `${world.prefix}-${letter}`,
      page: `${world.prefix}-${letter}`,
      answerText: 'Yes',
      options: [{ optionID: '1', optionText: 'Yes' }],
      sequence,
    }),
  })

  test('gives each learner questions and an order of their own, numbered through, and tells nothing of the others', async () => {
    const guids = Array.from({ length: 20 }, (_, at) => `schedule-${at}`)
    const world = await arrangePool({}, guids)
    const { access_token: token } = await signIn(server, world)
    const draws: string[] = []
    for (const guid of guids) {
      const content = await open(world, token, `${world.prefix}-${guid}`)
      const drawn = drawnIn(content)
      expect(new Set(drawn).size).toBe(4)
      expect(content.questions.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
      const pool = content.mappings.find(({ sectionId }) => sectionId === `${world.prefix}-pool`)
      expect(pool?.questionIds.map((id) => id.replace(/^.*-/, '')).join('')).toBe(drawn)
      const worth = [...drawn].reduce((sum, letter) => sum + letters.indexOf(letter) + 1, 0)
      expect(content.sections.find(({ id }) => id === `${world.prefix}-pool`)?.marks).toBe(worth)
      const text = JSON.stringify(content)
      for (const letter of others(drawn))
        expect(text).not.toMatch(new RegExp(`"${world.prefix}-${letter}"|Question ${letter.toUpperCase()}|${letter}\\.png`))
      for (const letter of drawn) expect(text).toContain(`pictures/${letter}.png`)
      draws.push(drawn)
    }
    expect(new Set(draws).size).toBeGreaterThan(15)
    expect(draws.some((drawn) => [...drawn].sort().join('') !== drawn)).toBe(true)
    expect(new Set(draws.join('')).size).toBeGreaterThan(9)
  })

  test('is the same before the start and after it, on another device, on another server and after a restart', async () => {
    const world = await arrangePool()
    const { access_token: token } = await signIn(server, world)
    const before = await open(world, token)
    await doCall(server, calls.start, { query: world.entry }, token)
    const drawn = drawnIn(await open(world, token))
    expect(others(drawn)).toEqual(others(drawnIn(before)))
    expect(drawn).toBe(drawnIn(before))
    const { access_token: elsewhere } = await signIn(server, world)
    expect(drawnIn(await open(world, elsewhere))).toBe(drawn)
    await server.stop()
    server = await startServerIn(place.config)
    const { access_token: again } = await signIn(server, world)
    expect(drawnIn(await open(world, again))).toBe(drawn)
  })

  test('takes no answer, file, printing or page of a question that was not drawn, nor gives its picture', async () => {
    const world = await arrangePool()
    const { token, formRunGuid } = await sitExam(server, world)
    const content = await open(world, token)
    const drawn = drawnIn(content)
    const fileAt = (letter: string) =>
      tryCall(
        server,
        calls.resource,
        {
          params: { examGuid: world.entry.examGuid, version: world.entry.versionNumber, '*': `pictures/${letter}.png` },
          query: { orgID: world.orgId, token: content.resourceToken },
        },
        token,
      )
    const printing = (letter: string) => {
      const { examGuid, examObjectTypeGuid: examTypeGuid, userGuid, scheduleGuid, scheduleType } = world.entry
      const names = { examGuid, examTypeGuid, userGuid, scheduleGuid, scheduleType, formRunGuid, filename: 'question' }
      return tryCall(server, calls.printQuestion, { query: { ...names, questionId: `${world.prefix}-${letter}` } }, token)
    }
    for (const letter of others(drawn)) {
      expect(refusalIn(await tryCall(server, calls.saveAnswer, save(world, formRunGuid, letter, 900), token))).toMatchObject({
        status: 422,
        code: 'INVALID_ANSWER',
      })
      expect((await fileAt(letter)).status).toBe(404)
      expect((await printing(letter)).status).toBe(404)
      const upload = { body: { formRunGUID: formRunGuid, question: `${world.prefix}-${letter}` }, file: new Blob(['x']) }
      expect((await tryCall(server, calls.uploadFile, upload, token)).status).toBe(400)
    }
    for (const letter of drawn) expect((await fileAt(letter)).text).toBe(`picture of ${letter}`)
    // A page that says it is at such a question is at none.
    const [first = ''] = drawn
    const [other = ''] = others(drawn)
    const moved = save(world, formRunGuid, first, (content.lastSequence ?? 0) + 1)
    await doCall(server, calls.saveAnswer, { body: { ...moved.body, page: `${world.prefix}-${other}` } }, token)
    expect((await runOf(world, formRunGuid)).page).toBe(`${world.prefix}-${first}`)
    const history = await selectHistory(server.db, await runOf(world, formRunGuid))
    expect(history.map(({ questionId, number }) => [questionId, number])).toEqual([[`${world.prefix}-${first}`, 3]])
  })

  test('is marked, told, verified and replayed by what was drawn alone', async () => {
    const world = await arrangePool()
    const { token, formRunGuid } = await sitExam(server, world)
    const drawn = drawnIn(await open(world, token))
    const [first = ''] = drawn
    await doCall(server, calls.saveAnswer, save(world, formRunGuid, first, 5), token)
    await complete(formRunGuid, token)
    const worth = [...drawn].reduce((sum, letter) => sum + letters.indexOf(letter) + 1, 0)
    expect(others(drawn)).not.toContain(first)
    const marks = await server.db.kysely.selectFrom('mark').selectAll().where('form_run_guid', '=', formRunGuid).execute()
    expect(marks.map(({ question_id }) => question_id.replace(/^.*-/, '')).sort()).toEqual(['all', 'file', ...drawn].sort())
    expect(marks.reduce((sum, { max_score }) => sum + max_score, 0)).toBe(worth)
    expect(marks.reduce((sum, { score }) => sum + score, 0)).toBe(letters.indexOf(first) + 1)
    const run = await runOf(world, formRunGuid)
    expect(findingsOf(await verifyFormRun(evidence(), run))).toEqual([])
    const replay = await collectReplay(evidence(), run)
    expect(replay.questions.map(({ number, id }) => `${number} ${id.replace(/^.*-/, '')}`)).toEqual(
      ['all', 'file', ...drawn].map((id, at) => `${at + 1} ${id}`),
    )
    const played = await playBackFormRun(server.db, world.orgId, { formRunGuid, activities: [] })
    expect(
      played?.answers.every(({ questionId }) => /-(all|file)$/.test(questionId) || drawn.includes(questionId.slice(-1))),
    ).toBe(true)
    expect(played?.answers).toHaveLength(1)
  })

  test('is drawn anew for a resit, and the first attempt stays as it was', async () => {
    const world = await arrangePool({ allowImmediateResit: true })
    const { token, formRunGuid } = await sitExam(server, world)
    const draws = [drawnIn(await open(world, token))]
    let last = formRunGuid
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await complete(last, token)
      const list = await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)
      const guid = list.find(({ completed }) => !completed)?.guid ?? ''
      draws.push(drawnIn(await open(world, token, guid)))
      last = (await doCall(server, calls.start, { query: { ...world.entry, scheduleGuid: guid } }, token)).formRunGUID
    }
    // Of 11,880 draws two that are the same come up once in a thousand; five are not.
    expect(new Set(draws).size).toBeGreaterThan(1)
    expect(findingsOf(await verifyFormRun(evidence(), await runOf(world, formRunGuid)))).toEqual([])
    const loaded = await evidence().exams.load(await runOf(world, formRunGuid))
    expect(
      loaded?.questions
        .map(({ id }) => id.replace(/^.*-/, ''))
        .slice(2)
        .join(''),
    ).toBe(draws[0])
  })

  test('is sealed by its parts as any other: nothing of one that is held back but how many questions it has', async () => {
    const world = await arrangePool({ sealParts: true })
    const { token } = await sitExam(server, world)
    const content = await open(world, token)
    const ids = content.questions.map(({ id }) => id)
    expect(ids).toHaveLength(6)
    expect(content.sealedParts?.map(({ partId }) => partId)).toEqual([`${world.prefix}-pool`])
    expect(JSON.stringify(content)).not.toMatch(/Question [A-L]|pictures\/[a-l]/)
    const partId = `${world.prefix}-pool`
    const page = ids.at(-1) ?? ''
    const body = { formRunGuid: content.formRunGuid ?? '', partId, page, completedParts: [], sequence: 1 }
    await doCall(server, calls.partKey, { body }, token)
    const { resources = [] } = await open(world, token)
    expect(resources.map(({ name }) => name.slice(9, 10)).sort()).toEqual(
      ids
        .slice(2)
        .map((id) => id.slice(-1))
        .sort(),
    )
  })

  test('has the whole exam beside what is drawn: settings of Safe Exam Browser are made of it, for all learners alike', async () => {
    const world = await arrangePool({}, ['one', 'two'], (prefix, settings) => {
      const exam = poolExam(prefix, settings)
      const [first, pool] = exam.sections
      return {
        ...exam,
        sections: [{ id: `${prefix}-any`, name: 'Any', select: 1, sections: [first, pool].flatMap((one) => one ?? []) }],
      }
    })
    const { exams } = evidence()
    const { examGuid: exam_guid, versionNumber: version } = world.entry
    for (let at = 0; at < 10; at += 1) {
      const wanted = {
        org_id: world.orgId,
        exam_guid,
        version,
        schedule_guid: 'any',
        imported_at: 2,
        seed: `seed ${at}`,
        supports: null,
      }
      const loaded = await exams.load(wanted)
      expect(JSON.stringify(loaded?.exam.sections)).toContain('EVIDENCE')
    }
  })
})
