import type { Page } from '@playwright/test'
import { arabic, english, german, welsh } from '@sitwell/i18n/languages'
import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { exam, expect, longText, organisation, person, radio, signIn, test } from './fixtures.ts'
import { amissOnPage, textSpacing } from './geometry.ts'
import { makeCourse } from './make-course.ts'
import { resize } from './settled.ts'

const sizes = [
  [320, 256],
  [320, 640],
  [390, 844],
  [844, 390],
] as const
/** In these the cards of schedules stand beside their buttons. */
const wider = [
  [610, 700],
  [1440, 900],
] as const

/** What is amiss in each of the smallest windows, with the page's own spacing and the widest. */
const amissInSmall = async (page: Page, windows: readonly (readonly [number, number])[] = sizes) => {
  const wrong: Record<string, string[]> = {}
  for (const content of ['* {}', textSpacing]) {
    const style = await page.addStyleTag({ content })
    for (const [width, height] of windows) {
      await resize(page, { width, height })
      const found = await amissOnPage(page)
      if (found.length > 0) wrong[`${width}×${height}${content !== textSpacing ? '' : ' with text spacing'}`] = found
    }
    await style.evaluate((element) => element.parentNode?.removeChild(element))
  }
  return wrong
}

for (const language of [english, german, arabic, welsh]) {
  test(`schedule and review are whole and in reach in the smallest windows, also with wider text, in ${language.name}`, async ({
    page,
    sitwell,
  }) => {
    const { text } = textsOf(language)
    const named = (name: string) => ({
      ...exam({
        name,
        sections: [
          { name: 'Qx', questions: [radio('Which?', ['One', 'Two'], 0, { marks: 2 }), longText('Why?', { marks: 4 })] },
          { name: 'Zx', questions: [radio('Where?', ['Here', 'There'], 0)] },
        ],
      }),
    })
    const world = await sitwell.arrange(
      organisation({
        organisation: { languageId: language.id, languages: [english, german, arabic, welsh].map(({ id }) => id) },
        people: [person({ languageId: language.id })],
        exams: [named('Trees'), named('Lakes'), named('Birds'), named('Fish')],
        schedules: [
          { exam: 0 },
          { exam: 1, startsInMinutes: 50, completeDt: '2099-09-30T22:59:00Z', info: 'Bring a ruler.' },
          { exam: 2, practice: true },
          { exam: 3, startsInMinutes: 5000 },
        ],
      }),
    )
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const press = async (id: Parameters<typeof text>[0]) => {
      const button = page.getByRole('button', { name: text(id), exact: true }).last()
      await button.waitFor()
      // A key that does nothing represents the time in which a learner looks: what is pressed next is meant.
      await page.keyboard.press('Pause')
      await button.press('Enter')
    }
    await signIn(page, world)
    await page.getByTestId('schedule').nth(3).waitFor()
    expect(await amissInSmall(page, [...sizes, ...wider])).toEqual({})

    await page.setViewportSize({ width: 844, height: 390 })
    await page.goto(`/exam/${world.exams[0]?.examGuid}`)
    await press('exam.start')
    await press('exam.bookmark')
    await page.keyboard.press('Pause')
    await page.getByRole('radio').first().press('Space')
    for (let question = 1; question <= 3; question += 1) await press('exam.next')
    await expect(page.getByRole('heading', { name: text('review.title') })).toBeVisible()
    expect(await amissInSmall(page)).toEqual({})
    // What has been reviewed is left from here: Finish, and the way back, without scrolling.
    const ways = page.getByRole('group', { name: text('exam.moveLabel') }).getByRole('button')
    const title = page.getByRole('banner').getByText('Trees')
    for (const content of ['* {}', textSpacing]) {
      await page.addStyleTag({ content })
      for (const [width, height] of sizes) {
        await resize(page, { width, height })
        await expect(ways).toHaveCount(2)
        for (const way of await ways.all()) await expect(way).toBeInViewport({ ratio: 1 })
        const [bar, name] = await Promise.all([page.getByRole('banner').boundingBox(), title.boundingBox()])
        if (!bar || !name) throw new Error('The bar has no title.')
        const [above, below] = [name.y - bar.y, bar.y + bar.height - name.y - name.height]
        expect(Math.abs(above - below), 'the title stands in the middle of its bar').toBeLessThan(4)
      }
    }
  })
}

test.describe('courses', () => {
  test.use({ serviceWorkers: 'allow' })

  for (const language of [english, german, arabic, welsh]) {
    test(`a course and its lesson are whole and in reach in the smallest windows, and without a network, in ${language.name}`, async ({
      page,
      sitwell,
    }) => {
      const { text } = textsOf(language)
      const world = await sitwell.arrange(
        organisation({
          organisation: { languageId: language.id, languages: [english, german, arabic, welsh].map(({ id }) => id) },
          people: [person({ languageId: language.id })],
        }),
      )
      const course = await makeCourse('Ladders', [{ title: 'What do you know of ladders already?' }, { title: 'Climbing' }])
      await sitwell.command(world, 'import', course, '--schedule', world.people[0].username)
      await signIn(page, world)
      await page.getByRole('link', { name: 'Ladders' }).click()
      await page.getByTestId('lesson').first().getByRole('button').click()
      await expect(page.getByTestId('course-files')).not.toBeEmpty()
      await sitwell.goOffline(page)
      await page.frameLocator('iframe').frameLocator('iframe').locator('#next').click()
      await expect(page.getByTestId('course-keeping')).toHaveText(text('course.kept'))
      expect(await amissInSmall(page)).toEqual({})
      await page.getByRole('button', { name: text('course.close'), exact: true }).click()
      await expect(page.getByTestId('lesson')).toHaveCount(2)
      await expect(page.getByTestId('course-keeping')).toHaveText(text('course.kept'))
      expect(await amissInSmall(page)).toEqual({})
    })
  }
})
