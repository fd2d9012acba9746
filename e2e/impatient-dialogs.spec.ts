import type { Locator, Page } from '@playwright/test'
import { endOwnSessions, ownSessions } from '../packages/contract/src/calls.ts'
import { expect, multipleChoice, organisation, radio, signIn, test } from './fixtures.ts'
import { everything, sit } from './grid-forms.ts'

/** Which manners of impatience there are, all of it at one spot. */
const manners = {
  'a double click': (place: Locator) => place.dblclick(),
  'five quick clicks': async (place: Locator) => {
    await place.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const { mouse } = place.page()
    await mouse.move(x + width / 2, y + height / 2)
    for (let clickCount = 1; clickCount <= 5; clickCount += 1) {
      await mouse.down({ clickCount })
      await mouse.up({ clickCount })
    }
  },
} as const

const asked = (page: Page) => page.getByRole('alertdialog')
const questions = [
  {
    type: 'RADIOOTHER',
    text: '<p>Which fuel?</p>',
    lineCount: 3,
    options: ['Gas', 'Coal'].map((text, at) => ({ id: String(at + 1), text })),
  },
  multipleChoice('Which two?', ['Ash', 'Beech', 'Cedar', 'Larch'], [0, 1], { minOptions: 1, maxOptions: 2 }),
  everything,
  radio('Last?', ['A', 'B'], 0),
]
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })

for (const [manner, impatiently] of Object.entries(manners)) {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`at ${size.width} pixels`, () => {
      test.use({ viewport: size })

      test(`${manner} on what asks first clears no text, takes no option, sends no form and logs nobody off`, async ({
        page,
        sitwell,
      }) => {
        await sit(page, sitwell, questions)

        // Another option would clear the text.
        await page.getByRole('radio', { name: 'Coal' }).click()
        const field = page.getByRole('textbox', { name: 'Other' })
        await field.fill('Peat')
        await impatiently(page.getByRole('radio', { name: 'Gas' }))
        await expect(asked(page)).toContainText('Change Options')
        await impatiently(asked(page).getByRole('button', { name: 'No' }))
        await expect(asked(page)).toHaveCount(0)
        await expect(field).toHaveValue('Peat')
        await expect(page.getByRole('radio', { name: 'Coal' })).toBeChecked()

        // One tick too many: that it is taken back is read, and nothing below is ticked by the clicks that follow.
        await next(page).click()
        for (const name of ['Ash', 'Beech']) await page.getByText(name).click()
        await page.getByText('Cedar').dblclick()
        if ((await asked(page).count()) === 0) await page.getByText('Cedar').click()
        await expect(asked(page)).toContainText('You have already selected 2 options!')
        await impatiently(asked(page).getByRole('button', { name: 'Confirm' }))
        await expect(asked(page)).toHaveCount(0)
        for (const [name, isTicked] of Object.entries({ Ash: true, Beech: true, Cedar: false, Larch: false }))
          await expect(page.getByRole('checkbox', { name }), name).toBeChecked({ checked: isTicked })

        // A form that is confirmed can't be changed any more.
        await next(page).click()
        const form = page.getByRole('main')
        await form.getByRole('button', { name: 'Prepare' }).click()
        await impatiently(form.getByRole('button', { name: 'Send' }))
        await expect(asked(page)).toContainText('Are you sure')
        await impatiently(asked(page).getByRole('button', { name: 'Cancel' }))
        await expect(asked(page)).toHaveCount(0)
        await expect(form.getByLabel('Notes')).toBeEditable()

        // The way out of a running exam.
        await impatiently(page.getByRole('banner').getByRole('button', { name: 'Log off' }))
        await expect(asked(page)).toContainText('Log off in the middle of your exam?')
        await impatiently(asked(page).getByRole('button', { name: 'Go on with the exam' }))
        await expect(asked(page)).toHaveCount(0)
        await expect(page.getByRole('heading', { name: 'Question 3', exact: true })).toBeVisible()
      })

      test(`${manner} on what ends a sign-in ends none, and asks once`, async ({ page, sitwell }) => {
        const world = await sitwell.arrange(organisation())
        await signIn(page, world)
        const other = {
          ...{ id: '00000000-0000-4000-8000-000000000001', startedAt: '2026-11-20T10:00:00Z', usedAt: '2026-11-20T10:15:00Z' },
          ...{ isThis: false, byAdministrator: true, browser: 'Firefox', system: 'Windows' },
        }
        await sitwell.changeReply(page, ownSessions, (reply) => {
          const { sessions } = ownSessions.reply.parse(reply)
          return { sessions: [other, ...sessions] }
        })
        let ended = 0
        page.on('request', (request) => {
          if (request.url().endsWith(endOwnSessions.path)) ended += 1
        })
        await page.getByRole('banner').getByRole('button', { name: 'Your sign-ins' }).click()
        await impatiently(page.getByRole('button', { name: /^End: Firefox/ }))
        await expect(asked(page)).toContainText('End this sign-in?')
        await impatiently(asked(page).getByRole('button', { name: 'Keep' }))
        await expect(asked(page)).toHaveCount(0)
        expect(ended).toBe(0)
        await page.getByRole('button', { name: /^End: Firefox/ }).click()
        await asked(page).getByLabel('Password').fill(world.people[0].password)
        await impatiently(asked(page).getByRole('button', { name: 'End', exact: true }))
        await expect(asked(page)).toHaveCount(0)
        expect(ended).toBe(1)
      })
    })
  }
}
