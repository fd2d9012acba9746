import type { Page } from '@playwright/test'
import { arabic, english, german, type Language, languages, welsh } from '@sitwell/i18n/languages'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { readTexts } from '@sitwell/i18n/read-messages'
import { textsOf } from '@sitwell/i18n/testing/texts-of'
import {
  confirmRubric,
  exam,
  expect,
  longText,
  multipleChoice,
  openLoginPage,
  organisation,
  person,
  radio,
  test,
} from './fixtures.ts'

const sets = ['visitor', 'proctoring', 'player'] as const

const textsIn = ({ tag }: Language) => Object.assign({}, ...sets.map((set) => readTexts(tag, set))) as Record<string, string>

/** What English has said where the language says something else; a text with values as a pattern. */
const englishOnly = (language: Language): RegExp => {
  const own = textsIn(language)
  const spoken = new Set(Object.values(own))
  const patterns = Object.entries(textsIn(english))
    .filter(([, text]) => /\p{L}{2}/u.test(text.replaceAll(/\{\w+\}/g, '')) && !text.includes(', plural,') && !spoken.has(text))
    .map(([, text]) =>
      text
        .split(/\{\w+(?:, number)?\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*'),
    )
  return new RegExp(`^(?:${patterns.join('|')})$`)
}

/** Words that every English sentence has, and none of German or Welsh. */
const englishWords = /\b(the|your|you|and|of|with|for|not|can|will|minutes?|seconds?|marks?|questions?|characters?|options?)\b/i

/** Everything that is read or read out on the page, a line each: texts, names, descriptions and titles. */
const textsOn = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('script, style, [lang]:not(html)')) continue
      if (node instanceof Element)
        for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title', 'placeholder'])
          texts.push(node.getAttribute(name) ?? '')
      else texts.push(node.textContent ?? '')
    }
    return texts.map((text) => text.replaceAll(/[\u2068\u2069]/g, '').trim()).filter((text) => /\p{L}{2}/u.test(text))
  })

/** Words that are broken in two, and what is wider than its place. */
const amissOn = (page: Page) =>
  page.evaluate(() => {
    const amiss: string[] = []
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) amiss.push('the page scrolls sideways')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (element === null || element.closest('script, style, select') || !element.checkVisibility()) continue
      // For screen readers alone.
      if (element.clientWidth === 1 || getComputedStyle(element).clipPath !== 'none') continue
      if (
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX === 'hidden' &&
        element.clientWidth > 2
      )
        amiss.push(`cut: ${node.textContent}`)
      for (const word of (node.textContent ?? '').matchAll(/[\p{L}’]{3,}/gu)) {
        const range = document.createRange()
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1 && getComputedStyle(element).hyphens !== 'auto') amiss.push(`broken: ${word[0]}`)
      }
    }
    return amiss
  })

