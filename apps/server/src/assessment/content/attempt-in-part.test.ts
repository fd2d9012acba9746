import { calls } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { beforeEach, expect, test } from 'vitest'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, tryCall, type World } from '../../testing/test-world.ts'

const question = (id: string) =>
  authoredQuestion.parse({
    ...{ type: 'RADIO', id, text: 'Which?', options: ['yes', 'no'].map((one) => ({ id: one, text: one })), key: 'yes' },
    ...{ attempts: 3, feedback: { parts: [{ text: '<p>Not yet.</p>', when: [{ on: 'mark', is: 'wrong' }] }] } },
  })

describeOnEach(oneDatabase, 'an attempt at a question of a timed part, on %s,', { isClockHeld: true }, (suite) => {
  const { server, pass, nextOrgId } = suite
  let world: World
  let token: string
  let formRunGuid: string

  beforeEach(async () => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const part = (name: string) => ({
      ...{ id: `${prefix}-${name}`, name, sectionTime: 60 },
      questions: [question(`${prefix}-${name}1`)],
    })
    const exam = examOf(prefix, { settings: { examTime: 0 }, sections: [part('a'), part('b')] })
    world = await arrange(server, { orgId, exam })
    token = (await signIn(server, world)).access_token
    formRunGuid = (await doCall(server, calls.start, { query: world.entry }, token)).formRunGUID
  })

  const id = (name: string) => `${world.prefix}-${name}`
  const save = (name: string, sequence: number) => {
    const answer = { answerText: 'no', options: [{ optionID: 'no', optionText: 'no' }] }
    const place = { questionVersionId: id(name), page: id(name), sequence }
    return doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { ...place, ...answer }) }, token)
  }
  const attempt = (name: string, more: { requestId?: string; sequence?: number } = {}) => {
    const body = { formRunGuid, questionId: id(name), requestId: crypto.randomUUID(), ...more }
    return tryCall(server, calls.attemptQuestion, { body }, token)
  }
  const moveTo = (name: string, sequence: number) => {
    const body = { formRunGuid, page: id(name), timeRemaining: 0, elapsedTime: 0, sequence }
    return doCall(server, calls.saveTime, { body }, token)
  }
  const refusedAs = async (name: string, more: Parameters<typeof attempt>[1] = {}) => refusalIn(await attempt(name, more)).code
  const partNow = async () => (await doCall(server, calls.dashState, { query: { formRunGuid } }, token)).partId

  test('is none before its time has begun, and begins none', async () => {
    expect(await refusedAs('b1')).toBe('PART_SEALED')
    expect(await partNow()).toBe(id('a'))
    await moveTo('b1', 1)
    expect(await attempt('b1')).toMatchObject({ status: 200 })
  })

  test('is none while its learner is in another part and its time stands, whatever save it names', async () => {
    await save('b1', 1)
    pass(10_000)
    await save('a1', 2)
    pass(300)
    expect([await refusedAs('b1'), await refusedAs('b1', { sequence: 1 })]).toEqual(['PART_SEALED', 'PART_SEALED'])
    expect(await attempt('a1', { sequence: 2 })).toMatchObject({ status: 200 })
    await moveTo('b1', 3)
    expect(await attempt('b1', { sequence: 1 })).toMatchObject({ status: 200 })
  })

  test('that was made is told again from another part, where its reply was lost', async () => {
    await save('b1', 1)
    const requestId = crypto.randomUUID()
    const first = await attempt('b1', { requestId })
    await save('a1', 2)
    expect(await attempt('b1', { requestId })).toMatchObject({ status: 200, text: first.text })
  })
})
