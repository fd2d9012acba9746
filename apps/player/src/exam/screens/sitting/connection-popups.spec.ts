import type { WebSocket } from '@playwright/test'
import { dashEventsPath, reportAbsence, saveAnswer } from '@sitwell/contract'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  organisation,
  person,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { invigilate, invigilator } from '../../../../../../e2e/invigilator.ts'
import { resize } from '../../../../../../e2e/settled.ts'

// NET-301 NET-302 NET-303 NET-304 NET-305 NET-306 NET-307 NET-308
test('a lost connection is told at once and pauses the exam, until the learner has confirmed that it is back', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      settings: { NotifyLearnerImmediatelyOnConnectionLoss: '1' },
      exams: [exam({ name: 'Lakes', settings: { examTime: 3600 }, questions: [longText('Describe a lake.')] })],
    }),
  )
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => void (socket.url().includes(dashEventsPath) && sockets.push(socket)))
  /** Live connections that answer the server, and so tell it that the learner is there. */
  const live = () => sockets.filter((socket) => !socket.isClosed()).length
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await page.getByRole('textbox').fill('Cold and dark.')
  await expect.poll(live).toBe(1)

  await sitwell.goOffline(page)
  const lost = page.getByRole('alertdialog', { name: 'Connection lost!' })
  await expect(lost).toContainText('Please speak to your invigilator')
  await expect(lost).toContainText('Your exam is paused')
  await expect(lost).toContainText('Unsaved answers will sync when the connection returns.')
  await expectNoViolations(page)
  await expect.poll(live).toBe(0)
  await expect(page.locator('article')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(lost.getByRole('button', { name: 'Try now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lost).toBeVisible()

  const calls: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    for (const { name, path } of [reportAbsence, saveAnswer]) if (pathname.endsWith(path)) calls.push(name)
  })
  await sitwell.goOnline(page)
  const returned = page.getByRole('alertdialog', { name: 'Connection returned! :)' })
  await expect(returned).toContainText(
    "Your connection has returned and your answers were saved. Click 'OK' to continue your exam",
  )
  await expect(lost).toHaveCount(0)
  await expectNoViolations(page)
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Cold and dark.'])
  expect(calls).toEqual(['reportAbsence', 'saveAnswer'])
  expect(live()).toBe(0)
  // By a pointer: a second Enter within the same moment would be meant for the dialog before.
  await returned.getByRole('button', { name: 'OK' }).click()
  await expect(returned).toHaveCount(0)
  await expect.poll(live).toBe(1)
  await expect(page.getByRole('textbox')).toBeEnabled()
  await expect(page.getByRole('textbox')).toHaveValue('Cold and dark.')
})

test('what an invigilator did while the connection was lost is met before the exam shows again, and time given is told', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange({
    ...organisation({
      settings: { NotifyLearnerImmediatelyOnConnectionLoss: '1', AllowRemotePause: '1' },
      exams: [exam({ name: 'Lakes', settings: { examTime: 600 }, questions: [longText('Describe a lake.')] })],
    }),
    people: [person(), invigilator],
  })
  const { examGuid } = world.exams[0] ?? { examGuid: '' }
  await signIn(page, world, { at: `/exam/${examGuid}` })
  // The page has heard nothing of its exam yet: what was given is told by what was there as it was opened.
  let isSilent = true
  await page.routeWebSocket(new RegExp(dashEventsPath), (socket) => void (isSilent || socket.connectToServer()))
  await startExam(page)
  const invigilation = await invigilate(sitwell, world, examGuid)
  await sitwell.goOffline(page)
  await expect(page.getByRole('alertdialog', { name: 'Connection lost!' })).toBeVisible()
  await invigilation.addTime(300)
  isSilent = false
  await sitwell.goOnline(page)
  const returned = page.getByRole('alertdialog', { name: 'Connection returned! :)' })
  await expect(returned).toBeVisible()
  await invigilation.pause()
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector('article')) document.body.dataset.shown = 'yes'
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  await returned.getByRole('button', { name: 'OK' }).click()
  await expect(returned).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your exam is paused' })).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-shown')
  // Nobody has told the page who gave it.
  const given = page.getByText('Your time was made longer: 5 minutes more.')
  await expect(given).toBeVisible()
  await invigilation.resume()
  const resume = page.getByRole('button', { name: 'Resume' })
  await expect(resume).toBeVisible()
  // In a low window too, what is told of the time covers no button.
  const usual = page.viewportSize() ?? { width: 1280, height: 800 }
  await resize(page, { width: 844, height: 390 })
  const [notice, button] = await Promise.all([given.locator('..').boundingBox(), resume.boundingBox()])
  expect(notice && button && (notice.y >= button.y + button.height || notice.y + notice.height <= button.y)).toBe(true)
  await page.setViewportSize(usual)
  await resume.click()
  await expect(page.getByRole('textbox')).toBeEnabled()
  await expect(given).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^1[45]m$/)
})
