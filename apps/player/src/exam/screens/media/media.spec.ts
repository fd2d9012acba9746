import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bitmap } from '../../../../../../e2e/bitmap.ts'
import { exam, expect, expectNoViolations, organisation, radio, test } from '../../../../../../e2e/fixtures.ts'
import { hasBegun } from '../../../../../../e2e/has-begun.ts'
import { resize } from '../../../../../../e2e/settled.ts'
import { sitExam } from '../../../../../../e2e/sit-questions.ts'

const tone = new Uint8Array(readFileSync(fileURLToPath(new URL('../../../../../../e2e/media/tone.mp3', import.meta.url))))
/** Twenty seconds of a tone. */
const talk = Uint8Array.from(Array.from({ length: 40 }, () => [...tone]).flat())
const words = 'WEBVTT\n\n00:00.000 --> 00:08.000\nPlatform <b>two</b>, please.\n\n00:08.000 --> 00:19.000\nThe train is late.\n'

const world = () =>
  organisation({
    exams: [
      exam({
        name: 'Stations',
        files: {
          'resources/talk.mp3': talk,
          'resources/talk.vtt': new TextEncoder().encode(words),
          'resources/plan.bmp': bitmap(600, 300, 0x60),
          'resources/sign.bmp': bitmap(20, 20, 0x60),
        },
        questions: [
          radio(
            `<p>Where does it <img src="resources/sign.bmp" alt="arrow"> leave?</p>
            <audio src="resources/talk.mp3" title="At the station"><track kind="captions" srclang="en" src="resources/talk.vtt"></audio>
            <img src="resources/plan.bmp" alt="Plan of the station">`,
            ['Platform one <img src="resources/plan.bmp" alt="Plan again">', 'Platform two'],
            1,
          ),
          radio('When?', ['At nine', 'At ten'], 1),
        ],
      }),
    ],
  })

test('a sound in a question’s text is heard, wound and read along by keyboard, with controls that offer no download', async ({
  page,
  sitwell,
}) => {
  await sitExam(page, sitwell, world())
  const sound = page.getByRole('group', { name: 'At the station' })
  const audio = page.locator('audio')
  expect(await audio.evaluate((one: HTMLAudioElement) => [one.controls, one.getClientRects().length])).toEqual([false, 0])
  const captions = sound.getByTestId('captions')
  await expect(captions).toHaveText('')
  await sound.getByRole('button', { name: 'Play' }).press('Enter')
  await expect(captions).toHaveText('Platform two, please.')
  await expect(sound.getByText(/^0:0\d of 0:[12]\d$/)).toBeVisible()
  await hasBegun(audio)
  await sound.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(sound.getByRole('button', { name: 'Go on playing' })).toBeFocused()
  expect(await audio.evaluate((one: HTMLAudioElement) => one.paused)).toBe(true)
  // The arrow keys wind it, and lead to no other question.
  const place = sound.getByRole('slider', { name: 'How far the recording is' })
  await place.focus()
  for (let second = 0; second < 10; second += 1) await page.keyboard.press('ArrowRight')
  await expect(captions).toHaveText('The train is late.')
  await expect(place).toHaveAttribute('aria-valuetext', /^0:1\d of 0:[12]\d$/)
  const volume = sound.getByRole('slider', { name: 'Volume' })
  await volume.press('Home')
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.volume)).toBe(0)
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()
  // The controls are no part of what the answers are called.
  await expect(page.getByRole('radiogroup')).toHaveAccessibleName('Question 1 Where does it arrow leave? Plan of the station')
  await expectNoViolations(page)
  await sound.getByRole('button', { name: 'Go on playing' }).click()
  const last = await audio.elementHandle()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeVisible()
  expect(await last?.evaluate((one) => one instanceof HTMLAudioElement && one.paused)).toBe(true)
})

test('what lies below a sound stays where it is as the sound begins, pauses and ends, however wide the window', async ({
  page,
  sitwell,
}) => {
  await sitExam(page, sitwell, world())
  const sound = page.getByRole('group', { name: 'At the station' })
  const widths = [320, 390, 560, 680, 760, 1280]
  const top = async () => {
    const places = [page.getByRole('radio', { name: 'Platform two' }), page.getByRole('heading', { name: 'Question 1' })]
    const [option, heading] = await Promise.all(places.map((one) => one.boundingBox()))
    return Math.round((option?.y ?? 0) - (heading?.y ?? 0))
  }
  /** How far below the question's name the options stand, once the page has laid itself out for each width. */
  const tops = async () => {
    const found: number[] = []
    for (const width of widths) {
      await resize(page, { width, height: 800 })
      found.push(await top())
    }
    return found
  }
  await expect(sound.getByText(/^0:00 of 0:[12]\d$/)).toBeVisible()
  const before = await tops()
  await sound.getByRole('button', { name: 'Play' }).press('Enter')
  await expect(sound.getByRole('button', { name: 'Pause' })).toBeVisible()
  expect(await tops()).toEqual(before)
  await hasBegun(page.locator('audio'))
  await sound.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(sound.getByRole('button', { name: 'Go on playing' })).toBeVisible()
  expect(await tops()).toEqual(before)
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = audio.duration - 0.3
  })
  await sound.getByRole('button', { name: 'Go on playing' }).press('Enter')
  await expect(sound.getByRole('button', { name: 'Play again' })).toBeVisible()
  expect(await tops()).toEqual(before)
})

