import { calls } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { declared, part, readTestXml, refs, scoreOf, section, total } from '../../import/testing/qti-test.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, examOf, saveOf, sitExam, type World } from '../../testing/test-world.ts'

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

/** A test of two choices that says at its end whether its sum is enough, in words for who reads it, and in a list. */
const testWithFeedback = `<assessmentTest identifier="T" title="Test">${declared}
  <outcomeDeclaration identifier="ENOUGH" cardinality="single" baseType="identifier"/>
  <outcomeDeclaration identifier="SAID" cardinality="multiple" baseType="identifier"/>
  ${part('P', section('S', refs('ab')))}
  ${total.replace(
    '</outcomeProcessing>',
    `<outcomeCondition><outcomeIf>${scoreOf('SCORE', '2')}<setOutcomeValue identifier="ENOUGH"><baseValue baseType="identifier">yes</baseValue></setOutcomeValue>
     <setOutcomeValue identifier="SAID"><multiple><baseValue baseType="identifier">x</baseValue><baseValue baseType="identifier">y</baseValue></multiple></setOutcomeValue></outcomeIf>
     <outcomeElse><setOutcomeValue identifier="ENOUGH"><baseValue baseType="identifier">no</baseValue></setOutcomeValue></outcomeElse></outcomeCondition></outcomeProcessing>`,
  )}
  <testFeedback access="atEnd" outcomeIdentifier="ENOUGH" identifier="yes" showHide="show" title="Well done"><p>Enough.<script>x</script></p></testFeedback>
  <testFeedback access="atEnd" outcomeIdentifier="ENOUGH" identifier="yes" showHide="hide"><p>Not enough.</p></testFeedback>
  <testFeedback access="atEnd" outcomeIdentifier="SAID" identifier="y" showHide="show"><p>Among them.</p></testFeedback>
  <testFeedback access="during" outcomeIdentifier="ENOUGH" identifier="no" showHide="show"><p>Meanwhile.</p></testFeedback>
  <testFeedback access="atEnd" outcomeIdentifier="GONE" identifier="no" showHide="show"><p>Never.</p></testFeedback>
</assessmentTest>`

for (const database of oneDatabase) {
  let server: TestServer
  const nextOrgId = countOrganisations()
  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.stop())

  const sat = async (more: (prefix: string) => Partial<AuthoredExam>, chosen: Readonly<Record<string, string>>) => {
    const orgId = nextOrgId()
    const prefix = `m${orgId}`
    const world: World = await arrange(server, { orgId, exam: examOf(prefix, more(prefix)), everyone: true })
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

  test(`what a test of QTI says at its end is said by its outcome processing, on ${database}`, async () => {
    const { exam, leftOut } = await readTestXml(testWithFeedback)
    expect(leftOut.filter(({ what }) => what === 'test feedback').map(({ why }) => why)).toEqual([
      'What is said while a test is sat is not shown.',
      'The outcome that it hangs on is not declared.',
    ])
    // Every organisation of this server has its own.
    const renamed = (prefix: string): Partial<AuthoredExam> => {
      const named = JSON.parse(JSON.stringify(exam), (key, value) => {
        const isQuestion = (key === 'id' || key === 'question') && (value === 'a' || value === 'b' || value === 'S')
        if (key === 'text' && (value === 'One' || value === 'Two')) return value === 'One' ? 'A' : 'B'
        return isQuestion ? `${prefix}-${value}` : value
      }) as AuthoredExam
      return { sections: named.sections, feedback: named.feedback, route: named.route, gradeBoundaries: [] }
    }
    const both = await sat(renamed, { a: 'A', b: 'A' })
    expect(both.after.feedbackMessage).toBe('<p><strong>Well done</strong></p><p>Enough.</p><p>Among them.</p>')
    const one = await sat(renamed, { a: 'A', b: 'B' })
    expect(one.after.feedbackMessage).toBe('<p>Not enough.</p>')
  })

  test(`saying something of a result tells its marks, though no figure does, on ${database}`, async () => {
    const silent = (prefix: string) => ({ ...partsOf(prefix), gradeBoundaries: [], settings: { resultFeedbackMask: 0 } })
    const { toldAt } = await sat(silent, { fish: 'yes' })
    expect(await toldAt()).not.toBeNull()
    const { toldAt: unsaid } = await sat((prefix) => ({ ...silent(prefix), feedback: [] }), { fish: 'yes' })
    expect(await unsaid()).toBeNull()
  })
}
