import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoViolations, organisation, person, test } from '../../../../e2e/fixtures.ts'
import { arriveInOffice, college, giveCredentials, openSignIn, password, pressEnter, spoken } from '../../../../e2e/office.ts'

const code = (page: Page) => page.getByLabel('Code', { exact: true })
const shownCodes = (page: Page) => page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')

test('a code comes by text message, to a number that the page doesn’t show, and a wrong code is told', async ({
  page,
  sitwell,
}) => {
  const phone = '+44 7700 900777'
  const world = await sitwell.arrange(
    organisation({
      settings: { 'MFA Providers': 'textmessage' },
      people: [person({ username: 'olwen', firstName: 'Olwen', lastName: 'Price', roles: ['owner'], phone })],
      schedules: [],
    }),
  )
  await openSignIn(page, world)
  await giveCredentials(page, 'olwen')
  await expect(page.getByText('We will send a code to your phone.', { exact: true })).toBeVisible()
  await expect(page.getByText(phone)).toHaveCount(0)
  await expectNoViolations(page)
  await pressEnter(page.getByRole('button', { name: 'Send me a code' }))
  await expect(page.getByText(/^We have sent a code/)).toBeVisible()
  await expect.poll(async () => (await sitwell.mailsTo(phone)).length).toBe(1)
  await code(page).fill('1')
  await pressEnter(code(page))
  await expect(spoken(page)).toHaveText('That code isn’t right. Please type the newest one.')
  await expect(code(page)).toBeFocused()
  const [message] = await sitwell.mailsTo(phone)
  await code(page).fill(message?.code ?? '')
  await pressEnter(code(page))
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await expect(shownCodes(page)).toHaveCount(10)
})

test('recovery codes are copied, downloaded and printed, a code a line and with nothing else', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world, { at: '/my-recovery-codes' })
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make new recovery codes?' })
  await password(page).fill('olwen')
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await expect(shownCodes(page)).toHaveCount(10)
  const codes = await shownCodes(page).allTextContents()

  await page.evaluate(() => {
    const kept: string[] = []
    Object.assign(window, { kept })
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void kept.push(text) },
    })
    Object.defineProperty(window, 'print', { configurable: true, value: () => void kept.push('printed') })
  })
  // Boundary: what the page above keeps.
  const kept = () => page.evaluate(() => (window as unknown as { kept: string[] }).kept)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copied.', { exact: true })).toBeVisible()
  expect(await kept()).toEqual([`${codes.join('\n')}\n`])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toBe(`${codes.join('\n')}\n`)

  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(kept).toContain('printed')
  await page.emulateMedia({ media: 'print' })
  await expect(shownCodes(page).first()).toBeVisible()
  for (const name of ['Copy', 'Print', 'Download', 'Continue'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // The browser may forbid it: then the codes are still there to be selected.
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new Error('forbidden')) },
    }),
  )
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('The browser does not allow copying here.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('checkbox', { name: 'I have stored these codes' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
})
