import type { Page } from '@playwright/test'
import { exam, organisation } from '../../../../e2e/arrange.ts'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressEnter } from '../../../../e2e/office.ts'
import { owner, signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'

const essay = {
  ...{ type: 'QUESTIONLTEXT' as const, id: 'why', text: '<p>Why do trees bend?</p>', marks: 4 },
  markScheme: {
    criteria: [
      { id: 'c1', title: 'Argument', maxMarks: 3 },
      { id: 'c2', title: 'Language', maxMarks: 1 },
    ],
    guidance: '<p>Credit any cause.</p>',
  },
}

const college = () =>
  organisation({
    people: [owner(), person(), person({ username: 'audrey', firstName: 'Audrey', lastName: 'Tor', roles: ['auditor'] })],
    exams: [exam({ name: 'Botany', questions: [essay] })],
    settings: { OfficeSecondStep: 'off' },
  })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const scheme = (page: Page) => page.getByRole('region', { name: 'Mark scheme', exact: true })
const criterion = (page: Page, number: number) => page.getByRole('group', { name: `Criterion ${number}`, exact: true })
const effect = (page: Page) => page.getByRole('alertdialog', { name: 'Effect of this change' })

// OFFICE-307
test('a scheme is changed by keyboard, its effect is shown before it is saved, and it is the next version', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await signInToOffice(page, world, `/library/exams/${world.exams[0]?.examGuid}`)
  await pressEnter(page.getByRole('link', { name: 'Mark schemes' }))
  await expect(heading(page, 'Mark schemes of Botany, version 1')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Question 1' })).toContainText('Version 1 · criteria: 2')
  await expectNoViolations(page)
  await pressEnter(page.getByRole('link', { name: 'Question 1' }))
  await expect(heading(page, 'Question 1 of Botany')).toBeVisible()
  await expect(scheme(page)).toContainText('Credit any cause.')
  await expectNoViolations(page)

  await pressEnter(page.getByRole('button', { name: 'Change the mark scheme' }))
  await expect(criterion(page, 2)).toBeVisible()
  await pressEnter(page.getByRole('button', { name: 'Add a criterion' }))
  const title = criterion(page, 3).getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  await page.keyboard.type('Use of sources')
  await criterion(page, 3).getByRole('textbox', { name: 'Most marks' }).fill('1,5')
  await pressEnter(page.getByRole('button', { name: 'Show the effect' }))
  const first = criterion(page, 1).getByRole('textbox', { name: 'Most marks' })
  await expect(first).toBeFocused()
  await expect(criterion(page, 1)).toContainText('The best response gets 5.5 by these criteria, and the question has 4.')
  await first.fill('1.5')
  await pressEnter(page.getByRole('button', { name: 'Move criterion 3 up' }))
  await expect(criterion(page, 2).getByRole('textbox', { name: 'Title' })).toHaveValue('Use of sources')
  await expect(criterion(page, 2).getByRole('textbox', { name: 'Title' })).toBeFocused()
  await expectNoViolations(page)

  await pressEnter(page.getByRole('button', { name: 'Show the effect' }))
  await expect(effect(page)).toContainText('It changes what markers can give.')
  await expect(effect(page)).toContainText('There are no responses yet.')
  await expectNoViolations(page)
  await effect(page).getByRole('textbox', { name: 'Reason' }).fill('Sources count too')
  await pressEnter(effect(page).getByRole('button', { name: 'Save as a new version' }))
  await expect(page.getByRole('status').filter({ hasText: 'Version 2 is saved.' })).toBeVisible()
  await expect(scheme(page).getByRole('row')).toHaveCount(4)
  await expect(scheme(page)).toContainText('Sources count too')
  await expect(scheme(page)).toContainText('Credit any cause.')
  await expect(page.getByRole('region', { name: 'Earlier versions' })).toContainText('Version 1 · came with the exam')
})

// OFFICE-307
test('if responses are marked, whoever saves says what becomes of them', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  const responses = { marked: 12, unsettled: 1, waiting: 3 }
  await page.route('**/office/api/mark-schemes/preview', (route) =>
    route.fulfill({ json: { change: 'texts', responses, removed: [], asOf: '2026-12-03T09:00:00.000Z' } }),
  )
  await signInToOffice(page, world, `/library/exams/${world.exams[0]?.examGuid}/schemes/why?version=1`)
  await page.getByRole('button', { name: 'Change the mark scheme' }).click()
  await criterion(page, 2).getByRole('textbox', { name: 'Title' }).fill('Clarity')
  await page.getByRole('button', { name: 'Show the effect' }).click()
  await expect(effect(page)).toContainText('It changes words alone')
  await expect(effect(page)).toContainText('Responses that are marked: 12')
  await effect(page).getByRole('textbox', { name: 'Reason' }).fill('Clearer')
  await expect(effect(page).getByRole('button', { name: 'Save as a new version' })).toBeDisabled()
  await effect(page).getByRole('combobox').selectOption({ label: 'They return to the queue and are marked again' })
  await expectNoViolations(page)
  const sent = page.waitForRequest('**/office/api/mark-schemes/change')
  await effect(page).getByRole('button', { name: 'Save as a new version' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ basedOn: 1, marked: 'return', reason: 'Clearer' })
  await expect(page.getByRole('status').filter({ hasText: 'Version 2 is saved.' })).toBeVisible()
})

