import type { Page } from '@playwright/test'
import { officeAccommodations, officeAddAccommodation } from '@sitwell/contract'
import { exam, expect, expectNoViolations, organisation, person, signIn, test, type World } from '../../../../e2e/fixtures.ts'
import { owner, signInToOffice } from '../../../../e2e/office-people.ts'

const trees = (examTime: number) => exam({ name: 'Trees', settings: { examTime } })

/** Arranges an owner, an IT administrator, and a learner with one exam of the given number of seconds. */
const college = (examTime = 3600) =>
  organisation({
    settings: { OfficeSecondStep: 'off' },
    exams: [trees(examTime)],
    people: [
      person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' }),
      owner(),
      person({ username: 'ivan', firstName: 'Ivan', lastName: 'Tal', roles: ['it-administrator'] }),
    ],
    schedules: [{ username: 'lena' }],
  })

const region = (page: Page) => page.getByRole('region', { name: 'Accommodations' })
const notice = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const pathOfLena = (world: World) => `/people/${world.people.find(({ username }) => username === 'lena')?.userId}`

const openLena = async (page: Page, world: World, as = 'owner') => {
  await signInToOffice(page, world, pathOfLena(world), as)
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
}

const fill = async (
  page: Page,
  { percent, basis = 'Letter of the school' }: { readonly percent: string; readonly basis?: string },
) => {
  await page.getByRole('textbox', { name: 'Extra time in percent' }).fill(percent)
  await page.getByRole('textbox', { name: 'Approved by' }).fill('Dr Vane')
  await page.getByRole('textbox', { name: 'Based on' }).fill(basis)
}

const add = async (page: Page, percent: string) => {
  await region(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Add an accommodation for Lena Lind' })).toBeVisible()
  await fill(page, { percent })
  await page.getByRole('button', { name: 'Save' }).click()
}

// OFFICE-203
test('extra time is entered once, is shown in minutes for each exam, and the learner reads which are theirs before the start', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await openLena(page, world)
  await expect(region(page).getByText('None.')).toBeVisible()
  await add(page, '25')
  await expect(notice(page, 'Saved.')).toBeVisible()
  await expect(region(page).getByText('25% more time', { exact: true })).toBeVisible()
  await expect(region(page).getByText('75 minutes, 15 of them theirs')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happened' }).getByText('Accommodation added')).toBeVisible()
  await expectNoViolations(page)

  const learner = await (await browser.newContext()).newPage()
  await signIn(learner, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(learner.getByText('75 minutes, 15 of them yours')).toBeVisible()
  await learner.getByRole('button', { name: 'Start' }).click()
  await expect(learner.getByRole('timer')).toHaveText(/^7[45]m/)
  await learner.context().close()
})

// OFFICE-110
test('what is approved, changed and withdrawn in the middle of an exam is there on its open page, without a reload', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(college(1200))
  const learner = await (await browser.newContext()).newPage()
  await signIn(learner, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(learner.getByText('20 minutes', { exact: true })).toBeVisible()
  await learner.getByRole('button', { name: 'Start' }).click()
  await expect(learner.getByRole('timer')).toHaveText(/^(20|19)m/)
  await openLena(page, world)
  await add(page, '50')
  await expect(notice(page, 'The time of 1 exam under way was changed.')).toBeVisible()
  await expect(learner.getByRole('timer')).toHaveText(/^(30|29|28)m/)
  await expect(learner.getByText('Your time was made longer: 10 minutes more.')).toBeVisible()

  await region(page).getByRole('button', { name: 'Change: 50% more time' }).click()
  await page.getByRole('textbox', { name: 'Extra time in percent' }).fill('25')
  await page.getByRole('button', { name: 'Save' }).click()
  const why = page.getByRole('textbox', { name: 'Reason for the change' })
  await expect(why).toBeFocused()
  await expect(why).toHaveAccessibleDescription('Write something here.')
  await why.fill('The letter says a quarter.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(notice(page, 'The time of 1 exam under way was changed.')).toBeVisible()
  await expect(learner.getByRole('timer')).toHaveText(/^(25|24|23)m/)
  await expect(learner.getByText('Your time was made shorter: 5 minutes less.')).toBeVisible()

  await region(page).getByRole('button', { name: 'Withdraw: 25% more time' }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('It was of somebody else.')
  await expectNoViolations(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(notice(page, 'Withdrawn.')).toBeVisible()
  await expect(learner.getByRole('timer')).toHaveText(/^(20|19|18)m/)
  await expect(region(page).getByText('Reason: It was of somebody else.')).toBeVisible()
  await region(page).getByText('2 earlier versions').click()
  await expect(region(page).getByText('Reason: The letter says a quarter.')).toBeVisible()
  await expect(region(page).getByRole('button', { name: /Change/ })).toHaveCount(0)
  await learner.context().close()
})

test('of two who change one the second chooses field by field, and what gets no answer stays in the form', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await openLena(page, world)
  await page.route(`**/${officeAddAccommodation.path}`, (route) => route.abort())
  await add(page, '25')
  await expect(page.getByRole('alert').filter({ hasText: 'The server did not answer' })).toBeVisible()
  await page.unroute(`**/${officeAddAccommodation.path}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(region(page).getByText('25% more time', { exact: true })).toBeVisible()

  const other = await context.newPage()
  await other.goto(page.url())
  const change = { name: 'Change: 25% more time' }
  await region(page).getByRole('button', change).click()
  await page.getByRole('textbox', { name: 'Extra time in percent' }).fill('30')
  await page.getByRole('textbox', { name: 'Reason for the change' }).fill('A new letter')
  await region(other).getByRole('button', change).click()
  await other.getByRole('textbox', { name: 'Extra time in percent' }).fill('40')
  await other.getByRole('textbox', { name: 'Reason for the change' }).fill('Another letter')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(region(other).getByText('40% more time', { exact: true })).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Save' }).click()
  const choice = page.getByRole('group', { name: 'Extra time in percent: which counts?' })
  await expect(choice).toBeVisible()
  await expectNoViolations(page)
  await choice.getByRole('radio', { name: 'Yours: 30' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(region(page).getByText('30% more time', { exact: true })).toBeVisible()
  await expect(region(page).getByText('2 earlier versions')).toBeVisible()
})

test('what is wrong is said at its field, and a list that does not load is read again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await page.route(`**/${officeAccommodations.path}?*`, (route) => route.abort())
  await openLena(page, world)
  await expect(region(page).getByRole('alert')).toHaveText('The accommodations could not be loaded.')
  await expectNoViolations(page)
  await page.unroute(`**/${officeAccommodations.path}?*`)
  await region(page).getByRole('button', { name: 'Try again' }).click()
  await expect(region(page).getByText('None.')).toBeVisible()
  await region(page).getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('textbox', { name: 'Extra time in percent' }).fill('25')
  await page.getByRole('textbox', { name: 'Or extra time in minutes' }).fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  const percent = page.getByRole('textbox', { name: 'Extra time in percent' })
  await expect(percent).toBeFocused()
  await expect(percent).toHaveAccessibleDescription(/Give extra time in percent or in minutes, and not both\./)
  await expect(page.getByRole('textbox', { name: 'Approved by' })).toHaveAccessibleDescription('Write something here.')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(region(page).getByRole('button', { name: 'Add', exact: true })).toBeFocused()
})

test('an IT administrator sees nothing of accommodations', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await openLena(page, world, 'ivan')
  await expect(region(page)).toHaveCount(0)
})
