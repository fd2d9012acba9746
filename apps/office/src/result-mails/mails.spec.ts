import type { Page } from '@playwright/test'
import { exam, organisation, person, type World } from '../../../../e2e/arrange.ts'
import { expect, expectNoViolations, type Sitwell, test } from '../../../../e2e/fixtures.ts'
import { tabTo } from '../../../../e2e/keyboard.ts'
import { owner, signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'
import { resize, settled } from '../../../../e2e/settled.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Mails about results' }).locator('tbody tr[data-key]')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const status = (page: Page, said: string) => page.getByRole('status').filter({ hasText: said })

const addressOf = (world: World, username: string) => `${username}-${world.orgId}@mail.example`

const arrangeMails = (sitwell: Sitwell): Promise<World> =>
  sitwell.arrange(
    organisation({
      people: [
        owner(),
        person({ username: 'mina', firstName: 'Mina', lastName: 'Okafor' }),
        person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' }),
      ],
      exams: [exam({ name: 'Hygiene' })],
      schedules: [],
      settings: { OfficeSecondStep: 'off' },
    }),
  )

/** Posts a call of the page's session. */
const post = (page: Page, path: string, body: object): Promise<unknown> =>
  page.evaluate(
    async ([to, given]) => {
      const base = '/office/api/'
      const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
      const headers = { 'content-type': 'application/json', 'sitwell-office-session': sessionId }
      return (await fetch(base + to, { method: 'POST', headers, body: JSON.stringify(given) })).json()
    },
    [path, body] as const,
  )

/** A delivery for everybody, by calls of the page's session. Answers its id. */
const addDelivery = async (page: Page, world: World): Promise<string> => {
  const [{ examGuid } = { examGuid: '' }] = world.exams
  const added = await post(page, 'deliveries/add', {
    ...{ name: 'Hygiene in winter', examGuid, examVersion: 1, zone: 'Europe/London', rooms: [], entries: [] },
    window: { opens: '2090-12-03T09:30', closes: '2090-12-03T12:00' },
    rules: { passwords: 'none', proctoring: 'exam', safeExamBrowser: 'exam', supports: 'exam', release: 'exam' },
  })
  // Boundary: the reply of officeAddDelivery.
  return (added as { delivery: { deliveryID: string } }).delivery.deliveryID
}

/** The list as it is now, which it says by itself only when it is read. */
const readUntil = async (page: Page, state: string, count: number) =>
  expect(async () => {
    await page.reload()
    await expect(rows(page).filter({ hasText: state })).toHaveCount(count, { timeout: 2000 })
  }).toPass()

// OFFICE-501
test('staff see which mails about results got through, and send the others again once there is an address', async ({
  page,
  sitwell,
}) => {
  const world = await arrangeMails(sitwell)
  await signInToOffice(page, world)
  const deliveryID = await addDelivery(page, world)
  const at = `/office/results/${deliveryID}/mails`
  await page.goto(at)
  await expect(heading(page, 'Mails: Hygiene in winter')).toBeFocused()
  await expect(page.getByText('No mail was queued.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nothing to send again' })).toBeDisabled()
  await expectNoViolations(page)

  // Nobody has an address yet.
  await sitwell.queueMails(world, deliveryID, 1, ['mina', 'lena'])
  await sitwell.sendMails()
  await readUntil(page, 'Undeliverable', 2)
  await expect(rows(page).first()).toContainText('There is no e-mail address.')
  await expectNoViolations(page)
  const path = await rows(page).filter({ hasText: 'Mina Okafor' }).getByRole('link').getAttribute('href')
  const userID = Number(path?.split('/').at(-1))
  await post(page, 'people/change', { userID, version: 1, email: addressOf(world, 'mina') })
  const again = page.getByRole('button', { name: 'Send 2 again' })
  await tabTo(page, again)
  await page.keyboard.press('Enter')
  await expect(status(page, '2 mails wait to be sent again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nothing to send again' })).toBeDisabled()
  await expect(rows(page).filter({ hasText: 'Waiting' })).toHaveCount(2)
  await sitwell.sendMails()
  await expect.poll(async () => (await sitwell.mailsTo(addressOf(world, 'mina'))).length).toBe(1)
  const [mail] = await sitwell.mailsTo(addressOf(world, 'mina'))
  expect(mail?.text).toContain('Hygiene in winter')
  await readUntil(page, 'Sent', 1)
  await expect(rows(page).first()).toContainText('Lena Lind')
  await page.getByRole('button', { name: /^Sent/ }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Mina Okafor')
  await expect(page.getByRole('combobox', { name: 'Result set' })).toHaveCount(0)
  await sitwell.queueMails(world, deliveryID, 2, ['lena'])
  await page.goto(at)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('combobox', { name: 'Result set' }).selectOption('Set 2')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Lena Lind')
  await expect(page).toHaveURL(/set=2/)
  await resize(page, { width: 390, height: 844 })
  await settled(page)
  await expectNoViolations(page)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('the list of mails fits a phone, and reads from right to left', async ({ page, sitwell }) => {
    const world = await arrangeMails(sitwell)
    await page.setViewportSize({ width: 390, height: 844 })
    await signInInAnyLanguage(page, world, '/people')
    const deliveryID = await addDelivery(page, world)
    await sitwell.queueMails(world, deliveryID, 1, ['mina', 'lena'])
    await page.goto(`${world.origin}/office/results/${deliveryID}/mails`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByText('Lena Lind')).toBeVisible()
    await settled(page)
    await expectNoViolations(page)
  })
})
