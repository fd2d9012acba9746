import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo, typeInto } from '../../../../e2e/keyboard.ts'
import { markByKeys, openQueue, sitEssay } from '../../../../e2e/marking.ts'
import { signInToOffice } from '../../../../e2e/office-people.ts'
import { arrangeResults, offerTo } from '../../../../e2e/office-results.ts'
import { resize } from '../../../../e2e/settled.ts'

// OFFICE-411
test('one page shows how a result came about, checks what is kept, and takes a note for the file', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrangeResults(sitwell)
  await signInToOffice(page, world, '/results')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const deliveryID = await offerTo(page, world, ['ann'])
  await sitEssay(world, 'ann', 'Because of the light.')
  const marker = await (await browser.newContext()).newPage()
  await openQueue(marker, world)
  await markByKeys(marker, '4')
  await marker.context().close()

  await page.reload()
  await pressOn(page, page.getByRole('link', { name: 'Winter trees' }))
  await pressOn(page, page.getByRole('link', { name: 'Ann Lee' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Ann Lee' })).toBeFocused()
  await expect(page.getByText('The learner is shown no result of this now.')).toBeVisible()
  await expect(page.getByText('4 of 6 marks · 66.67%')).toBeVisible()
  const essay = page.getByRole('row', { name: 'Why do leaves fall?' })
  await expect(essay).toContainText('Marked · 4 marks · Mara Vogt')
  await expectNoViolations(page)

  await pressOn(page, page.getByRole('button', { name: 'Check what is kept' }))
  await expect(page.getByRole('status').filter({ hasText: 'Everything fits together.' })).toBeVisible()
  await expectNoViolations(page)
  const saving = page.waitForEvent('download')
  await pressOn(page, page.getByRole('button', { name: 'Save the replay' }))
  expect((await saving).suggestedFilename()).toMatch(/^replay-\d+\.html$/)
  await expect(page.getByRole('status').filter({ hasText: 'The replay was saved' })).toBeVisible()

  await pressOn(page, page.getByRole('button', { name: 'Show the sitting step by step' }))
  const moments = page.getByRole('slider', { name: 'Moment' })
  const question = page
    .getByRole('group', { name: 'Step by step' })
    .getByRole('listitem')
    .filter({ hasText: 'Why do leaves fall?' })
  await expect(question).toContainText('Nothing yet')
  await tabTo(page, moments)
  await page.keyboard.press('End')
  await expect(moments).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1,/)
  await expect(question).toContainText('Because of the light.')
  await expectNoViolations(page)
  await page.keyboard.press('Home')
  await expect(question).toContainText('Nothing yet')

  const note = page.getByRole('textbox', { name: 'Note for the file, with the reason' })
  await pressOn(page, page.getByRole('button', { name: 'Write the note' }))
  await expect(note).toBeFocused()
  await expect(note).toHaveAccessibleDescription('Fill this in.')
  await expectNoViolations(page)
  await typeInto(page, note, 'The fire alarm rang.')
  await pressOn(page, page.getByRole('button', { name: 'Write the note' }))
  await expect(page.getByRole('status').filter({ hasText: 'The note was written.' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'The fire alarm rang.' })).toContainText('Ada')
  await expectNoViolations(page)

  await page.goto(`/office/live/delivery/${deliveryID}`)
  await pressOn(page, page.getByRole('link', { name: 'Ann Lee' }))
  await pressOn(page, page.getByRole('region', { name: 'Ann Lee' }).getByRole('link', { name: 'How the result comes about' }))
  await expect(page.getByText('4 of 6 marks · 66.67%')).toBeVisible()

  // The pages of the person and of the delivery’s people lead there too.
  await page.goto(`/office/deliveries/${deliveryID}`)
  await pressOn(page, page.getByRole('row').filter({ hasText: 'Ann Lee' }).getByRole('link', { name: 'Evidence' }))
  await expect(page.getByText('4 of 6 marks · 66.67%')).toBeVisible()
  await page.goto(`/office/deliveries/${deliveryID}`)
  await pressOn(page, page.getByRole('link', { name: 'Ann Lee' }))
  await pressOn(page, page.getByRole('link', { name: 'Evidence of this sitting' }).first())
  await expect(page.getByText('4 of 6 marks · 66.67%')).toBeVisible()

  await resize(page, { width: 390, height: 844 })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBe(0)
  await expectNoViolations(page)
})
