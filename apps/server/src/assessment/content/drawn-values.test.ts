import { calls } from '@sitwell/contract'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { hideIds } from '../../import/hide-ids.ts'
import { readPackage } from '../../import/read-package.ts'
import { makeZip } from '../../import/testing/make-package.ts'
import { storeExam } from '../../organisation/store-exam.ts'
import { printableQuestion } from '../../print/printable-question.ts'
import { heldServerClock } from '../../server-time/server-clock.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { createTestPlace, startServerIn, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, examOf, saveOf, signIn, tryCall, type World } from '../../testing/test-world.ts'
import { collectReplay } from '../evidence/replay/collect-replay.ts'
import { findingsOf, verifyFormRun } from '../evidence/verify-form-run.ts'
import { drawExam } from '../form-run/draw-exam.ts'
import { createExamCache } from '../form-run/exam-cache.ts'
import { authoredQuestionsOf } from '../form-run/lay-out-exam.ts'
import { selectFormRunOfOrganisation } from '../form-run/queries.ts'

const declare = (kind: string, identifier: string, baseType: string) =>
  `<${kind}Declaration identifier="${identifier}" cardinality="single" baseType="${baseType}"/>`
const variable = (identifier: string) => `<variable identifier="${identifier}"/>`
const set = (identifier: string, value: string) => `<setTemplateValue identifier="${identifier}">${value}</setTemplateValue>`
const right = (value: string) => `<setCorrectResponse identifier="RESPONSE">${value}</setCorrectResponse>`
const printed = (identifier: string) => `<printedVariable identifier="${identifier}"/>`
const id = (value: string) => `<baseValue baseType="identifier">${value}</baseValue>`
const match = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>'

const items = {
  product: `${declare('response', 'RESPONSE', 'integer')}${declare('template', 'FIRST', 'integer')}${declare('template', 'SECOND', 'integer')}<templateProcessing>${set('FIRST', '<randomInteger min="10001" max="99999"/>')}${set('SECOND', '<randomInteger min="10001" max="99999"/>')}${right(`<product>${variable('FIRST')}${variable('SECOND')}</product>`)}</templateProcessing><itemBody><p>How much is ${printed('FIRST')} times ${printed('SECOND')}? <textEntryInteraction responseIdentifier="RESPONSE"/></p></itemBody>${match}`,
  journey: `${declare('response', 'RESPONSE', 'identifier')}${declare('template', 'WAY', 'identifier')}<templateProcessing>${set('WAY', `<random><multiple>${id('plane')}${id('train')}</multiple></random>`)}${right(variable('WAY'))}</templateProcessing><itemBody><p>${['plane', 'train'].map((way) => `<templateInline templateIdentifier="WAY" showHide="show" identifier="${way}"><img src="${way}.png" alt="${way}"/></templateInline>`).join('')}</p><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1" shuffle="true"><prompt>How?</prompt>${['plane', 'train'].map((way) => `<simpleChoice identifier="${way}">By ${way}</simpleChoice>`).join('')}</choiceInteraction></itemBody>${match}`,
}
const png = (name: string) => new TextEncoder().encode(`picture of a ${name}`)

