import { calls } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, databases, doCall, examOf, saveOf, sitExam, type World } from '../../testing/test-world.ts'

const options = ['yes', 'no'].map((id) => ({ id, text: id }))

const partsOf = (prefix: string): Partial<AuthoredExam> => ({
  settings: { resultFeedbackMask: 1 },
  gradeBoundaries: [
    { grade: 'Pass', fromPercent: 50, pass: true, feedback: '<p>You passed.</p>' },
    { grade: 'Fail', fromPercent: 0, pass: false },
  ],
  feedback: [
    {
      title: 'Fish & <chips>',
      text: '<p>You know fish.</p>',
      when: [{ on: 'marks', questions: [`${prefix}-fish`], least: 1 }],
    },
    { text: '<p>Look at birds again.</p>', when: [{ on: 'option', question: `${prefix}-bird`, option: 'no' }] },
    { text: '<p>Thank you.</p>' },
  ],
  sections: [
    {
      id: `${prefix}-all`,
      name: 'All',
      questions: ['fish', 'bird'].map((id) =>
        authoredQuestion.parse({ type: 'RADIO', id: `${prefix}-${id}`, text: `${id}?`, options, key: 'yes' }),
      ),
    },
  ],
})

for (const database of databases) {
  let server: TestServer
  let lastOrganisation = 8900
  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.stop())

  const sat = async (more: (prefix: string) => Partial<AuthoredExam>, chosen: Readonly<Record<string, string>>) => {
    lastOrganisation += 1
    const prefix = `m${lastOrganisation}`
    const world: World = await arrange(server, { orgId: lastOrganisation, exam: examOf(prefix, more(prefix)), everyone: true })
    const { token, formRunGuid } = await sitExam(server, world)
    let sequence = 0
    for (const [question, option] of Object.entries(chosen)) {
      sequence += 1
      const page = `${prefix}-${question}`
      const answer =
        option === ''
          ? { answerText: 'words', options: [] }
          : { answerText: option, options: [{ optionID: option, optionText: option }] }
      await doCall(
        server,
        calls.saveAnswer,
        { body: saveOf(world, formRunGuid, { sequence, questionVersionId: page, page, ...answer }) },
        token,
      )
    }
    const result = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
    const before = await result()
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    const toldAt = async () =>
      (
        await server.db.kysely
          .selectFrom('form_run')
          .select('marks_told_at')
          .where('form_run_guid', '=', formRunGuid)
          .executeTakeFirstOrThrow()
      ).marks_told_at
    return { before, after: await result(), toldAt }
  }

  test(`what an exam says of a result is told to those whose answers earned it, once it is marked, on ${database}`, async () => {
    const { before, after } = await sat(partsOf, { fish: 'yes', bird: 'no' })
    expect(before.feedbackMessage).toBe('')
    expect(after.feedbackMessage).toBe(
      '<p>You passed.</p><p><strong>Fish &amp; &lt;chips></strong></p><p>You know fish.</p><p>Look at birds again.</p><p>Thank you.</p>',
    )
    const other = await sat(partsOf, { bird: 'yes' })
    expect(other.after.feedbackMessage).toBe('<p>You passed.</p><p>Thank you.</p>')
  })

  test(`nothing is said of a result while a person has yet to mark an answer, on ${database}`, async () => {
    const waiting = (prefix: string): Partial<AuthoredExam> => ({
      feedback: [{ text: '<p>Thank you.</p>' }],
      sections: [
        {
          id: `${prefix}-all`,
          name: 'All',
          questions: [authoredQuestion.parse({ type: 'QUESTIONLTEXT', id: `${prefix}-why`, text: 'Why?' })],
        },
      ],
    })
    const { after } = await sat(waiting, { why: '' })
    expect(after).toMatchObject({ marked: false, feedbackMessage: '' })
  })

  test(`saying something of a result tells its marks, though no figure does, on ${database}`, async () => {
    const silent = (prefix: string) => ({ ...partsOf(prefix), gradeBoundaries: [], settings: { resultFeedbackMask: 0 } })
    const { toldAt } = await sat(silent, { fish: 'yes' })
    expect(await toldAt()).not.toBeNull()
    const { toldAt: unsaid } = await sat((prefix) => ({ ...silent(prefix), feedback: [] }), { fish: 'yes' })
    expect(await unsaid()).toBeNull()
  })
}
