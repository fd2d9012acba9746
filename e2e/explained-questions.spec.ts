import type { Locator, Page } from '@playwright/test'
import { openPackage } from './component-pages.ts'
import { writeExplainedPackage } from './explained-questions.ts'
import { enterExam, exam, expect, expectNoViolations, openExam, organisation, person, radio, signIn, test } from './fixtures.ts'
import type { Sitwell } from './sitwell.ts'

/** Opens the imported exam with the explained words. */
const open = async (page: Page, sitwell: Sitwell, more: object = {}) => {
  const { path, remove } = await writeExplainedPackage()
  const world = await sitwell.arrange(
    organisation({ exams: [], packages: [path], schedules: [{ username: 'learner' }], ...more }),
  )
  await remove()
  await enterExam(page, world)
  return world
}

/** Shows the imported question with the explained words, with no exam around it. */
const openAlone = async (page: Page) => {
  const { path, remove } = await writeExplainedPackage()
  await openPackage(page, path).finally(remove)
}
const words = (page: Page, name: string): Locator => page.getByRole('button', { name: `${name}: explanation`, exact: true })
const card = (page: Page, name: string): Locator => page.getByRole('dialog', { name: `${name}: explanation`, exact: true })

/** A card gets its place a moment after it is there: then all of it is in the window. */
const expectInside = (dialog: Locator) =>
  expect
    .poll(() =>
      dialog.evaluate((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect()
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
      }),
    )
    .toBe(true)

test('words of an imported question open what explains them by pointer, near them, and one that was opened closes beside it', async ({
  page,
  sitwell,
}) => {
  await open(page, sitwell)
  await words(page, 'dew point').click()
  const dialog = card(page, 'dew point')
  await expect(dialog.getByRole('heading')).toHaveText([
    'dew point',
    'What it means',
    'In simpler words',
    'In a picture',
    'To listen to',
  ])
  await expect(dialog.getByText('When the air gets so cold that it drips.')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'A drop on a leaf' })).toBeVisible()
  // What examines the language may not be translated, unless the exam says so.
  await expect(dialog.getByText('Taupunkt')).toHaveCount(0)
  // Our own controls, as those of any sound of an exam.
  await dialog.getByRole('button', { name: 'Play' }).click()
  await expect(dialog.getByRole('button', { name: /Pause|Play again/ })).toBeVisible()
  await expectInside(dialog)
  await expectNoViolations(page)
  await page.mouse.click(2, 2)
  await expect(dialog).toHaveCount(0)
  await words(page, 'trap').click()
  await expect(card(page, 'trap').getByText('Unharmed')).toBeVisible()
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  await card(page, 'trap').getByRole('button', { name: 'Close' }).click()
  await expect(words(page, 'trap')).toBeFocused()
})

