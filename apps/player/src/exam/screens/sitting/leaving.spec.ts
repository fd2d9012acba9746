import {
  exam,
  expect,
  expectNoViolations,
  organisation,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'

/** What this browser keeps of the form run. */
const storedRun = () =>
  new Promise<{ leaveExam?: string; resumeExam?: string }>((resolve) => {
    const opening = indexedDB.open('sitwell')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('formRuns').objectStore('formRuns').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result[0] ?? {})
      }
    }
  })
const isFullScreen = () => document.fullscreenElement !== null

// RUN-349 RUN-350 RUN-351 RUN-352
test('leaving the window and coming back is recorded, and closing it asks where the organisation wants that', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ settings: { WarnOnBrowserClose: '1' } }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  expect(await page.evaluate(storedRun)).not.toHaveProperty('leaveExam')
  // A frame of the exam that takes the focus leaves nothing; another window does.
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await page.evaluate(() => {
    document.hasFocus = () => false
  })
  expect(await page.evaluate(storedRun)).not.toHaveProperty('leaveExam')
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await expect.poll(() => page.evaluate(storedRun)).toHaveProperty('leaveExam')
  expect(await page.evaluate(storedRun)).not.toHaveProperty('resumeExam')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => page.evaluate(storedRun)).toHaveProperty('resumeExam')

  const words = await page.evaluate(() => {
    const closing = document.createEvent('BeforeUnloadEvent')
    closing.initEvent('beforeunload', false, true)
    dispatchEvent(closing)
    return closing.returnValue
  })
  expect(words).toBe('Are you sure you want to close?')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
})

// RUN-333 RUN-334 RUN-335 ERR-319
test('an exam that requires full screen begins in it, and is covered whenever its window leaves it', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({
          name: 'Lakes',
          settings: { fullScreenExam: true },
          questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0)],
        }),
      ],
    }),
  )
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await expect.poll(() => page.evaluate(isFullScreen)).toBe(true)
  const notice = page.getByRole('alertdialog', { name: 'This exam must be taken in Full Screen' })
  await expect(notice).toHaveCount(0)

  await page.evaluate(() => document.exitFullscreen())
  await expect(notice).toBeVisible()
  const isOutOfReach = (element: Element) => element.closest('[inert], [aria-hidden="true"]') !== null
  await expect.poll(() => page.locator('article').evaluate(isOutOfReach)).toBe(true)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await notice.getByRole('button', { name: 'Return to Exam' }).press('Enter')
  await expect(notice).toHaveCount(0)
  await expect.poll(() => page.evaluate(isFullScreen)).toBe(true)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })

  // Opened again nobody has pressed anything yet, which browsers want: the notice leads there.
  await page.reload()
  await notice.getByRole('button', { name: 'Return to Exam' }).click()
  await expect(notice).toHaveCount(0)
  await expect.poll(() => page.evaluate(isFullScreen)).toBe(true)
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
})
