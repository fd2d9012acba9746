import type { Page } from '@playwright/test'
import { gridSeparators, type Question } from '@sitwell/contract'
import type { QuestionSpec } from './arrange-exam.ts'
import { answerTextOn, openQuestions } from './component-pages.ts'
import { enterExam, exam, expect, expectNoViolations, organisation, radio, test } from './fixtures.ts'
import { heading, next } from './grid-forms.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { pictureFiles } from './picture-questions.ts'
import { pressFinish } from './press-finish.ts'
import { resize } from './settled.ts'
import type { Sitwell } from './sitwell.ts'

const size = { width: 800, height: 600 }
const sketch: QuestionSpec = {
  type: 'QGRID',
  text: '<p>Draw the way of the ferry.</p>',
  rows: [
    {
      cells: [
        {
          components: [
            { kind: 'drawing', id: 'way', label: 'Your way', src: 'resources/map.png', alt: 'A map of the bay', ...size },
          ],
        },
      ],
    },
  ],
}

const sit = async (page: Page, sitwell: Sitwell) => {
  const questions = [sketch, radio('Which coast is nearer?', ['North', 'South'], 0)]
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'Ferries', questions, files: await pictureFiles() })] }),
  )
  await enterExam(page, world)
  await expect(surfaceOf(page)).toBeVisible()
  return world
}

/** Shows the picture to draw on, with a question behind it and no exam around it. */
const openSketch = async (page: Page, change?: (question: Question, at: number) => Question) => {
  const questions = [sketch, radio('Which coast is nearer?', ['North', 'South'], 0)]
  await openQuestions(page, questions, { files: await pictureFiles(), ...(change && { change }) })
  await expect(surfaceOf(page)).toBeVisible()
}

const surfaceOf = (page: Page) => page.getByRole('application', { name: 'Drawing area' })
const tool = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const drawn = (page: Page) => page.getByRole('main').getByText(/^(Nothing is drawn yet\.|\d+ (stroke|line|text).*)$/)

interface Held {
  readonly marks: readonly (readonly unknown[])[]
  readonly said: string
}

/** The drawing in an answer; undefined if the answer has none. */
const heldIn = (answerText: string | undefined): Held | undefined => {
  const value = answerText?.split(gridSeparators.segment)[1]?.split(gridSeparators.value)[1]
  return value === undefined ? undefined : JSON.parse(value)
}

/** The drawing that the server holds; undefined if it has none. */
const heldBy = async (sitwell: Sitwell, world: Awaited<ReturnType<typeof sit>>) =>
  heldIn((await sitwell.answersOf(world))[0]?.answerText)

/** Draws with the mouse from place to place, in shares of the picture. */
const draw = async (page: Page, [from, ...others]: readonly (readonly [x: number, y: number])[]) => {
  const surface = surfaceOf(page)
  await surface.scrollIntoViewIfNeeded()
  const box = await surface.boundingBox()
  if (!box || !from) throw new Error('There is nothing to draw on.')
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  for (const to of others) await page.mouse.move(...at(to), { steps: 4 })
  await page.mouse.up()
}

// QGRID-201 QGRID-202
test('a picture is drawn on with the mouse, by stroke, line and text; undo, redo, eraser and clear work, and all is there after a reload', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: 'A map of the bay' })).not.toHaveJSProperty('naturalWidth', 0)
  // What is drawn lies where it was drawn, though the file is larger than its author says, and of another shape.
  const box = await surfaceOf(page).boundingBox()
  expect(await main.getByRole('img', { name: 'A map of the bay' }).boundingBox()).toEqual(box)
  expect(((box?.width ?? 0) * 600) / 800).toBeCloseTo(box?.height ?? 0, 0)
  await expect(drawn(page)).toHaveText('Nothing is drawn yet.')

  await main.getByLabel('Colour', { exact: true }).selectOption('Blue')
  await main.getByLabel('Width', { exact: true }).selectOption('Thick')
  await draw(page, [
    [0.1, 0.1],
    [0.3, 0.4],
    [0.5, 0.1],
  ])
  await expect(drawn(page)).toHaveText('1 stroke')
  await tool(page, 'Line').click()
  await draw(page, [
    [0.2, 0.8],
    [0.8, 0.8],
  ])
  await expect(drawn(page)).toHaveText('1 stroke, 1 line')
  await tool(page, 'Text').click()
  await surfaceOf(page).click({ position: { x: 60, y: 60 } })
  await expect(main.getByLabel('Text on the picture', { exact: true })).toBeFocused()
  await page.keyboard.type('Pier <b>')
  await page.keyboard.press('Enter')
  await expect(drawn(page)).toHaveText('1 stroke, 1 line, 1 text')
  await expect(main.locator('svg text')).toHaveText('Pier <b>')

  await tool(page, 'Undo').click()
  await tool(page, 'Undo').click()
  await expect(drawn(page)).toHaveText('1 stroke')
  await tool(page, 'Redo').click()
  await expect(drawn(page)).toHaveText('1 stroke, 1 line')
  await tool(page, 'Eraser').click()
  await draw(page, [
    [0.5, 0.7],
    [0.5, 0.9],
  ])
  await expect(drawn(page)).toHaveText('1 stroke')
  await tool(page, 'Undo').click()
  await expect(drawn(page)).toHaveText('1 stroke, 1 line')
  await main.getByLabel('Describe your drawing').fill('From the pier to the island.')

  await next(page)
  await expect(heading(page, 2)).toBeVisible()
  await expect.poll(async () => (await heldBy(sitwell, world))?.said).toBe('From the pier to the island.')
  const held = await heldBy(sitwell, world)
  expect(held?.marks.map(([letter, colour, width]) => [letter, colour, width])).toEqual([
    ['s', 'b', 3],
    ['l', 'b', 3],
  ])
  const [x = 0, y = 0, toX = 0, toY = 0] = (held?.marks[1]?.slice(3) ?? []).map(Number)
  for (const [value, wanted] of [[x, 160], [y, 480], [toX, 640], [toY, 480]] as const) // biome-ignore format: pairs
    expect(Math.abs(value - wanted)).toBeLessThan(4)

  await page.reload()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(drawn(page)).toHaveText('1 stroke, 1 line')
  await expect(main.getByLabel('Describe your drawing')).toHaveValue('From the pier to the island.')
  await tool(page, 'Clear').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
  await expect(drawn(page)).toHaveText('1 stroke, 1 line')
  await tool(page, 'Clear').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear it' }).click()
  await expect(drawn(page)).toHaveText('Nothing is drawn yet.')
  await tool(page, 'Undo').click()
  await expect(drawn(page)).toHaveText('1 stroke, 1 line')
})

