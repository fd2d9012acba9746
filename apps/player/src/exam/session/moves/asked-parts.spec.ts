import type { Page } from '@playwright/test'
import { dashState, partKey, saveAnswer } from '@sitwell/contract'
import { endPart } from '../../../../../../e2e/end-part.ts'
import {
  exam,
  expect,
  expectNoViolations,
  organisation,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'

test.use({ serviceWorkers: 'allow' })

const isDiver = { on: 'option', question: 'dives', option: '1' }

/** Divers are asked how deep they go, all others why they stay dry; who answers that is asked nothing more. */
const world = organisation({
  exams: [
    exam({
      name: 'At sea',
      settings: { examTime: 3600, oneWay: true },
      sections: [
        { id: 'first', name: 'To begin with', questions: [radio('Do you dive?', ['Yes', 'No'], 0, { id: 'dives' })] },
        {
          id: 'deep',
          name: 'In the water',
          askedIf: [isDiver],
          questions: [radio('How deep?', ['Ten metres', 'Twenty'], 0), radio('How cold?', ['Ten degrees', 'Four'], 0)],
        },
        {
          id: 'dry',
          name: 'On the shore',
          askedIf: [{ on: 'not', rule: isDiver }],
          leadsTo: [{ to: 'end', if: { on: 'marks', questions: ['why'], least: 1 } }],
          questions: [radio('Why do you stay dry?', ['It is cold', 'I do not know'], 0, { id: 'why' })],
        },
        { id: 'last', name: 'To end with', questions: [radio('What is a reef?', ['A rock', 'A fish'], 0)] },
      ],
    }),
  ],
})

const sit = async (page: Page, sitwell: Sitwell) => {
  const arranged = await sitwell.arrange(world)
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  // How many questions there will be, and for how many marks, nobody knows yet.
  await expect(page.getByRole('term')).toHaveText(['Time'])
  await startExam(page)
  return arranged
}

const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })

const questionHeading = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })

test('a learner gets the part that their answer leads to, and finds no gap where another one was', async ({
  page,
  sitwell,
}) => {
  const arranged = await sit(page, sitwell)
  await choose(page, 'No')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Finish this part' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('You go on to the next part.')
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Why do you stay dry?')).toBeVisible()
  await expect(questionHeading(page, 2)).toBeVisible()
  await expect(page.getByText('In the water')).toHaveCount(0)
  await expectNoViolations(page)
  // The same after a reload.
  await page.reload()
  await expect(questionHeading(page, 2)).toBeVisible()
  await choose(page, 'I do not know')
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await endPart(page)
  await expect(page.getByText('What is a reef?')).toBeVisible()
  await expect(questionHeading(page, 3)).toBeVisible()
  expect((await sitwell.answersOf(arranged)).map(({ answerText }) => answerText).sort()).toEqual(['I do not know', 'No'])
})

// After a restore to before the decision, an answer that is sent again can take its learner into the later part, which closes the earlier
// one: the server refuses the earlier key without a decision, and decides about both parts as it gives the later key.
test('an earlier part leaves no gap if the server decides only with the key of a later one that it is not asked', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await page.route(`**/${partKey.path}`, async (route) => {
    const asked = route.request().postDataJSON()
    if (asked.partId !== 'deep') return route.continue()
    await route.fetch({ postData: { ...asked, partId: 'dry', page: 'why' } })
    await route.fulfill({ status: 409, json: { error: { code: 'PART_CLOSED', message: 'It was left for good.' } } })
  })
  await page.route(`**/${dashState.path}?*`, async (route) => {
    const response = await route.fetch()
    const state = await response.json()
    for (const section of state.sections) delete section.notAsked
    await route.fulfill({ response, json: state })
  })
  await choose(page, 'No')
  await endPart(page)
  await expect(page.getByText('Why do you stay dry?')).toBeVisible()
  await expect(questionHeading(page, 2)).toBeVisible()
})

test('an answer is saved, and told of where it can’t be, under the number that its learner sees', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  await choose(page, 'No')
  await endPart(page)
  await expect(questionHeading(page, 2)).toBeVisible()
  const saved = page.waitForRequest((request) => request.url().includes(saveAnswer.path))
  await choose(page, 'I do not know')
  expect((await saved).postDataJSON()).toMatchObject({ questionNumber: 2 })
})

test('an exam ends by itself for whom nothing more is asked, and the result counts what was asked', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await choose(page, 'No')
  await endPart(page)
  await choose(page, 'It is cold')
  await endPart(page)
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your result' })).toContainText('1 of 2')
})

test('an answer that is still on its way is waited for before the part is decided that hangs on it', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  let asked = 0
  await page.route(`**/${partKey.path}`, (route) => {
    asked += 1
    return route.continue()
  })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/${saveAnswer.path}*`, async (route) => {
    await held
    await route.continue()
  })
  await choose(page, 'Yes')
  await endPart(page)
  await expect(page.getByRole('heading', { name: 'Opening the next part' })).toBeVisible()
  await expect(page.getByText('The next part opens as soon as there is a connection.')).toBeVisible()
  expect(asked).toBe(0)
  release()
  await expect(page.getByText('How deep?')).toBeVisible()
})

test('without a network the learner waits at a part that hangs on answers, and gets the one that is theirs', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await sitwell.goOffline(page)
  await choose(page, 'No')
  await endPart(page)
  await expect(page.getByText('The next part opens as soon as there is a connection.')).toBeVisible()
  await sitwell.goOnline(page)
  await expect(page.getByText('Why do you stay dry?')).toBeVisible()
})
