import { calls } from '@sitwell/contract'
import { markingOf } from '@sitwell/question-types/marking'
import { afterEach, expect, test, vi } from 'vitest'
import { noAttempts } from '../assessment/form-run/question-attempts.ts'
import { evaluateQuestion } from '../assessment/marks/evaluate.ts'
import { readPackage } from '../import/read-package.ts'
import { makeZip } from '../import/testing/make-package.ts'
import { declare, readItemOf, template } from '../import/testing/qti-item.ts'
import { scheduleFor } from '../organisation/schedules.ts'
import { storeExam } from '../organisation/store-exam.ts'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, doCall, personOf, saveOf, signIn } from '../testing/test-world.ts'
import { importFiles } from './import-files.ts'

const choices = ['correct', 'wrong1', 'wrong2', 'wrong3', 'wrong4', 'wrong5']
  .map(
    (id) => `<simpleChoice identifier="${id}">The one called ${id === 'correct' ? 'Oak' : `Elm ${id.slice(5)}`}</simpleChoice>`,
  )
  .join('')
const inside = `${declare('RESPONSE', 'single identifier', ['correct'])}<itemBody><choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1">${choices}</choiceInteraction></itemBody>${template('match_correct')}`
const packed = () =>
  makeZip({
    'imsmanifest.xml':
      '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv2p1" href="i.xml"/></resources></manifest>',
    'i.xml': `<assessmentItem identifier="Q" title="Trees">${inside}</assessmentItem>`,
  })

describeOnEach(oneDatabase, 'an exam of other people’s questions on %s', {}, ({ server }) => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('tells no learner what its author called the choices, shows each an order of their own, and marks by the key', async () => {
    const output: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    const world = await arrange(server, { orgId: 6200 })
    const path = await packed()
    const take = () => importFiles(server.db, [path], { orgId: 6200, learners: ['learner'], fields: {}, again: true })
    expect(await take()).toBe(0)
    const token = (await signIn(server, world)).access_token
    const { userGuid } = world.entry
    const content = async () => {
      const list = await doCall(server, calls.schedules, { query: { userGuid } }, token)
      const found = list.findLast(({ examName, completed }) => examName === 'Trees' && !completed)
      if (!found) throw new Error('not scheduled')
      const entry = {
        userGuid,
        scheduleGuid: found.guid,
        examGuid: found.examGuid,
        examObjectTypeGuid: found.examTypeGuid,
        scheduleType: found.scheduleType,
        versionNumber: found.version,
      }
      return { entry, exam: await doCall(server, calls.examJson, { query: entry }, token) }
    }
    const optionsIn = (exam: Awaited<ReturnType<typeof content>>['exam']) =>
      (exam.questions[0] as unknown as { options: { id: string; text: string }[] }).options
    const orders = new Set<string>()
    const scores: number[] = []
    for (let sitting = 0; sitting < 4; sitting += 1) {
      const { entry, exam } = await content()
      expect(JSON.stringify(exam)).not.toMatch(/correct|wrong\d/)
      expect(optionsIn((await content()).exam)).toEqual(optionsIn(exam))
      orders.add(
        optionsIn(exam)
          .map(({ text }) => text)
          .join(),
      )
      const chosen = optionsIn(exam).find(({ text }) => text.includes(sitting % 2 === 0 ? 'Oak' : 'Elm 2'))
      if (!chosen) throw new Error('no such choice')
      const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: entry }, token)
      const answer = { answerText: chosen.text, options: [{ optionID: chosen.id, optionText: chosen.text }] }
      const body = {
        ...saveOf(world, formRunGuid, { sequence: 1, questionVersionId: 'Q', questionNumber: 1 }),
        ...answer,
      }
      await doCall(server, calls.saveAnswer, { body }, token)
      await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 10 } }, token)
      scores.push((await doCall(server, calls.result, { query: { formRunGuid } }, token)).score ?? -1)
      expect(await take()).toBe(0)
    }
    expect(scores).toEqual([1, 0, 1, 0])
    expect(orders.size).toBeGreaterThan(1)
    expect(output.filter((line) => line.includes('is there already.'))).toHaveLength(4)
  })

  test('is the same package still, where an earlier server stored it before its ids were hidden and somebody has begun it', async () => {
    const output: string[] = []
    for (const way of ['log', 'error'] as const)
      vi.spyOn(console, way).mockImplementation((line: string) => void output.push(line))
    const people = [personOf('o6201', 'ada', 1), personOf('o6201', 'ben', 2)]
    await arrange(server, { orgId: 6201, file: { people, schedules: [] } })
    const path = await packed()
    const take = (username: string) =>
      importFiles(server.db, [path], { orgId: 6201, learners: [username], fields: {}, again: false })
    const reading = await readPackage({ path })
    if (!reading.ok) throw new Error('not read')
    const { exam } = reading.package
    await storeExam(server.db.kysely, 6201, { exam, resources: [], schedules: [], leftOut: [] }, 1)
    const held = () =>
      server.db.kysely
        .selectFrom('exam')
        .select('content')
        .where('org_id', '=', 6201)
        .where('exam_guid', '=', exam.examGuid)
        .execute()
    const before = await held()
    const at = { orgId: 6201, username: 'ada', exam, nowMs: 1 }
    await scheduleFor(server.db, at, { fields: {}, again: false })
    const token = (await signIn(server, { orgId: 6201 }, 'ada')).access_token
    const [found] = await doCall(server, calls.schedules, { query: { userGuid: 'o6201-ada' } }, token)
    if (!found) throw new Error('not scheduled')
    const { guid: scheduleGuid, examTypeGuid: examObjectTypeGuid } = found
    const query = { userGuid: 'o6201-ada', scheduleGuid, examGuid: exam.examGuid, examObjectTypeGuid, scheduleType: 1 }
    await doCall(server, calls.start, { query: { ...query, versionNumber: exam.version } }, token)
    expect(await take('ben')).toBe(0)
    expect(output).toEqual(expect.arrayContaining([`${path}: "Trees" is there already.`, '  ben: was scheduled.']))
    expect(await held()).toEqual(before)
  })
})

test('a question whose marking fails, for whatever reason, waits for a person with the reason, and the others are marked', async () => {
  const { question } = await readItemOf(inside)
  const broken = { ...question, id: 'broken' }
  const { processing } = broken
  if (processing?.kind !== 'qti') throw new Error('no processing')
  const failing = { ...processing, responses: null as unknown as typeof processing.responses }
  const answer = JSON.stringify({ answerText: '', options: [{ optionID: 'correct', optionText: '' }] })
  const questions = [{ ...broken, processing: failing }, question]
  expect(() => markingOf(broken).mark({ ...broken, processing: failing }, JSON.parse(answer))).toThrow(TypeError)
  const answers = questions.map(({ id }, index) => ({ question_id: id, answer, sequence: index + 1 }))
  const facts = { answers, attempts: noAttempts, files: [], announced: [], entries: new Map(), areFilesGone: false }
  expect(questions.map((one) => evaluateQuestion(one, facts))).toMatchObject([
    { questionId: 'broken', score: 0, needsPerson: true, problem: expect.stringContaining('TypeError') },
    { questionId: 'Q', score: 1, needsPerson: false, problem: null },
  ])
})