// QGRID-201 QGRID-202
test.component(
  'all of that is drawn with the keyboard alone and by numbers, arrow keys turn no page, and axe finds nothing, narrow and wide',
  async ({ page }) => {
    await openSketch(page)
    const main = page.getByRole('main')
    await tabTo(page, surfaceOf(page))
    await page.keyboard.press('Enter')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
    await expect(main.getByText('432 from the left, 318 from the top')).toBeAttached()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await expect(drawn(page)).toHaveText('1 stroke')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(drawn(page)).toHaveText('Nothing is drawn yet.')
    await page.keyboard.press('ControlOrMeta+y')

    await pressOn(page, tool(page, 'Line'))
    for (const [label, value] of [
      ['Start: From the left (0 to 800)', '100'],
      ['Start: From the top (0 to 600)', '50'],
      ['End: From the left (0 to 800)', '9999'],
      ['End: From the top (0 to 600)', '50'],
    ] as const) {
      await tabTo(page, main.getByLabel(label))
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(value)
    }
    await pressOn(page, main.getByRole('button', { name: 'Draw the line' }))
    await expect(drawn(page)).toHaveText('1 stroke, 1 line')

    await pressOn(page, tool(page, 'Text'))
    await tabTo(page, main.getByLabel('Text on the picture', { exact: true }))
    await page.keyboard.type('Pier')
    await pressOn(page, main.getByRole('button', { name: 'Put it there' }))
    await expect(drawn(page)).toHaveText('1 stroke, 1 line, 1 text')
    await expect(heading(page, 1)).toBeVisible()
    await expect
      .poll(async () => heldIn(await answerTextOn(page))?.marks)
      .toEqual([
        ['s', 'k', 2, 400, 300, 432, 300, 432, 318],
        ['l', 'k', 2, 100, 50, 800, 50],
        ['t', 'k', 0, 0, 'Pier'],
      ])

    for (const [theme, width] of [
      ['White on Black', 320],
      ['Default', 1280],
    ] as const) {
      await page.getByLabel('Colour theme').selectOption(theme)
      await resize(page, { width, height: 800 })
      await expectNoViolations(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      for (const button of await main.getByRole('group', { name: 'Your way' }).getByRole('button').all()) {
        const box = await button.boundingBox()
        expect
          .soft(Math.min(box?.width ?? 0, box?.height ?? 0), (await button.textContent()) ?? '')
          .toBeGreaterThanOrEqual(43.5)
      }
    }
  },
)

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('what is drawn is kept, also over a reload, and comes to the server with the network; what draws is there without one', async ({
    page,
    sitwell,
  }) => {
    const world = await sit(page, sitwell)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const isHeld = async () => (await (await caches.open('sitwell-sitting')).match('/service-worker/sitting')) !== undefined
    await expect.poll(() => page.evaluate(isHeld)).toBe(true)
    await sitwell.goOffline(page)
    await draw(page, [
      [0.1, 0.1],
      [0.6, 0.6],
    ])
    await expect(drawn(page)).toHaveText('1 stroke')
    await expect(page.getByTestId('saved-state')).toHaveText('Kept on this device')
    await page.reload()
    await expect(drawn(page)).toHaveText('1 stroke')
    await draw(page, [
      [0.6, 0.1],
      [0.1, 0.6],
    ])
    await expect(drawn(page)).toHaveText('2 strokes')
    await sitwell.goOnline(page)
    await next(page)
    await expect.poll(async () => (await heldBy(sitwell, world))?.marks.length).toBe(2)
  })
})

