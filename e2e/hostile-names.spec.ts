import type { Page } from '@playwright/test'
import { findPeople } from '@sitwell/contract'
import { exam, expect, longText, openExam, organisation, person, signIn, startExam, test } from './fixtures.ts'
import { hostileStrings } from './hostile-content.ts'
import { makeCourse } from './make-course.ts'
import { watch } from './watch-scripts.ts'

// What is shown has to be text by itself, without the page's security policy.
test.use({ bypassCSP: true })

/** Those that fit into a name, each said apart by a number before it: none of them is a name that somebody else has. */
const vectors = [...new Set(hostileStrings.map((one) => one.replaceAll(/[\0\n\r]/g, ' ').trim()))]
  .filter((one) => /[<&"'`:]/.test(one) && one.length <= 180)
  .map((one, index) => `${index} ${one}`)

/** What would run on an action of the learner, on all that the page shows. */
const touch = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('main *, header *, footer *'))
      for (const type of ['pointerover', 'mouseover', 'focus', 'toggle', 'error', 'load', 'animationstart'])
        one.dispatchEvent(new Event(type))
  })

/** Nothing ran, nothing left, and nothing of the page is another's than Sitwell's. */
const expectHarmless = async (page: Page, { left, ran }: Awaited<ReturnType<typeof watch>>) => {
  await touch(page)
  expect(await ran()).toEqual([])
  expect(left).toEqual([])
  expect(await page.locator('script:not([src]), form[action], a[href^="javascript:"], [onerror], [onload]').count()).toBe(0)
}

test('no published string runs a script as the name of a person, in a list of them and where they are asked about', async ({
  page,
  sitwell,
}) => {
  const stored = person({ username: 'learner', firstName: vectors[0] ?? '', lastName: vectors[1] ?? '' })
  const world = await sitwell.arrange(organisation({ people: [person({ username: 'chief', admin: true }), stored] }))
  const watching = await watch(page, sitwell.origin)
  await sitwell.changeReply(page, findPeople, (reply) => {
    const { people, isMore } = findPeople.reply.parse(reply)
    const made = vectors.map((name, userID) => ({ userID, firstName: name, lastName: '', username: name, suspended: false }))
    return { people: [...people, ...made], isMore }
  })
  await signIn(page, world)
  await page.getByRole('banner').getByRole('button', { name: 'Sign in as a learner' }).click()
  const heads = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(heads).toHaveCount(vectors.length + 1)
  const plain = (texts: readonly string[]) => texts.map((one) => one.replaceAll(/\s+/g, ' ').trim())
  expect(plain(await heads.allTextContents())).toEqual(plain([`${vectors[0]} ${vectors[1]}`, ...vectors]))
  await expectHarmless(page, watching)
  await page.getByRole('main').getByRole('listitem').nth(0).getByRole('button').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectHarmless(page, watching)
})

/** Strings of each class, spread over the list. */
const some = (from: number) => {
  let next = from
  return () => {
    next = (next + 7) % vectors.length
    return vectors[next] ?? ''
  }
}

for (const round of [0, 3])
  test(`nothing runs as a course, a lesson, an exam, an answer, a file or a report (strings ${round} and every seventh on)`, async ({
    page,
    context,
    sitwell,
  }) => {
    const one = some(round)
    const names = {
      learner: one(),
      exam: one(),
      course: one(),
      lesson: one(),
      about: one(),
      answer: one(),
      file: one(),
      report: one(),
    }
    const xml = (text: string) =>
      text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll(/[^\P{C}\s]/gu, '')
    const learner = person({ username: 'learner', firstName: names.learner, lastName: names.learner })
    const chief = person({ username: 'chief', admin: true })
    await context.route('**/assessment/activitylog/**', (route) => route.abort())
    const world = await sitwell.arrange(
      organisation({
        people: [learner, chief],
        exams: [
          exam({
            name: names.exam,
            settings: { examTime: 3600 },
            questions: [
              longText('Say it.'),
              { type: 'EVIDENCE', marks: 0, text: '<p>Show it</p>', evidenceText: '<p>A file.</p>' },
            ],
          }),
        ],
      }),
    )
    const course = await makeCourse(xml(names.course), [{ title: xml(names.lesson) }], xml(names.about))
    await sitwell.command(world, 'import', course, '--schedule', world.people[0].username)
    const watching = await watch(page, sitwell.origin)
    await signIn(page, world)
    await expect(page.getByRole('banner')).toContainText(names.learner.slice(0, 20))
    await expect(page.getByTestId('course')).toContainText(names.course.slice(0, 20))
    await expectHarmless(page, watching)
    await page.getByTestId('course').getByRole('link').click()
    await expect(page.getByTestId('lesson')).toContainText(names.lesson.slice(0, 20))
    await expectHarmless(page, watching)
    await page.goto('/schedules')
    await openExam(page, { name: names.exam })
    await startExam(page)
    await page.getByRole('textbox').fill(names.answer)
    await expectHarmless(page, watching)
    await page.getByRole('button', { name: 'Next' }).click()
    const opening = page.waitForEvent('filechooser')
    await page
      .getByRole('region', { name: 'Your files' })
      .getByRole('button', { name: /^Choose/ })
      .click()
    await (await opening).setFiles({
      name: `${names.file.replaceAll('/', '|')}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('A photograph'),
    })
    await expect(page.getByRole('region', { name: 'Your files' })).toContainText('.txt is on the server')
    await expectHarmless(page, watching)

    // What support sees of it at the same machine.
    const desk = await context.newPage()
    const watchingDesk = await watch(desk, sitwell.origin)
    await signIn(desk, world, { as: chief })
    await desk.getByRole('banner').getByRole('button', { name: 'Report a bug' }).click()
    await desk.getByRole('dialog').getByRole('textbox').first().fill(names.report)
    await expectHarmless(desk, watchingDesk)
    await desk.keyboard.press('Escape')
    await desk.goto('/logs')
    await expect(desk.getByRole('table', { name: 'Activity logs' })).toContainText(names.learner.slice(0, 10))
    await expectHarmless(desk, watchingDesk)
  })
