import type { Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  openLoginPage,
  organisation,
  person,
  radio,
  signIn,
  signInAtLoginPage,
  test,
} from './fixtures.ts'

const english = { languageId: 1, direction: 'ltr', firstName: '<b>Mína</b> 🎓', lastName: 'أوكافور' }
const arabic = { languageId: 2, direction: 'rtl', firstName: 'مينا', lastName: "O'Kafor & <i>Söhne</i>" }
const logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const appBarLogo = 'data:image/gif;base64,R0lGODlhAQABAPAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='
const supportedBrowsers = [{ name: 'chrome', include: [], exclude: ['<50'] }]
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const large = { width: 1440, height: 900 }
const onItsSide = { width: 844, height: 390 }

/** What holds on every screen, regardless of its language, theme and width. */
const expectSound = async (page: Page, direction: string) => {
  await expect(page.locator('html')).toHaveAttribute('dir', direction)
  await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
  expect(content).toBeLessThanOrEqual(window)
  await expectNoViolations(page)
}

for (const [language, theme, viewport] of [
  [arabic, 'Default', wide],
  [arabic, 'White on Black', phone],
  [english, 'White on Black', phone],
] as const) {
  const { direction, languageId, firstName, lastName } = language
  const named = `${direction === 'rtl' ? 'Arabic' : 'English'}, ${theme}, ${viewport.width} px wide`

  // START-105
  test(`from the first screen to a question nothing is amiss in ${named}`, async ({ page, sitwell }) => {
    const world = await sitwell.arrange(
      organisation({
        organisation: {
          name: 'Ω & "Söhne" <i>',
          languageId,
          logo,
          appBarLogo,
          enableForgottenPassword: true,
          supportedBrowsers,
          themes: { فاتح: { primary: '#0b4f3f' } },
        },
        settings: { ShowQuestionIDInPlayer: '1' },
        people: [person({ firstName, lastName, languageId })],
        exams: [exam({ questions: [radio('أي شجرة؟ Which tree?', ['زان', 'Beech'], 0), longText('Why?')] })],
      }),
    )
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const username = page.locator('input[name="username"]')

    await openLoginPage(page, world)
    await page.locator('header select').selectOption(theme)
    await username.fill('مستخدم 🎓 user')
    await page.locator('input[name="password"]').fill('كلمة السر')
    await page.locator('form button[type="submit"]').click()
    await expect(page.locator('input[name="password"]')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('main img')).toHaveAttribute('src', logo)
    await expect(page.locator('header select option').last()).toHaveText('فاتح')
    await expectSound(page, direction)

    // The start-up's own screens, in the organisation's language too: it was the last one here.
    await page.route('**/config.json', (route) => route.abort())
    await page.reload()
    const card = page.getByTestId('network-error')
    await card.getByRole('button').first().click()
    await expectSound(page, direction)
    await page.unroute('**/config.json')
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch()
      const others = [{ name: 'firefox', include: ['>100'], exclude: ['=119'] }]
      await route.fulfill({ response, json: { ...(await response.json()), supportedBrowsers: others } })
    })
    await page.reload()
    await page.getByRole('listitem').waitFor()
    await expectSound(page, direction)
    await page.unroute('**/config.json')
    await page.goto('/login?nobody-has-this')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectSound(page, direction)

    await signInAtLoginPage(page, world, { until: 'rubric' })
    await page.getByRole('checkbox').first().waitFor()
    await expectSound(page, direction)
    await signInAtLoginPage(page, world)
    await page.getByTestId('schedule').waitFor()
    // What reads the other way is set apart by marks that nobody sees.
    const welcome = page.getByRole('banner').getByText(firstName)
    expect((await welcome.textContent())?.replaceAll(/[\u2068\u2069]/g, '')).toContain(`${firstName} ${lastName}`)
    await expect(page.getByRole('banner').getByRole('img')).toHaveAttribute('src', appBarLogo)
    const stored = await page.evaluate(() => JSON.parse(sessionStorage.getItem('sitwell.settings') ?? '{}').value)
    expect(stored).toMatchObject({ showQuestionIdInPlayer: true, supportedBrowsers })
    await expectSound(page, direction)
    const signOut = await page.getByRole('banner').getByRole('button').last().boundingBox()
    const isAtLeft = (signOut?.x ?? 0) < viewport.width / 2
    expect(isAtLeft).toBe(direction === 'rtl')

    await page.getByTestId('schedule').getByRole('button').first().click()
    await expect(page).toHaveURL(/\/intro$/)
    await expectSound(page, direction)
    await page.getByRole('main').getByRole('button').last().click()
    await page.locator('[id^="question-"]').first().waitFor()
    await expectSound(page, direction)
    await page.goto('/no/such/page')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectSound(page, direction)
  })
}

