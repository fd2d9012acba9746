import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { logout } from '@sitwell/contract'
import { expect, expectNoViolations, organisation, type Sitwell, signIn, test } from '../../../../e2e/fixtures.ts'
import { makeCourse } from '../../../../e2e/make-course.ts'
import { holdClock } from '../../../../e2e/pass-time.ts'

const scoOf = (page: Page) => page.frameLocator('iframe').frameLocator('iframe')
const lesson = (page: Page, name: string) => page.getByTestId('lesson').filter({ hasText: name })
const keeping = (page: Page) => page.getByTestId('course-keeping')

const arrange = async (sitwell: Sitwell, scos: Parameters<typeof makeCourse>[1], name = 'Ladders') => {
  const world = await sitwell.arrange(organisation({ people: [{ ...learner }] }))
  await sitwell.command(world, 'import', await makeCourse(name, scos), '--schedule', world.people[0].username)
  return world
}
const learner = { username: 'learner', password: 'learner', firstName: 'Mina', lastName: 'Okafor' }
const two = [{ title: 'Standing' }, { title: 'Climbing' }]

const openCourse = async (page: Page, name = 'Ladders') => {
  await page.getByTestId('course').getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/elearning\//)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

// START-101 NAV-201 NAV-209 SCO-201 SCO-202 SCO-203 SCO-207 SCO-208 SCO-209 API-216 API-217 API-218 API-219
test('a course is opened from the list, suspended, resumed at another browser, and completed', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrange(sitwell, two)
  await signIn(page, world)
  await openCourse(page)
  await expectNoViolations(page)
  await expect(lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' })).toBeDisabled()
  await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).click()
  await expect(scoOf(page).locator('#mode')).toHaveText('ab-initio normal Okafor, Mina')
  await scoOf(page).locator('#next').click()
  await scoOf(page).locator('#next').click()
  await expect(keeping(page)).toHaveText('Saved')
  await scoOf(page).locator('#suspend').click()
  await expect(lesson(page, 'Standing').getByRole('button', { name: 'Continue Standing' })).toBeVisible()

  const other = await (await browser.newContext({ baseURL: sitwell.origin })).newPage()
  await signIn(other, world)
  await openCourse(other)
  await lesson(other, 'Standing').getByRole('button', { name: 'Continue Standing' }).click()
  await expect(scoOf(other).locator('#place')).toHaveText('Page 3')
  await expect(scoOf(other).locator('#mode')).toHaveText('resume normal Okafor, Mina')
  await scoOf(other).locator('#complete').click()
  await expect(lesson(other, 'Standing').getByText('Completed')).toBeVisible()
  await lesson(other, 'Climbing').getByRole('button', { name: 'Start Climbing' }).click()
  await scoOf(other).locator('#complete').click()
  const message = other.getByTestId('course-completed')
  await expect(message).toContainText('You have completed Ladders.')
  await message.getByRole('button', { name: 'OK' }).click()
  await expect(message).toBeHidden()
  await lesson(other, 'Standing').getByRole('button', { name: 'Look again at Standing' }).click()
  await expect(scoOf(other).locator('#mode')).toContainText('review')
  await other.getByRole('button', { name: 'Close' }).click()
  await other.getByRole('button', { name: 'To your schedule' }).click()
  await expect(other.getByTestId('course')).toHaveCount(0)
  await other.getByText('Include completed').click()
  await expect(other.getByTestId('course')).toContainText('Completed')
  const [standing] = await sitwell.courseDataOf(world)
  expect(standing).toMatchObject({
    'cmi.core.lesson_status': 'completed',
    'cmi.core.lesson_location': '3',
    'cmi.core.total_time': '00:05:00',
  })
})

// SCO-204 CONST-208
test('a lesson is covered until two seconds after its player is ready', async ({ page, sitwell }) => {
  const world = await arrange(sitwell, two)
  await signIn(page, world)
  await openCourse(page)
  await page.clock.install()
  await holdClock(page)
  await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 1')
  const opening = page.getByRole('progressbar', { name: 'Opening Standing' })
  await page.clock.runFor(1_900)
  await expect(opening).toBeVisible()
  await page.clock.runFor(200)
  await expect(opening).toBeHidden()
})

