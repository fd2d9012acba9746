import {
  enterExam,
  exam,
  expect,
  expectNoViolations,
  organisation,
  person,
  radio,
  signInAtLoginPage,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { actedOn, actOnOne } from '../../../../../../e2e/live-acts.ts'
import { owner, signInToOffice } from '../../../../../../e2e/office-people.ts'

const college = (schedule: object = {}) =>
  organisation({
    settings: { OfficeSecondStep: 'off', AllowRemotePause: '1' },
    people: [person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' }), owner()],
    exams: [exam({ name: 'Trees', settings: { examTime: 3600 }, questions: [radio('Which leaf?', ['Ash', 'Beech'], 0)] })],
    schedules: [{ username: 'lena', ...schedule }],
  })

// OFFICE-106
test('what an invigilator does reaches an open page, which says that it has it, and a message once it is confirmed', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  const rowID = world.schedules[0]?.guid ?? ''
  const office = await (await browser.newContext()).newPage()
  await signInToOffice(office, world, '/today', 'owner')
  await enterExam(page, world)

  const added = await actOnOne(office, { kind: 'add-time', seconds: 600 }, rowID)
  await expect(page.getByText('Your invigilator has given you 10 minutes more.')).toBeVisible()
  await expect.poll(async () => (await actedOn(office, added))?.acknowledgedAt).toBeDefined()

  const told = await actOnOne(office, { kind: 'message', text: 'Page 4 has a second side.' }, rowID)
  const message = page.getByRole('region', { name: 'Message from your invigilator' })
  await expect(message.getByText('Page 4 has a second side.')).toBeVisible()
  await expect.poll(async () => (await actedOn(office, told))?.deliveredAt).toBeDefined()
  expect((await actedOn(office, told))?.acknowledgedAt).toBeUndefined()
  await page.reload()
  await expect(message.getByText('Page 4 has a second side.')).toBeVisible()
  await message.getByRole('button', { name: 'I have read this' }).click()
  await expect(message).toHaveCount(0)
  await expect.poll(async () => (await actedOn(office, told))?.acknowledgedAt).toBeDefined()

  const out = await actOnOne(office, { kind: 'evacuate', text: 'Leave the building by the stairs.' }, rowID)
  await expect(page.getByRole('heading', { name: 'Your exam is paused' })).toBeVisible()
  await expect(message.getByText('Leave the building by the stairs.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect.poll(async () => (await actedOn(office, out))?.acknowledgedAt).toBeDefined()
  await office.context().close()
})

// OFFICE-103 OFFICE-107
test('a page that waits for a start hears of a hold and of its release without being loaded again', async ({
  page,
  browser,
  sitwell,
}) => {
  const startDt = new Date(Date.now() + 300_000).toISOString()
  const world = await sitwell.arrange(college({ startDt }))
  const rowID = world.schedules[0]?.guid ?? ''
  const office = await (await browser.newContext()).newPage()
  await signInToOffice(office, world, '/today', 'owner')
  await signInAtLoginPage(page, world)
  const group = (standing: string) => page.locator(`[data-standing=${standing}]`).getByText('Trees')
  await expect(group('coming')).toBeVisible()
  await actOnOne(office, { kind: 'hold-start' }, rowID)
  await expect(group('held')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').getByRole('button', { name: 'Open' })).toHaveCount(0)
  await actOnOne(office, { kind: 'release-start' }, rowID)
  await expect(group('held')).toHaveCount(0)
  await expect(group('coming').or(group('ready'))).toBeVisible()
  await office.context().close()
})

// OFFICE-106 OFFICE-107
test('a message reaches pages that wait for a start, is spoken once, and is confirmed by keys and after a lost connection', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(college({ startDt: new Date(Date.now() + 300_000).toISOString() }))
  const rowID = world.schedules[0]?.guid ?? ''
  const office = await (await browser.newContext()).newPage()
  await signInToOffice(office, world, '/today', 'owner')
  await signInAtLoginPage(page, world)
  await expect(page.locator('[data-standing=coming]').getByText('Trees')).toBeVisible()
  const told = await actOnOne(office, { kind: 'message', text: 'Please take your seats.' }, rowID)
  const message = page.getByRole('region', { name: 'Message from your invigilator' })
  await expect(message.getByText('Please take your seats.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Please take your seats.' })).toHaveCount(1)
  await expect.poll(async () => (await actedOn(office, told))?.deliveredAt).toBeDefined()
  expect((await actedOn(office, told))?.acknowledgedAt).toBeUndefined()
  await expectNoViolations(page)

  await page.route('**/api/**', (route) => route.abort())
  const confirm = message.getByRole('button', { name: 'I have read this' })
  await confirm.focus()
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(message).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await actedOn(office, told))?.acknowledgedAt).toBeUndefined()
  await page.unroute('**/api/**')
  await expect.poll(async () => (await actedOn(office, told))?.acknowledgedAt, { timeout: 15_000 }).toBeDefined()
  await expect(message).toHaveCount(0)

  const out = await actOnOne(office, { kind: 'evacuate', text: 'Leave the building by the stairs.' }, rowID)
  await expect(message.getByText('Leave the building by the stairs.')).toBeVisible()
  await expect(page.locator('[data-standing=held]').getByText('Trees')).toBeVisible()
  await expect.poll(async () => (await actedOn(office, out))?.acknowledgedAt, { timeout: 15_000 }).toBeDefined()
  await office.context().close()
})
