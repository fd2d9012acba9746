import { readFile } from 'node:fs/promises'
import type { FrameLocator, Page } from '@playwright/test'
import type { QuestionSpec } from './arrange-exam.ts'
import { enterExam, exam, expect, expectNoViolations, openExam, organisation, signIn, test } from './fixtures.ts'
import type { Sitwell } from './sitwell.ts'

const control = (controlName: string, properties: Record<string, string> = {}, fields: object = {}): QuestionSpec => ({
  type: 'ASCX',
  text: `<p>Work with ${controlName}.</p>`,
  controlName,
  properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
  ...fields,
})

const sit = async (page: Page, sitwell: Sitwell, ...questions: QuestionSpec[]) => {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Controls', questions })] }))
  await enterExam(page, world)
  return world
}

const frameOf = (page: Page, number: number): FrameLocator =>
  page.frameLocator(`iframe[title="The task of question ${number}"]`)
/** How many colours the middle of a picture has. */
const shadesIn = (page: Page, picture: Buffer) =>
  page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (!canvas) throw new Error('There is no canvas.')
      canvas.drawImage(image, 0, 0)
      const { data } = canvas.getImageData(image.width / 4, image.height / 4, image.width / 2, image.height / 2)
      return new Set(new Uint32Array(data.buffer)).size
    },
    [...picture],
  )
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

// QASCX-201 QASCX-202 QASCX-203 QASCX-204 QASCX-205 QASCX-209 API-211 INIT-233
test('legacy controls are worked by keyboard, and show on another device what was answered', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sit(
    page,
    sitwell,
    control('number-line', { label: 'Where is <b>2.5</b>?', max: '5', step: '0.5', marks: '5', unit: 'm' }),
    control('fraction-builder', { label: 'Three quarters' }),
    control('diagram-picker', { label: 'Which is cold?', areas: 'a: The sun @ 20,30\nb|: The moon @ 70,60' }),
    control('no-such-control'),
  )
  const answers = async () =>
    (await sitwell.answersOf(world)).map(({ answerText, optionIds }) => [answerText, optionIds.length])
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  expect(await frame.evaluate((element) => getComputedStyle(element).blockSize)).toBe('1000px')
  const widths = await frame.evaluate((element) => [element.clientWidth, element.parentElement?.clientWidth])
  expect(widths[0]).toBe(widths[1])
  const slider = frameOf(page, 1).getByRole('slider', { name: 'Where is <b>2.5</b>?' })
  await expect(slider).toHaveAttribute('aria-valuetext', 'Nothing chosen yet')
  await expectNoViolations(page)
  await slider.focus()
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight')
  await expect(frameOf(page, 1).getByText('2.5 m')).toBeVisible()

  await next(page)
  await frameOf(page, 2).getByRole('textbox', { name: 'Numerator' }).focus()
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await expect(frameOf(page, 2).getByText('3 of 4 parts')).toBeVisible()
  await page.getByLabel('Colour theme').selectOption('White on Black')
  await expect(frameOf(page, 2).locator('body')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await expectNoViolations(page)

  await next(page)
  await frameOf(page, 3).getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(frameOf(page, 3).getByRole('radio', { name: '2. The moon' })).toBeChecked()
  await expectNoViolations(page)

  await next(page)
  await expect(page.getByText('the server has no control called no-such-control')).toBeVisible()
  await expect.poll(answers).toEqual([
    ['2.5', 0],
    ['3/4', 0],
    ['b|', 0],
  ])
  // Every 30 seconds the server is told where the learner is: on a slow machine that was the last question. A save tells at once.
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page).toHaveURL(/q3$/)
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await expect.poll(async () => (await sitwell.answersOf(world)).filter(({ bookmarked }) => bookmarked).length).toBe(1)

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const second = await other.newPage()
  const asked: { initialData: string; controlName: string }[] = []
  second.on('request', (request) => {
    if (request.url().includes('ascx/')) asked.push(request.postDataJSON())
  })
  await second.goto(sitwell.origin)
  await signIn(second, world)
  await openExam(second, { name: 'Controls' })
  await expect(second.getByRole('heading', { level: 1, name: 'Question 3' })).toBeVisible()
  expect(asked.map(({ controlName, initialData }) => `${controlName} ${initialData}`).sort()).toEqual([
    'diagram-picker b|',
    'fraction-builder 3/4',
    'no-such-control ',
    'number-line 2.5',
  ])
  await expect(frameOf(second, 3).getByRole('radio', { name: '2. The moon' })).toBeChecked()
  await second.getByRole('button', { name: 'Previous' }).click()
  await expect(frameOf(second, 2).getByRole('textbox', { name: 'Denominator' })).toHaveValue('4')
  await second.getByRole('button', { name: 'Previous' }).click()
  await expect(frameOf(second, 1).getByText('2.5 m')).toBeVisible()
  await expectNoViolations(second)
  // Left and come back to: what was answered since the exam was loaded, not what the server rendered.
  await frameOf(second, 1).getByRole('slider').focus()
  await second.keyboard.press('Home')
  await expect(frameOf(second, 1).getByText('0 m')).toBeVisible()
  await next(second)
  await second.getByRole('button', { name: 'Previous' }).click()
  await expect(frameOf(second, 1).getByText('0 m')).toBeVisible()
  await other.close()
})