test('what is set without a network, or as the tab is killed, is on the server once somebody is there again', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await arrange(sitwell, two)
  await signIn(page, world)
  await openCourse(page)
  await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).click()
  await scoOf(page).locator('#next').click()
  await expect(keeping(page)).toHaveText('Saved')
  await sitwell.goOffline(page)
  await scoOf(page).locator('#next').click()
  await expect(keeping(page)).toHaveText('Kept on this device: it is sent when the connection is back')
  await scoOf(page).locator('#next').click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 4')
  await sitwell.goOnline(page)
  await expect(keeping(page)).toHaveText('Saved')
  await expect.poll(async () => (await sitwell.courseDataOf(world))[0]?.['cmi.core.lesson_location']).toBe('4')

  await page.route('**/lms/api/scorm/save/**', (route) => route.abort())
  await scoOf(page).locator('#next').click()
  await expect(keeping(page)).not.toHaveText('Saved')
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await signIn(again, world)
  await expect.poll(async () => (await sitwell.courseDataOf(world))[0]?.['cmi.core.lesson_location']).toBe('5')
})

test('a lesson says what this page alone holds, and that nothing counts any more where it was opened elsewhere later', async ({
  page,
  sitwell,
}) => {
  const world = await arrange(sitwell, two)
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('This browser keeps nothing', 'InvalidStateError')
    }
  })
  await signIn(page, world)
  await openCourse(page)
  await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).click()
  await page.route('**/lms/api/scorm/save/**', (route) => route.abort())
  await scoOf(page).locator('#next').click()
  await expect(keeping(page)).toHaveText('This browser has no room to keep it: leave this page open until it is saved')
  await page.unroute('**/lms/api/scorm/save/**')
  await expect(keeping(page)).toHaveText('Saved')
  await page.route('**/lms/api/scorm/save/**', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...(await reply.json()), applied: false, number: Number.MAX_SAFE_INTEGER } })
  })
  await scoOf(page).locator('#next').click()
  await expect(keeping(page)).toHaveText(/^This lesson was opened somewhere else after this/)
})

const atTheEnd = `
addEventListener('unload', () => { set('lesson_location', '9'); set('session_time', '00:03:00'); set('exit', 'suspend'); api.LMSFinish('') })
`

test('what a SCO sets only as its whole tab closes is kept, and on the server after the next sign-in, whatever page that leads to', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await arrange(sitwell, [{ title: 'Standing', script: atTheEnd }])
  const begin = async (one: Page, button: string) => {
    await signIn(one, world)
    await openCourse(one)
    await lesson(one, 'Standing').getByRole('button', { name: button }).click()
    await scoOf(one).locator('#next').click()
    await expect(keeping(one)).toHaveText('Saved')
  }
  const data = async () => (await sitwell.courseDataOf(world))[0]
  const closeTab = async (one: Page) => {
    const isClosed = one.waitForEvent('close')
    await one.close({ runBeforeUnload: true })
    await isClosed
  }
  await begin(page, 'Start Standing')
  await closeTab(page)
  const again = await context.newPage()
  await signIn(again, world)
  await expect.poll(async () => (await data())?.['cmi.core.lesson_location']).toBe('9')
  expect(await data()).toMatchObject({ 'cmi.core.total_time': '00:03:00', 'cmi.core.exit': 'suspend' })
  // Once more, by the course's own page, which waits for it before anything is opened.
  await openCourse(again)
  await lesson(again, 'Standing').getByRole('button', { name: 'Continue Standing' }).click()
  await expect(scoOf(again).locator('#place')).toHaveText('Page 9')
  await scoOf(again).locator('#next').click()
  await expect(scoOf(again).locator('#place')).toHaveText('Page 10')
  await expect(keeping(again)).toHaveText('Saved')
  const address = new URL(again.url()).pathname
  await closeTab(again)
  const third = await context.newPage()
  await signIn(third, world, { at: address })
  await lesson(third, 'Standing').getByRole('button', { name: 'Continue Standing' }).click()
  await expect(scoOf(third).locator('#place')).toHaveText('Page 9')
})

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a lesson that is open goes on without a network, on pages that it has not shown before, and nobody else reads what is kept', async ({
    page,
    sitwell,
  }) => {
    const further = '<p><a id="further" href="s1.html">Further</a></p>'
    const world = await arrange(sitwell, [{ title: 'Standing', body: further }, { title: 'Climbing' }])
    await signIn(page, world)
    await openCourse(page)
    await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).click()
    await scoOf(page).locator('#next').click()
    await expect(page.getByTestId('course-files')).toContainText('works offline')
    const frame = () => page.frames().find((one) => /s\d\.html/.test(one.url()))
    // Whatever course runs on this origin finds nothing that it can read.
    const readable = await frame()?.evaluate(async () => {
      const texts: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '')
      }
      return [texts.length > 0, texts.some((text) => text.includes('html'))]
    })
    expect(readable).toEqual([true, false])
    const worker = await frame()?.evaluate(() =>
      navigator.serviceWorker.register('s1.html').then(String, (error) => error.name),
    )
    expect(worker).toMatch(/Error$/)
    // Else the browser's own cache would answer.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    await sitwell.goOffline(page)
    await scoOf(page).locator('#further').click()
    await expect(scoOf(page).getByRole('heading', { name: 'Climbing' })).toBeVisible()
    await scoOf(page).locator('#next').click()
    await expect(keeping(page)).toHaveText('Kept on this device: it is sent when the connection is back')
    await sitwell.goOnline(page)
    await expect(keeping(page)).toHaveText('Saved')
  })
})

