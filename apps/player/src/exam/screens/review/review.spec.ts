import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  organisation,
  radio,
  signIn,
  startExam,
  staticText,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { pdfFile } from '../../../../../../e2e/pdf-file.ts'
import { resize } from '../../../../../../e2e/settled.ts'

const heading = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const typedText = (value: string) => ({ kind: 'texts', accepted: [{ value }] })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

// FIN-311 FIN-313
test('behind the last question stands how each is answered, by section; from there lead ways back, and Finish', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({
          name: 'Trees',
          sections: [
            {
              name: 'Leaves',
              questions: [
                staticText('<p>Read</p><p>this <b>first</b>.</p>', { marks: 0 }),
                radio('Which one is an ash?', ['Ash', 'Beech'], 0, { marks: 2 }),
              ],
            },
            { name: 'Bark', questions: [radio('Which one is smooth?', ['Ash', 'Beech'], 1), longText('Why?', { marks: 4 })] },
          ],
        }),
      ],
    }),
  )
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await button(page, 'Next').click()
  await page.getByRole('radio', { name: 'Ash' }).check({ force: true })
  // The third is never looked at.
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Question 4/ })
    .click()
  await button(page, 'Bookmark').click()
  await button(page, 'Next').click()

  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  await expect(page).toHaveTitle(/^Check your answers/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^Leaves.*2 marks$/, /^Bark.*5 marks$/])
  await expect(rows(page)).toHaveText([
    /Read this first\..*to read$/,
    /Which one is an ash\?answered$/,
    /Which one is smooth\?.*not seen yet$/,
    /Why\?.*bookmarked.*not answered$/,
  ])
  await expectNoViolations(page)
  // The list scrolls in itself: below the page's end there is nothing.
  await resize(page, { width: 1280, height: 400 })
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(400)
  await page.setViewportSize({ width: 1280, height: 800 })
  // What was seen is known after a reload too.
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, 4)).toBeFocused()
  await page.reload()
  await heading(page, 4).waitFor()
  await button(page, 'Next').click()
  await button(page, 'Not seen yet 1').click()
  await expect(rows(page)).toHaveText([/Which one is smooth/])
  await button(page, 'Bookmarked 1').click()
  await expect(rows(page)).toHaveText([/Why/])
  await button(page, 'Not answered 2').click()
  await rows(page)
    .getByRole('button', { name: /^Question 3/ })
    .click()
  await expect(heading(page, 3)).toBeFocused()
  await page.getByRole('radio', { name: 'Beech' }).check({ force: true })
  await button(page, 'Next').click()
  await page.getByRole('textbox').fill('Because of its bark')
  await button(page, 'Next').click()
  await expect(page.getByRole('button', { name: /^Not answered/ })).toHaveCount(0)

  await button(page, 'Back to question 4').click()
  await expect(page.getByRole('textbox')).toHaveValue('Because of its bark')
  await button(page, 'Next').click()
  await expect(button(page, 'Finish')).toHaveCount(0)
  await button(page, 'Finish the exam').click()
  await page.getByRole('alertdialog', { name: 'Finish Trees?' }).getByRole('button', { name: 'Finish', exact: true }).click()
  // Its second question isn't asked: nothing is open.
  await expect(page).toHaveURL(/\/outro$/)
})

/** Half a second's tone, for a minute. */
const talkFile = () => {
  const tone = new Uint8Array(readFileSync(fileURLToPath(new URL('../../../../../../e2e/media/tone.mp3', import.meta.url))))
  return Uint8Array.from(Array.from({ length: 120 }, () => [...tone]).flat())
}

