import type { Locator } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  openLoginPage,
  organisation,
  person,
  signIn,
  startExam,
  test,
} from '../../../../../e2e/fixtures.ts'
import { installedVersion } from '../../../../../e2e/installed-version.ts'
import { makeCourse } from '../../../../../e2e/make-course.ts'
import { sessionOf } from '../../../../../e2e/session-of.ts'
import { resize } from '../../../../../e2e/settled.ts'

const logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

// BAR-101 BAR-102 BAR-103 BAR-104 BAR-106 BAR-107 BAR-110 BAR-111 BAR-301 BAR-302 BAR-304 BAR-305 BAR-307 BAR-308 BAR-311 BAR-312
test('the bar has logo, title, welcome, themes, version and the way out; a phone gets an icon for it', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ organisation: { appBarLogo: logo } }))
  await signIn(page, world)
  const bar = page.getByRole('banner')
  expect((await bar.boundingBox())?.height).toBe(48)
  expect((await bar.getByRole('img').boundingBox())?.height).toBe(36)
  await expect(bar.getByText('Your schedule')).toBeVisible()
  await expect(bar.getByText('Welcome Mina Okafor')).toBeVisible()
  await expect(bar.getByLabel('Colour theme')).toBeVisible()
  await expect(bar.getByTestId('version')).toHaveText(installedVersion)
  await expect(bar.getByText('Log off')).toBeVisible()
  await resize(page, { width: 390, height: 844 })
  await expect(bar.getByText('Log off')).toBeHidden()
  await expect(bar.getByRole('button', { name: 'Log off' })).toBeVisible()
  expect((await bar.boundingBox())?.height).toBe(48)
})

// AUTH-134 AUTH-135 AUTH-137
test('logging off tells the server, forgets the session and goes to the organisation’s login page', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  const request = page.waitForRequest((request) => request.url().includes('/Session/logout'))
  await page.getByRole('button', { name: 'Log off' }).click()
  expect(new URL((await request).url()).searchParams.get('userGUID')).toBe(world.people[0].userGuid)
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  await page.getByLabel('Username').waitFor()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /user|tokens/.test(key)))).toEqual([])
  await page.goto('/schedules')
  await expect(page).toHaveURL(/\/login\?/)
})

// START-145 START-146
test('a reload keeps the session and the page', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await page.reload()
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  await expect(page).toHaveURL(/\/schedules$/)
})

// AUTH-141 AUTH-142 AUTH-143 AUTH-144 ERR-207 ERR-208 ERR-209 API-107 API-227 API-228
test('a second sign-in closes this one with a dialog that has one way on', async ({ page, browser, sitwell }) => {
  const messages = [
    { id: 'doubleLogin.title', languageId: 1, text: 'Signed in twice' },
    { id: 'doubleLogin.text', languageId: 1, text: 'This window is closed.' },
  ]
  const world = await sitwell.arrange(organisation({ messages }))
  await signIn(page, world)
  // Whatever the first still asked for would be told of the second too.
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  await expect(page.getByTestId('server-clock').locator('time')).toBeVisible()
  const other = await browser.newPage({ baseURL: sitwell.origin })
  await signIn(other, world)
  await other.close()

  await page.getByRole('button', { name: 'Reload' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Signed in twice' })
  await expect(dialog.getByText('This window is closed.')).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  // Behind it stands what stood there before.
  await expect(page.getByTestId('network-error')).toHaveCount(0)
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)
  const request = page.waitForRequest((request) => request.url().includes('/Session/abandon'))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect(new URL((await request).url()).searchParams.get('reason')).toBe('Double-Login')
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /user|tokens|external/.test(key)))).toEqual([])
  await page.goto('/schedules')
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
})

// NAV-118
test('somebody without a session is sent to the login page of the organisation last used here', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await openLoginPage(page, world)
  await page.goto('/rubric')
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('the address of an exam leads to the sign-in of its organisation in a browser that remembers nothing', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  await expect(page.getByLabel('Username')).toBeVisible()
})

// START-110 START-111 ERR-120
test('an address of no organisation says so', async ({ page }) => {
  await page.goto('/login?nobody-has-this')
  await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible()
  await expect(page.getByText("Please use your client's login address")).toBeVisible()
  await expectNoViolations(page)
})