for (const [language, theme, viewport] of [
  [english, 'Default', large],
  [arabic, 'White on Black', onItsSide],
  [arabic, 'Default', phone],
] as const) {
  const { direction, languageId } = language
  const named = `${direction === 'rtl' ? 'Arabic' : 'English'}, ${theme}, ${viewport.width} px wide`

  test(`on the pages of proctored exams and of Safe Exam Browser nothing is amiss in ${named}`, async ({ page, sitwell }) => {
    const of = (name: string, settings: object) => exam({ name, settings: { ...settings }, questions: [longText('Why?')] })
    const world = await sitwell.arrange(
      organisation({
        organisation: { languageId },
        settings: { 'IntegrityAdvocate-Guidance': 'Sit alone, in a lit room.', 'Proctorio-LoginlessMode': '1' },
        people: [person({ languageId, email: 'mina@example.org' })],
        exams: [
          of('Extension', { proctorProvider: 'Proctorio' }),
          { ...of('Monitor', { proctorProvider: 'IntegrityAdvocate' }), qualificationID: 'C-1' },
          of('Held', { safeExamBrowser: true }),
        ],
        schedules: [{ exam: 0 }, { exam: 1 }, { exam: 2 }],
      }),
    )
    await sitwell.proctor(world, { launch: 'html', monitor: 'never-ready' })
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const choose = async (name: string) => {
      await page.goto('/schedules')
      await page.getByTestId('schedule').filter({ hasText: name }).getByRole('button').first().click()
    }
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto(world.loginPath)
    await page.locator('header select').selectOption(theme)

    // Before anybody is signed in: the way back, the way in while it continues, and where it failed.
    await page.goto(`/proctorio-return/${world.urlToken}/YWRh/Yg==`)
    await page.getByRole('main').getByRole('button').waitFor()
    await expectSound(page, direction)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/token', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/proctorio/${world.urlToken}/bGVhcm5lcg==/eA==/${world.exams[0]?.examGuid}`)
    await heading.waitFor()
    await expectSound(page, direction)
    letGo()
    const error = page.getByTestId('proctoring-error')
    await error.getByRole('button').first().click()
    await expect(error.locator('dd').first()).toBeVisible()
    await expectSound(page, direction)
    await page.unroute('**/token')

    await signIn(page, world)
    await choose('Extension')
    await page.getByRole('alertdialog').waitFor()
    await expectSound(page, direction)
    await page.goto('/proctorio/finish')
    await page.getByRole('main').getByRole('status').waitFor()
    await expectSound(page, direction)

    await choose('Monitor')
    await expect(page.getByText('Sit alone, in a lit room.')).toBeVisible()
    await expectSound(page, direction)
    await page.getByRole('main').getByRole('button').click()
    // What the monitor shows of itself: its script is there, and never gets ready.
    await page.getByRole('note').waitFor()
    await expectSound(page, direction)
    await sitwell.proctor(world, { monitor: 'broken' })
    await page.reload()
    await page.getByRole('alert').waitFor()
    await expectSound(page, direction)

    await choose('Held')
    await page.getByTestId('seb-open').waitFor()
    await expectSound(page, direction)
  })
}
