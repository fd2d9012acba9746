import type { Answer } from '@sitwell/contract'
import { type AuthoredQuestion, standingAfter, toldAfter } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { readPackage } from '../../read-package.ts'
import { makeZip } from '../../testing/make-package.ts'
import { adaptiveItem, checkedItem, packageOf } from '../../testing/qti-attempts.ts'

/** The questions of a package, with what is told of its import. */
const readAll = async (files: Record<string, string>) => {
  const reading = await readPackage({ path: await makeZip(files) })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const { exam, leftOut } = reading.package
  const questions = exam.sections.flatMap(({ questions: own = [] }) => own)
  return { questions, leftOut }
}
const only = async (...given: Parameters<typeof packageOf>): Promise<AuthoredQuestion> => {
  const [question] = (await readAll(packageOf(...given))).questions
  return question ?? expect.fail('no question')
}

const chosen = (...ids: string[]): Answer => ({
  answerText: '',
  options: ids.map((optionID) => ({ optionID, optionText: '' })),
})
const after = (question: AuthoredQuestion, ...answers: readonly (string | { ending: string })[]) => {
  const attempts = answers.map((one) =>
    typeof one === 'string' ? { answer: chosen(one) } : { answer: undefined, ending: one.ending },
  )
  const standing = standingAfter(question, attempts)
  const words = toldAfter(question, standing).map(({ html }) => html.replaceAll(/<[^>]*>/g, ''))
  return { score: standing.mark.score, isClosed: standing.isClosed, words }
}

for (const edition of ['2.1', '3.0'] as const)
  test(`an adaptive item of QTI ${edition} goes on from its own outcomes, and its button for a hint ends an attempt`, async () => {
    const question = await only([adaptiveItem], { edition })
    expect(question.attempts).toEqual({ adaptive: true, endings: [{ response: 'HINT', title: 'Show a hint' }] })
    expect(question.text).not.toContain('hint')
    expect(after(question, { ending: 'HINT' })).toEqual({ score: 0, isClosed: false, words: ['It swims.'] })
    expect(after(question, { ending: 'HINT' }, 'B')).toEqual({ score: 0, isClosed: false, words: ['Not that one.'] })
    expect(after(question, { ending: 'HINT' }, 'B', 'A')).toEqual({ score: 1, isClosed: true, words: ['An otter.'] })
    expect(after(question, 'A')).toEqual({ score: 3, isClosed: true, words: ['An otter.'] })
  })

test('an adaptive item of which a part that appears asks for something is left out, and says why', async () => {
  const asking = adaptiveItem.replace('<p>Not that one.</p>', '<textEntryInteraction responseIdentifier="MORE"/>')
  const { leftOut } = await readAll(packageOf([checkedItem, asking]))
  expect(leftOut.map(({ why }) => why).join(' ')).toContain('asks for something: what is asked would change with each attempt.')
})

test('an adaptive item whose rules can’t be followed is left out', async () => {
  const odd = adaptiveItem.replace('<variable identifier="HINT"/>', '<customOperator class="x"/>')
  const { leftOut, questions } = await readAll(packageOf([checkedItem, odd]))
  expect(questions).toHaveLength(1)
  expect(leftOut.map(({ why }) => why).join(' ')).toContain('It is adaptive, and its rules can’t be followed.')
})

test('individual submission lets an item be checked as often as its test says, the nearest to the item first', async () => {
  const control = (most: number) => `<itemSessionControl maxAttempts="${most}" showFeedback="true"/>`
  const [first, second] = (
    await readAll(
      packageOf([checkedItem, checkedItem], { submission: 'individual', control: control(3), controls: [control(2)] }),
    )
  ).questions
  expect([first?.attempts, second?.attempts]).toEqual([{ most: 2 }, { most: 3 }])
  expect(after(first ?? expect.fail('none'), 'B')).toEqual({ score: 0, isClosed: false, words: ['No.'] })
  expect(after(first ?? expect.fail('none'), 'A', 'B')).toEqual({ score: 0, isClosed: true, words: ['No.'] })
})

test('how many attempts a test allows is nothing to an adaptive item; a button that would take the only one of another is left out, and told', async () => {
  const control = '<itemSessionControl maxAttempts="2" showFeedback="true"/>'
  const asked = await only([adaptiveItem], { submission: 'individual', control })
  expect(asked.attempts).toEqual({ adaptive: true, endings: [{ response: 'HINT', title: 'Show a hint' }] })
  const withHint = adaptiveItem.replace('adaptive="true"', 'adaptive="false"')
  const twice = await only([withHint], { control })
  expect(twice.attempts).toEqual({ most: 2, endings: [{ response: 'HINT', title: 'Show a hint' }] })
  const { questions, leftOut } = await readAll(packageOf([withHint]))
  expect(questions[0]?.attempts).toBeUndefined()
  expect(leftOut).toContainEqual(expect.objectContaining({ what: 'endAttemptInteraction', loss: 'content' }))
})

test('without showFeedback nothing is told after the last attempt, and what is told nothing at all is marked at the end', async () => {
  const individual = (control: string, item = checkedItem) => only([item], { submission: 'individual', control })
  const hidden = await individual('<itemSessionControl maxAttempts="2"/>')
  expect(hidden.attempts).toEqual({ most: 2, feedback: 'before-last' })
  expect(after(hidden, 'B').words).toEqual(['No.'])
  expect(after(hidden, 'B', 'A')).toEqual({ score: 1, isClosed: true, words: [] })
  expect((await individual('')).attempts).toBeUndefined()
  const silent = checkedItem.replaceAll(/<modalFeedback.*?<\/modalFeedback>/g, '')
  expect((await individual('<itemSessionControl maxAttempts="2" showFeedback="true"/>', silent)).attempts).toBeUndefined()
  expect(
    (await only([checkedItem], { control: '<itemSessionControl maxAttempts="2" showFeedback="true"/>' })).attempts,
  ).toBeUndefined()
})

test('as many attempts as somebody likes are as many', async () => {
  const question = await only([checkedItem], {
    submission: 'individual',
    control: '<itemSessionControl maxAttempts="0" showFeedback="true"/>',
  })
  expect(question.attempts).toEqual({})
  expect(after(question, ...Array.from({ length: 30 }, () => 'B')).isClosed).toBe(false)
})