test('a session that ended loses nothing: the next sign-in of the learner sends it', async ({ page, sitwell }) => {
  const world = await arrange(sitwell, two)
  await signIn(page, world)
  await openCourse(page)
  const asked = page.waitForRequest('**/lms/api/scorm/data/**')
  await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 1')
  const { authorization = '' } = await asked.then((request) => request.allHeaders())
  const ended = `${sitwell.origin}/${logout.path}?userGUID=${world.people[0].userGuid}`
  expect((await page.request.get(ended, { headers: { authorization } })).ok()).toBe(true)
  await scoOf(page).locator('#next').click()
  await page
    .getByRole('alertdialog', { name: 'Your sign-in has ended' })
    .getByRole('button', { name: 'Sign in again' })
    .press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, world)
  await expect.poll(async () => (await sitwell.courseDataOf(world))[0]?.['cmi.core.lesson_location']).toBe('2')
})

test('a second tab of the browser takes a course over, and the first one stops', async ({ page, context, sitwell }) => {
  const world = await arrange(sitwell, two)
  await signIn(page, world)
  await openCourse(page)
  await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).click()
  await scoOf(page).locator('#next').click()
  const second = await context.newPage()
  await signIn(second, world, { at: new URL(page.url()).pathname })
  await second.getByRole('button', { name: 'Continue here' }).click()
  await lesson(second, 'Standing').getByRole('button', { name: 'Continue Standing' }).click()
  await expect(scoOf(second).locator('#place')).toHaveText('Page 2')
  await expect(page.getByRole('button', { name: 'Continue here' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

const attacks = `
window.results = []
const trial = (name, run) => { try { results.push(name + ':' + String(run())) } catch { results.push(name + ':thrown') } }
trial('open', () => window.open('https://example.com/'))
trial('confirm', () => confirm('?'))
trial('top', () => { top.location = 'https://example.com/' })
trial('parent', () => parent.parent.document.title)
trial('store', () => parent.parent.localStorage.length)
addEventListener('beforeunload', (event) => { event.preventDefault(); alert('stay') })
const flood = () => { for (let n = 0; n < 2000; n += 1) { page += 1; set('lesson_location', String(page)) }; show(); setTimeout(flood) }
flood()
`

test('a hostile SCO opens no window, reaches nothing and floods nobody, asks nothing as it goes, and is closed like any other', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await arrange(sitwell, [{ title: 'Attack', script: attacks }])
  let saves = 0
  page.on('request', (request) => {
    saves += request.url().includes('/scorm/save/') ? 1 : 0
  })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  await signIn(page, world)
  await openCourse(page)
  await lesson(page, 'Attack').getByRole('button', { name: 'Start Attack' }).click()
  const frame = async () => page.frames().find((one) => one.url().includes('s0.html'))
  await expect
    .poll(async () => await (await frame())?.evaluate('results'))
    .toEqual(['open:null', 'confirm:false', 'top:thrown', 'parent:thrown', 'store:thrown'])
  // What it sets is saved, though it never says so for long: the next change is there already.
  const place = async () => Number((await sitwell.courseDataOf(world))[0]?.['cmi.core.lesson_location'])
  await expect.poll(place).toBeGreaterThan(0)
  expect(context.pages()).toHaveLength(1)
  const reached = Number(await (await frame())?.evaluate('page'))
  await expect.poll(async () => Number(await (await frame())?.evaluate('page'))).toBeGreaterThan(reached + 20_000)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(lesson(page, 'Attack').getByRole('button', { name: 'Continue Attack' })).toBeVisible()
  const shownPlace = await place()
  expect(shownPlace).toBeGreaterThan(reached + 20_000)
  expect(saves).toBeLessThan(shownPlace / 100)
  // The only one that it was let open: none keeps its page.
  expect(dialogs).toEqual(['confirm'])
})

// SCH-212 ADM-312 SCO-215 ERR-328
test('resets stand there with the testing flag alone, and one that fails is ignored', async ({ page, sitwell }) => {
  const world = await arrange(sitwell, two)
  await signIn(page, world)
  await openCourse(page)
  await expect(page.getByRole('button', { name: /Reset/ })).toHaveCount(0)
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), useResetScheduleCheat: true } })
  })
  await page.reload()
  const answered = page.waitForResponse('**/lms/api/scorm/reset')
  await page.getByRole('button', { name: 'Reset the course' }).click()
  expect((await answered).ok()).toBe(false)
  await expect(lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' })).toBeEnabled()
})

