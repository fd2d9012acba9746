import type { Page } from '@playwright/test'
import { exam, expect, longText, multipleChoice, organisation, radio, staticText, test, trueFalse } from './fixtures.ts'

/** Presses Tab until the focus is on what is looked for; a page on which it can't be reached fails. */
const tabTo = async (page: Page, role: string, name: RegExp) => {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return undefined
      const input = element instanceof HTMLInputElement ? element : undefined
      const role =
        element.getAttribute('role') ??
        (input?.type === 'checkbox' ? 'checkbox' : input ? 'textbox' : element.tagName.toLowerCase())
      const label = input?.labels?.[0]?.textContent ?? ''
      return { role, name: `${element.getAttribute('aria-label') ?? ''} ${label} ${element.textContent ?? ''}` }
    })
    if (found?.role === role && name.test(found.name)) return
  }
  throw new Error(`The Tab key doesn't reach a ${role} called ${name}.`)
}

const press = async (page: Page, role: string, name: RegExp) => {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

const atQuestion = (page: Page, number: number) =>
  expect(page.getByRole('heading', { level: 1, name: `Question ${number}`, exact: true })).toBeVisible()

// NAV-301 NAV-325 RUB-207 RUB-208 GATE-207 FIN-301 FIN-313 RES-312 ERR-323
test('an exam can be sat from sign-in to result with the keyboard alone', async ({ page, sitwell }) => {
  test.setTimeout(120_000)
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
  await tabTo(page, 'textbox', /Username/)
  await page.keyboard.type('learner')
  await page.keyboard.press('Tab')
  await page.keyboard.type('learner')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/rubric$/)
  await page.getByRole('checkbox').first().waitFor()
  for (let box = 0; box < 3; box += 1) {
    await tabTo(page, 'checkbox', /./)
    await page.keyboard.press('Space')
  }
  await press(page, 'button', /Next|Continue/)

  await expect(page).toHaveURL(/\/schedules$/)
  await press(page, 'button', /Five kinds of question|Open|Start/)

  // The password has the focus at once.
  await expect(page.locator('input[type="password"]')).toBeFocused()
  await page.keyboard.type('open sesame')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/intro$/)
  await press(page, 'button', /^\s*Start/)

  await atQuestion(page, 1)
  await page.keyboard.press('ArrowRight')
  await atQuestion(page, 2)
  await tabTo(page, 'radio', /Salmon/)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Otter' })).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('ArrowRight')
  await atQuestion(page, 3)
  await tabTo(page, 'radio', /True/)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await atQuestion(page, 4)
  await tabTo(page, 'checkbox', /Iron/)
  await page.keyboard.press('Space')
  await tabTo(page, 'checkbox', /Copper/)
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

  await press(page, 'button', /Finish/)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await press(page, 'button', /^\s*Finish/)
  // The written answer waits for a person: the player asks six times more, ten seconds apart, and says so then.
  await expect(page.getByRole('heading', { name: 'Waiting for your result' })).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByText('Result still being processed')).toBeVisible()
  const answers = await sitwell.answersOf(world)
  expect(answers.map(({ answerText }) => answerText).sort()).toEqual(
    ['In a cool place, closed.', 'Iron|Copper', 'Otter', 'True'].sort(),
  )
})
