import type { Page } from '@playwright/test'
import { expect, expectNoViolations, organisation, type Sitwell, signIn, sitesApart, test } from '../../../../e2e/fixtures.ts'
import { openKillableBrowser } from '../../../../e2e/killed-browser.ts'
import { makeCourse } from '../../../../e2e/make-course.ts'

test.use(sitesApart)

const learner = { username: 'learner', password: 'learner', firstName: 'Mina', lastName: 'Okafor' }
const two = [{ title: 'Standing' }, { title: 'Climbing' }]
const scoOf = (page: Page) => page.frameLocator('iframe').frameLocator('iframe')
const lesson = (page: Page, name: string) => page.getByTestId('lesson').filter({ hasText: name })
const keeping = (page: Page) => page.getByTestId('course-keeping')

const arrange = async (sitwell: Sitwell, scos: Parameters<typeof makeCourse>[1], about = '') => {
  const world = await sitwell.arrange(organisation({ people: [{ ...learner }] }))
  await sitwell.command(world, 'import', await makeCourse('Ladders', scos, about), '--schedule', world.people[0].username)
  return world
}

const openLesson = async (page: Page, world: Awaited<ReturnType<typeof arrange>>, button: string) => {
  await signIn(page, world)
  await page.getByTestId('course').getByRole('link', { name: 'Ladders' }).click()
  await lesson(page, 'Standing').getByRole('button', { name: button }).click()
}

test('a browser that is killed in mid-lesson loses nothing that was saved, nor what it had kept while the server was away', async ({
  sitwell,
}) => {
  const world = await arrange(sitwell, two)
  const place = async () => (await sitwell.courseDataOf(world))[0]?.['cmi.core.lesson_location']
  const browser = await openKillableBrowser(sitwell.origin)
  try {
    const page = await (await browser.start()).newPage()
    await openLesson(page, world, 'Start Standing')
    await scoOf(page).locator('#next').click()
    await expect(keeping(page)).toHaveText('Saved')
    // The server can't be reached by this browser any more.
    await page.context().setOffline(true)
    await scoOf(page).locator('#next').click()
    await expect(keeping(page)).toHaveText('Kept on this device: it is sent when the connection is back')
    await browser.kill()
    expect(await place()).toBe('2')
    const again = await (await browser.start()).newPage()
    await openLesson(again, world, 'Continue Standing')
    await expect(scoOf(again).locator('#place')).toHaveText('Page 3')
    await expect.poll(place).toBe('3')
  } finally {
    await browser.remove()
  }
})

test('a server that is started again in mid-lesson has what it acknowledged, and gets what was set meanwhile', async ({
  page,
  sitwell,
}) => {
  const world = await arrange(sitwell, two)
  const place = async () => (await sitwell.courseDataOf(world))[0]?.['cmi.core.lesson_location']
  await openLesson(page, world, 'Start Standing')
  await scoOf(page).locator('#next').click()
  await expect(keeping(page)).toHaveText('Saved')
  // It is away for a moment, and comes back at its address.
  const restarted = sitwell.backUp()
  await scoOf(page).locator('#next').click()
  await restarted
  await expect(keeping(page)).toHaveText('Saved')
  expect(await place()).toBe('3')
  await scoOf(page).locator('#complete').click()
  await expect(lesson(page, 'Standing').getByText('Completed')).toBeVisible()
  await lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' }).click()
  await expect(scoOf(page).locator('#mode')).toContainText('ab-initio')
})

