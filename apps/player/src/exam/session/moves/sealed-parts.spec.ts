import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { partKey } from '@sitwell/contract'
import { endPart } from '../../../../../../e2e/end-part.ts'
import {
  exam,
  expect,
  expectNoViolations,
  organisation,
  person,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { invigilate, invigilator } from '../../../../../../e2e/invigilator.ts'
import { storedHere } from '../../../../../../e2e/stored-here.ts'

test.use({ serviceWorkers: 'allow' })

const secret = /Heron|Otter|Which is a bird/

const worldOf = (settings: object = {}, first: object = { oneWay: true }, files: Record<string, Buffer> = {}, text = '') =>
  organisation({
    people: [person(), invigilator],
    exams: [
      exam({
        name: 'A sealed exam',
        settings: { examTime: 3600, sealParts: true, ...settings },
        files,
        sections: [
          { id: 'first', name: 'Fishes', ...first, questions: [radio('Which is a fish?', ['Salmon', 'Cow'], 0)] },
          {
            id: 'second',
            name: 'Birds',
            questions: [
              radio(`Which is a bird? ${text}`, ['Otter', 'Heron'], 1),
              radio('Which bird wades?', ['Robin', 'Stork'], 1),
            ],
          },
        ],
      }),
    ],
  })

const isStored = async (page: Page) => /exams .*examGuid/.test(await storedHere(page))

const leaveFirstPart = async (page: Page) => {
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await endPart(page)
}

test('a later part is nowhere in the browser nor in anything that came to it, until the learner goes there, and opens then', async ({
  page,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(worldOf())
  const replies: Promise<string>[] = []
  page.on('response', (response) => void replies.push(response.text().catch(() => '')))
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await expect(page.getByRole('definition')).toHaveText(['3', '60 minutes', '3'])
  await startExam(page)
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeVisible()
  await expect.poll(() => isStored(page)).toBe(true)
  const before = [await storedHere(page), ...(await Promise.all(replies))].join('\n')
  expect(before).toContain('Salmon')
  expect(before).toContain('Birds')
  expect(before).not.toMatch(secret)

  await leaveFirstPart(page)
  await expect(page.getByRole('radio', { name: 'Heron' })).toBeVisible()
  await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  expect((await sitwell.answersOf(arranged)).map(({ answerText }) => answerText).sort()).toEqual(['Heron', 'Salmon'])
})

test('without a network at its entry the part is waited for while the time stands, opens by itself, and a reload without one goes on in it', async ({
  page,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(worldOf())
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await startExam(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => isStored(page)).toBe(true)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await sitwell.goOffline(page)
  await endPart(page)
  await expect(page.getByRole('heading', { name: 'Opening the next part' })).toBeFocused()
  await expect(page.getByText('The next part opens as soon as there is a connection.')).toBeVisible()
  await expectNoViolations(page)
  expect(await storedHere(page)).not.toMatch(secret)
  // Loaded again, it waits on.
  await page.reload()
  await expect(page.getByText('The next part opens as soon as there is a connection.')).toBeVisible()

  await sitwell.goOnline(page)
  await expect(page.getByRole('radio', { name: 'Heron' })).toBeVisible()
  await expect.poll(async () => secret.test(await storedHere(page))).toBe(true)
  await sitwell.goOffline(page)
  await page.reload()
  await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Kept on this device')
  await sitwell.goOnline(page)
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
})

test('a server that fails at the key is waited for as a lost connection is: the time stands by the ledger too', async ({
  page,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(worldOf())
  const examGuid = arranged.exams[0]?.examGuid ?? ''
  await signIn(page, arranged, { at: `/exam/${examGuid}` })
  await startExam(page)
  let failures = 0
  await page.route(`**/${partKey.path}`, (route) => {
    failures += 1
    return failures <= 3 ? route.fulfill({ status: 503, body: 'no' }) : route.continue()
  })
  await leaveFirstPart(page)
  await expect(page.getByText('The next part opens as soon as there is a connection.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Heron' })).toBeVisible()
  const watched = await invigilate(sitwell, arranged, examGuid)
  const kinds = await watched.ledger()
  expect(kinds.filter((kind) => kind === 'absence' || kind === 'part-key')).toEqual(['absence', 'part-key'])
})

test('a key that came ahead opens the part without a network, and the exam goes on in another tab', async ({
  page,
  context,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(worldOf({ releaseAhead: 3000 }, { oneWay: true, sectionTime: 1200 }))
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await startExam(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(async () => secret.test(await storedHere(page))).toBe(true)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await sitwell.goOffline(page)
  await endPart(page)
  await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Kept on this device')
  const [second] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void window.open(location.href))])
  await second.getByRole('button', { name: 'Continue here' }).click()
  await expect(second.getByRole('radio', { name: 'Heron' })).toBeChecked()
})

test('who waits in a part that may be left goes back, comes again, and finds its picture without a network too', async ({
  page,
  sitwell,
}) => {
  const picture = await readFile(new URL('../../../../../../e2e/media/square.png', import.meta.url))
  const image = '<img src="resources/wader.png" alt="A wader">'
  const arranged = await sitwell.arrange(worldOf({}, {}, { 'resources/wader.png': picture }, image))
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await startExam(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => isStored(page)).toBe(true)
  expect(await storedHere(page)).not.toContain('wader')
  await sitwell.goOffline(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('The next part opens as soon as there is a connection.')).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).press('Enter')
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await sitwell.goOnline(page)
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await page.getByRole('button', { name: 'Next' }).click()
  const shown = page.getByRole('img', { name: 'A wader' })
  await expect(shown).toBeVisible()
  await expect.poll(async () => (await storedHere(page)).includes('examFiles')).toBe(true)
  await sitwell.goOffline(page)
  await page.reload()
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
})

test('a browser that can’t open a seal gets the part from the server once its key was given', async ({ page, sitwell }) => {
  // As on a page without https.
  await page.addInitScript(() => Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined }))
  const arranged = await sitwell.arrange(worldOf())
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await startExam(page)
  await leaveFirstPart(page)
  await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
})

test('an exam that was completed while its next part was waited for says so, and keeps nothing waiting', async ({
  page,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(worldOf())
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await startExam(page)
  await page.route(`**/${partKey.path}`, (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'FORM_RUN_COMPLETED', message: 'It was completed.' } } }),
  )
  await leaveFirstPart(page)
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  expect((await sitwell.answersOf(arranged)).map(({ answerText }) => answerText)).toEqual(['Salmon'])
})
