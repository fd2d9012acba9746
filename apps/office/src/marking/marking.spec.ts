import type { Page } from '@playwright/test'
import { officeMarkingGive } from '@sitwell/contract'
import { expect, expectNoViolations, longText, test, type World } from '../../../../e2e/fixtures.ts'
import { killTab } from '../../../../e2e/kill-tab.ts'
import {
  arriveAtEssays,
  codeOf,
  essayCollege,
  learners,
  markByKeys,
  openQueue,
  response,
  richEssay,
  sitEssay,
  sitEssays,
  whereMarks,
} from '../../../../e2e/marking.ts'
import { arriveInOffice, pressEnter, spoken } from '../../../../e2e/office.ts'
import { resize, settled } from '../../../../e2e/settled.ts'

/** Somebody else opens a response that another marker holds, by its address: whoever only looks at it claims nothing. */
const openHeld = async (
  page: Page,
  world: World,
  { queue, responseID }: { readonly queue: string; readonly responseID: string },
) => {
  await arriveInOffice(page, world, { as: 'noel', at: `${queue}?${new URLSearchParams({ response: responseID })}` })
  await expect(response(page)).toBeVisible()
  await expect(page.getByText('Not held for you.', { exact: false })).toBeVisible()
}

const give = `**/${officeMarkingGive.path}`

// OFFICE-303 OFFICE-302 OFFICE-410
test('a marker marks a queue by the keyboard alone, sees where the marks are, and changes one of them', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(essayCollege())
  await sitEssays(world, 3)
  await arriveInOffice(page, world, { as: 'mara', at: '/marking' })
  await expect(page.getByText('0 of 3')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: /^Question 1: Why do leaves fall/ }).focus()
  await page.keyboard.press('Enter')
  await expect(response(page)).toBeVisible()
  await expect(page.getByText(/^Held for you until /)).toBeVisible()
  await expectNoViolations(page)

  // Nothing is stored as long as there are no marks.
  await page.keyboard.press('Enter')
  await expect(spoken(page)).toHaveText('1 criterion still needs marks.')
  await expect(page.getByText('Give marks.')).toBeVisible()
  await page.keyboard.press('9')
  await expect(spoken(page)).toHaveText('This criterion can’t have 9 marks.')
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Flag' })).toHaveAttribute('aria-pressed', 'true')
  // While a comment is typed, digits and letters are letters.
  const comment = page.getByRole('textbox', { name: 'Comment for staff' })
  await comment.focus()
  await page.keyboard.type('fix 4')
  await expect(comment).toHaveValue('fix 4')
  await expect(page.getByRole('button', { name: 'Flag' })).toHaveAttribute('aria-pressed', 'true')
  const first = await codeOf(page)
  await page.getByRole('radio', { name: '4', exact: true }).focus()
  await markByKeys(page, '4')

  // Nothing of the mark before is left.
  await expect(response(page)).toBeFocused()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(comment).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Flag' })).toHaveAttribute('aria-pressed', 'false')
  await markByKeys(page, '2')
  // Half a mark.
  await page.keyboard.press('3')
  await expect(page.getByRole('radio', { name: '3', exact: true })).toBeFocused()
  await page.keyboard.press('.')
  await expect(page.getByRole('textbox', { name: 'Marks: other marks' })).toBeFocused()
  await page.keyboard.press('5')
  await expect(page.getByText('3.5 / 6')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('There is nothing left to mark in this queue.')).toBeVisible()
  await expect(whereMarks(page, 'All 3 marks are on the server')).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'My marks' }).click()
  const line = page.getByRole('row').filter({ hasText: first })
  await expect(line).toContainText('Flagged')
  await expectNoViolations(page)
  await page.getByRole('link', { name: first }).click()
  await expect(page.getByRole('heading', { name: `Response ${first}` })).toBeVisible()
  await expect(page.getByRole('radio', { name: '4', exact: true })).toBeChecked()
  await expect(comment).toHaveValue('fix 4')
  await page.keyboard.press('5')
  await expect(page.getByRole('radio', { name: '5', exact: true })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(whereMarks(page, 'All 4 marks are on the server')).toBeVisible()
  await page.goto('/office/marking')
  await expect(page.getByText('3 of 3')).toBeVisible()
})

