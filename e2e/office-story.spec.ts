import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileChooser, Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { programEnvironment, serveProgram } from '../apps/server/src/testing/serve-program.ts'
import { expect, test } from './fixtures.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { giftWithLosses, qtiWithLosses } from './library-files.ts'

let folder: string
let served: ChildProcess | undefined
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-office-'))
})
test.afterEach(async () => {
  served?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** 200 people as a spreadsheet program saves them; `mistakes` replace lines by their number. */
const listOf = (mistakes: Readonly<Record<number, string>> = {}): string => {
  const line = (at: number) => {
    const number = String(at).padStart(3, '0')
    return `c${number};Given${number};Family${number};c${number}@example.org;1${at % 9}/0${1 + (at % 9)}/2006;C${number}`
  }
  const lines = Array.from({ length: 200 }, (_, at) => mistakes[at + 1] ?? line(at + 1))
  return ['User name;First name;Surname;E-mail;Date of birth;Candidate number', ...lines].join('\r\n')
}

/** Ten mistakes of lists: nine rows that are refused, and one with a cell too many, which is left out. */
const mistakes = {
  5: 'c004;Given005;Family005;c005@example.org;12/03/2006;C005',
  9: ';Given009;Family009;c009@example.org;12/03/2006;C009',
  12: 'c012;;;c012@example.org;12/03/2006;C012',
  20: 'c020;Given020;Family020;c020 at example;12/03/2006;C020',
  30: 'c030;Given030;Family030;c030@example.org;31/02/2006;C030',
  40: 'c040;Given040;Family040;c040@example.org;12/03/2006;C039',
  50: 'ada;Given050;Family050;c050@example.org;12/03/2006;C050',
  60: 'c060;Given060;Family060;c060@example.org;16/07/2006;C060;absent',
  70: '"c070;Given070";Family070;c070@example.org;12/03/2006;C070;',
  80: 'c080;=1+1;Family080;c080@example.org;tomorrow;C080',
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Goes to a page by its link, which the navigation or the page itself has. */
const follow = async (page: Page, link: string, title: string) => {
  await pressOn(page, page.getByRole('link', { name: link, exact: true }))
  await expect(heading(page, title)).toBeFocused()
}

const chooseBy = async (page: Page, button: RegExp, files: Parameters<FileChooser['setFiles']>[0]) => {
  const chooser = page.waitForEvent('filechooser')
  await pressOn(page, page.getByRole('button', { name: button }))
  await (await chooser).setFiles(files)
}

const chooseList = (page: Page, content: string) =>
  chooseBy(page, /^Choose/, { name: 'autumn.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

/** Signs in, and sets up the second step that staff need. */
const signIn = async (page: Page, username: string, password: string) => {
  await typeInto(page, page.getByRole('textbox', { name: 'Username' }), username)
  await typeInto(page, page.getByLabel('Password'), password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeFocused()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await typeInto(page, page.getByLabel('Code', { exact: true }), generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await pressOn(page, page.getByRole('checkbox', { name: 'I have stored these codes' }), 'Space')
  await pressOn(page, page.getByRole('button', { name: 'Continue' }))
  await expect(heading(page, 'Today')).toBeFocused()
}

const addCentre = async (page: Page, name: string) => {
  await follow(page, 'Centres', 'Centres')
  await pressOn(page, page.getByRole('button', { name: 'Add a centre' }))
  await typeInto(page, page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeFocused()
}

// OFFICE-201 OFFICE-202
test('by keys alone: an empty server becomes a college with its people, a group, centres, an invigilator and an exam', async ({
  page,
  browser,
}) => {
  const environment = programEnvironment({
    ...{ SITWELL_DATA: folder, HOST: '127.0.0.1', PORT: '0', SITWELL_LOG_LEVEL: 'warn' },
  })
  const { child, ready, output } = serveProgram(environment)
  served = child
  const origin = `http://127.0.0.1:${await ready}`
  const code = /with the code ([A-Z0-9-]+)/.exec(output())?.[1] ?? ''
  const field = (name: string) => page.getByRole('textbox', { name })
  await page.goto(`${origin}/office/first-run`)
  await typeInto(page, field('Code from the server’s log'), code)
  await typeInto(page, field('Name of the organisation'), 'St Mary’s College')
  await typeInto(page, field('First name'), 'Ada')
  await typeInto(page, field('Last name'), 'Okafor')
  await typeInto(page, field('Sign-in name'), 'ada')
  await typeInto(page, page.getByLabel('Password'), 'correct horse battery 9')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('St Mary’s College is created.')
  await pressOn(page, page.getByRole('link', { name: 'Sign in' }))
  await signIn(page, 'ada', 'correct horse battery 9')

  // The rows that were refused stay on the page, so that they can be corrected in the list; what was imported stays unchanged.
  await follow(page, 'Import people', 'Import people')
  await chooseList(page, listOf(mistakes))
  await pressOn(page, page.getByRole('button', { name: 'Import 191 people' }))
  await expect(page.getByRole('heading', { name: 'What each row came to' })).toBeFocused()
  await expect(
    page.getByRole('status').filter({ hasText: '191 people added, 0 people changed, 9 rows refused.' }),
  ).toBeVisible()
  const refused = page.getByRole('table', { name: 'What each row came to' }).getByRole('rowheader')
  await expect(refused).toHaveText([6, 10, 13, 21, 31, 41, 51, 71, 81].map((row) => `Row ${row}`))
  await chooseList(page, listOf())
  await pressOn(page, page.getByRole('button', { name: 'Import 9 people' }))
  await expect(page.getByRole('status').filter({ hasText: '9 people added, 0 people changed, 0 rows refused.' })).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Skip the table' }))

  await follow(page, 'Groups', 'Groups')
  await pressOn(page, page.getByRole('button', { name: 'Add a group' }))
  await typeInto(page, page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Welding 1')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Welding 1')).toBeFocused()
  await follow(page, 'Add members', 'Add members to Welding 1')
  await typeInto(page, page.getByRole('searchbox'), 'Family00')
  await expect(page.getByRole('rowheader')).toHaveCount(9)
  await pressOn(page, page.getByRole('checkbox', { name: /all/i }), 'Space')
  await expect(page.getByText('9 rows selected').first()).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Add to the group …' }))
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Add 9 people' }))
  await expect(page.getByText('9 people were added to Welding 1.')).toBeVisible()

  await addCentre(page, 'South campus')
  await addCentre(page, 'North campus')
  await follow(page, 'People', 'People')
  await follow(page, 'Add a person', 'Add a person')
  await typeInto(page, field('First name'), 'Kwame')
  await typeInto(page, field('Last name'), 'Mensah')
  await typeInto(page, field('Sign-in name'), 'kwame')
  await page.keyboard.press('Enter')
  const link = await field('Link for Kwame Mensah').inputValue()
  await follow(page, 'Open the page of Kwame Mensah', 'Kwame Mensah')
  await pressOn(page, page.getByRole('button', { name: 'Give a role' }))
  const dialog = page.getByRole('alertdialog')
  await typeInto(page, dialog.getByRole('combobox', { name: 'Role' }), 'Inv')
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveValue('invigilator')
  await typeInto(page, dialog.getByRole('combobox', { name: 'Where' }), 'In one centre')
  await pressOn(page, dialog.getByRole('radio', { name: 'North campus' }), 'Space')
  await pressOn(page, dialog.getByRole('button', { name: 'Give a role' }))
  await expect(page.getByRole('region', { name: 'Roles' })).toContainText('North campus')

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(link)
  await theirs.getByRole('textbox', { name: 'New password', exact: true }).fill('purple river stone 4')
  await theirs.getByRole('textbox', { name: 'Retype new password' }).fill('purple river stone 4')
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('textbox', { name: 'New password', exact: true })).toHaveCount(0)
  await theirs.goto(`${origin}/office`)
  await signIn(theirs, 'kwame', 'purple river stone 4')
  for (const name of ['People', 'Library', 'Settings'])
    await expect(theirs.getByRole('navigation').getByRole('link', { name, exact: true })).toHaveCount(0)
  await theirs.context().close()

  const read = { timeout: 120_000 }
  await follow(page, 'Library', 'Library')
  await follow(page, 'Upload…', 'Upload to the library')
  await chooseBy(page, /^Choose files/, await qtiWithLosses(2))
  await expect(page.getByText('1 with losses')).toBeVisible(read)
  await pressOn(page, page.getByRole('checkbox', { name: 'I have seen the losses and accept them' }), 'Space')
  await pressOn(page, page.getByRole('button', { name: 'Add to the library' }))
  await expect(page.locator(':focus')).toContainText('is stored as version 1.')
  await follow(page, 'Library', 'Library')
  await follow(page, 'Upload…', 'Upload to the library')
  await chooseBy(page, /^Choose files/, await giftWithLosses())
  await expect(page.getByText('A new exam: trees, version 1.')).toBeVisible(read)
  await pressOn(page, page.getByRole('checkbox', { name: 'I have seen the losses and accept them' }), 'Space')
  await pressOn(page, page.getByRole('button', { name: 'Add to the library' }))
  await expect(page.locator(':focus')).toHaveText('trees is stored as version 1.')
  await follow(page, 'Open the exam', 'trees')
  await pressOn(page, page.getByRole('link', { name: /Preview/ }))
  const frame = page.frameLocator('iframe[title^="Preview of"]')
  await pressOn(page, frame.getByRole('button', { name: 'Start' }))
  await expect(frame.getByRole('heading', { name: 'Question 1' })).toBeVisible()
})