test('a sound that can’t be had says so, the question goes on, and it is heard once it can be had', async ({
  page,
  sitwell,
}) => {
  await page.route('**/talk.mp3*', (route) => route.abort())
  await sitExam(page, sitwell, world())
  const sound = page.getByRole('group', { name: 'At the station' })
  await sound.getByRole('button', { name: 'Play' }).click()
  await expect(sound.getByRole('status')).toHaveText('This recording can’t be played. Please tell your invigilator.')
  await page.getByRole('radio', { name: 'Platform two' }).click()
  await expect(page.getByRole('radio', { name: 'Platform two' })).toBeChecked()
  // What is said of the first try still stands as the second begins: it is over once its request has failed, and the browser gives up.
  const again = page.waitForEvent('requestfailed')
  await sound.getByRole('button', { name: 'Try again' }).click()
  await again
  const hasGivenUp = (audio: HTMLAudioElement) =>
    audio.error !== null || audio.networkState === HTMLMediaElement.NETWORK_NO_SOURCE
  await expect.poll(() => page.locator('audio').evaluate(hasGivenUp)).toBe(true)
  await expect(sound.getByRole('status')).toHaveText('This recording can’t be played. Please tell your invigilator.')
  await page.unroute('**/talk.mp3*')
  await sound.getByRole('button', { name: 'Try again' }).click()
  await expect(sound.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(sound.getByRole('status')).toBeEmpty()
})

test('a sound that the browser has loaded before anybody listens to it can be played', async ({ page, sitwell }) => {
  // As where its file is in the browser's cache: what it came to is told before the page has drawn the controls.
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener
    HTMLAudioElement.prototype.addEventListener = function (this: HTMLAudioElement, ...parameters: Parameters<typeof listen>) {
      if (!['loadstart', 'durationchange'].includes(parameters[0])) listen.apply(this, parameters)
    }
  })
  await sitExam(page, sitwell, world())
  const sound = page.getByRole('group', { name: 'At the station' })
  await expect(sound.getByRole('button', { name: 'Play' })).toBeEnabled()
  await expect(sound.getByRole('status')).toBeEmpty()
})

for (const size of [
  { width: 1280, height: 800 },
  { width: 320, height: 256 },
]) {
  test(`a picture of a question’s text is enlarged over the page by keyboard, and scrolls, at ${size.width} by ${size.height}`, async ({
    page,
    sitwell,
  }) => {
    await page.setViewportSize(size)
    await sitExam(page, sitwell, world())
    // A sign in a line of text has none, nor has a picture in an option, which is one control as a whole.
    const open = page.getByRole('button', { name: /^Enlarge picture/ })
    await expect(open).toHaveCount(1)
    // Without a network too.
    await sitwell.goOffline(page)
    await open.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Plan of the station' })
    const picture = dialog.getByRole('img')
    const place = dialog.getByTestId('enlarged')
    const widthOf = async () => Math.round((await picture.boundingBox())?.width ?? 0)
    const isWhole = async () => {
      const inner = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const outer = (await place.boundingBox()) ?? inner
      return inner.height <= outer.height + 1 && inner.width <= outer.width + 1 && inner.width > 0
    }
    await expect.poll(isWhole).toBe(true)
    const whole = await widthOf()
    // A key that does nothing represents the time in which a learner looks: what is pressed next is meant.
    await page.keyboard.press('Pause')
    await dialog.getByRole('button', { name: 'Larger' }).press('Enter')
    await dialog.getByRole('button', { name: 'Larger' }).press('Enter')
    await dialog.getByRole('button', { name: 'Larger' }).press('Enter')
    await expect(dialog.getByRole('status')).toHaveText('300 %')
    await expect.poll(widthOf).toBe(whole * 3)
    await expectNoViolations(page, '[role="dialog"]')
    // The arrow keys go over the picture, and to no other question.
    await place.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => place.evaluate((one) => one.scrollLeft > 0 && one.scrollTop > 0)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(open).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()
  })
}

test('a picture that comes after its question moves nothing: what is below it stands where it will stay', async ({
  page,
  sitwell,
}) => {
  const questions = [
    radio('When?', ['At nine', 'At ten'], 1),
    radio('Where? <img src="resources/plan.bmp" alt="Plan">', ['Here', 'There'], 1),
  ]
  const files = { 'resources/plan.bmp': bitmap(600, 300, 0x60) }
  await sitExam(page, sitwell, organisation({ exams: [exam({ name: 'Stations', files, questions })] }))
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The browser has let go of what was loaded ahead, as it does where memory is short: the picture is fetched again, and takes its time.
  await page.route(/plan\.bmp/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  const picture = page.getByRole('img', { name: 'Plan' })
  const widthOf = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)
  const placeOf = () => page.getByRole('radio', { name: 'There' }).boundingBox()
  await picture.waitFor()
  expect(await widthOf()).toBe(false)
  const before = await placeOf()
  release()
  await expect.poll(widthOf).toBe(600)
  expect(await placeOf()).toEqual(before)
})