// FIN-311
test('a recording goes on behind the review, and a document stands where it stood; on a phone the question that is picked shows', async ({
  page,
  sitwell,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const pages = Array.from({ length: 5 }, (_, index) => ({ lines: [`Rule ${index + 1}`] }))
  const files = { 'resources/talk.mp3': talkFile(), 'resources/rules.pdf': pdfFile({ pages }) }
  const talk = { url: 'resources/talk.mp3', title: 'The pilot', canPause: false }
  const question = radio('Who? See <a href="resources/rules.pdf">the rules</a>.', ['She', 'He'], 0, {
    requiresCalculator: true,
  })
  const sections = [{ media: talk, questions: [question] }]
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Listening', files, sections })] }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await page.getByRole('checkbox', { name: 'I can hear the sound' }).press('Space')
  // As a screen reader presses it: two quick keys would be taken for one press.
  await button(page, 'Start').dispatchEvent('click')
  await startExam(page)
  await button(page, 'Play').click()
  const sound = page.locator('audio')
  await expect(sound).toHaveJSProperty('paused', false)
  await page.getByRole('link', { name: 'the rules' }).click()
  const document = page.getByRole('region', { name: 'Document: Rules' })
  await expect(document).toBeVisible()
  await expect(heading(page, 1)).toBeHidden()

  await button(page, 'Next').click()
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  await expect(sound).toHaveJSProperty('paused', false)
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.locator('#main')).toHaveCount(1)
  await expectNoViolations(page)
  await rows(page).getByRole('button').click()
  await expect(heading(page, 1)).toBeFocused()
  await expect(sound).toHaveJSProperty('paused', false)

  // Beside the question, a document and a calculator are there again.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'the rules' }).click()
  const number = document.getByRole('textbox', { name: 'Go to page' })
  await document.locator('.textLayer').first().waitFor()
  await number.fill('4')
  await number.press('Enter')
  await expect(document.locator('.page[data-page-number="4"]')).toBeInViewport()
  await button(page, 'Calculator').click()
  const calculator = page.getByRole('group', { name: 'Calculator' })
  await expect(calculator).toBeVisible()
  await button(page, 'Next').click()
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  await expect(calculator).toBeHidden()
  await button(page, 'Back to question 1').click()
  await expect(heading(page, 1)).toBeFocused()
  await expect(calculator).toBeVisible()
  await expect(document.locator('.page[data-page-number="4"]')).toBeInViewport()
  await expect(number).toHaveValue('4')
})

// FIN-311 FIN-313 CONST-108
test('a review that was left by Back is over, its rows say what a question shows, and it can be led to from itself', async ({
  page,
  sitwell,
}) => {
  const blanks = {
    type: 'BLANKS',
    text: 'The [V1] stands by the [wide] river [V2].',
    key: { V1: typedText('ash'), V2: typedText('Dee') },
  }
  const form = {
    type: 'QGRID',
    text: '',
    rows: [
      {
        cells: [
          {
            components: [
              { kind: 'text', html: '<p>Is it <em>ready</em>?</p>' },
              { kind: 'checkbox', id: 'ready', label: 'Yes' },
            ],
          },
        ],
      },
    ],
  }
  const questions = [radio('Which?', ['Ash', 'Beech'], 0), blanks, form, longText('What if a <b then?')]
  const world = await sitwell.arrange(
    organisation({ orgId: 15, exams: [exam({ name: 'Trees', sections: [{ displayAllQuestions: true, questions }] })] }),
  )
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await button(page, 'Next').click()
  await expect(heading(page, 2)).toBeFocused()
  await expect(page).toHaveURL(/q2$/)
  await button(page, 'Next').click()
  await expect(heading(page, 3)).toBeFocused()
  await expect(page).toHaveURL(/q3$/)
  await button(page, 'Next').click()
  await expect(heading(page, 4)).toBeFocused()
  await expect(page).toHaveURL(/q4$/)
  await button(page, 'Next').click()
  const title = page.getByRole('heading', { name: 'Check your answers' })
  await expect(title).toBeFocused()
  await expect(rows(page)).toHaveText([
    /Which\?/,
    /The \(1\) stands by the {1,2}river \(2\)\./,
    /Is it ready\?/,
    /What if a <b then\?/,
  ])

  await page.goBack()
  await expect(heading(page, 3)).toBeFocused()
  const field = page.getByRole('article', { name: 'Question 4' }).getByRole('textbox')
  await field.pressSequentially('Then it is an ash')
  await expect(page).toHaveURL(/q4$/)
  await expect(title).toBeHidden()
  await expect(field).toHaveValue('Then it is an ash')

  await button(page, 'Next').click()
  await expect(title).toBeFocused()
  await button(page, 'Back to question 4').click()
  await expect(heading(page, 4)).toBeFocused()
  await button(page, 'Next').click()
  await expect(title).toBeFocused()
  await button(page, 'Finish the exam').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
  await dialog.getByRole('button', { name: 'Show what is open' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page)).toHaveCount(3)
  await expect(title).toBeFocused()
  // What is shown of it is changed from its own buttons, which keep the focus.
  await button(page, 'All questions 4').click()
  await expect(rows(page)).toHaveCount(4)
  await expect(button(page, 'All questions 4')).toBeFocused()
})