// OFFICE-303
test('without the server marking goes on with what is here; marks wait on the device, and are sent once it is back', async ({
  page,
  sitwell,
}) => {
  await arriveAtEssays(sitwell, page, 3)
  await sitwell.goOffline(page)
  await markByKeys(page, '1')
  await markByKeys(page, '2')
  await expect(whereMarks(page, 'kept on this device, not sent yet: 2')).toBeVisible()
  // Whoever loads the page anew now loses it: the browser asks first.
  const asksFirst = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asksFirst()).toBe(true)
  await expectNoViolations(page)
  await sitwell.goOnline(page)
  await expect(whereMarks(page, 'All 2 marks are on the server')).toBeVisible({ timeout: 30_000 })
  expect(await asksFirst()).toBe(false)
})

// OFFICE-303
test('marks that were not sent are sent after the page was loaded again, from whatever page of the office is open', async ({
  page,
  sitwell,
}) => {
  await arriveAtEssays(sitwell, page, 2)
  await page.route(give, (route) => route.abort())
  await markByKeys(page, '3')
  await expect(whereMarks(page, 'not sent yet: 1')).toBeVisible()
  await page.unrouteAll()
  const sent = page.waitForResponse(give)
  await page.goto('/office/my-sign-ins')
  expect((await sent).ok()).toBe(true)
  await page.goto('/office/marking')
  await expect(page.getByText('1 of 2')).toBeVisible()
})

// OFFICE-303
test('a tab that dies between the key and the acknowledgement loses no mark, and the next one sends none twice', async ({
  page,
  context,
  sitwell,
}) => {
  await arriveAtEssays(sitwell, page, 2)
  // It reaches the server, whose reply is lost.
  const arrived = Promise.withResolvers<string | null>()
  await page.route(give, async (route) => {
    await route.fetch()
    arrived.resolve(route.request().postData())
  })
  await markByKeys(page, '6')
  const first = JSON.parse((await arrived.promise) ?? '{}')
  await killTab(page)
  const next = await context.newPage()
  const again = next.waitForRequest(give)
  await next.goto('/office/marking')
  expect((await again).postDataJSON()).toEqual(first)
  await expect(next.getByText('1 of 2')).toBeVisible()
  await next.getByRole('link', { name: /^Question/ }).click()
  await expect(response(next)).toBeVisible()
  await next.getByRole('link', { name: 'My marks' }).click()
  await expect(next.getByRole('row')).toHaveCount(2)
})

// OFFICE-301 OFFICE-304
test('two markers who don’t know of each other both keep their mark, and a chief examiner decides with a reason', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(essayCollege())
  await sitEssays(world, 1)
  const next = page.waitForResponse('**/office/api/marking/next')
  await openQueue(page, world)
  const code = await codeOf(page)
  const [{ responseID }] = (await (await next).json()).responses
  const queue = new URL(page.url()).pathname.replace('/office', '')
  await sitwell.goOffline(page)
  await markByKeys(page, '1')
  await expect(whereMarks(page, 'not sent yet: 1')).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  await openHeld(other, world, { queue, responseID })
  await markByKeys(other, '5')
  await expect(whereMarks(other, '1 mark is on the server')).toBeVisible()
  await sitwell.goOnline(page)
  await expect(page.getByText(`Response ${code}: somebody else marked it meanwhile.`, { exact: false })).toBeVisible({
    timeout: 30_000,
  })
  await expectNoViolations(page)
  await page.getByRole('button', { name: `Open response ${code}` }).click()
  const marks = page.getByRole('region', { name: 'Marks so far' }).getByRole('listitem')
  await expect(marks.filter({ hasText: 'You' })).toContainText('Marks: 1')
  await expect(marks.filter({ hasText: 'Marker' })).toContainText('Marks: 5')
  await other.context().close()

  const chief = await (await browser.newContext()).newPage()
  await arriveInOffice(chief, world, { as: 'owner', at: '/marking/decisions' })
  await expectNoViolations(chief)
  await chief.getByRole('link', { name: code }).click()
  await expect(chief.getByRole('region', { name: 'Marks so far' }).getByRole('listitem')).toHaveCount(2)
  await expectNoViolations(chief)
  await chief.keyboard.press('4')
  await expect(chief.getByRole('radio', { name: '4', exact: true })).toBeChecked()
  await chief.keyboard.press('Enter')
  await expect(chief.getByText('Say why.')).toBeVisible()
  const reason = chief.getByRole('textbox', { name: 'Reason for the decision' })
  await expect(reason).toBeFocused()
  await reason.fill('The second point counts')
  await chief.getByRole('button', { name: 'Decide' }).click()
  await expect(chief.getByText('The decision is stored.')).toBeVisible()
  await expectNoViolations(chief)
  await chief.getByRole('link', { name: 'Back to the list' }).click()
  await expect(chief.getByText('No two marks differ just now.')).toBeVisible()
  await chief.context().close()
})