test.component(
  'a drawing says when it is nearly full and when nothing more fits, and keeps what was drawn',
  async ({ page }) => {
    // A drawing that has room for a few words more, as the server may hold one.
    const texts = Array.from({ length: 235 }, () => ['t', 'k', 1, 1, '"'.repeat(200)])
    const held = JSON.stringify({ w: size.width, h: size.height, marks: texts, said: '' })
    const { segment, value } = gridSeparators
    const serverAnswer = { answerText: ['', `way${value}${held}`, '', ''].join(segment), options: [] }
    await openSketch(page, (question, at) => (at === 0 ? { ...question, serverAnswer, serverSequence: 1 } : question))
    const main = page.getByRole('main')
    await expect(drawn(page)).toHaveText('235 texts')
    await expect(main.getByText(/^The drawing is nearly full: \d % of its space is left\.$/)).toBeVisible()
    await tool(page, 'Text').click()
    const field = main.getByLabel('Text on the picture', { exact: true })
    const enter = async () => {
      await field.fill('"'.repeat(200))
      await field.press('Enter')
    }
    for (let count = 0; count < 5; count += 1) await enter()
    await expect(main.getByText(/^The drawing is full: no more fits/)).toBeVisible()
    const full = (await drawn(page).textContent()) ?? ''
    expect(Number.parseInt(full, 10)).toBeGreaterThan(235)
    // What didn't fit is still to be changed in its field.
    await expect(field).toHaveValue('"'.repeat(200))
    await tool(page, 'Pen').click()
    await draw(
      page,
      Array.from({ length: 80 }, (_, at) => [0.05 + at / 90, at % 2 === 0 ? 0.2 : 0.7] as const),
    )
    await expect(main.getByText(/^The drawing is full: no more fits/)).toBeVisible()
    await expect(drawn(page)).toHaveText(new RegExp(`${full}$`))
    await tool(page, 'Undo').click()
    await expect(main.getByText(/^The drawing is nearly full/)).toBeVisible()
  },
)

test('what was drawn stands on its picture where its learner is told of their answers', async ({ page, sitwell }) => {
  const told = { ...sketch, marks: 0, feedback: { parts: [{ text: '<p>The ferry goes straight.</p>' }] } }
  const settings = { questionFeedback: true, resultFeedbackMask: 1 }
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'Ferries', settings, questions: [told], files: await pictureFiles() })] }),
  )
  await enterExam(page, world)
  await draw(page, [
    [0.1, 0.1],
    [0.6, 0.6],
  ])
  await page.getByLabel('Describe your drawing').fill('Straight <b>on</b>')
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('The ferry goes straight.')).toBeVisible()
  const picture = page.getByRole('img', { name: 'Your way: Straight <b>on</b>' })
  await expect(picture).toHaveJSProperty('naturalWidth', 800)
  const below = page.locator('img[alt=""]').first()
  await expect(below).not.toHaveJSProperty('naturalWidth', 0)
  expect(await below.boundingBox()).toEqual(await picture.boundingBox())
  await expectNoViolations(page)
})

test('an exam without a drawing loads nothing that draws', async ({ page, sitwell }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'Plain', questions: [radio('Which?', ['North', 'South'], 0)] })] }),
  )
  await enterExam(page, world)
  await expect(heading(page, 1)).toBeVisible()
  expect(loaded.filter((url) => url.includes('/assets/')).length).toBeGreaterThan(0)
  expect(loaded.filter((url) => /drawing-entry/.test(url))).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test.component('one finger draws, and two scroll without drawing', async ({ page }) => {
    await openSketch(page)
    const surface = surfaceOf(page)
    await surface.scrollIntoViewIfNeeded()
    const boxNow = async () => {
      const box = await surface.boundingBox()
      if (!box) throw new Error('There is nothing to draw on.')
      return box
    }
    let box = await boxNow()
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly (readonly [number, number])[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y], id) => ({ x: box.x + x * box.width, y: box.y + y * box.height, id })),
      })
    await touch('touchStart', [0.2, 0.2])
    for (const share of [0.3, 0.4, 0.5, 0.6]) await touch('touchMove', [share, share])
    await touch('touchEnd')
    await expect(drawn(page)).toHaveText('1 stroke')
    await expect(surface).toHaveCSS('touch-action', 'pinch-zoom')

    await touch('touchStart', [0.2, 0.2])
    await touch('touchStart', [0.2, 0.2], [0.4, 0.2])
    for (const share of [0.3, 0.4]) await touch('touchMove', [0.2, share], [0.4, share])
    await touch('touchEnd')
    await expect(drawn(page)).toHaveText('1 stroke')
    // They may have scrolled.
    box = await boxNow()
    await touch('touchStart', [0.8, 0.6])
    for (const share of [0.65, 0.7, 0.75]) await touch('touchMove', [0.8, share])
    await touch('touchEnd')
    await expect(drawn(page)).toHaveText('2 strokes')
  })
})
