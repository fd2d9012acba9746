import { enterExam, exam, expect, organisation, radio, test } from '../../../../../../e2e/fixtures.ts'
import { holdClock, runUntilShown } from '../../../../../../e2e/pass-time.ts'

// The server judges by its own clock, and by the one of the browser that nobody can set: the test moves both.
test.use({ hasOwnClock: true })

test('an answer that was given without a network two seconds before the end counts when the network is back long after it', async ({
  page,
  sitwell,
}) => {
  const short = exam({
    name: 'Short exam',
    settings: { examTime: 180 },
    questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0)],
  })
  const world = await sitwell.arrange(organisation({ exams: [short] }))
  await page.clock.install()
  await enterExam(page, world)
  await holdClock(page)
  const timer = page.getByRole('timer')
  const pass = async (seconds: number) => {
    await sitwell.passTime(seconds)
    await page.clock.runFor(seconds * 1000)
  }
  await sitwell.goOffline(page)
  // How long the exam took to open, its time says: in whole minutes at first, then in seconds.
  const isNear = async () => {
    const [, left = '0', unit] = /^(\d+)([ms])$/.exec((await timer.textContent()) ?? '') ?? []
    await pass(unit === 's' ? Number(left) - 2 : 15)
    return unit === 's'
  }
  await expect.poll(isNear).toBe(true)
  await expect(timer).toHaveText('2s')
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  // To the end, and then longer than the grace, and long enough to be a silence.
  await pass(2 + 49)
  expect(await sitwell.answersOf(world)).toEqual([])
  await sitwell.goOnline(page)
  await runUntilShown(page, page.getByRole('heading', { name: 'Assessment complete' }))
  await expect(page.getByRole('main')).toContainText('1 of 1')
  await expect(page.getByText('received after the time was over')).toHaveCount(0)
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Salmon'])
})