test('a response that can’t be marked leaves the queue with its reason, for somebody who decides', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(essayCollege())
  await sitEssays(world, 1)
  await openQueue(page, world, 'owner')
  const code = await codeOf(page)
  await page.keyboard.press('x')
  const dialog = page.getByRole('alertdialog', { name: 'Can’t mark this response' })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('textbox').fill('Another language')
  await dialog.getByRole('button', { name: 'Can’t mark it' }).click()
  await expect(dialog).toBeHidden()
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()
  await page.goto('/office/marking/decisions?state=cannot')
  await expect(page.getByRole('row').filter({ hasText: code })).toContainText('Another language')
})

test('when the session ends, the answer is out of sight until the same person has signed in over it; marks and drafts go on', async ({
  page,
  sitwell,
}) => {
  const world = await arriveAtEssays(sitwell, page, 2)
  await sitwell.command(world, 'end-sessions', 'mara')
  await markByKeys(page, '2')
  const over = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(over).toBeVisible()
  await expect(page.getByText('Leaves fall because of', { exact: false })).toHaveCount(0)
  await expectNoViolations(page)
  await over.getByLabel('Password').fill('mara')
  await pressEnter(over.getByLabel('Password'))
  await expect(over).toHaveCount(0)
  await expect(page.getByText('Leaves fall because of', { exact: false })).toBeVisible()
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()
})

