import { calls } from '@sitwell/contract'
import { readAnswer } from '@sitwell/question-types/rules'
import { expect, test } from 'vitest'
import { declare, readItemOf, template } from '../../import/testing/qti-item.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, sitExam, tryCall } from '../../testing/test-world.ts'

const item = `${declare('RESPONSE', 'multiple identifier', ['a', 'b'])}<qti-item-body><p>Which?</p><qti-portable-custom-interaction response-identifier="RESPONSE" custom-interaction-type-identifier="urn:x:c" module="c"><qti-interaction-modules><qti-interaction-module id="c" primary-path="c.js"/></qti-interaction-modules><qti-interaction-markup/></qti-portable-custom-interaction></qti-item-body>${template('match_correct')}`
const files = { 'c.js': new TextEncoder().encode('define([], function () {})') }
const holding = (held: unknown) => ['', `f1\u001f${JSON.stringify(held)}`, '', '<table></table>'].join('\u001c')

describeOnEach(oneDatabase, 'a question with code of its author’s own on %s', {}, ({ server, nextOrgId }) => {
  const sit = async () => {
    const orgId = nextOrgId()
    const { question } = await readItemOf(item, { files })
    const sections = [{ id: 's', name: 'One', questions: [question] }]
    const exam = examOf(`o${orgId}`, { sections, settings: { resultFeedbackMask: -1 }, gradeBoundaries: [] })
    const world = await arrange(server, { orgId, exam })
    const { token, formRunGuid } = await sitExam(server, world)
    const content = await doCall(server, calls.examJson, { query: world.entry }, token)
    const body = (sequence: number, held: unknown) =>
      saveOf(world, formRunGuid, {
        ...{ sequence, questionVersionId: question.id, questionNumber: 1, answerText: holding(held), options: [] },
      })
    return { content, token, formRunGuid, body }
  }

  test('has its response marked by the rules of its item, reads in words, and gives no key away', async () => {
    const { content, token, formRunGuid, body } = await sit()
    expect(JSON.stringify(content)).not.toMatch(/processing|correctresponse/i)
    const held = { response: { list: { identifier: ['b', 'a'] } }, state: { at: 3 } }
    await doCall(server, calls.saveAnswer, { body: body(1, held) }, token)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    expect(await doCall(server, calls.result, { query: { formRunGuid } }, token)).toMatchObject({ score: 1, maxScore: 1 })
    const [question] = content.questions
    if (!question) throw new Error('no question')
    expect(readAnswer(question, { answerText: holding(held), options: [] }).map(({ value }) => value.text)).toEqual(['b, a'])
    // Where it stands alone, a state is no answer.
    const alone = { answerText: holding({ response: null, state: { at: 3 } }), options: [] }
    expect(readAnswer(question, alone)).toEqual([])
  })

  test('takes nothing in its name that no code may answer', async () => {
    const { token, body } = await sit()
    const hostile = [
      { response: { list: { identifier: [1] } } },
      { response: { base: { file: { data: 'x' } } } },
      { response: { base: { string: 'x'.repeat(50_000) } } },
      { state: 1 },
    ]
    for (const [at, held] of hostile.entries()) {
      const reply = await tryCall(server, calls.saveAnswer, { body: body(at + 1, held) }, token)
      expect(refusalIn(reply), JSON.stringify(held).slice(0, 60)).toMatchObject({ code: 'INVALID_ANSWER' })
    }
  })
})