test('a lesson that never begins is closed like any other, has only been started, and holds the next one no longer up', async ({
  page,
  sitwell,
}) => {
  const world = await arrange(sitwell, [{ title: 'Standing', isSilent: true }, { title: 'Climbing' }])
  await openLesson(page, world, 'Start Standing')
  await expect(scoOf(page).getByRole('heading', { name: 'Standing' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(lesson(page, 'Standing').getByText('Started')).toBeVisible()
  const next = lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' })
  await expect(next).toBeEnabled()
  expect(await sitwell.courseDataOf(world)).toEqual([{}, {}])
  await next.click()
  await scoOf(page).locator('#complete').click()
  await expect(lesson(page, 'Climbing').getByText('Completed')).toBeVisible()
  await expect(lesson(page, 'Standing').getByText('Started')).toBeVisible()
})

test('a lesson that never begins opens the next one too where its tab was closed', async ({ page, context, sitwell }) => {
  const world = await arrange(sitwell, [{ title: 'Standing', isSilent: true }, { title: 'Climbing' }])
  await openLesson(page, world, 'Start Standing')
  await expect(scoOf(page).getByRole('heading', { name: 'Standing' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Opening Standing' })).toBeHidden()
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  const again = await context.newPage()
  await signIn(again, world)
  await again.getByTestId('course').getByRole('link', { name: 'Ladders' }).click()
  await expect(lesson(again, 'Climbing').getByRole('button', { name: 'Start Climbing' })).toBeEnabled()
})

test('a lesson whose page is not to be had says so, and is there when it is opened again', async ({ page, sitwell }) => {
  const world = await arrange(sitwell, two)
  await page.route('**/s0.html', (route) => route.abort())
  await openLesson(page, world, 'Start Standing')
  await expect(page.getByRole('alert').getByRole('heading', { name: 'This lesson did not load' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.unroute('**/s0.html')
  await lesson(page, 'Standing').getByRole('button', { name: 'Continue Standing' }).click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 1')
  await expect(page.getByTestId('lesson-failed')).toBeHidden()
})

test('a lesson whose pages ask whether to stay is closed without a question, and what they set as they go is saved', async ({
  page,
  sitwell,
}) => {
  const script = `
onbeforeunload = () => { set('lesson_location', '7'); return 'Stay?' }
addEventListener('beforeunload', (event) => { event.returnValue = 'Stay?'; event.preventDefault() })
const inner = document.createElement('iframe')
inner.srcdoc = '<button>Inside</button><script>onbeforeunload = (event) => { event.preventDefault(); return "Stay?" }</' + 'script>'
document.body.append(inner)
`
  const world = await arrange(sitwell, [{ title: 'Standing', script }])
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await openLesson(page, world, 'Start Standing')
  // The browser asks for pages that were touched alone.
  await scoOf(page).frameLocator('iframe').getByRole('button', { name: 'Inside' }).click()
  await scoOf(page).locator('#next').click()
  await page.getByRole('button', { name: 'Close' }).click()
  await lesson(page, 'Standing').getByRole('button', { name: 'Continue Standing' }).click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 7')
  expect(asked).toEqual([])
})

test('a lesson may ask its learner whether to go on where they were', async ({ page, sitwell }) => {
  const script = "if (get('lesson_location') !== '' && !confirm('Go on where you were?')) { page = 1; show() }"
  const world = await arrange(sitwell, [{ title: 'Standing', script }])
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  await openLesson(page, world, 'Start Standing')
  await scoOf(page).locator('#next').click()
  await expect(keeping(page)).toHaveText('Saved')
  await scoOf(page).locator('#suspend').click()
  await lesson(page, 'Standing').getByRole('button', { name: 'Continue Standing' }).click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 2')
  expect(asked).toEqual(['confirm: Go on where you were?'])
})

test('a lesson that never ends is ended for it when it is closed, and what it set is saved', async ({ page, sitwell }) => {
  const endless = `const held = setInterval(() => 0, 5); suspend.onclick = null; set('lesson_status', 'completed')`
  const world = await arrange(sitwell, [{ title: 'Standing', script: endless }, { title: 'Climbing' }])
  await openLesson(page, world, 'Start Standing')
  await scoOf(page).locator('#next').click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(lesson(page, 'Standing').getByText('Completed')).toBeVisible()
  expect((await sitwell.courseDataOf(world))[0]).toMatchObject({
    'cmi.core.lesson_status': 'completed',
    'cmi.core.lesson_location': '2',
  })
  await expect(lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' })).toBeEnabled()
})

test('a lesson whose script never comes to an end leaves the page around it alive, and what it had set is saved', async ({
  page,
  sitwell,
}) => {
  const body = '<button id="hang">Hang</button>'
  const world = await arrange(sitwell, [
    { title: 'Standing', body, script: 'hang.onclick = () => { for (;;); }' },
    { title: 'Climbing' },
  ])
  await openLesson(page, world, 'Start Standing')
  await scoOf(page).locator('#next').click()
  await expect(keeping(page)).toHaveText('Saved')
  // It never answers the click.
  await scoOf(page)
    .locator('#hang')
    .click({ noWaitAfter: true, timeout: 2000 })
    .catch(() => undefined)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(lesson(page, 'Standing').getByRole('button', { name: 'Continue Standing' })).toBeVisible()
  expect((await sitwell.courseDataOf(world))[0]).toMatchObject({ 'cmi.core.lesson_location': '2' })
  await page
    .getByRole('link', { name: 'Log off' })
    .or(page.getByRole('button', { name: 'Log off' }))
    .click()
  await expect(page).toHaveURL(/login/)
})

/** Ways of a lesson to lead more than itself away, each behind a button. */
const escapes = {
  link: `<a id="go" target="_top" href="https://elsewhere.example/">Go</a>`,
  form: `<form target="_top" action="https://elsewhere.example/"><button id="go">Go</button></form>`,
  top: `<button id="go" onclick="top.location.href = 'https://elsewhere.example/'">Go</button>`,
  base: `<base target="_top"><a id="go" href="https://elsewhere.example/">Go</a>`,
  frame: `<button id="go" onclick="parent.location.href = 'about:blank'">Go</button>`,
  page: `<button id="go" onclick="parent.document.body.replaceChildren()">Go</button>`,
}

for (const [way, body] of Object.entries(escapes))
  test(`a lesson that leads away what it stands in (${way}) leaves the page around it alive, and what it had set is saved`, async ({
    page,
    sitwell,
  }) => {
    const world = await arrange(sitwell, [{ title: 'Standing', body }, { title: 'Climbing' }])
    await openLesson(page, world, 'Start Standing')
    const address = page.url()
    await scoOf(page).locator('#next').click()
    await expect(keeping(page)).toHaveText('Saved')
    await scoOf(page).locator('#go').click({ noWaitAfter: true })
    // What it does, it does at once: the page is asked something that it answers behind that.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(page.url()).toBe(address)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(lesson(page, 'Standing').getByRole('button', { name: 'Continue Standing' })).toBeVisible()
    expect((await sitwell.courseDataOf(world))[0]).toMatchObject({ 'cmi.core.lesson_location': '2' })
    await lesson(page, 'Standing').getByRole('button', { name: 'Continue Standing' }).click()
    await expect(scoOf(page).locator('#place')).toHaveText('Page 2')
  })

// API-220 SCH-212 ADM-312
test('the reset buttons of the testing flag set one lesson back, and the whole course', async ({ page, sitwell }) => {
  const world = await arrange(sitwell, two)
  await sitwell.allowResets(true)
  try {
    await openLesson(page, world, 'Start Standing')
    await scoOf(page).locator('#complete').click()
    await lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' }).click()
    await scoOf(page).locator('#next').click()
    await scoOf(page).locator('#suspend').click()
    await lesson(page, 'Climbing').getByRole('button', { name: 'Reset Climbing' }).click()
    await expect(lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' })).toBeEnabled()
    await expect(lesson(page, 'Standing').getByText('Completed')).toBeVisible()
    expect(await sitwell.courseDataOf(world)).toMatchObject([{ 'cmi.core.lesson_status': 'completed' }, {}])
    await page.getByRole('button', { name: 'Reset the course' }).click()
    await expect(lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' })).toBeEnabled()
    await expect(lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' })).toBeDisabled()
    expect(await sitwell.courseDataOf(world)).toEqual([{}, {}])
    await expectNoViolations(page)
  } finally {
    await sitwell.allowResets(false)
  }
})

// API-222 ENT-202
test('a course says what it is about on its page', async ({ page, sitwell }) => {
  const world = await arrange(sitwell, two, 'How to stand a ladder, and how to climb it.')
  await signIn(page, world)
  await page.getByTestId('course').getByRole('link', { name: 'Ladders' }).click()
  await expect(page.getByTestId('course-info')).toHaveText('How to stand a ladder, and how to climb it.')
})

test('the next lesson says that it needs a connection, and opens once there is one', async ({ page, sitwell }) => {
  const world = await arrange(sitwell, two)
  await openLesson(page, world, 'Start Standing')
  await scoOf(page).locator('#complete').click()
  await expect(lesson(page, 'Standing').getByText('Completed')).toBeVisible()
  await sitwell.goOffline(page)
  await lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' }).click()
  await expect(page.getByRole('alert')).toContainText('Opening a lesson needs a connection.')
  await sitwell.goOnline(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 1')
})
