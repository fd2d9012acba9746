import type { Page } from '@playwright/test'
import { arabic, english, german, welsh } from '@sitwell/i18n/languages'
import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { exam, expect, longText, organisation, person, radio, signIn, test } from './fixtures.ts'
import { textSpacing } from './geometry.ts'
import { makeCourse } from './make-course.ts'

const sizes = [
  [320, 256],
  [320, 640],
  [390, 844],
  [844, 390],
] as const

/**
 * What is amiss on a page that may be scrolled down: words that are broken in two, what reaches beside the window, and controls that are cut,
 * smaller than WCAG's 24 pixels, or covered wherever they are scrolled to.
 */
const amissOn = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide`)
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 40) || element.tagName)
    const isHidden = (element: Element) => element.clientWidth === 1 || getComputedStyle(element).clipPath !== 'none'
    for (const control of document.querySelectorAll('button, a[href], select, input')) {
      if (!control.checkVisibility() || isHidden(control)) continue
      // A field's label is pressed as the field is.
      const own = control.closest('label') ?? control
      control.scrollIntoView({ block: 'center', inline: 'nearest' })
      const { left, right, top, width, height } = own.getBoundingClientRect()
      if (left < -0.5 || right > innerWidth + 0.5) found.push(`${nameOf(control)} is outside: ${left} to ${right}`)
      const isInText = control.localName === 'a' && getComputedStyle(control).display === 'inline'
      if (!isInText && (width < 24 || height < 24)) found.push(`${nameOf(control)} is ${width} by ${height}`)
      if (control.scrollWidth > control.clientWidth + 1 && control.localName === 'button')
        found.push(`${nameOf(control)} is cut`)
      const point = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!point || !(own.contains(point) || point.contains(control)))
        found.push(`${nameOf(control)} is covered by ${point ? nameOf(point) : 'nothing'}`)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || parent.closest('script, style, select, svg') || !parent.checkVisibility() || isHidden(parent)) continue
      // A name in the bar gives way, with dots, to what is pressed there.
      if ([parent, parent.parentElement].some((one) => one && getComputedStyle(one).textOverflow === 'ellipsis')) continue
      for (const word of (node.textContent ?? '').matchAll(/[\p{L}\p{M}’]{3,}/gu)) {
        const range = document.createRange()
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const boxes = [...range.getClientRects()]
        if (new Set(boxes.map(({ bottom }) => Math.round(bottom / 4))).size > 1) found.push(`${word[0]} is broken`)
        if (boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1)) found.push(`${word[0]} is outside`)
      }
    }
    return [...new Set(found)]
  })

/** What is amiss in each of the smallest windows, with the page's own spacing and the widest. */
const amissInSmall = async (page: Page) => {
  const wrong: Record<string, string[]> = {}
  for (const content of ['* {}', textSpacing]) {
    const style = await page.addStyleTag({ content })
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      const found = await amissOn(page)
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
          { exam: 1, startsInMinutes: 50, info: 'Bring a ruler.' },
          { exam: 2, practice: true },
          { exam: 3, startsInMinutes: 5000 },
        ],
      }),
    )
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const press = async (id: Parameters<typeof text>[0]) => {
      const button = page.getByRole('button', { name: text(id), exact: true }).last()
      await button.waitFor()
      // A key that does nothing stands for the time in which a learner looks: what is pressed next is meant.
      await page.keyboard.press('Pause')
      await button.press('Enter')
    }
    await signIn(page, world)
    await page.getByTestId('schedule').nth(3).waitFor()
    expect(await amissInSmall(page)).toEqual({})

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
        await page.setViewportSize({ width, height })
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
