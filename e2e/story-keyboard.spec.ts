import type { Page } from '@playwright/test'
import { exam, expect, longText, multipleChoice, organisation, radio, staticText, test, trueFalse } from './fixtures.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { reviewTakesFocus } from './press-finish.ts'

const atQuestion = (page: Page, number: number) =>
  expect(page.getByRole('heading', { level: 1, name: `Question ${number}`, exact: true })).toBeVisible()

// NAV-202 NAV-301 NAV-325 RUB-207 RUB-208 GATE-207 FIN-301 FIN-313 RES-312 ERR-323
test('an exam can be sat from sign-in to result with the keyboard alone', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    organisation({
      settings: { ConfirmLearnerDOB: '1' },
      people: [{ username: 'learner', password: 'learner', firstName: 'Mina', lastName: 'Okafor', dateOfBirth: '1999-02-03' }],
      exams: [
        exam({
          name: 'Five kinds of question',
          questions: [
            staticText('<p>Read this first.</p>'),
            radio('Which of these is a mammal?', ['Salmon', 'Otter', 'Heron'], 1),
            trueFalse('Water boils at a lower temperature on a mountain.', true),
            multipleChoice('Which are metals?', ['Iron', 'Oak', 'Copper'], [0, 2]),
            longText('Describe how you would store paint safely.'),
          ],
        }),
      ],
      schedules: [{ password: 'open sesame' }],
    }),
  )
  await page.clock.install()
  await page.goto(world.loginPath)
  await tabTo(page, page.getByRole('textbox', { name: /Username/ }).first())
  await page.keyboard.type('learner')
  await page.keyboard.press('Tab')
  await page.keyboard.type('learner')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/rubric$/)
  await page.getByRole('checkbox').first().waitFor()
  for (let box = 0; box < 3; box += 1) {
    await tabTo(page, page.getByRole('checkbox').nth(box))
    await page.keyboard.press('Space')
  }
  await pressOn(page, page.getByRole('button', { name: /Next|Continue/ }).first())

  await expect(page).toHaveURL(/\/schedules$/)
  await pressOn(page, page.getByRole('button', { name: /Five kinds of question|Open|Start/ }).first())

  // The password has the focus at once.
  await expect(page.locator('input[type="password"]')).toBeFocused()
  await page.keyboard.type('open sesame')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/intro$/)
  // What had the focus is gone with its screen: each new one is read from its heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: /^\s*Start/ }).first())

  await atQuestion(page, 1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await atQuestion(page, 2)
  await tabTo(page, page.getByRole('radio', { name: /Salmon/ }).first())
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Otter' })).toBeChecked()
  await pressOn(page, page.getByRole('button', { name: 'Next', exact: true }))
  await atQuestion(page, 3)
  await tabTo(page, page.getByRole('radio', { name: /True/ }).first())
  await page.keyboard.press('Space')
  await pressOn(page, page.getByRole('button', { name: 'Next', exact: true }))
  await atQuestion(page, 4)
  await tabTo(page, page.getByRole('checkbox', { name: /Iron/ }).first())
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('checkbox', { name: /Copper/ }).first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await atQuestion(page, 5)
  await page.keyboard.press('Tab')
  for (
    let steps = 0;
    steps < 20 && !(await page.locator('textarea').evaluate((field) => field === document.activeElement));
    steps += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.type('In a cool place, closed.')
  // In a text the arrows move the caret, not the exam.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await atQuestion(page, 5)

  await pressOn(page, page.getByRole('button', { name: 'Finish', exact: true }))
  // The page on which the answers are checked is read from its heading too.
  await reviewTakesFocus(page)
  await pressOn(page, page.getByRole('button', { name: 'Finish the exam' }))
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: /^\s*Finish/ }))
  // The written answer waits for a person: the player asks six times more, ten seconds apart, and says so then.
  await expect(page.getByRole('heading', { name: 'Waiting for your result' })).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Result still being processed')).toBeVisible()
  const answers = await sitwell.answersOf(world)
  expect(answers.map(({ answerText }) => answerText).sort()).toEqual(
    ['In a cool place, closed.', 'Iron|Copper', 'Otter', 'True'].sort(),
  )
})