// OFFICE-307
test('what somebody else saved meanwhile is shown beside what was typed, which stays', async ({ page, browser, sitwell }) => {
  const world = await sitwell.arrange(college())
  const path = `/library/exams/${world.exams[0]?.examGuid}/schemes/why?version=1`
  const change = async (one: Page, name: string) => {
    await signInToOffice(one, world, path)
    await one.getByRole('button', { name: 'Change the mark scheme' }).click()
    await criterion(one, 1).getByRole('textbox', { name: 'Title' }).fill(name)
  }
  const save = async (one: Page) => {
    await one.getByRole('button', { name: 'Show the effect' }).click()
    await effect(one).getByRole('textbox', { name: 'Reason' }).fill('Better')
    await effect(one).getByRole('button', { name: 'Save as a new version' }).click()
  }
  await change(page, 'Mine')
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  await change(other, 'Theirs')
  await save(other)
  await expect(other.getByRole('status').filter({ hasText: 'Version 2 is saved.' })).toBeVisible()
  await context.close()
  await page.getByRole('button', { name: 'Show the effect' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody saved version 2 meanwhile.' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Theirs' })).toBeVisible()
  await expect(criterion(page, 1).getByRole('textbox', { name: 'Title' })).toHaveValue('Mine')
  await expectNoViolations(page)
  await save(page)
  await expect(page.getByRole('status').filter({ hasText: 'Version 3 is saved.' })).toBeVisible()
})

test('whoever only reads exams changes no scheme', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await signInToOffice(page, world, `/library/exams/${world.exams[0]?.examGuid}/schemes/why?version=1`, 'audrey')
  await expect(scheme(page)).toContainText('Credit any cause.')
  await expect(page.getByRole('button', { name: 'Change the mark scheme' })).toHaveCount(0)
  await page.goto('/office/library/exams/nowhere/schemes/why')
  await expect(page.getByRole('alert').filter({ hasText: 'There is no such question' })).toBeVisible()
  await expectNoViolations(page)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar', viewport: { width: 390, height: 844 } })

  test('a scheme can be changed on a phone', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(college())
    await signInInAnyLanguage(page, world, `/library/exams/${world.exams[0]?.examGuid}/schemes/why?version=1`)
    await page.getByRole('button', { name: 'تغيير نظام التصحيح' }).click()
    await expect(page.getByRole('group', { name: 'المعيار 1', exact: true })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBeLessThanOrEqual(0)
    await expectNoViolations(page)
  })
})