/** The items as the import reads them, with ids that nobody can read. */
const imported = async (prefix: string): Promise<AuthoredExam> => {
  const names = Object.keys(items)
  const reading = await readPackage({
    path: await makeZip({
      'imsmanifest.xml': `<manifest><resources>${names.map((name) => `<resource identifier="${name}" type="imsqti_item_xmlv2p1" href="${name}.xml"/>`).join('')}</resources></manifest>`,
      ...Object.fromEntries(
        Object.entries(items).map(([name, inside]) => [
          `${name}.xml`,
          `<assessmentItem identifier="${name}" title="${name}">${inside}</assessmentItem>`,
        ]),
      ),
      'plane.png': png('plane'),
      'train.png': png('train'),
    }),
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  expect(reading.package.leftOut).toEqual([])
  const questions: AuthoredQuestion[] = authoredQuestionsOf(reading.package.exam).map((one) => ({
    ...one,
    id: `${prefix}-${one.id}`,
  }))
  return examOf(prefix, {
    settings: { examTime: 600, printQuestions: true, resultFeedbackMask: 5 },
    gradeBoundaries: [],
    sections: [{ id: `${prefix}-s`, name: 'All', questions }],
  })
}

describe.each(oneDatabase)('questions with values of their own for each learner, on %s,', (database) => {
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

  const arrangeValues = async (guids: readonly string[] = ['schedule']): Promise<World> => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const exam = await imported(prefix)
    const schedules = guids.map((guid) => ({
      guid: `${prefix}-${guid}`,
      username: 'learner',
      exam: exam.examGuid,
      practice: true,
    }))
    const world = await arrange(server, { orgId, exam, file: { schedules } })
    const resources = ['plane', 'train'].map((name) => ({ path: `${name}.png`, mediaType: 'image/png', bytes: png(name) }))
    // A re-import needs another content than the one that is there.
    const named = { ...hideIds(exam, 'nobody knows'), name: `${exam.name} with pictures` }
    await storeExam(server.db.kysely, world.orgId, { exam: named, resources, schedules: [], leftOut: [] }, 2)
    return world
  }
  const entryOf = (world: World, guid: string) => ({ ...world.entry, scheduleGuid: `${world.prefix}-${guid}` })
  const open = (world: World, token: string, guid = 'schedule') =>
    doCall(server, calls.examJson, { query: entryOf(world, guid) }, token)
  type Content = Awaited<ReturnType<typeof open>>
  const textOf = ({ questions }: Content, name: string) => questions.find((one) => one.id.endsWith(name))?.text ?? ''
  const factorsOf = (content: Content) => {
    const [, first, second] = /How much is (\d{5}) times (\d{5})\?/.exec(textOf(content, 'product')) ?? []
    return [Number(first), Number(second)] as const
  }
  const wayOf = (content: Content) => /src="(plane|train)\.png"/.exec(textOf(content, 'journey'))?.[1] ?? ''
  const otherWay = (way: string) => (way === 'plane' ? 'train' : 'plane')
  const runOf = async (world: World, formRunGuid: string) => {
    const run = await selectFormRunOfOrganisation(server.db, world.orgId, formRunGuid)
    if (!run) throw new Error('There is no such form run.')
    return run
  }
  const evidence = () => ({ database: server.db, exams: createExamCache(server.db, server.clock.nowMs), clock: server.clock })
  const start = async (world: World, token: string, guid = 'schedule') =>
    (await doCall(server, calls.start, { query: entryOf(world, guid) }, token)).formRunGUID
  const save = (world: World, formRunGuid: string, token: string, sequence: number, answerText: string) =>
    doCall(
      server,
      calls.saveAnswer,
      {
        body: saveOf(world, formRunGuid, {
          questionVersionId: `${world.prefix}-product`,
          page: `${world.prefix}-product`,
          ...{ answerText, options: [], sequence },
        }),
      },
      token,
    )
  const choose = (world: World, formRunGuid: string, token: string, sequence: number, option: { id: string; text: string }) =>
    doCall(
      server,
      calls.saveAnswer,
      {
        body: saveOf(world, formRunGuid, {
          questionVersionId: `${world.prefix}-journey`,
          page: `${world.prefix}-journey`,
          ...{ answerText: option.text, options: [{ optionID: option.id, optionText: option.text }], sequence },
        }),
      },
      token,
    )
  const complete = (formRunGuid: string, token: string) =>
    doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  const scoresOf = async (formRunGuid: string) => {
    const marks = await server.db.kysely.selectFrom('mark').selectAll().where('form_run_guid', '=', formRunGuid).execute()
    return Object.fromEntries(marks.map((one) => [one.question_id.replace(/^.*-/, ''), one.score]))
  }

  test('have numbers that differ, and what a learner gets has neither key nor rules, nor what others have', async () => {
    const guids = Array.from({ length: 24 }, (_, at) => `schedule-${at}`)
    const world = await arrangeValues(guids)
    const { access_token: token } = await signIn(server, world)
    const seen: string[] = []
    const ways = new Set<string>()
    for (const guid of guids) {
      const content = await open(world, token, guid)
      const [first, second] = factorsOf(content)
      const text = JSON.stringify(content)
      expect(text).not.toMatch(/[⟦⟧]|template|rocessing|eclaration|\b(FIRST|SECOND|WAY)\b|random/)
      expect(textOf(content, 'product')).not.toContain(String(first * second))
      const way = wayOf(content)
      expect(textOf(content, 'journey')).not.toContain(otherWay(way))
      expect(content.resources?.map(({ name }) => name)).toEqual([`${way}.png`])
      seen.push(`${first} ${second}`)
      ways.add(way)
    }
    expect(new Set(seen).size).toBeGreaterThan(20)
    expect(ways.size).toBe(2)
  })

  test('are the same before the start and after it, on another device, and after a restart', async () => {
    const world = await arrangeValues()
    const { access_token: token } = await signIn(server, world)
    const before = await open(world, token)
    await start(world, token)
    const texts = (content: Content) => content.questions.map(({ text }) => text)
    expect(texts(await open(world, token))).toEqual(texts(before))
    const { access_token: elsewhere } = await signIn(server, world)
    expect(texts(await open(world, elsewhere))).toEqual(texts(before))
    await server.stop()
    server = await startServerIn(place.config)
    const { access_token: again } = await signIn(server, world)
    expect(texts(await open(world, again))).toEqual(texts(before))
  })

  test('are marked by their own: what is right for one is wrong for another, also after a restart', async () => {
    const world = await arrangeValues(['one', 'two'])
    const { access_token: token } = await signIn(server, world)
    const [one, two] = [await open(world, token, 'one'), await open(world, token, 'two')]
    const [own, other] = [one, two].map(factorsOf).map(([left, right]) => `${left * right}`)
    const first = await start(world, token, 'one')
    const second = await start(world, token, 'two')
    await save(world, first, token, 5, own ?? '')
    await save(world, second, token, 5, own ?? '')
    const optionFor = ({ questions }: Content, way: string) => {
      const asked = questions.find((each) => each.id.endsWith('journey'))
      const options = asked && 'options' in asked ? (asked.options as { id: string; text: string }[]) : []
      const found = options.find(({ text }) => text === `By ${way}`)
      if (!found) throw new Error('There is no such option.')
      return found
    }
    await choose(world, first, token, 6, optionFor(one, wayOf(one)))
    await choose(world, second, token, 6, optionFor(two, otherWay(wayOf(two))))
    await server.stop()
    server = await startServerIn(place.config)
    const { access_token: again } = await signIn(server, world)
    await complete(first, again)
    await complete(second, again)
    expect(own).not.toBe(other)
    expect([await scoresOf(first), await scoresOf(second)]).toEqual([
      { product: 1, journey: 1 },
      { product: 0, journey: 0 },
    ])
    for (const guid of [first, second])
      expect(findingsOf(await verifyFormRun(evidence(), await runOf(world, guid)))).toEqual([])
  })

  test('are what staff and paper have of them: the text that their learner read, and the picture that they saw', async () => {
    const world = await arrangeValues()
    const { access_token: token } = await signIn(server, world)
    const content = await open(world, token)
    const formRunGuid = await start(world, token)
    const [first, second] = factorsOf(content)
    const caller = { orgId: world.orgId, userGuid: world.entry.userGuid }
    const printable = await printableQuestion({ ...evidence(), clock: heldServerClock(server.clock) }, caller, {
      formRunGuid,
      questionId: `${world.prefix}-product`,
    })
    if (!printable.ok) throw new Error(printable.message)
    expect(printable.question.text).toBe(textOf(content, 'product'))
    const fileAt = (name: string) =>
      tryCall(
        server,
        calls.resource,
        {
          params: { examGuid: world.entry.examGuid, version: world.entry.versionNumber, '*': `${name}.png` },
          query: { orgID: world.orgId, token: content.resourceToken },
        },
        token,
      )
    const way = wayOf(content)
    expect([(await fileAt(way)).text, (await fileAt(otherWay(way))).status]).toEqual([`picture of a ${way}`, 404])
    await complete(formRunGuid, token)
    const replay = await collectReplay(evidence(), await runOf(world, formRunGuid))
    expect(replay.questions.map(({ text }) => text).join()).toContain(`How much is ${first} times ${second}?`)
  })

  test('are kept for as many learners as there is room for, and made again for others, the same', async () => {
    const world = await arrangeValues()
    const { examGuid: exam_guid, versionNumber: version } = world.entry
    // One draw has a layout and two questions with values: 33 kilobytes.
    const cache = createExamCache(server.db, server.clock.nowMs, 70)
    const load = (seed: string) =>
      cache.load({ org_id: world.orgId, exam_guid, version, schedule_guid: 'any', imported_at: 2, seed, supports: null })
    const [one, two] = [await load('one'), await load('two')]
    expect([await load('one'), await load('two')]).toEqual([one, two])
    expect((await load('one')) === one && (await load('two')) === two).toBe(true)
    const three = await load('three')
    // The one that was asked for longest ago has gone, and no other.
    expect([(await load('three')) === three, (await load('two')) === two]).toEqual([true, true])
    const again = await load('one')
    expect(again === one).toBe(false)
    expect(again?.layout).toEqual(one?.layout)
    expect(one?.layout).not.toEqual(two?.layout)
  })
})

test('what a seed draws is what it has drawn since values were drawn: form runs that were begun stay as they were', async () => {
  const exam = await imported('frozen')
  const texts = (seed: string) =>
    authoredQuestionsOf(drawExam(exam, seed)).map(({ text }) => text.replace(/<[^>]*alt="(\w+)">|<[^>]*>/g, '$1'))
  expect(texts('0123456789abcdef0123456789abcdef')).toEqual(['How much is 51667 times 82376? [V1]', 'trainHow?'])
  expect(texts('fedcba9876543210fedcba9876543210')).toEqual(['How much is 97863 times 72369? [V1]', 'trainHow?'])
  expect(texts('00112233445566778899aabbccddeeff')).toEqual(['How much is 59826 times 86724? [V1]', 'planeHow?'])
})
