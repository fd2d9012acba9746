import type { Page } from '@playwright/test'
import { exam, expect, expectNoViolations, organisation, person, radio, signIn, test } from '../../../../e2e/fixtures.ts'
import { owner, signInToOffice } from '../../../../e2e/office-people.ts'
import { settled } from '../../../../e2e/settled.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Accommodations' })
const sizeOf = (page: Page) =>
  page.getByText('Which leaf?').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
const schemeOf = (page: Page) => page.evaluate(() => document.documentElement.style.colorScheme)
const themeOf = (page: Page) => page.getByRole('banner').getByLabel('Colour theme')

// OFFICE-203
test('what is set for somebody by the keyboard is there when their exam opens, said before the start, and theirs to change', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      settings: { OfficeSecondStep: 'off' },
      exams: [exam({ name: 'Trees', questions: [radio('Which leaf?', ['Ash', 'Beech'], 0)] })],
      people: [person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' }), owner()],
      schedules: [{ username: 'lena' }],
    }),
  )
  await signInToOffice(page, world, `/people/${world.people[0]?.userId}`)
  const add = region(page).getByRole('button', { name: 'Add', exact: true })
  await add.focus()
  await page.keyboard.press('Enter')
  const size = page.getByRole('combobox', { name: 'Size of texts' })
  await expect(size).toBeVisible()
  await size.focus()
  await page.keyboard.type('200')
  await expect(size).toHaveValue('200')
  await page.keyboard.press('Tab')
  const colours = page.getByRole('dialog').getByRole('combobox', { name: 'Colours' })
  await expect(colours).toBeFocused()
  await page.keyboard.type('Yellow')
  await expect(colours).toHaveValue('Yellow on Black')
  const opens = page.getByRole('checkbox', { name: 'Also where the exam or the delivery leaves it out' })
  await opens.focus()
  await page.keyboard.press('Space')
  await expect(opens).toBeChecked()
  await page.getByRole('textbox', { name: 'Approved by' }).fill('Dr Vane')
  await page.getByRole('textbox', { name: 'Based on' }).fill('Letter of the school')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Choose what helps with words first.')).toBeVisible()
  await settled(page)
  await expectNoViolations(page)
  const other = page.getByRole('checkbox', { name: 'In another language' })
  await other.focus()
  await page.keyboard.press('Space')
  await expect(other).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  const what =
    'text at 200% · colours: Yellow on Black · help with words: In another language · also where an exam leaves it out'
  await expect(region(page).getByText(what)).toBeVisible()

  const learner = await (await browser.newContext()).newPage()
  await signIn(learner, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(learner.getByText('Large text (200%)')).toBeVisible()
  await expect(learner.getByText('Colours: Yellow on Black')).toBeVisible()
  await expect(themeOf(learner)).toHaveValue('Yellow on Black')
  expect(await schemeOf(learner)).toBe('dark')
  await settled(learner)
  await expectNoViolations(learner)
  await learner.getByRole('button', { name: 'Start' }).click()
  await expect(learner.getByText('Which leaf?')).toBeVisible()
  const large = await sizeOf(learner)
  // Twice the size that a page has.
  expect(large).toBeGreaterThanOrEqual(32)
  await themeOf(learner).selectOption('Default')
  await expect.poll(() => schemeOf(learner)).toBe('light')
  await learner.reload()
  await expect(learner.getByText('Which leaf?')).toBeVisible()
  expect(await sizeOf(learner)).toBe(large)
  await expect(themeOf(learner)).toHaveValue('Default')
  await learner.context().close()
})
