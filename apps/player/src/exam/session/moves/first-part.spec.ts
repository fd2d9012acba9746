import type { Page } from '@playwright/test'
import { examJson, partKey, start } from '@sitwell/contract'
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
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { storedHere } from '../../../../../../e2e/stored-here.ts'

test.use({ serviceWorkers: 'allow' })

const secret = /Heron|Otter|Which is a bird/

/** An exam of one part, all of it sealed before its start. */
const world = organisation({
  people: [person()],
  exams: [
    exam({
      name: 'A sealed exam',
      settings: { examTime: 3600, sealParts: true },
      sections: [
        {
          id: 'only',
          name: 'Birds',
          questions: [radio('Which is a bird?', ['Otter', 'Heron'], 1), radio('Which bird wades?', ['Robin', 'Stork'], 1)],
        },
      ],
    }),
  ],
})

const answerAll = async (page: Page) => {
  await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
}

const finish = async (page: Page) => {
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
}

test('no word of a sealed exam comes before its start, which shows it at once; it is answered, loaded again, and finished', async ({
  page,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(world)
  const replies: Promise<string>[] = []
  page.on('response', (response) => void replies.push(response.text().catch(() => '')))
  const keys: string[] = []
  page.on('request', (request) => void (request.url().includes(partKey.path) && keys.push(request.url())))
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await expect(page.getByRole('definition')).toHaveText(['2', '60 minutes', '2'])
  const before = [await storedHere(page), ...(await Promise.all(replies))].join('\n')
  expect(before).toContain('Birds')
  expect(before).not.toMatch(secret)

  await startExam(page)
  await answerAll(page)
  // The start itself brought the key.
  expect(keys).toEqual([])
  await expect.poll(async () => secret.test(await storedHere(page))).toBe(true)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Heron' })).toBeChecked()
  // It is on the device, for whoever loses the network now.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await sitwell.goOffline(page)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Heron' })).toBeChecked()
  await sitwell.goOnline(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'Stork' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await finish(page)
  expect((await sitwell.answersOf(arranged)).map(({ answerText }) => answerText).sort()).toEqual(['Heron', 'Stork'])
})

test('a start whose reply got lost is an error that says to try again, and the exam opens then', async ({ page, sitwell }) => {
  const arranged = await sitwell.arrange(world)
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await page.route(`**/${start.path}?*`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
  await page.unroute(`**/${start.path}?*`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await answerAll(page)
})

test('what can’t be opened at the start is waited for, is said so, and opens by itself', async ({ page, sitwell }) => {
  // As on a page without https: the server has to be asked for the part itself, and can’t be just now.
  await page.addInitScript(() => Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined }))
  const arranged = await sitwell.arrange(world)
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  await page.route(`**/${examJson.path}?*`, (route) => route.fulfill({ status: 503, body: 'no' }))
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Opening your exam' })).toBeFocused()
  await expect(page.getByText('Your questions open as soon as there is a connection.')).toBeVisible()
  await expectNoViolations(page)
  await page.unroute(`**/${examJson.path}?*`)
  await answerAll(page)
})