for (const language of [german, welsh]) {
  test(`from the sign-in to the end of an exam nothing is left in English, broken or cut on a phone in ${language.name}`, async ({
    page,
    sitwell,
  }) => {
    const { text } = textsOf(language)
    const world = await sitwell.arrange(
      organisation({
        organisation: { name: 'Qxz', languages: languages.map(({ id }) => id), enableForgottenPassword: true },
        people: [person({ firstName: 'Qa', lastName: 'Zu' })],
        exams: [
          exam({
            name: 'Xq',
            questions: [radio('Qq?', ['Zz', 'Xx'], 0), multipleChoice('Zq?', ['Ax', 'Bx', 'Cx'], [0, 1]), longText('Xz?')],
          }),
        ],
      }),
    )
    const forbidden = englishOnly(language)
    const expectSound = async () => {
      await expect(page.locator('html')).toHaveAttribute('lang', language.code)
      const texts = await textsOn(page)
      expect(texts.filter((line) => forbidden.test(line) || englishWords.test(line))).toEqual([])
      expect(await amissOn(page)).toEqual([])
    }
    const press = (id: MessageId) =>
      page
        .getByRole('button', { name: text(id), exact: true })
        .last()
        .press('Enter')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ reducedMotion: 'reduce' })

    await page.goto(world.loginPath)
    await page.getByLabel(textsOf(english).text('bar.language')).selectOption(language.name)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('signIn.title'))
    await expectSound()
    await page.getByLabel(text('signIn.username')).fill(world.people[0].username)
    await page.getByLabel(text('signIn.password'), { exact: true }).fill('zz')
    await page.locator('form button[type="submit"]').press('Enter')
    await expect(page.getByText(text('signIn.wrongPassword'))).toBeVisible()
    await expectSound()
    await page.getByLabel(text('signIn.password'), { exact: true }).fill(world.people[0].password)
    await page.locator('form button[type="submit"]').press('Enter')
    await expect(page).toHaveURL(/\/rubric$/)
    await page.getByRole('checkbox').first().waitFor()
    await expectSound()
    await confirmRubric(page)
    await page.getByTestId('schedule').waitFor()
    await expectSound()
    // It is theirs from now on, in this browser.
    await page.reload()
    await page.getByTestId('schedule').waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', language.code)

    await page.getByTestId('schedule').getByRole('button').first().press('Enter')
    await expect(page).toHaveURL(/\/intro$/)
    await expect(page.getByRole('main').getByRole('button', { name: text('exam.start') })).toBeEnabled()
    await expectSound()
    await page.keyboard.press('Tab')
    await press('exam.start')
    await page.getByRole('radio').first().waitFor()
    // As in `startExam`: what is pressed next is meant.
    await page.keyboard.press('Pause')
    await page.getByRole('radio').first().press('Space')
    await expect(page.getByText(text('exam.saved')).first()).toBeAttached()
    await expectSound()
    await press('exam.next')
    await page.getByRole('checkbox').first().waitFor()
    await expectSound()
    await press('exam.next')
    await page.getByRole('textbox').waitFor()
    await expectSound()
    await press('exam.finish')
    await expect(page.getByRole('heading', { name: text('review.title') })).toBeVisible()
    await expectSound()
    await page.keyboard.press('Pause')
    await press('review.finishExam')
    await expect(page.getByRole('alertdialog')).toContainText(text('exam.finishText'))
    await expectSound()
    // A key that does nothing represents the time in which a learner reads: what is pressed next is meant.
    await page.keyboard.press('Pause')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('exam.finishConfirm') })
      .press('Enter')
    await expect(page.getByRole('alertdialog').getByRole('heading')).toHaveText(text('exam.unansweredTitle'))
    await expectSound()
    await page.keyboard.press('Pause')
    await page.getByRole('button', { name: text('exam.unansweredConfirm') }).press('Enter')
    await expect(page.getByRole('heading', { name: text('exam.complete') })).toBeVisible()
    await expectSound()
  })
}

test('a learner’s choice of a language is theirs alone, and an organisation that names none offers none', async ({
  page,
  sitwell,
}) => {
  const [ann, ben] = [person({ username: 'ann' }), person({ username: 'ben' })]
  const world = await sitwell.arrange(
    organisation({ organisation: { languages: [english.id, arabic.id] }, people: [ann, ben], exams: [exam()] }),
  )
  const signInAs = async ({ username, password }: { username: string; password: string }) => {
    await page.goto(world.loginPath)
    await page.locator('input[name="username"]').fill(username)
    await page.locator('input[name="password"]').fill(password)
    await page.locator('form button[type="submit"]').press('Enter')
    await expect(page).toHaveURL(/\/rubric$/)
    await page.getByRole('checkbox').first().waitFor()
  }
  const direction = page.locator('html')
  await signInAs(ann)
  await page.getByLabel('Language').selectOption('العربية')
  await expect(direction).toHaveAttribute('dir', 'rtl')
  await signInAs(ben)
  await expect(direction).toHaveAttribute('dir', 'ltr')
  await signInAs(ann)
  await expect(direction).toHaveAttribute('dir', 'rtl')

  const other = await sitwell.arrange(organisation({ exams: [exam()] }))
  await openLoginPage(page, other)
  await expect(page.locator('header select')).toHaveCount(1)
})