test('in forced colours the parts of a fraction that count differ from the others', async ({ page, sitwell }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await sit(page, sitwell, control('fraction-builder'))
  const frame = frameOf(page, 1)
  await frame.getByRole('textbox', { name: 'Numerator' }).fill('3')
  await frame.getByRole('textbox', { name: 'Denominator' }).fill('4')
  const parts = frame.locator('.bar span')
  await expect(parts).toHaveCount(4)
  const [full, empty] = [await parts.nth(1).screenshot(), await parts.nth(3).screenshot()]
  expect(await shadesIn(page, empty)).toBe(1)
  expect(await shadesIn(page, full)).toBeGreaterThan(1)
})

// QASCX-201 QASCX-207
test('a hostile control reaches neither the player nor its tokens, stores, network or window', async ({ page, sitwell }) => {
  const reported: string[] = []
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/error/')) reported.push(request.postDataJSON().errorMessage)
    if (/evil\.example|favicon\.ico|\/ping$/.test(request.url())) elsewhere.push(request.url())
  })
  const world = await sit(page, sitwell, control('hostile'), control('number-line'))
  await expect(frameOf(page, 1).getByText('tried')).toBeVisible()
  elsewhere.length = 0
  // Messages of the page itself, and of windows that are not the frame's, are none of the control's.
  await page.evaluate(() => postMessage({ type: 'iframe', value: 'forged' }, '*'))
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.sandbox.add('allow-scripts')
    document.body.append(frame)
    window.dispatchEvent(
      new MessageEvent('message', { source: frame.contentWindow, origin: 'null', data: { type: 'iframe', value: 'forged' } }),
    )
    frame.remove()
  })
  await next(page)
  await expect
    .poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText))
    .toEqual(['succeeded: nothing'])
  await expect.poll(() => reported).toEqual(['Ascx hostile Error - on purpose'])
  expect(new URL(page.url()).pathname).toMatch(/-q2$/)
})

// QASCX-206
test('a control asks for a picture of the exam and gets the one that was loaded ahead', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({
          name: 'Controls',
          questions: [
            control('diagram-picker', { picture: 'resources/map.png', pictureText: 'A map', areas: 'a: Here @ 50,50' }),
          ],
          files: {
            'resources/map.png': await readFile(
              new URL('../demo/demo/exams/coasts/resources/sandholm-bay.png', import.meta.url),
            ),
          },
        }),
      ],
    }),
  )
  await enterExam(page, world)
  const picture = frameOf(page, 1).getByRole('img', { name: 'A map' })
  await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
})

test('an answer that was on its way out of a legacy control when the learner went on is kept', async ({ page, sitwell }) => {
  // A busy page hears of the press on Next before it hears of the answer: the first one waits until the test says so.
  await page.addInitScript(() => {
    const hold = (event: MessageEvent) => {
      if (event.data?.type !== 'iframe') return
      event.stopImmediatePropagation()
      removeEventListener('message', hold, { capture: true })
      const { source, origin, data } = event
      Object.assign(window, { release: () => dispatchEvent(new MessageEvent('message', { source, origin, data })) })
    }
    addEventListener('message', hold, { capture: true })
  })
  const world = await sit(
    page,
    sitwell,
    control('diagram-picker', { label: 'Which is cold?', areas: 'a: The sun @ 20,30\nb: The moon @ 70,60' }),
    control('fraction-builder', { label: 'Three quarters' }),
  )
  const moon = frameOf(page, 1).getByRole('radio', { name: '2. The moon' })
  await moon.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => page.evaluate(() => 'release' in window)).toBe(true)
  await next(page)
  await frameOf(page, 2).getByRole('textbox', { name: 'Numerator' }).waitFor()
  await page.evaluate('release()')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(moon).toBeChecked()
  await next(page)
  const stored = async () => (await sitwell.answersOf(world)).map(({ wire }) => JSON.stringify(wire))
  await expect.poll(stored).toEqual([expect.stringContaining('"b"')])
})

test('a question with a legacy control stands before the frame of its control is made, and the frame follows', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell, control('no-such-control'), control('fraction-builder', { label: 'Three quarters' }))
  const atFirst = await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          document.querySelectorAll<HTMLElement>('nav ol button')[1]?.click()
          // What the click changes, it changes before this frame is painted.
          queueMicrotask(() =>
            resolve([document.getElementById('question-2') !== null, document.querySelector('article iframe') !== null]),
          )
        }),
      ),
  )
  expect(atFirst).toEqual([true, false])
  await expect(frameOf(page, 2).getByRole('textbox', { name: 'Numerator' })).toBeVisible()
})
