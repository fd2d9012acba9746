import type { Locator, Page } from '@playwright/test'
import { exam, expect, longText, organisation, radio, signIn, startExam, test } from '../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'
import { complete, requestExtension, start } from '../../../../../../packages/contract/src/calls.ts'

const trees = ['Ash', 'Beech', 'Cedar']
const questions = [1, 2, 3, 4, 5].map((number) => radio(`Which tree is number ${number}?`, trees, 0))

/** What an impatient learner does to a button, all of it at one spot. */
const manners = {
  'a double click': (button: Locator) => button.dblclick(),
  'five quick clicks': async (button: Locator) => {
    const { x, y } = await middleOf(button)
    await clickAt(button.page(), x, y, 5)
  },
  'five quick clicks that nobody counts': async (button: Locator) => {
    const { x, y } = await middleOf(button)
    for (let click = 0; click < 5; click += 1) await clickAt(button.page(), x, y, 1)
  },
  'Enter held down': async (button: Locator) => {
    await tabTo(button)
    const { keyboard } = button.page()
    for (let repeat = 0; repeat < 8; repeat += 1) await keyboard.down('Enter')
    await keyboard.up('Enter')
  },
  'Enter pressed again and again': async (button: Locator) => {
    await tabTo(button)
    for (let press = 0; press < 3; press += 1) await button.page().keyboard.press('Enter')
  },
} as const
const names = Object.keys(manners) as (keyof typeof manners)[]

const tabTo = async (button: Locator) => {
  await expect(button).toBeVisible()
  const isFocused = () => button.evaluate((element) => element === document.activeElement)
  while (!(await isFocused())) await button.page().keyboard.press('Tab')
}
const middleOf = async (button: Locator) => {
  await expect(button).toBeVisible()
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}
const clickAt = async ({ mouse }: Page, x: number, y: number, times: number) => {
  await mouse.move(x, y)
  for (let clickCount = 1; clickCount <= times; clickCount += 1) {
    await mouse.down({ clickCount })
    await mouse.up({ clickCount })
  }
}

const arrange = async (page: Page, sitwell: Sitwell, settings: Record<string, unknown> = {}) => {
  const sent = { completions: 0, requests: 0, starts: 0 }
  page.on('request', (request) => {
    const url = request.url()
    if (url.includes(complete.path)) sent.completions += 1
    if (url.includes(requestExtension.path)) sent.requests += 1
    if (url.includes(start.path)) sent.starts += 1
  })
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'Trees', settings, questions: [...questions, longText('Why?')] })] }),
  )
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  return sent
}
const dialog = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog'))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const questionShown = (page: Page, number: number) =>
  expect(page.getByRole('heading', { name: `Question ${number}`, exact: true })).toBeVisible()

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${size.width} pixels`, () => {
    test.use({ viewport: size })

    for (const manner of names) {
      test(`${manner} on each button on the way out goes one step, and ends no exam`, async ({ page, sitwell }) => {
        const sent = await arrange(page, sitwell)
        await startExam(page)
        // Where the first press still belonged to the one on Start, on a slow machine, all of them did: the learner presses again.
        const review = page.getByRole('heading', { name: 'Check your answers' })
        await expect(async () => {
          await manners[manner](button(page, 'Finish'))
          await expect(review).toBeVisible({ timeout: 5000 })
        }).toPass()
        await expect(dialog(page)).toHaveCount(0)
        await manners[manner](button(page, 'Finish the exam'))
        await expect(dialog(page)).toContainText('Finish Trees?')
        await manners[manner](dialog(page).getByRole('button', { name: 'Finish', exact: true }))
        await expect(dialog(page)).toContainText('Some questions are still open')
        // One press, made at once and on purpose, is all that it takes.
        await dialog(page).getByRole('button', { name: 'Keep working' }).click()
        await expect(dialog(page)).toHaveCount(0)
        await expect(review).toBeVisible()
        await button(page, 'Back to question 1').click()
        await questionShown(page, 1)
        expect(sent.completions).toBe(0)
      })

      test(`${manner} on Yes asks for more time, once, and doesn’t take it back`, async ({ page, sitwell }) => {
        const sent = await arrange(page, sitwell, { examTime: 60, isExtendable: true })
        await page.clock.install()
        await startExam(page)
        await page.clock.runFor(61_000)
        await expect(dialog(page)).toContainText('Your time is up')
        await page.clock.resume()
        await manners[manner](dialog(page).getByRole('button', { name: 'Yes' }))
        await expect(dialog(page)).toContainText('Please wait for the answer')
        await expect(dialog(page).getByRole('button')).toHaveText(['Cancel and finish now'])
        expect(sent).toMatchObject({ requests: 1, completions: 0 })
      })
    }

    test('a double click on Start, Next, Previous and a question is one', async ({ page, sitwell }) => {
      const sent = await arrange(page, sitwell)
      await button(page, 'Start').dblclick()
      await questionShown(page, 1)
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
      await button(page, 'Next').dblclick()
      await questionShown(page, 2)
      await button(page, 'Next').click()
      await questionShown(page, 3)
      await button(page, 'Previous').dblclick()
      await questionShown(page, 2)
      if (size.width < 600) await page.getByRole('button', { name: 'Questions', exact: true }).click()
      await page.getByRole('button', { name: 'Question 5,' }).dblclick()
      await questionShown(page, 5)
      // Where the list of questions lay over the question, nothing of it was chosen.
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
      expect(sent.starts).toBe(1)
    })

    test('what takes a request for more time back doesn’t come to lie where Yes was pressed', async ({ page, sitwell }) => {
      await arrange(page, sitwell, { examTime: 60, isExtendable: true })
      await page.clock.install()
      await startExam(page)
      await page.clock.runFor(61_000)
      const yes = dialog(page).getByRole('button', { name: 'Yes' })
      const { x, y } = await middleOf(yes)
      await page.clock.resume()
      await yes.click()
      const cancel = dialog(page).getByRole('button', { name: 'Cancel and finish now' })
      await expect(cancel).toBeVisible()
      const box = (await cancel.boundingBox()) ?? { x, y, width: 0, height: 0 }
      const isUnder = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
      expect(isUnder).toBe(false)
    })

    test('what can’t be undone never lies where the press was that led to it', async ({ page, sitwell }) => {
      await arrange(page, sitwell)
      await startExam(page)
      await pressFinish(page)
      const finish = dialog(page).getByRole('button', { name: 'Finish', exact: true })
      const { x, y } = await middleOf(finish)
      await finish.click()
      const allTheSame = dialog(page).getByRole('button', { name: 'Finish all the same' })
      await expect(allTheSame).toBeVisible()
      const box = (await allTheSame.boundingBox()) ?? { x, y, width: 0, height: 0 }
      const isUnder = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
      expect(isUnder).toBe(false)
    })
  })
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('five quick taps on each button on the way out go one step, and end no exam', async ({ page, sitwell }) => {
    const sent = await arrange(page, sitwell)
    await startExam(page)
    const tap = async (on: Locator) => {
      const { x, y } = await middleOf(on)
      for (let each = 0; each < 5; each += 1) await page.touchscreen.tap(x, y)
    }
    await tap(button(page, 'Finish'))
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await tap(button(page, 'Finish the exam'))
    await expect(dialog(page)).toContainText('Finish Trees?')
    await tap(dialog(page).getByRole('button', { name: 'Finish', exact: true }))
    await expect(dialog(page)).toContainText('Some questions are still open')
    expect(sent.completions).toBe(0)
    await dialog(page).getByRole('button', { name: 'Finish all the same' }).tap()
    await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  })
})