// NAV-112
test('an unknown path of the signed-in area says so inside it, and leads back', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeFocused()
  await page.getByRole('button', { name: 'Go to my assessments' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

// START-117 ERR-116 ERR-123
test('a configuration that does not load is the initialisation error, with Retry', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  let isAway = true
  let letGo: () => void = () => {}
  const pressed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/config.json', async (route) => {
    if (isAway) return route.abort()
    await pressed
    await route.continue()
  })
  await page.goto(world.loginPath)
  await expect(page.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
  // The page asks by itself too, every few seconds: its answer would take the button away before it is pressed.
  isAway = false
  await page.getByRole('button', { name: 'Retry' }).click()
  letGo()
  await expect(page.getByLabel('Username')).toBeVisible()
})

// START-118
test('messages that do not load are the initialisation error too', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.route('**/Messages/list', (route) => route.abort())
  await page.goto(world.loginPath)
  await expect(page.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
})

test('an initialisation error stays as it is being read while the page tries again by itself, and goes once that succeeds', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  let isAway = true
  let asked = 0
  await page.route('**/Messages/list', (route) => {
    asked += 1
    return isAway ? route.abort() : route.continue()
  })
  await page.clock.install()
  await page.goto(world.loginPath)
  const card = page.getByTestId('network-error')
  const passTime = async (isThere: () => Promise<boolean>) =>
    expect(async () => {
      await page.clock.runFor(5000)
      expect(await isThere()).toBe(true)
    }).toPass()
  await passTime(() => card.isVisible())
  const first = await card.elementHandle()
  const more = card.getByRole('button', { name: 'Additional information' })
  await more.press('Enter')
  const askedBefore = asked
  await passTime(async () => asked > askedBefore + 3)
  expect(await first?.isVisible()).toBe(true)
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(more).toBeFocused()
  isAway = false
  await passTime(() => page.getByLabel('Username').isVisible())
  await expect(card).toHaveCount(0)
})

// START-109
test('while the app starts it says so', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/config.json', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(world.loginPath)
  await expect(page.getByText('Initializing your app')).toBeVisible()
  letGo()
  await expect(page.getByLabel('Username')).toBeVisible()
})

// START-112 START-113 START-114 START-116 START-143 ERR-121
test('an unsupported browser is told which ones are supported', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  const supportedBrowsers = [
    { name: 'firefox', display: 'Firefox', include: ['>100'], exclude: ['=119'] },
    { name: 'chrome', display: 'Chrome', include: ['<50'], exclude: [] },
    { name: 'aol', display: 'AOL', include: [], exclude: [] },
  ]
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), supportedBrowsers } })
  })
  await page.goto(world.loginPath)
  await expect(page.getByRole('heading', { name: /^Browser not supported: \S+ \([\d.]+\)$/ })).toBeVisible()
  await expect(page.getByText('Your current browser is not supported')).toBeVisible()
  await expect(page.getByText('Listed below are the supported browsers and their versions')).toBeVisible()
  await expect(page.getByRole('listitem').locator('strong')).toHaveText(['Chrome', 'AOL', 'Firefox'])
  await expect(page.getByRole('listitem').last()).toContainText('>100')
  await expect(page.getByRole('listitem').last()).toContainText('=119')
  await expectNoViolations(page)
})

// START-106 START-107 START-108
test('a launch address signs in without the login page and leaves nothing in the address', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  const [user, client, token, settings] = await page.evaluate(() =>
    ['user', 'client', 'tokens', 'settings'].map((name) => JSON.parse(sessionStorage.getItem(`sitwell.${name}`) ?? '').value),
  )
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`/schedules?x=${encodeURIComponent(JSON.stringify({ user, client, token, settings }))}`)
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await expect(page.getByTestId('schedule')).toHaveCount(1)
})

// START-106
test('a launch address opens nothing a second time, on another device or after the learner has logged off', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  const launch = `/schedules?x=${encodeURIComponent(JSON.stringify(await sessionOf(world, world.people[0])))}`
  await page.goto(launch)
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  const elsewhere = await browser.newContext({ baseURL: world.origin })
  const isRefused = async () => {
    const other = await elsewhere.newPage()
    await other.goto(launch)
    await other.getByRole('button', { name: 'Additional Information' }).click()
    await expect(other.getByText(/The launch address was used already/)).toBeVisible()
    expect(new URL(other.url()).search).toBe('')
    expect(await other.evaluate(() => sessionStorage.length)).toBe(0)
    await other.close()
  }
  await isRefused()
  await page.reload()
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  await page.getByRole('banner').getByRole('button', { name: 'Log off' }).click()
  await expect(page).toHaveURL(/\/login/)
  await isRefused()
  await elsewhere.close()
})

// SCH-216 SCH-217
test('an exam that a launch hands over opens, and the tab knows it after a reload', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'First' }), exam({ name: 'Second' })], schedules: [{}, { exam: 1 }] }),
  )
  const examGuid = world.exams[1]?.examGuid
  const launch = { ...(await sessionOf(world, world.people[0])), exam: { examGuid, questions: [] } }
  await page.goto(`/login?x=${encodeURIComponent(JSON.stringify(launch))}`)
  await expect(page).toHaveURL(new RegExp(`/exam/${examGuid}/intro$`))
  await expect(page.getByRole('main')).toContainText('Second')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Second')
  const stored = await page.evaluate(() => JSON.parse(sessionStorage.getItem('sitwell.externalExam') ?? '{}').value)
  expect(stored).toEqual({ examGuid, questions: [] })
})

