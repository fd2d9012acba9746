import type { Browser, Locator, Page } from '@playwright/test'
import { afterTimers } from './after-timers.ts'
import type { QuestionSpec } from './arrange-exam.ts'
import { openQuestions } from './component-pages.ts'
import { enterExam, exam, expect, expectNoViolations, organisation, test, type World } from './fixtures.ts'
import { amissOnPage } from './geometry.ts'
import { putCard } from './keyboard.ts'
import { holdClock } from './pass-time.ts'
import { sitExam, sitQuestions } from './sit-questions.ts'
import type { Sitwell } from './sitwell.ts'

const options = (...texts: string[]) => texts.map((text, index) => ({ id: String(index + 1), text }))

/** A phone of its own, with a finger. */
const openPhone = async (browser: Browser, baseURL: string) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  return context.newPage()
}

/** Goes on with the exam of `world` on another device. */
const resume = async (page: Page, world: World) => {
  await enterExam(page, world)
}

const centreOf = async (target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('What is dragged or dragged to has to be on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** After a drag the library takes the next click for its end, until its timer of 50 ms. */
const untilClicksCount = (page: Page) => afterTimers(page, 50)

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Follows what is dragged to, until it rests and the board has seen what is below the pointer: a place that takes the card, or none.
 * The page may scroll on below a card that is held near its edge.
 */
const restOn = async (page: Page, to: () => Promise<Point>, moveTo: (point: Point) => Promise<unknown>) => {
  let last: Point = { x: -1, y: -1 }
  const seen = async () => {
    const at = await to()
    if (at.x !== last.x || at.y !== last.y) {
      last = at
      await moveTo(at)
      return false
    }
    return page.evaluate(({ x, y }) => {
      const below = document.elementsFromPoint(x, y).map((element) => element.closest('[data-takes]'))
      const isDragging = document.querySelector('[data-takes]') !== null
      return isDragging && document.querySelector('[data-over]') === (below.find((place) => place !== null) ?? null)
    }, at)
  }
  await expect.poll(seen).toBe(true)
}

const dragWithMouse = async (page: Page, from: Locator, to: Locator) => {
  const start = await centreOf(from)
  const end = await centreOf(to)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 10, { steps: 3 })
  await page.mouse.move(end.x, end.y, { steps: 8 })
  await restOn(
    page,
    () => centreOf(to),
    ({ x, y }) => page.mouse.move(x, y),
  )
  await page.mouse.up()
  await untilClicksCount(page)
}

/** Touch events as a finger on a screen makes them. `beforeLift` runs while the finger is still down, instead of looking below it. */
const dragWithFinger = async (page: Page, from: Locator, to: () => Promise<Point>, beforeLift?: () => Promise<void>) => {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const start = await centreOf(from)
  await touch('touchStart', [start])
  await touch('touchMove', [{ x: start.x, y: start.y + 6 }])
  const end = await to()
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', [{ x: start.x + ((end.x - start.x) * step) / 10, y: start.y + ((end.y - start.y) * step) / 10 }])
  await (beforeLift ?? (() => restOn(page, to, (point) => touch('touchMove', [point]))))()
  await touch('touchEnd', [])
  await untilClicksCount(page)
}

const wireOf = async (sitwell: Sitwell, world: World) => (await sitwell.answersOf(world)).map(({ wire }) => wire)

const match = (fields: object = {}): QuestionSpec => ({
  type: 'MATCH',
  text: '<p>Which is whose capital?</p>',
  options: options('France', 'Italy', 'Spain | <i>España</i>'),
  selections: [
    { id: 'r', text: 'Rome' },
    { id: 'p', text: 'Paris' },
    { id: 'm', text: 'Madrid = city' },
    { id: 'b', text: 'Bern' },
  ],
  key: { 1: 'p', 2: 'r', 3: 'm' },
  ...fields,
})

const grip = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Move ${name}`) }).first()
/** Where a card of this option is put. */
const slot = (page: Page, name: string) => row(page, name).getByText('Put a card here')

/** The card that lies beside an option. */
const placed = (page: Page, name: string, card: string) => row(page, name).getByRole('button', { name: `Move ${card}` })

const row = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })

// QMATCH-201 QMATCH-203 QMATCH-204 QMATCH-205 Q-206
test('selections are assigned from dropdowns, in an order that stays the same on another device', async ({
  page,
  sitwell,
  browser,
}) => {
  const world = await sitQuestions(page, sitwell, match())
  const listOf = async (some: Page) => {
    await row(some, 'Italy').getByRole('button').click()
    const entries = some.getByRole('listbox').getByRole('option')
    await expect(entries).toHaveCount(5)
    return entries.allTextContents()
  }
  const order = await listOf(page)
  expect([...order].sort()).toEqual(['Bern', 'Madrid = city', 'No answer', 'Paris', 'Rome'])
  await page.getByRole('listbox').getByRole('option', { name: 'Rome' }).click()
  await row(page, 'Spain').getByRole('button').click()
  await page.getByRole('listbox').getByRole('option', { name: 'Madrid' }).click()
  await expectNoViolations(page)
  await expect
    .poll(() => wireOf(sitwell, world))
    .toEqual([
      {
        answerText: 'Italy = Rome|Spain | <i>España</i> = Madrid = city',
        options: [
          { optionID: '2', optionText: 'r' },
          { optionID: '3', optionText: 'm' },
        ],
      },
    ])
  const phone = await openPhone(browser, sitwell.origin)
  await resume(phone, world)
  await expect(row(phone, 'Italy').getByRole('button')).toContainText('Rome')
  expect(await listOf(phone)).toEqual(order)
  await phone.context().close()
})

// QMATCH-202 Q-205
test('a card is dragged with the mouse, picked up by keys with each step said, and a drop outside changes nothing', async ({
  page,
  sitwell,
}) => {
  const world = await sitQuestions(page, sitwell, match({ dragAndDrop: true }))
  await dragWithMouse(page, grip(page, 'Paris'), slot(page, 'France'))
  await expect(placed(page, 'France', 'Paris')).toBeVisible()
  await dragWithMouse(page, grip(page, 'Bern'), page.getByRole('heading', { name: 'Question 1' }))
  await expect(page.locator('[aria-live="assertive"]').filter({ hasText: 'Nothing has changed' })).toHaveCount(1)

  await expect
    .poll(() => wireOf(sitwell, world))
    .toEqual([{ answerText: 'France = Paris', options: [{ optionID: '1', optionText: 'p' }] }])
  await page.reload()
  await expect(placed(page, 'France', 'Paris')).toBeVisible()

  // By keys alone, from one place to the other.
  const announcement = page.locator('[aria-live="assertive"]').filter({ hasText: /./ })
  await placed(page, 'France', 'Paris').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Put Paris here: Italy' })).toBeFocused()
  await expect(announcement).toHaveText('Place 1 of 3: Italy')
  await page.keyboard.press('ArrowRight')
  await expect(announcement).toHaveText('Place 2 of 3: Spain | España')
  await page.keyboard.press('Escape')
  await expect(announcement).toHaveText('Paris was put back. Nothing has changed.')
  await expect(placed(page, 'France', 'Paris')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Put Paris here: Italy' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expectNoViolations(page)
  await page.keyboard.press('Enter')
  await expect(announcement).toHaveText('Paris is now here: Italy')
  await expect(placed(page, 'Italy', 'Paris')).toBeFocused()
  await expect(placed(page, 'France', 'Paris')).toHaveCount(0)

  // The list beside the place does the same.
  await row(page, 'France')
    .getByRole('button', { name: /Choose France/ })
    .click()
  await page.getByRole('listbox').getByRole('option', { name: 'Bern' }).click()
  await expect
    .poll(() => wireOf(sitwell, world))
    .toEqual([
      {
        answerText: 'France = Bern|Italy = Paris',
        options: [
          { optionID: '1', optionText: 'b' },
          { optionID: '2', optionText: 'p' },
        ],
      },
    ])
  await page.reload()
  await expect(placed(page, 'France', 'Bern')).toBeVisible()
  await expect(placed(page, 'Italy', 'Paris')).toBeVisible()
  // Taken back.
  await dragWithMouse(page, placed(page, 'Italy', 'Paris'), page.getByText('Madrid = city').first())
  await expect(placed(page, 'Italy', 'Paris')).toHaveCount(0)
  await page.getByRole('combobox', { name: /theme/i }).selectOption('White on Black')
  await expectNoViolations(page)
})

// QMATCH-202
test.component(
  'on a phone a finger drags a card, the page scrolls on while it is held, and a tap does it too',
  async ({ components, browser }) => {
    const page = await openPhone(browser, components.origin)
    await page.clock.install()
    const many = match({
      dragAndDrop: true,
      options: options(...Array.from({ length: 12 }, (_, index) => `Place number ${index + 1}`)),
      key: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [index + 1, 'p'])),
    })
    await openQuestions(page, [many])
    await dragWithFinger(page, grip(page, 'Paris'), () => centreOf(slot(page, 'Place number 1').first()))
    await expect(placed(page, 'Place number 1', 'Paris').first()).toBeVisible()
    // The tray stays in sight of the last place, and a card that is used takes no more room than a line.
    const pane = page.locator('[data-scrolls]')
    await pane.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(row(page, 'Place number 12')).toBeInViewport()
    await expect(grip(page, 'Rome')).toBeInViewport({ ratio: 1 })
    const used = page.locator('[data-card]').filter({ has: page.getByRole('button', { name: /^Move Paris, used/ }) })
    expect((await used.boundingBox())?.height).toBeLessThanOrEqual(48)
    await pane.evaluate((element) => element.scrollTo(0, 0))
    // Held at the lower edge, the page scrolls below the finger.
    const low = { x: 195, y: 770 }
    await dragWithFinger(
      page,
      grip(page, 'Rome'),
      async () => low,
      async () => {
        await expect(row(page, 'Place number 12')).toBeInViewport()
      },
    )
    // A finger that swipes over a card, and doesn't rest, scrolls the page and drags nothing.
    await page.locator('[data-scrolls]').evaluate((pane) => pane.scrollTo({ top: 0 }))
    const client = await page.context().newCDPSession(page)
    const at = await centreOf(page.getByText('Bern').first())
    // The page's clock stands still meanwhile: on a busy machine the swipe would take long enough to be a rest.
    await holdClock(page)
    await client.send('Input.synthesizeScrollGesture', {
      x: Math.round(at.x),
      y: Math.round(at.y),
      yDistance: -300,
      speed: 3000,
    })
    await page.clock.resume()
    await expect.poll(() => page.locator('[data-scrolls]').evaluate((pane) => pane.scrollTop)).toBeGreaterThan(100)
    await expect(placed(page, 'Place number', 'Bern')).toHaveCount(0)
    // Tap the card, then tap its place.
    await page.locator('[data-scrolls]').evaluate((pane) => pane.scrollTo({ top: 0 }))
    await page.getByText('Bern').first().tap()
    await page.getByRole('button', { name: 'Put Bern here: Place number 2', exact: true }).tap()
    await expect(placed(page, 'Place number 2', 'Bern')).toBeVisible()
    await expectNoViolations(page)
    await page.context().close()
  },
)

// QCHOICE-215 QCHOICE-216 QCHOICE-217 QCHOICE-220
test('options are dragged to the choice by mouse, finger and keys, and ticked beside it, up to the most', async ({
  page,
  sitwell,
  browser,
}) => {
  const question = {
    type: 'MULTICHOICE',
    text: '<p>Which are trees?</p>',
    options: options('Ash', 'Beech | copper', 'Cedar', 'Dill'),
    key: ['1', '2'],
    maxOptions: 2,
    dragAndDrop: true,
  }
  const world = await sitQuestions(page, sitwell, question)
  const choice = page.getByRole('region', { name: 'Your choice' })
  await dragWithMouse(page, grip(page, 'Beech'), choice)
  await expect(page.getByRole('checkbox', { name: 'Beech | copper' })).toBeChecked()
  await grip(page, 'Dill').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Put Dill here: Your choice' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choice.getByRole('button')).toHaveText(['', ''])
  await expect(choice.getByRole('button', { name: 'Move Dill' })).toBeFocused()
  await page.getByText('Ash').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(choice).not.toContainText('Ash')
  await expectNoViolations(page)
  await expect
    .poll(() => wireOf(sitwell, world))
    .toEqual([
      {
        answerText: 'Beech | copper|Dill',
        options: [
          { optionID: '2', optionText: 'Beech | copper' },
          { optionID: '4', optionText: 'Dill' },
        ],
      },
    ])
  const phone = await openPhone(browser, sitwell.origin)
  await resume(phone, world)
  const chosen = phone.getByRole('region', { name: 'Your choice' })
  await expect(chosen).toContainText('Beech | copper')
  await dragWithFinger(phone, chosen.getByRole('button', { name: 'Move Dill' }), () => centreOf(phone.getByText('Cedar')))
  await expect(phone.getByRole('checkbox', { name: 'Dill' })).not.toBeChecked()
  await dragWithFinger(phone, grip(phone, 'Ash'), () => centreOf(chosen))
  await expect(phone.getByRole('checkbox', { name: 'Ash' })).toBeChecked()
  await expectNoViolations(phone)
  await phone.context().close()
})

const blanks = (fields: object = {}): QuestionSpec => ({
  type: 'BLANKS',
  text: '<p>The [V1] barks [sic] at the <b>[v2]</b>, [V3] times.</p>',
  variableOptions: [
    { id: 'V1', options: options('dog', 'cat') },
    { id: 'V2', options: options('moon', 'sun | star') },
  ],
  key: { V1: { options: ['1'] }, V2: { options: ['2'] }, V3: { kind: 'numbers', accepted: [{ value: 7 }] } },
  ...fields,
})

// QBLANK-201 QBLANK-203 QBLANK-204 QBLANK-205 QBLANK-206 Q-206 Q-209
test('blanks stand in the text: chosen from dropdowns or typed, and the same on another device', async ({
  page,
  sitwell,
  browser,
}) => {
  const world = await sitQuestions(page, sitwell, blanks())
  await expect(page.getByRole('main')).not.toContainText('sic')
  await expect(page.getByRole('main')).not.toContainText('[')
  await page.getByRole('button', { name: /Blank 2/ }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'sun | star' }).click()
  await page.getByRole('textbox', { name: 'Blank 3' }).fill('7')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('1')
  await expect(page.getByRole('textbox', { name: 'Blank 3' })).toHaveValue('17')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect.poll(() => wireOf(sitwell, world)).toEqual([{ answerText: '|sun \\| star|17', options: [] }])
  const phone = await openPhone(browser, sitwell.origin)
  await resume(phone, world)
  await expect(phone.getByRole('button', { name: /Blank 2/ })).toContainText('sun | star')
  await expect(phone.getByRole('textbox', { name: 'Blank 3' })).toHaveValue('17')
  await expectNoViolations(phone)
  await phone.context().close()
})

// QBLANK-202
test('a card is dragged into a blank that takes it, by mouse, finger and keys, and into no other', async ({
  page,
  sitwell,
  browser,
}) => {
  const world = await sitQuestions(page, sitwell, blanks({ dragAndDrop: true }))
  const empty = page.getByText('Put a card here')
  await dragWithMouse(page, grip(page, 'moon'), empty.first())
  await expect(empty).toHaveCount(2)
  await dragWithMouse(page, grip(page, 'dog'), empty.first())
  await expect(empty).toHaveCount(1)
  await grip(page, 'moon').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Put moon here/ })).toHaveAccessibleName('Put moon here: Blank 2')
  await page.keyboard.press('Enter')
  await expect(empty).toHaveCount(0)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect.poll(() => wireOf(sitwell, world)).toEqual([{ answerText: 'dog|moon|', options: [] }])
  await page.getByRole('combobox', { name: /theme/i }).selectOption('White on Black')
  await expectNoViolations(page)
  const phone = await openPhone(browser, sitwell.origin)
  await resume(phone, world)
  await dragWithFinger(phone, phone.getByRole('button', { name: 'Move dog' }).last(), () =>
    centreOf(phone.getByText('cat').first()),
  )
  await expect(phone.getByText('Put a card here')).toHaveCount(1)
  await dragWithFinger(phone, grip(phone, 'cat'), () => centreOf(phone.getByText('Put a card here')))
  await expect(phone.getByText('Put a card here')).toHaveCount(0)
  await expectNoViolations(phone)
  await phone.context().close()
})

// QMATCH-202
test('beside a source and tools in a wide window, a card in its place keeps its words whole', async ({ page, sitwell }) => {
  const cards = ['Announcements', 'Responsibility', 'Neighbourhood']
  const places = ['The receptionist', 'The superintendent', 'The conservationist']
  const question = match({
    options: options(...places),
    selections: cards.map((text, index) => ({ id: `c${index}`, text })),
    key: { 1: 'c0', 2: 'c1', 3: 'c2' },
    dragAndDrop: true,
    requiresCalculator: true,
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const sections = [{ scenarioText: '<p>The museum has one floor.</p>', questions: [question] }]
  await sitExam(page, sitwell, organisation({ exams: [exam({ sections })] }))
  for (const [at, card] of cards.entries()) await putCard(page, card, places[at] ?? '')
  expect((await amissOnPage(page)).filter((found) => found.endsWith('is broken'))).toEqual([])
})