test.component(
  'by keyboard alone each explanation is reached, opened, closed with Escape and left where it was',
  async ({ page }) => {
    await openAlone(page)
    for (const name of ['dew point', 'air', 'trap', 'Leaf']) {
      for (let step = 0; step < 30 && !(await words(page, name).evaluate((one) => one === document.activeElement)); step += 1)
        await page.keyboard.press('Tab')
      await expect(words(page, name)).toBeFocused()
      await expect(words(page, name)).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press(name === 'air' ? 'Space' : 'Enter')
      await expect(card(page, name)).toBeVisible()
      // It has the focus, and the arrow keys lead to no other question.
      await expect.poll(() => card(page, name).evaluate((one) => one.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Escape')
      await expect(card(page, name)).toHaveCount(0)
      await expect(words(page, name)).toBeFocused()
    }
    await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()
  },
)

test.component(
  'what is explained in an answer is opened below the answers: a press on the answer itself chooses it',
  async ({ page }) => {
    await openAlone(page)
    const answers = page.getByRole('region', { name: 'Words of the answers that are explained' })
    await expect(answers.getByRole('button')).toHaveCount(1)
    await expect(page.getByRole('radiogroup').getByRole('button')).toHaveCount(0)
    await page.getByText('frost', { exact: true }).first().click()
    await expect(page.getByRole('radio', { name: 'It turns to frost' })).toBeChecked()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await answers.getByRole('button', { name: 'frost: explanation' }).press('Enter')
    await expect(card(page, 'frost').getByText('Dew that has frozen.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(answers.getByRole('button')).toBeFocused()
    await expect(page.getByRole('radio', { name: 'It turns to frost' })).toBeChecked()
  },
)

test('a screen reader hears how words are pronounced, which look as they did, and the answers’ name has no explanations in it', async ({
  page,
  sitwell,
}) => {
  await open(page, sitwell)
  const text = page.getByText('Below its').first()
  await expect(words(page, 'trap')).toBeVisible()
  // In the tree that a screen reader is given nothing tells of the formula.
  expect((await text.ariaSnapshot()).replaceAll(/\s+/g, ' ')).toMatch(/gives aitch two oh off\. A/)
  expect(await text.ariaSnapshot()).not.toContain('H₂O')
  await expect(text.getByText('H₂O')).toBeVisible()
  await expect(page.getByRole('radiogroup')).toHaveAccessibleName(/Below its dew point the air gives H₂O off/)
})

for (const [width, height] of [
  [320, 256],
  [390, 844],
  [844, 390],
] as const)
  test.component(
    `in a window of ${width} by ${height} a card stays in the window whole, and all of it can be reached`,
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      await openAlone(page)
      for (const name of ['dew point', 'frost']) {
        await words(page, name).click()
        await expectInside(card(page, name))
        await expectNoViolations(page, '[role="dialog"]')
        await card(page, name).getByRole('button').last().scrollIntoViewIfNeeded()
        await page.keyboard.press('Escape')
        await expect(words(page, name)).toBeFocused()
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    },
  )

const translated = () => {
  const cards = [
    { support: 'translation', lang: 'es', text: 'rocío' },
    { support: 'translation', lang: 'ar', text: 'ندى' },
  ]
  const question = radio('<p>What is <b data-explained="e1">dew</b>?</p>', ['Water', 'Wind'], 0, {
    explanations: [{ id: 'e1', cards }],
  })
  return exam({
    name: 'Dew',
    questions: [question],
    settings: { supports: ['translation'] },
  })
}

test('an exam that offers translations shows the learner’s language first, from right to left, and lets them choose another', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({ organisation: { languageId: 2 }, people: [person({ languageId: 2 })], exams: [translated()] }),
  )
  await signIn(page, world)
  await openExam(page, { name: 'Dew' })
  await page.getByRole('button', { name: 'ابدأ' }).press('Enter')
  const button = page.getByRole('button', { name: /شرح/ })
  await button.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('ندى')).toBeVisible()
  await expect(dialog.locator('[lang="ar"]')).toHaveCount(1)
  await expectInside(dialog)
  await dialog.getByRole('combobox', { name: 'اللغة' }).selectOption('es')
  await expect(dialog.getByText('rocío')).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test.component('Escape closes a card before the focus has come into it, too', async ({ page }) => {
  await openAlone(page)
  /** Opens a card and presses Escape in the same turn of the page, as keys that are pressed in one go may be. */
  const openAndClose = (name: string, isFocusLost: boolean) =>
    words(page, name).evaluate((button: HTMLButtonElement, lost) => {
      button.focus()
      button.click()
      return new Promise<void>((resolve) => {
        const look = () => {
          if (button.ariaExpanded !== 'true') return void setTimeout(look)
          if (lost && document.activeElement instanceof HTMLElement) document.activeElement.blur()
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
          resolve()
        }
        look()
      })
    }, isFocusLost)
  // The page behind a card can't have the focus: a browser that is busy takes it from the words before the card has it.
  for (const name of ['air', 'frost'])
    for (const isFocusLost of [false, true]) {
      await openAndClose(name, isFocusLost)
      await expect(card(page, name)).toHaveCount(0)
      await expect(words(page, name)).toBeFocused()
    }
  // And while it is nowhere, as it is for a moment where a card is read out.
  await words(page, 'air').press('Enter')
  await expect.poll(() => card(page, 'air').evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement).blur()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(card(page, 'air')).toHaveCount(0)
  await expect(words(page, 'air')).toBeFocused()
})