test('a launch address that is not understood shows why, and stores nothing', async ({ page }) => {
  await page.goto(`/schedules?x=${encodeURIComponent('{"user":{}}')}`)
  await page.getByRole('button', { name: 'Additional Information' }).click()
  await expect(page.getByText(/The launch address is not understood: .*client/)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

// NAV-203 NAV-218
test('between the sign-in and the first question a learner is offered nothing of an administrator’s', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  const intro = `/exam/${world.exams[0]?.examGuid}/intro`
  await openLoginPage(page, world)
  for (const address of ['/rubric', '/schedules', intro]) {
    await page.goto(address)
    await expect(page, 'nobody is signed in yet').toHaveURL(/\/login/)
  }
  await signIn(page, world)
  const bar = page.getByRole('banner')
  for (const address of ['/rubric', '/schedules', intro]) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(bar.getByRole('button', { name: 'Log off' })).toBeVisible()
    const own = address === '/schedules' ? ['Your sign-ins', 'Log off'] : ['Log off']
    await expect(bar.getByRole('button')).toHaveCount(own.length)
    for (const [index, name] of own.entries()) await expect(bar.getByRole('button').nth(index)).toHaveAccessibleName(name)
  }
  for (const address of ['/logs', '/log/1']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
  }
  await page.goto(intro)
  await startExam(page)
  await expect(page).toHaveURL(new RegExp(`/exam/${world.exams[0]?.examGuid}/`))
  await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible()
})

// NAV-114 NAV-317 NAV-320
test('the browser’s buttons do not lead into an exam from outside', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await page.getByRole('button', { name: /^Open / }).click()
  await expect(page).toHaveURL(/\/exam\//)
  await page.getByRole('button', { name: 'Return home' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
  await page.evaluate(() => history.back())
  const dialog = page.getByRole('alertdialog', { name: 'Please start your exam from the list' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

// NAV-113
test('every page behind the sign-in has its address, and opens there when that is typed', async ({ page, sitwell }) => {
  const chief = person({ username: 'chief', admin: true })
  const world = await sitwell.arrange(
    organisation({
      organisation: { legacySingleSignon: true },
      people: [chief],
      exams: [exam(), exam({ settings: { proctorProvider: 'Proctorio' } })],
      schedules: [
        { exam: 0, username: 'chief' },
        { exam: 1, username: 'chief', startsInMinutes: 60 },
      ],
    }),
  )
  await sitwell.command(world, 'import', await makeCourse('Ladders', [{ title: 'Standing' }]), '--schedule', 'chief')
  await signIn(page, world)
  const [open, later] = world.exams.map(({ examGuid }) => examGuid)
  const course = await page.getByTestId('course').getByRole('link').getAttribute('href')
  expect(course).toMatch(/^\/elearning\/[^/]+$/)
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
  const shown: [address: string, mark: Locator, endsAt?: string][] = [
    ['/rubric', heading('Welcome')],
    ['/schedules', heading('Your schedule')],
    [`/exam/${open}`, page.getByRole('button', { name: 'Start', exact: true }), `/exam/${open}/intro`],
    [`/reload/${open}`, heading('Extending Exam')],
    [course ?? '', heading('Ladders')],
    ['/logs', heading('Activity logs')],
    ['/log/l-1', heading('Activity log')],
    ['/admin', page.getByText('No administration site is set up for your organisation.')],
    [`/proctoring/Proctorio/one/${later}`, page.getByRole('alertdialog', { name: 'This exam can’t start now' })],
  ]
  for (const [address, mark, endsAt = address] of shown) {
    await page.goto(address)
    await expect(mark, address).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(endsAt)
  }
})

// THEME-101
test('a theme is chosen in the bar, changes the page, and is remembered', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.goto(world.loginPath)
  const select = page.getByLabel('Colour theme')
  await expect(select.locator('option')).toHaveCount(13)
  await select.selectOption('Yellow on Black')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await page.reload()
  await expect(select).toHaveValue('Yellow on Black')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
})

// MSG-102
test('an organisation’s own text stands in place of the default one', async ({ page, sitwell }) => {
  const messages = [{ id: 'signIn.info', languageId: 1, text: 'Ask at the front desk.' }]
  const world = await sitwell.arrange(organisation({ messages }))
  await page.goto(world.loginPath)
  await expect(page.getByText('Ask at the front desk.')).toBeVisible()
})

test('an organisation that speaks Arabic does so before anybody has signed in, from right to left, and while it starts', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ organisation: { languageId: 2 }, people: [person({ languageId: 2 })] }))
  await page.goto(world.loginPath)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول')
  await expectNoViolations(page)
  await page.route('**/config.json', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'خطأ في الشبكة.' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectNoViolations(page)
  // The network is back: nobody has to press anything.
  await page.unroute('**/config.json')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByLabel('اسم المستخدم')).toBeVisible()
})

test('a learner who reads Arabic gets Arabic, from right to left', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation({ people: [person({ languageId: 2 })] }))
  await signIn(page, world)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('جدولك')
  await expectNoViolations(page)
})
