import { expect, organisation, test } from '../../../e2e/fixtures.ts'

test.use({ hasSmallApp: true })

test('an app of a few lines on the shared packages signs somebody in below its own path, calls the server and signs out', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await page.goto(`/office${world.loginPath}`)
  await page.getByRole('textbox', { name: 'Username' }).fill('learner')
  await page.getByLabel('Password').fill('learner')
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/office/sign-ins')
  await expect(page.getByTestId('sign-ins')).toHaveText('1')

  // Loaded again, somebody is still signed in; an address without a page of its own shows the only page.
  await page.reload()
  await expect(page.getByTestId('sign-ins')).toHaveText('1')
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith('sitwell.small.')))).toEqual([])

  await page.getByRole('button', { name: 'Log off' }).press('Enter')
  await expect(page).toHaveURL((url) => url.pathname === '/office/login' && url.search !== '')
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('sitwell.small.tokens'))).toBeNull()
})

test('the small app says that the server is away, and starts once it is back', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.route('**/config.json', (route) => route.abort())
  await page.goto(`/office${world.loginPath}`)
  await expect(page.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
  await page.unroute('**/config.json')
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
})
