import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { declare, readItemOf, template } from '../../import/testing/qti-item.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, saveOf, sitExam } from '../../testing/test-world.ts'

const item =
  declare(
    'RESPONSE',
    'multiple identifier',
    ['A', 'B'],
    '<mapping lowerBound="-2"><mapEntry mapKey="A" mappedValue="1.5"/><mapEntry mapKey="B" mappedValue="0.5"/><mapEntry mapKey="C" mappedValue="-3"/></mapping>',
  ) +
  '<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>Which?</prompt><simpleChoice identifier="A">One</simpleChoice><simpleChoice identifier="B">Two</simpleChoice><simpleChoice identifier="C">Three</simpleChoice></choiceInteraction></itemBody>' +
  template('map_response')

describeOnEach(oneDatabase, 'a question of QTI on %s', {}, ({ server, nextOrgId }) => {
  /** Sits an exam of the item alone, and tells what the learner was sent and what the result says. */
  const sit = async (...chosen: string[]) => {
    const orgId = nextOrgId()
    const { question } = await readItemOf(item)
    const prefix = `o${orgId}`
    const sections = [{ id: 's', name: 'One', questions: [question] }]
    const exam = examOf(prefix, { sections, settings: { resultFeedbackMask: -1 }, gradeBoundaries: [] })
    const world = await arrange(server, { orgId, exam })
    const { token, formRunGuid } = await sitExam(server, world)
    const content = await doCall(server, calls.examJson, { query: world.entry }, token)
    const texts: Record<string, string> = { A: 'One', B: 'Two', C: 'Three' }
    const options = chosen.map((optionID) => ({ optionID, optionText: texts[optionID] ?? '' }))
    const answer = { answerText: options.map((one) => one.optionText).join('|'), options }
    await doCall(
      server,
      calls.saveAnswer,
      { body: saveOf(world, formRunGuid, { sequence: 1, questionVersionId: question.id, questionNumber: 1, ...answer }) },
      token,
    )
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    const result = await doCall(server, calls.result, { query: { formRunGuid } }, token)
    return { content: JSON.stringify(content), score: result.score, maxScore: result.maxScore }
  }

  test('has the marks of its source in the result, and tells its learner nothing of them before', async () => {
    const right = await sit('A', 'B')
    expect(right).toMatchObject({ score: 2, maxScore: 2 })
    expect(right.content).not.toMatch(/processing|mapresponse|mapentry/i)
    expect(await sit('B')).toMatchObject({ score: 0.5, maxScore: 2 })
    expect(await sit('A', 'C')).toMatchObject({ score: -1.5, maxScore: 2 })
  })
})
