import { type CourseAttempt, calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { coursesOf, courseZip, giveCourseFrom, saveOfSco } from '../testing/test-course.ts'
import { arrange, countOrganisations, doCall, refusalIn, signIn, tryCall } from '../testing/test-world.ts'

const completion = 'cmi.completion_status'
const success = 'cmi.success_status'
const passed = { [completion]: 'completed', [success]: 'passed' }
const failed = { [completion]: 'completed', [success]: 'failed' }

const sequencing = (inside: string) => `<imsss:sequencing>${inside}</imsss:sequencing>`
const rule = (kind: 'pre' | 'post', action: string, ...conditions: string[]) =>
  `<imsss:sequencingRules><imsss:${kind}ConditionRule><imsss:ruleConditions conditionCombination="all">${conditions
    .map((one) => `<imsss:ruleCondition ${one}/>`)
    .join(
      '',
    )}</imsss:ruleConditions><imsss:ruleAction action="${action}"/></imsss:${kind}ConditionRule></imsss:sequencingRules>`
/** A SCO's objective that it shares with others. */
const shared = (flags: string, id = 'known') =>
  `<imsss:objectives><imsss:primaryObjective objectiveID="own"><imsss:mapInfo targetObjectiveID="${id}" ${flags}/></imsss:primaryObjective></imsss:objectives>`
const writes = sequencing(shared('writeSatisfiedStatus="true"'))
const reads = (inside: string) => sequencing(inside + shared('readSatisfiedStatus="true"'))
const notForTheCourse = '<imsss:rollupRules rollupObjectiveSatisfied="false" rollupProgressCompletion="false"/>'

describe.each(oneDatabase)('the rules of a course of SCORM 2004 on %s', (database) => {
  let server: TestServer
  const nextOrgId = countOrganisations()
  const at = { nowMs: Date.parse('2026-11-21T10:00:00Z') }
  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { useResetScheduleCheat: true } })
  })
  afterAll(() => server.stop())

  const withCourse = async (scos: Readonly<Record<string, string>>, more = '') => {
    const ownOrgId = nextOrgId()
    const orgId = ownOrgId
    const world = await arrange(server, { orgId, everyone: true })
    const path = await courseZip(scos, { version: '2004 4th Edition', more })
    await giveCourseFrom(server, orgId, path, ['learner'])
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world)
    const course = async (): Promise<CourseAttempt> => {
      const [one] = await coursesOf(server, userGuid, token)
      if (!one) throw new Error('The learner has no course.')
      return one
    }
    const ids = (await course()).ScoAttempts.map(({ attemptId }) => attemptId)
    const params = (position: number) => ({ params: { attemptId: ids[position] ?? 0 } })
    const tryOpen = (position: number) => tryCall(server, calls.scormData, params(position), token)
    const open = (position: number) => doCall(server, calls.scormData, params(position), token)
    const trySave = (position: number, body: ReturnType<typeof saveOfSco>) =>
      tryCall(server, calls.scormSave, { ...params(position), body }, token)
    /** Opens a SCO, and has it end with this set. */
    const sit = async (position: number, data: Readonly<Record<string, string>>, ends = true) => {
      at.nowMs += 60_000
      const { attemptData } = await open(position)
      expect((await trySave(position, saveOfSco(data, attemptData.number + 1, { ends }))).text).toContain('"applied":true')
    }
    /** Of each SCO why it is closed. */
    const closed = async () => (await course()).ScoAttempts.map((one) => one.closed)
    const reset = () => doCall(server, calls.scormReset, { body: { courseAttemptId: courseId } }, token)
    const courseId = (await course()).ID
    return { course, open, tryOpen, trySave, sit, closed, reset }
  }

  test('what a test has shown to be known is skipped: it can not be opened, and nothing waits for it', async () => {
    const scos = {
      A: sequencing(shared('writeSatisfiedStatus="true"') + notForTheCourse),
      B: reads(rule('pre', 'skip', 'condition="satisfied"')),
      C: '',
    }
    const { sit, closed, tryOpen, trySave, course } = await withCourse(scos)
    expect(await closed()).toEqual([undefined, 'order', 'order'])
    await sit(0, passed)
    expect(await closed()).toEqual([undefined, 'rule', undefined])
    expect(refusalIn(await tryOpen(1))).toMatchObject({ status: 403, code: 'SCO_NOT_OPEN' })
    expect(refusalIn(await trySave(1, saveOfSco(passed, 2 ** 50, { ends: true })))).toMatchObject({ code: 'SCO_NOT_OPEN' })
    expect((await course()).ScoAttempts.map(({ open }) => open)).toEqual([true, false, true])
  })

  test('what is not shown to be known is to be learnt first', async () => {
    const { sit, closed } = await withCourse({
      A: sequencing(shared('writeSatisfiedStatus="true"') + notForTheCourse),
      B: reads(rule('pre', 'skip', 'condition="satisfied"')),
      C: '',
    })
    await sit(0, failed)
    expect(await closed()).toEqual([undefined, undefined, 'order'])
  })

  test('a lesson that is disabled by how another one went is refused, whatever is sent, and given out once that changes', async () => {
    const { sit, closed, tryOpen, trySave } = await withCourse({
      A: sequencing(shared('writeSatisfiedStatus="true"') + notForTheCourse),
      B: reads(rule('pre', 'disabled', 'operator="not" condition="satisfied"')),
    })
    await sit(0, { ...failed, [completion]: 'incomplete', 'cmi.exit': 'suspend' })
    expect(await closed()).toEqual([undefined, 'rule'])
    expect(refusalIn(await tryOpen(1)).code).toBe('SCO_NOT_OPEN')
    expect(refusalIn(await trySave(1, saveOfSco(passed, 2 ** 50))).code).toBe('SCO_NOT_OPEN')
    await sit(0, passed)
    expect(await closed()).toEqual([undefined, undefined])
  })

  test('only so many attempts: one that is suspended goes on, one that never began costs nothing, and a reset gives all back', async () => {
    const { sit, open, closed, tryOpen, reset } = await withCourse({
      A: sequencing('<imsss:limitConditions attemptLimit="2"/>'),
    })
    const underWay = { [completion]: 'incomplete' }
    await sit(0, underWay)
    for (const _ of [1, 2, 3]) expect((await open(0)).launch.entry).toBe('ab-initio')
    await sit(0, { ...underWay, 'cmi.exit': 'suspend' })
    expect((await open(0)).launch.entry).toBe('resume')
    await sit(0, underWay)
    expect(await closed()).toEqual(['attempts'])
    expect(refusalIn(await tryOpen(0))).toMatchObject({ status: 403, code: 'SCO_NOT_OPEN' })
    await reset()
    expect(await closed()).toEqual([undefined])
  })

  test('only so many attempts at a block of lessons: going on within it is one, coming back is the next, what is suspended goes on, a reset gives all back', async () => {
    const block = (id: string, inside: string) =>
      `<item identifier="${id}"><title>${id}</title>${['one', 'two']
        .map((one) => `<item identifier="${id}-${one}" identifierref="r-A"><title>${id} ${one}</title></item>`)
        .join('')}${sequencing(`<imsss:controlMode choice="true" flow="true"/>${inside}`)}</item>`
    const { sit, open, closed, tryOpen, reset } = await withCourse(
      { A: '' },
      block('first', '<imsss:limitConditions attemptLimit="2"/>') + block('second', ''),
    )
    const [outside, one, two] = [0, 1, 2]
    const isTaken = { [completion]: 'incomplete' }
    await sit(outside, passed)
    for (const _ of [1, 2, 3]) await sit(one, isTaken)
    await open(outside)
    await sit(one, isTaken)
    await sit(one, passed)
    await sit(two, isTaken)
    expect(await closed()).toEqual([undefined, undefined, undefined, 'order', 'order'])
    await open(outside)
    expect(await closed()).toEqual([undefined, 'attempts', 'attempts', 'order', 'order'])
    expect(refusalIn(await tryOpen(two))).toMatchObject({ status: 403, code: 'SCO_NOT_OPEN' })
    await reset()
    await sit(outside, passed)
    expect(await closed()).toEqual([undefined, undefined, 'order', 'order', 'order'])
    await sit(one, { ...isTaken, 'cmi.exit': 'suspend' })
    for (const _ of [1, 2, 3]) {
      await open(outside)
      expect((await open(one)).launch.entry).toBe('resume')
    }
    await sit(one, isTaken)
    await open(outside)
    expect(await closed()).toEqual([undefined, undefined, 'order', 'order', 'order'])
  })

  // SCO-207
  test('a failed lesson that its rules have tried again is not failed yet, as long as an attempt is left', async () => {
    const again = rule('post', 'retry', 'operator="not" condition="satisfied"')
    const { sit, open, course } = await withCourse({
      A: sequencing(`${again}<imsss:limitConditions attemptLimit="2"/>`),
      B: '',
    })
    await sit(0, failed)
    expect((await course()).ScoAttempts[0]).toMatchObject({ status: 1, open: true })
    expect((await open(0)).attemptData.data).toEqual([])
    await sit(0, failed)
    expect(await course()).toMatchObject({ Status: 3, ScoAttempts: [{ status: 3, closed: 'failed' }, { closed: 'order' }] })
  })

  test('where the way only goes forward, nobody goes back', async () => {
    const forward = '<imsss:controlMode choice="false" flow="true" forwardOnly="true"/>'
    const { sit, closed, tryOpen } = await withCourse({ A: '', B: '', C: '' }, sequencing(forward))
    expect(await closed()).toEqual([undefined, 'order', 'order'])
    await sit(0, passed)
    expect(await closed()).toEqual([undefined, undefined, 'order'])
    await sit(1, passed)
    expect(await closed()).toEqual(['rule', undefined, undefined])
    expect(refusalIn(await tryOpen(0)).code).toBe('SCO_NOT_OPEN')
  })

  test('a stop is not passed, by choice or by going on', async () => {
    const stop = rule('pre', 'stopForwardTraversal', 'operator="not" condition="satisfied"')
    const { sit, closed } = await withCourse({ A: sequencing(stop + notForTheCourse), B: '' })
    await sit(0, failed)
    expect(await closed()).toEqual([undefined, 'rule'])
  })

  test('what is hidden from choice is reached by going on, and by nothing where nothing flows', async () => {
    const hidden = sequencing(rule('pre', 'hiddenFromChoice', 'condition="always"'))
    const flowing = await withCourse({ A: '', B: hidden, C: '' }, sequencing('<imsss:controlMode choice="true" flow="true"/>'))
    await flowing.sit(0, passed)
    expect(await flowing.closed()).toEqual([undefined, undefined, 'order'])
    const still = await withCourse({ A: '', B: hidden, C: '' }, sequencing('<imsss:controlMode choice="true" flow="false"/>'))
    await still.sit(0, passed)
    expect(await still.closed()).toEqual([undefined, 'rule', undefined])
  })

  test('a lesson that is left out completes its course where the manifest says that it need not be taken', async () => {
    const optional = '<imsss:rollupConsiderations requiredForCompleted="ifNotSkipped" requiredForSatisfied="ifNotSkipped"/>'
    const { sit, course } = await withCourse({
      A: writes,
      B: reads(rule('pre', 'skip', 'condition="satisfied"') + optional),
    })
    await sit(0, passed)
    expect(await course()).toMatchObject({ Status: 2 })
  })
})