test('signing out with marks that are only here says so; signed in again, the same person’s marks are sent', async ({
  page,
  sitwell,
}) => {
  const world = await arriveAtEssays(sitwell, page, 2)
  await page.route(give, (route) => route.abort())
  await markByKeys(page, '3')
  await expect(whereMarks(page, 'not sent yet: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Mara Vogt' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Some marks are only on this device' })
  await expect(dialog).toContainText('1 mark is not on the server yet.')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Mara Vogt' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await dialog.getByRole('button', { name: 'Sign out all the same' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.unrouteAll()
  const sent = page.waitForResponse(give)
  await arriveInOffice(page, world, { as: 'mara', at: '/marking' })
  expect((await sent).ok()).toBe(true)
  await page.route(give, (route) => route.abort())
  await page.getByRole('link', { name: /^Question/ }).click()
  await markByKeys(page, '1')
  await expect(whereMarks(page, 'not sent yet: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Mara Vogt' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await dialog.getByRole('button', { name: 'Sign out and remove them' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.unrouteAll()
  await arriveInOffice(page, world, { as: 'mara', at: '/marking' })
  await page.getByRole('link', { name: /^Question/ }).click()
  await expect(whereMarks(page, 'No marks from this page yet')).toBeVisible()
  await expect(page.getByText('1 of 2 marked')).toBeVisible()
})

// OFFICE-303
test('after the database was set back, marks that were only here are sent, and what the server lost goes again', async ({
  page,
  sitwell,
}) => {
  await arriveAtEssays(sitwell, page, 3)
  await sitwell.backUp()
  const lost = await codeOf(page)
  await markByKeys(page, '2')
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()
  await page.route(give, (route) => route.abort())
  const kept = await codeOf(page)
  await markByKeys(page, '3')
  await expect(whereMarks(page, 'not sent yet: 1')).toBeVisible()
  await sitwell.restore()
  await page.unrouteAll()
  await page.goto('/office/marking')
  await expect(whereMarks(page, 'All 2 marks are on the server')).toBeVisible()
  await page.getByRole('link', { name: /^Question/ }).click()
  await expect(page.getByText('2 of 3 marked')).toBeVisible()
  await page.getByRole('link', { name: 'My marks' }).click()
  await expect(page.getByRole('row').filter({ hasText: kept })).toContainText('3')
  await expect(page.getByRole('row').filter({ hasText: lost })).toContainText('2')
})

const hostile = [
  '<script>window.top.hacked = 1; document.title = "hacked"</script>',
  '<img src=x onerror="window.top.hacked = 1">',
  '<div style="position:fixed;inset:0;z-index:9999;background:red">covers</div>',
  '<style>body, main { display: none !important }</style>',
  '<a href="javascript:top.hacked=1" autofocus>press</a><iframe src="javascript:top.hacked=1"></iframe>',
  'long '.repeat(40_000),
].join('')

for (const [name, question, part] of [
  ['plain', longText('Why do leaves fall?', { marks: 6 }), undefined],
  ['rich', richEssay, 'a'],
] as const) {
  test(`a ${name} answer that attacks the marker’s browser runs nothing, covers nothing and keeps nobody from marking`, async ({
    page,
    sitwell,
  }) => {
    const world = await sitwell.arrange(essayCollege(question))
    await sitEssay(world, 'ann', hostile, part)
    await openQueue(page, world)
    await settled(page)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await expect(page).not.toHaveTitle('hacked')
    await expect(page.getByRole('radio', { name: '2', exact: true })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByRole('radio', { name: '2', exact: true }).check()
    await markByKeys(page, '2')
    await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()
  })
}

test('the keys of marking are turned off by whoever doesn’t want them; buttons and fields do the same', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(essayCollege())
  await sitEssays(world, 1)
  await arriveInOffice(page, world, { as: 'mara', at: '/my-shortcuts' })
  for (const name of ['Give marks', 'Flag a response', 'Say that a response can’t be marked'])
    await page.getByRole('combobox', { name }).selectOption('Off')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your shortcuts are saved.' })).toBeVisible()
  await page.goto('/office/marking')
  await page.getByRole('link', { name: /^Question/ }).click()
  await expect(response(page)).toBeVisible()
  for (const key of ['2', 'f', 'x']) await page.keyboard.press(key)
  const flag = page.getByRole('button', { name: 'Flag' })
  await expect(flag).not.toHaveAttribute('aria-keyshortcuts')
  await flag.click()
  await expect(flag).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('radio', { name: '2', exact: true }).check()
  await page.getByRole('button', { name: 'Store, next' }).click()
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()
})

// OFFICE-306
test('the page of a marker has no name of a candidate', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(essayCollege())
  for (const username of learners.slice(0, 2)) await sitEssay(world, username, 'An answer')
  const received: string[] = []
  page.on('response', async (answer) => {
    if (answer.url().includes('/office/api/marking/')) received.push(await answer.text().catch(() => ''))
  })
  await openQueue(page, world)
  await markByKeys(page, '1')
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()
  const shown = ((await page.locator('body').textContent()) ?? '') + received.join()
  for (const { firstName, lastName, userGuid } of world.people.filter((one) => one.roles === undefined))
    for (const word of [firstName, lastName, userGuid]) expect(shown).not.toContain(word)
})

test('the marker’s page is usable on phones, in Arabic and in high contrast', async ({ page, sitwell }) => {
  await arriveAtEssays(sitwell, page, 2)
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1024, height: 768 },
  ]) {
    await resize(page, size)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expect(page.getByRole('button', { name: 'Store, next' })).toBeInViewport()
    await expectNoViolations(page)
  }
  await page.getByRole('button', { name: 'Mara Vogt' }).click()
  await page.getByLabel('Colour theme').selectOption('Yellow on Black')
  await page.getByLabel('Language').selectOption({ label: 'العربية' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'حفظ والتالي' })).toBeVisible()
  await expectNoViolations(page)
})