test('the lesson is reached by keyboard alone, and left by it', async ({ page, sitwell }) => {
  const world = await arrange(sitwell, two)
  await signIn(page, world)
  await openCourse(page)
  await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).focus()
  await page.keyboard.press('Enter')
  await expect(scoOf(page).locator('#place')).toHaveText('Page 1')
  await expect(page.getByTestId('sco-player').getByRole('progressbar')).toBeHidden()
  await page.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Tab')
  await expect(scoOf(page).locator('#next')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(scoOf(page).locator('#place')).toHaveText('Page 2')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lesson(page, 'Standing').getByRole('button', { name: 'Continue Standing' })).toBeVisible()
})

// SCO-208 SCO-214
test('a course of SCORM 2004 is gone through lesson by lesson, each closed by the learner, until it is completed', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ people: [{ ...learner }] }))
  await sitwell.command(
    world,
    'import',
    fileURLToPath(new URL('../../../../demo/demo/courses/cooling-burns', import.meta.url)),
    '--schedule',
    world.people[0].username,
  )
  await signIn(page, world)
  await openCourse(page, 'Cooling burns')
  const answer = async () => {
    const send = scoOf(page).locator('form button')
    await send.waitFor()
    for (const question of await scoOf(page).locator('fieldset').all())
      await question.locator(`input[value="${await question.getAttribute('data-key')}"]`).check()
    await send.click()
    await expect(scoOf(page).locator('#result')).not.toBeEmpty()
  }
  const close = () => page.getByRole('button', { name: 'Close' }).click()
  await lesson(page, 'What do you know already?')
    .getByRole('button', { name: /^Start/ })
    .click()
  await answer()
  await close()
  await lesson(page, 'What to do')
    .getByRole('button', { name: /^Start/ })
    .click()
  await scoOf(page).getByRole('button', { name: 'Next' }).click()
  await close()
  await lesson(page, 'What to do')
    .getByRole('button', { name: /^Continue/ })
    .click()
  await expect(scoOf(page).getByText(/^Page 2 of/)).toBeVisible()
  const next = scoOf(page).getByRole('button', { name: 'Next' })
  while (await next.isVisible()) await next.click()
  await close()
  await lesson(page, 'What you know now')
    .getByRole('button', { name: /^Start/ })
    .click()
  await answer()
  await expect(page.getByTestId('course-completed')).toContainText('You have completed Cooling burns.')
  await close()
  await expect(lesson(page, 'What you know now').getByText('Completed')).toBeVisible()
  const [, , last] = await sitwell.courseDataOf(world)
  expect(last).toMatchObject({ 'cmi.score.scaled': '1', 'cmi.interactions.0.result': 'correct' })
})
