import type { Locator, Page } from '@playwright/test'
import { gridSeparators } from '@sitwell/contract'
import type { QuestionSpec } from './arrange-exam.ts'
import { answerTextsOn, openQuestions } from './component-pages.ts'
import { enterExam, exam, expect, expectNoViolations, organisation, test } from './fixtures.ts'
import { heading, next } from './grid-forms.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { lookAway } from './look-away.ts'
import { onPicture, pictureFiles, writePicturePackage } from './picture-questions.ts'
import { pressFinish } from './press-finish.ts'
import { resize } from './settled.ts'
import type { Sitwell } from './sitwell.ts'

const sit = async (page: Page, sitwell: Sitwell, questions: QuestionSpec[]) => {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Maps', questions, files: await pictureFiles() })] }))
  await enterExam(page, world)
  return world
}
type World = Awaited<ReturnType<typeof sit>>

/** The value of a question's only field. */
const fieldIn = (answerText: string) => answerText.split(gridSeparators.segment)[1]?.split(gridSeparators.value)[1]
/** What the server holds of each question's only field. */
const heldBy = async (sitwell: Sitwell, world: World) =>
  (await sitwell.answersOf(world)).map(({ answerText }) => fieldIn(answerText))
const area = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })
const list = (page: Page, name: string) => page.getByRole('main').getByRole('combobox', { name, exact: true })
const card = (page: Page, name: string | RegExp) => page.getByRole('group', { name: 'Cards' }).getByRole('button', { name })
const middleOf = async (what: Locator) => {
  const box = await what.boundingBox()
  if (!box) throw new Error('This is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
const finish = async (page: Page) => {
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
}

// QGRID-201 QGRID-202
test('areas are put in order, joined and given cards, and points are set, by mouse and from lists, and shown again after a reload', async ({
  page,
  sitwell,
}) => {
  const { order, pairs, cards, points } = onPicture
  const world = await sit(page, sitwell, [order, pairs, cards, points])
  const main = page.getByRole('main')
  const picture = main.getByRole('img', { name: 'A map of the bay' })

  // Areas lie on the picture where their author put them.
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  const box = await picture.boundingBox()
  const harbour = await middleOf(area(page, 'A: Harbour'))
  expect(harbour.x).toBeCloseTo((box?.x ?? 0) + (box?.width ?? 0) * 0.16, 0)
  expect(harbour.y).toBeCloseTo((box?.y ?? 0) + (box?.height ?? 0) * 0.16, 0)

  await area(page, 'A: Harbour').click()
  await area(page, 'C').click()
  await expect(area(page, 'A: Harbour, place 1')).toHaveAttribute('aria-pressed', 'true')
  await expect(list(page, 'Place 2')).toHaveValue('c')
  // A list changes places with what stood there, and takes what is left.
  await list(page, 'Place 1').selectOption('C')
  await expect(list(page, 'Place 2')).toHaveValue('a')
  await list(page, 'Place 3').selectOption('B')
  await expect(area(page, 'B, place 3')).toBeVisible()
  await next(page)

  await expect(heading(page, 2)).toBeVisible()
  await area(page, 'B').click()
  await expect(main.getByText('B is chosen. Now choose the area that belongs to it.')).toBeVisible()
  await area(page, 'A: Harbour').click()
  await expect(main.getByRole('listitem')).toHaveText([/^B – A: Harbour/])
  await list(page, 'An area').selectOption('A: Harbour')
  await list(page, 'What belongs to it').selectOption('C')
  await main.getByRole('button', { name: 'Join them' }).click()
  await list(page, 'An area').selectOption('B')
  await list(page, 'What belongs to it').selectOption('C')
  await main.getByRole('button', { name: 'Join them' }).click()
  await expect(main.getByText('no more pairs may be made here')).toBeVisible()
  await main.getByRole('button', { name: 'Separate A: Harbour and C' }).click()
  await expect(main.getByRole('listitem')).toHaveCount(1)
  await area(page, 'C').click()
  await area(page, 'B').click()
  await expect(main.getByRole('listitem')).toHaveText([/^B – A: Harbour/, /^C – B/])
  await next(page)

  await expect(heading(page, 3)).toBeVisible()
  await card(page, 'A ship').click()
  await expect(main.getByText('A ship is chosen. Now choose its area.')).toBeVisible()
  await area(page, 'A: Harbour').click()
  // Another card takes the place of the one that an area can hold.
  await card(page, 'Lighthouse').click()
  await area(page, /^A: Harbour/).click()
  await expect(list(page, 'A: Harbour')).toHaveValue('x')
  await expect(list(page, 'C').getByRole('option', { name: 'Lighthouse' })).toBeDisabled()
  await list(page, 'C').selectOption('A ship')
  await expect(area(page, 'C – A ship')).toBeVisible()
  await next(page)

  await expect(heading(page, 4)).toBeVisible()
  const surface = page.getByTestId('points')
  const { width = 0, height = 0 } = (await surface.boundingBox()) ?? {}
  await surface.click({ position: { x: width * 0.4, y: height * 0.6 } })
  await expect(area(page, 'Point 1: 80 from the left, 60 from the top')).toBeFocused()
  await surface.click({ position: { x: width * 0.775, y: height * 0.25 } })
  await expect(area(page, 'Point 2: 155 from the left, 25 from the top')).toBeFocused()
  // A point is dragged to where it belongs. A third one is none: it moves the nearest.
  const first = main.getByRole('button', { name: /^Point 1: \d+ from/ })
  await first.hover()
  const from = await middleOf(first)
  await page.mouse.down()
  await page.mouse.move(from.x - width * 0.15, from.y - height * 0.08, { steps: 3 })
  await page.mouse.up()
  await expect(first).toHaveAccessibleName(/^Point 1: (49|50|51) from the left, (51|52|53) from the top/)
  await surface.click({ position: { x: width * 0.25, y: height * 0.6 } })
  await expect(area(page, 'Point 1: 50 from the left, 60 from the top')).toBeFocused()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(main.getByRole('button', { name: 'Add a point' })).toHaveAttribute('aria-disabled', 'true')
  await lookAway(page)
  await expect.poll(() => heldBy(sitwell, world)).toEqual(['c a b', 'b:a c:b', 'x:a y:c', '50,50 155,25'])

  await expect(page).toHaveURL(/q4$/)
  await page.reload()
  await expect(area(page, 'Point 2: 155 from the left, 25 from the top')).toBeVisible()
  await finish(page)
  await expect(page.getByText('4 of 4')).toBeVisible()
})

// QGRID-201 QGRID-202
test.component(
  'all of that is done with the keyboard alone, arrow keys move a point and no page, and axe finds nothing, narrow and wide',
  async ({ page }) => {
    const { order, pairs, cards, points } = onPicture
    await openQuestions(page, [order, pairs, cards, points], { files: await pictureFiles() })
    const main = page.getByRole('main')
    const check = async () => {
      for (const [theme, width] of [
        ['White on Black', 390],
        ['Default', 1280],
      ] as const) {
        await page.getByLabel('Colour theme').selectOption(theme)
        await resize(page, { width, height: 800 })
        await expectNoViolations(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
    }
    for (const name of ['A: Harbour', 'B']) await pressOn(page, area(page, name))
    await tabTo(page, list(page, 'Place 3'))
    await page.keyboard.type('C')
    await expect(area(page, 'C, place 3')).toBeVisible()
    await check()
    await next(page)

    await expect(heading(page, 2)).toBeVisible()
    await pressOn(page, area(page, 'A: Harbour'))
    await pressOn(page, area(page, 'C'))
    await expect(main.getByRole('listitem')).toHaveText([/^A: Harbour – C/])
    await pressOn(page, main.getByRole('button', { name: 'Separate A: Harbour and C' }))
    // What had the focus went away: it is on the lists, and not lost.
    await expect(list(page, 'An area')).toBeFocused()
    await page.keyboard.type('B')
    await tabTo(page, list(page, 'What belongs to it'))
    await page.keyboard.type('C')
    await pressOn(page, main.getByRole('button', { name: 'Join them' }))
    await expect(main.getByRole('listitem')).toHaveText([/^B – C/])
    await check()
    await next(page)

    await expect(heading(page, 3)).toBeVisible()
    await pressOn(page, card(page, 'Lighthouse'))
    await pressOn(page, area(page, 'B'))
    await expect(area(page, 'B – Lighthouse')).toBeVisible()
    // Without a card, an area leads to its list.
    await pressOn(page, area(page, 'C'))
    await expect(list(page, 'C')).toBeFocused()
    await page.keyboard.type('A s')
    await expect(area(page, 'C – A ship')).toBeVisible()
    await check()
    await next(page)

    await expect(heading(page, 4)).toBeVisible()
    await pressOn(page, main.getByRole('button', { name: 'Add a point' }))
    await expect(area(page, 'Point 1: 100 from the left, 50 from the top')).toBeFocused()
    for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
    await expect(area(page, 'Point 1: 89 from the left, 61 from the top')).toBeFocused()
    await pressOn(page, main.getByRole('button', { name: 'Add a point' }))
    const top = main.getByLabel('Point 2: From the top (0 to 100)')
    await tabTo(page, top)
    await page.keyboard.press('ControlOrMeta+A')
    // No point lies beyond the picture.
    await page.keyboard.type('170')
    await expect(area(page, 'Point 2: 100 from the left, 100 from the top')).toBeVisible()
    await check()
    await expect
      .poll(() => answerTextsOn(page).then((texts) => texts.map(fieldIn)))
      .toEqual(['a b c', 'b:c', 'x:b y:c', '89,61 100,100'])
    await tabTo(page, area(page, 'Point 1: 89 from the left, 61 from the top'))
    await page.keyboard.press('Delete')
    await expect(main.getByRole('button', { name: 'Add a point' })).toBeFocused()
    await expect
      .poll(() => answerTextsOn(page).then((texts) => texts.map(fieldIn)))
      .toEqual(['a b c', 'b:c', 'x:b y:c', '100,100'])
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('items that others wrote are answered by touch, marked by their own rules, and nothing of what is right comes to the learner', async ({
    page,
    sitwell,
  }) => {
    const { path, remove } = await writePicturePackage()
    const world = await sitwell.arrange(organisation({ exams: [], packages: [path] }))
    await remove()
    const given: string[] = []
    page.on('response', async (response) => {
      if (response.url().includes('/exam/json')) given.push(await response.text().catch(() => ''))
    })
    await enterExam(page, world)
    const main = page.getByRole('main')

    for (const name of ['C', 'A', 'B']) await area(page, name).tap()
    await expect(area(page, 'B, place 3')).toBeVisible()
    await page.getByRole('button', { name: 'Next', exact: true }).tap()

    await expect(heading(page, 2)).toBeVisible()
    for (const name of ['A', 'B', 'C']) await area(page, name).tap()
    // The third tap picked an area; the fourth joins it.
    await area(page, 'B').tap()
    await expect(main.getByRole('listitem')).toHaveText([/^A – B/, /^C – B/])
    await page.getByRole('button', { name: 'Next', exact: true }).tap()

    await expect(heading(page, 3)).toBeVisible()
    await card(page, 'Lighthouse').tap()
    await area(page, 'A').tap()
    await card(page, 'Ship').tap()
    await area(page, 'B').tap()
    await expect(area(page, 'B – Ship')).toBeVisible()
    await page.getByRole('button', { name: 'Next', exact: true }).tap()

    await expect(heading(page, 4)).toBeVisible()
    const surface = page.getByTestId('points')
    const { width = 0, height = 0 } = (await surface.boundingBox()) ?? {}
    await surface.tap({ position: { x: width / 2, y: height / 2 } })
    await expect(main.getByRole('button', { name: /^Point 1: 7[56]\d from the left, 5[56]\d from the top/ })).toBeVisible()
    await finish(page)
    // All of the order, both pairs, one card right and one wrong, and the point.
    await expect(page.getByText('4 of 6')).toBeVisible()
    expect(given.length).toBeGreaterThan(0)
    expect(given.join()).not.toMatch(/\b(KEY[A-Z]|760)\b|areaMap/)
  })
})