// FIN-311 RUN-324
test('a question of which a part is answered is so called in the list, the review, at Finish and on the receipt, whatever its type', async ({
  page,
  sitwell,
}) => {
  const pair = (first: string, second: string) => [
    { id: 'a', text: first },
    { id: 'b', text: second },
  ]
  const questions = [
    radio('Which?', ['Ash', 'Beech'], 0),
    {
      type: 'QTABLE',
      text: 'Complete it.',
      columns: [{ text: 'Height' }],
      rows: pair('Ash', 'Beech'),
      key: { a: [typedText('30')], b: [typedText('40')] },
    },
    {
      type: 'MATCH',
      text: 'Match them.',
      options: pair('Ash', 'Beech'),
      selections: pair('Key', 'Nut'),
      key: { a: 'a', b: 'b' },
    },
    { type: 'VISITED', text: 'Look' },
  ]
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Trees', questions })] }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  const inList = (number: number) =>
    page.getByRole('navigation').getByRole('button', { name: new RegExp(`^Question ${number}`) })
  await page.getByRole('radio', { name: 'Ash' }).check({ force: true })
  await button(page, 'Next').click()
  await expect(inList(2)).toHaveAccessibleName('Question 2, not answered')
  await page.getByRole('textbox').first().fill('30')
  await expect(inList(2)).toHaveAccessibleName('Question 2, partly answered')
  await expect(inList(2)).toHaveAttribute('data-answered', 'partly')
  // By its look too, and not by colour alone.
  const look = (number: number) =>
    inList(number).evaluate((one) => [getComputedStyle(one).backgroundImage, getComputedStyle(one).backgroundColor].join())
  expect(new Set([await look(1), await look(2), await look(3)]).size).toBe(3)
  await button(page, 'Next').click()
  await page.getByRole('button', { name: 'Choose Ash' }).click()
  await page.getByRole('option', { name: 'Key' }).click()
  await expect(inList(3)).toHaveAccessibleName('Question 3, partly answered')
  await button(page, 'Next').click()
  await expect(inList(4)).toHaveAccessibleName('Question 4, to read')
  await button(page, 'Next').click()
  await expect(rows(page)).toHaveText([/answered$/, /partly answered$/, /partly answered$/, /to read$/])
  await expect(page.locator('dl').first()).toHaveText(/1Answered|Answered1/)
  await expect(button(page, 'Partly answered 2')).toBeVisible()
  await expectNoViolations(page)
  await button(page, 'Finish the exam').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(['Partly answered: 2'])
  await dialog.getByRole('button', { name: 'Show what is open' }).click()
  await expect(rows(page)).toHaveText([/^2.*partly answered$/, /^3.*partly answered$/])
  await button(page, 'Finish the exam').click()
  await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
  await dialog.getByRole('button', { name: 'Finish all the same' }).click()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  // What the review counted, and not the page that was only seen.
  await expect(receipt.locator('dl > div').filter({ hasText: /^Answered/ })).toHaveText('Answered1')
  await expect(receipt.locator('dl > div').filter({ hasText: /^Partly answered/ })).toHaveText('Partly answered2')
  await expect(receipt.locator('dl > div').filter({ hasText: /^Answers on the server/ })).toHaveText('Answers on the server3')
})
