import type { Page } from '@playwright/test'
import { expect, expectNoViolations, organisation, person, signInAtLoginPage, test } from '../../../../e2e/fixtures.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next' })
/** The box is drawn over the input that holds its state. */
const tick = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name }).check({ force: true })
const known = () => person({ dateOfBirth: '1990-02-08', learnerIdentifier: 'QQ123456C' })

// RUB-201 RUB-202 RUB-207 RUB-208 NAV-206 NAV-207
test('two boxes to tick, then Next leads to the schedules', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await expect(page.getByRole('heading', { name: 'Welcome', level: 1 })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await expect(next(page)).toBeDisabled()
  await tick(page, 'I confirm that my name is Mina Okafor')
  await expect(next(page)).toBeDisabled()
  await tick(page, 'I confirm that I have read the instructions')
  await expect(next(page)).toBeEnabled()
  await page.getByRole('checkbox', { name: /my name/ }).uncheck({ force: true })
  await expect(next(page)).toBeDisabled()
  await tick(page, /my name/)
  await next(page).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

// RUB-209 RUB-212 RUB-216
test('mode 1: date of birth and identifier are boxes that say them', async ({ page, sitwell }) => {
  const settings = { ConfirmLearnerDOB: '1', ConfirmLearnerIdentifier: '1' }
  const world = await sitwell.arrange(organisation({ people: [known()], settings }))
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await tick(page, /my name/)
  await tick(page, /the instructions/)
  await tick(page, 'I confirm that my date of birth is 8 February 1990')
  await expect(next(page)).toBeDisabled()
  await tick(page, 'I can confirm that my National Insurance Number (NI) is QQ123456C')
  await expect(next(page)).toBeEnabled()
})

// RUB-210 RUB-211 RUB-213 RUB-214 RUB-215
test('mode 2: the learner picks the date of birth and types the identifier, which are compared', async ({ page, sitwell }) => {
  const settings = { ConfirmLearnerDOB: '2', ConfirmLearnerIdentifier: '2' }
  const world = await sitwell.arrange(organisation({ people: [known()], settings }))
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await tick(page, /my name/)
  await tick(page, /the instructions/)
  const date = page.getByLabel('Date of birth')
  await expect(date).toHaveAttribute('type', 'date')
  const noMatch = page.getByText('This isn’t the date of birth that we have.')
  await date.fill('1990-02-09')
  await expect(noMatch).toBeVisible()
  await expect(date).toHaveAccessibleDescription(/This isn’t the date of birth that we have. Please check it.$/)
  await expectNoViolations(page)
  await page.getByLabel('National Insurance Number (NI)').fill('qq 12-34-56 d')
  await date.fill('1990-02-08')
  await expect(noMatch).toBeHidden()
  await expect(page.getByText('This isn’t the National Insurance Number (NI) that we have.')).toBeVisible()
  await expect(next(page)).toBeDisabled()
  await page.getByLabel('National Insurance Number (NI)').fill('qq 12-34-56 c')
  await expect(next(page)).toBeEnabled()
})

// RUB-210 RUB-211
test('mode 2: the date of birth can be typed too, and is not wrong before it is whole', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation({ people: [known()], settings: { ConfirmLearnerDOB: '2' } }))
  await signInAtLoginPage(page, world, { until: 'rubric' })
  const date = page.getByLabel('Date of birth')
  await date.focus()
  const noMatch = page.getByText('This isn’t the date of birth that we have.')
  // The second of February is typed alike in every locale.
  await page.keyboard.type('02021')
  await expect(date).toHaveValue('0001-02-02')
  await expect(noMatch).toHaveCount(0)
  await page.keyboard.type('990')
  await expect(date).toHaveValue('1990-02-02')
  await expect(noMatch).toBeVisible()
})

// RUB-211
test('mode 2: a browser without date fields shows a field for the day, the month and the year', async ({ page, sitwell }) => {
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'type')
    Object.defineProperty(HTMLInputElement.prototype, 'type', {
      ...own,
      get() {
        const type: unknown = own?.get?.call(this)
        return type === 'date' ? 'text' : type
      },
    })
  })
  const world = await sitwell.arrange(organisation({ people: [known()], settings: { ConfirmLearnerDOB: '2' } }))
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await tick(page, /my name/)
  await tick(page, /the instructions/)
  await page.getByLabel('Day').fill('9')
  await page.getByLabel('Month').fill('2')
  await page.getByLabel('Year').fill('1990')
  await expect(page.getByText('This isn’t the date of birth that we have.')).toBeVisible()
  await expect(next(page)).toBeDisabled()
  await page.getByLabel('Day').fill('8')
  await expect(next(page)).toBeEnabled()
})

// RUB-204 RUB-206
test('what the learner’s record lacks is not asked for', async ({ page, sitwell }) => {
  const settings = { ConfirmLearnerDOB: '1', ConfirmLearnerIdentifier: '2' }
  const world = await sitwell.arrange(organisation({ settings }))
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
})

test('typed addresses lead to the rubric until it is confirmed, and from there to where the learner was going', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await signInAtLoginPage(page, world, { until: 'rubric' })
  for (const path of ['/schedules', `/exam/${world.exams[0]?.examGuid}`]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/rubric\?back=/)
  }
  await tick(page, /my name/)
  await tick(page, /the instructions/)
  await next(page).click()
  await expect(page).toHaveURL(/\/exam\/.*\/intro$/)
  await page.goto('/schedules')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL(/\/schedules$/)
})

test('a rubric that can’t be sent says so, and can be sent again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await tick(page, /my name/)
  await tick(page, /the instructions/)
  await page.context().setOffline(true)
  await next(page).click()
  await expect(page.getByText('This could not be sent.')).toBeVisible()
  await page.context().setOffline(false)
  await next(page).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

test('the rubric can be confirmed by keyboard alone', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await expect(page.getByRole('heading', { name: 'Welcome', level: 1 })).toBeFocused()
  for (const key of ['Tab', 'Space', 'Tab', 'Space', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect(page).toHaveURL(/\/schedules$/)
})

for (const theme of ['Default', 'Black on Yellow']) {
  test(`the rubric has no accessibility violation in ${theme}`, async ({ page, sitwell }) => {
    const settings = { ConfirmLearnerDOB: '2', ConfirmLearnerIdentifier: '2' }
    const world = await sitwell.arrange(organisation({ people: [known()], settings }))
    await signInAtLoginPage(page, world, { until: 'rubric' })
    await page.getByLabel('Colour theme').selectOption(theme)
    await expectNoViolations(page)
  })
}
