import { expect, expectNoViolations, openExam, organisation, person, signIn, startExam, test } from '../../../e2e/fixtures.ts'

// THEME-106 THEME-107
test('an organisation brings its own colours and themes; organisation 33 has its buttons in the secondary colour', async ({
  page,
  sitwell,
}) => {
  const own = { primaryColour: '#7a1f5c', secondaryColour: '#14324f', themes: { Harbour: { primary: '#0b4f3f' } } }
  const submit = page.locator('form button[type="submit"]')
  for (const [orgId, colour] of [
    [undefined, 'rgb(122, 31, 92)'],
    [33, 'rgb(20, 50, 79)'],
  ] as const) {
    const spec = organisation({ organisation: own, ...(orgId === undefined ? {} : { orgId }) })
    const world = await sitwell.arrange(spec)
    await page.goto(world.loginPath)
    await page.getByLabel('Username').fill('learner')
    await page.getByLabel('Password').fill('learner')
    await expect(submit).toHaveCSS('background-color', colour)
  }
  const themes = page.getByLabel('Colour theme')
  await expect(themes.locator('option').last()).toHaveText('Harbour')
  await themes.selectOption('Harbour')
  await expectNoViolations(page)
})

test('each person finds the theme that they chose in this browser, and the login page the one chosen there', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ people: [person(), person({ username: 'second' })] }))
  const themes = page.getByLabel('Colour theme')
  const [first, second = first] = world.people
  await signIn(page, world, { as: first })
  await themes.selectOption('White on Black')
  await page.getByRole('button', { name: 'Log off' }).click()
  await page.getByLabel('Username').waitFor()
  await expect(themes).toHaveValue('Default')
  await signIn(page, world, { as: second })
  await expect(themes).toHaveValue('Default')
  await signIn(page, world, { as: first })
  await expect(themes).toHaveValue('White on Black')
  await page.reload()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
})

test('who told their system that they want a dark screen, or more contrast, has it until they choose a theme', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  const themes = page.getByLabel('Colour theme')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(world.loginPath)
  await expect(themes).toHaveValue('White on Black')
  await page.emulateMedia({ colorScheme: 'light', contrast: 'more' })
  await expect(themes).toHaveValue('Black on White')
  await themes.selectOption('Default')
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' })
  await page.reload()
  await expect(themes).toHaveValue('Default')
})

test('the system’s own colours and its wish for less motion are kept', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto(world.loginPath)
  await page.getByLabel('Username').fill('learner')
  await page.getByLabel('Password').fill('wrong')
  const submit = page.locator('form button[type="submit"]')
  // In forced colours a fill is gone: the edge alone says that this is a button, and the ring that it has the focus.
  await expect(submit).toHaveCSS('border-style', 'solid')
  const edge = await submit.evaluate((button) => {
    const { borderTopColor, backgroundColor } = getComputedStyle(button)
    return { borderTopColor, backgroundColor }
  })
  expect(edge.borderTopColor).not.toBe(edge.backgroundColor)
  await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  await expect(submit).toHaveCSS('outline-style', 'solid')
  await expect(page.getByTestId('sign-in')).toHaveCSS('animation-duration', '1e-05s')
  await submit.click()
  await expect(page.getByText('don’t match')).toBeVisible()
  await expectNoViolations(page)
})

test('where less motion is asked for, all of a page has a theme’s colours at once', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, world)
  await openExam(page, world.exams[0] ?? { name: '' })
  await startExam(page)
  // Whatever inherits a colour would take it on a frame after its parent did, if that took any time.
  const late = await page.getByLabel('Colour theme').evaluate((list) => {
    if (!(list instanceof HTMLSelectElement)) throw new Error('no list')
    const elements = [...document.querySelectorAll('article *')]
    const colours = () => elements.map((element) => getComputedStyle(element).color)
    const before = colours()
    list.value = 'White on Black'
    list.dispatchEvent(new Event('change', { bubbles: true }))
    return { same: colours().filter((colour, at) => colour === before[at]).length, moving: document.getAnimations().length }
  })
  expect(late.moving).toBe(0)
  expect(late.same).toBe(0)
})
