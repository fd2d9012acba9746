import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { essayCollege, sitEssays } from '../../../../e2e/marking.ts'
import { arriveInOffice } from '../../../../e2e/office.ts'

test('an exams officer says who marks a question; others find it in their queues no more', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(essayCollege())
  await arriveInOffice(page, world, { as: 'owner', at: '/marking/markers' })
  await expect(page.getByText('There is nothing to mark yet.')).toBeVisible()
  await expectNoViolations(page)
  await sitEssays(world, 1)
  await page.reload()
  await page.getByRole('link', { name: 'Trees, version 1' }).click()
  await expect(page.getByText('Everybody who may mark here')).toBeVisible()
  await expect(page.getByText('0 of 1 marked')).toBeVisible()
  await expectNoViolations(page)
  const change = page.getByRole('button', { name: 'Change who marks: Question 1: Why do leaves fall?' })
  await change.click()
  const dialog = page.getByRole('dialog', { name: 'Who marks “Question 1: Why do leaves fall?”?' })
  await dialog.getByRole('checkbox', { name: 'Noel Byrne' }).check()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Saved: Question 1: Why do leaves fall?' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Noel Byrne$/ })).toBeVisible()
  await expectNoViolations(page)

  const mara = await (await browser.newContext()).newPage()
  await arriveInOffice(mara, world, { as: 'mara', at: '/marking' })
  await expect(mara.getByText('There is nothing for you to mark yet.', { exact: false })).toBeVisible()
  await expect(mara.getByRole('link', { name: 'Who marks what' })).toHaveCount(0)
  await mara.context().close()
  const noel = await (await browser.newContext()).newPage()
  await arriveInOffice(noel, world, { as: 'noel', at: '/marking' })
  await expect(noel.getByRole('link', { name: 'Question 1: Why do leaves fall?' })).toBeVisible()
  await noel.context().close()
})

test('of two people who change who marks a question, the second one is told', async ({ page, context, sitwell }) => {
  const world = await sitwell.arrange(essayCollege())
  await sitEssays(world, 1)
  await arriveInOffice(page, world, { as: 'owner', at: '/marking/markers' })
  await page.getByRole('link', { name: 'Trees, version 1' }).click()
  const change = /^Change who marks/
  await expect(page.getByRole('button', { name: change })).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  for (const [tab, name] of [
    [page, 'Noel Byrne'],
    [other, 'Mara Vogt'],
  ] as const) {
    await tab.getByRole('button', { name: change }).click()
    await tab.getByRole('dialog').getByRole('checkbox', { name }).check()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile.' })).toBeVisible()
})
