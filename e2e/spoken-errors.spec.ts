import { setPasswordTokenCheck } from '@sitwell/contract'
import { exam, expect, organisation, person, signIn, test } from './fixtures.ts'
import { spokenSince, watchAlerts } from './spoken.ts'

/** A screen reader gets what is in the accessibility tree: an alert of these words, beside a field that has the focus. */
const wrong = {
  signIn: 'That username and password don’t match. Please try again.',
  secondStep: 'That code isn’t right.',
  setPassword: 'The two passwords don’t match.',
  gate: 'Invalid password',
}

// AUTH-148 MFA-117 GATE-208
test('why a sign-in, a second step, a new password or an exam’s password was refused is spoken, and the field keeps the focus', async ({
  page,
  sitwell,
}) => {
  const gate = person({ username: 'gate' })
  const world = await sitwell.arrange(
    organisation({
      settings: { 'MFA Providers': 'app' },
      people: [person({ mfaRequired: true }), gate],
      exams: [exam({ name: 'Locked exam' })],
      schedules: [{ password: 'open sesame', username: 'gate' }],
    }),
  )
  const field = (name: string) => page.locator(`input[name="${name}"]`)
  /** Sends what was typed, and expects the words in an alert that stood on the page before they came. */
  const expectSpoken = async (words: string, name: string) => {
    await watchAlerts(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    expect(await spokenSince(page)).toContainEqual({ words: expect.stringContaining(words), stoodBefore: true })
    await expect(field(name)).toBeFocused()
  }

  await page.goto(world.loginPath)
  await expect(page.locator('#served')).toHaveCount(0)
  for (const _again of [1, 2]) {
    await field('username').fill('learner')
    await field('password').fill('wrong')
    await expectSpoken(wrong.signIn, 'password')
  }

  await field('password').fill('learner')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('qr')).toHaveAttribute('data-drawn', 'true')
  await field('code').fill('1')
  await expectSpoken(wrong.secondStep, 'code')

  const holder = { resultCode: 0, userFirstName: 'Mina', userLastName: 'Okafor', logonID: 'learner' }
  await page.route(`**/${setPasswordTokenCheck.path.replace(':token', '*')}`, (route) => route.fulfill({ json: holder }))
  await page.goto(`/reset/no-such-token?${world.urlToken}`)
  await field('new-password').fill('one')
  await field('retype-password').fill('another')
  await expectSpoken(wrong.setPassword, 'new-password')

  await signIn(page, world, { as: gate, at: `/exam/${world.exams[0]?.examGuid}` })
  await field('exam-password').fill('wrong')
  await expectSpoken(wrong.gate, 'exam-password')
})
