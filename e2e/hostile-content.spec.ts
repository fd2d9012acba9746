import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { examJson } from '@sitwell/contract'
import { contentAttribute, contentAttributes } from '@sitwell/safe-html/attributes'
import { contentElements } from '@sitwell/safe-html/elements'
import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'
import { cleanHtml } from '../apps/server/src/import/html/clean-html.ts'
import type { QuestionSpec } from './arrange-exam.ts'
import { enterExam, exam, expect, organisation, person, radio, signIn, staticText, test } from './fixtures.ts'
import { hostileMark, hostileStrings } from './hostile-content.ts'
import { showcaseExam, showcaseQuestions } from './showcase.ts'
import { watch } from './watch-scripts.ts'

// The page's own security policy would stop most of this too; here the cleaning of content has to hold alone.
test.use({ bypassCSP: true })

/** What the player's cleaning gives each sound and film. */
const ofMedia = 'controls controlslist preload playsinline disablepictureinpicture disableremoteplayback'.split(' ')

/** What is in cleaned HTML on the page and may not: elements, attributes, addresses, places. */
const strangers = (page: Page) =>
  page.evaluate(
    ({ elements, pairs, ofMedia }) => {
      const found: string[] = []
      const own = ['target', 'rel', 'alt', ...ofMedia]
      for (const box of document.querySelectorAll('[class*="_html_"]')) {
        const edge = box.getBoundingClientRect()
        for (const one of box.querySelectorAll('*')) {
          // Fields of blanks and passages are in their text, and are the panel's own: no content keeps a class.
          if (
            box.querySelector('[class*="_blank_"], [class*="_place_"], [class*="_passage_"]') &&
            one.closest('[class]') !== box
          )
            continue
          // Nor does any keep data: these are the player's controls of a picture, a sound or a film.
          if (one.closest('[data-controls]')) continue
          const is = `<${one.localName}> in ${box.innerHTML.slice(0, 200)}`
          if (!elements.includes(one.localName)) found.push(is)
          for (const { name, value } of one.attributes) {
            // An empty one says nothing, and no script can take it off.
            if (name === 'is' && value === '') continue
            if (!own.includes(name) && !pairs.includes(`${one.localName} ${name}`)) found.push(`${name} of ${is}`)
            const scheme = ['href', 'src', 'poster'].includes(name) ? new URL(value, location.href).protocol : 'none'
            const fits = name === 'href' ? ['http:', 'https:', 'mailto:', 'tel:'] : ['http:', 'data:', 'blob:']
            if (scheme !== 'none' && !fits.includes(scheme)) found.push(`${name}=${value}`)
          }
          const style = getComputedStyle(one)
          const isDrawn = one.getClientRects().length > 0
          if (isDrawn && (style.position !== 'static' || style.backgroundImage !== 'none')) found.push(`style of ${is}`)
          if (one.localName === 'a' && one.hasAttribute('href') && one.getAttribute('rel') !== 'noopener noreferrer')
            found.push(`rel of ${is}`)
        }
        if (edge.right > innerWidth + 1 || edge.left < -1) found.push(`a box reaches out: ${box.innerHTML.slice(0, 200)}`)
      }
      return found
    },
    {
      ofMedia,
      elements: [...contentElements],
      pairs: contentElements.flatMap((element) =>
        contentAttributes
          .filter((name) => contentAttribute(element, name, name === 'style' ? 'width: 1px' : '1') !== undefined)
          .map((name) => `${element} ${name}`),
      ),
    },
  )

/** Controls of the page whose middle is covered by something else than the bars, behind which what belongs to a question scrolls. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('header, [class*="_bar_"]')].filter((bar) => !bar.closest('article'))
    const barsEnd = Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().bottom))
    return [...document.querySelectorAll<HTMLElement>('header button, footer button, [class*="_bar_"] button')].flatMap(
      (button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        const middle = document.elementFromPoint(left + width / 2, top + height / 2)
        const isBehindBars = button.closest('article') !== null && top < barsEnd
        const isSeen = width > 0 && top >= 0 && top + height <= innerHeight && !isBehindBars
        return isSeen && middle && !button.contains(middle) && !middle.closest('button') ? [button.textContent] : []
      },
    )
  })

/** Ids, codes and addresses; and names that lead from one place of a form to another. */
const isPlain =
  /id$|guid$|^type$|url$|src$|version|token$|types$|^(kind|format|family|state|action|accept|rowStates|nextField|controlName|properties)$/i
const isShort = /^(name|label|alt|finishedText|answerLabel)$/

/** Hostile text behind each text of an exam, whatever its question types call it. */
const withMarks = (value: unknown, key = ''): unknown => {
  if (isPlain.test(key)) return value
  if (Array.isArray(value)) return value.map((one) => withMarks(one, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withMarks(one, name)]))
  if (typeof value !== 'string' || value === '') return value
  return `${value} ${isShort.test(key) ? '<img src=x onerror=hurt()>' : hostileMark}`
}

const seated = async (page: Page, world: Parameters<typeof signIn>[1]) => {
  await enterExam(page, world)
}

test('of a published list and our own, no string runs a script, loads from elsewhere, or leaves its place, as an option', async ({
  page,
  sitwell,
}) => {
  const options = hostileStrings.map((_, index) => `option ${index}`)
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'Hostile', questions: [radio('Which?', options, 0)] })] }),
  )
  const { left, ran } = await watch(page, sitwell.origin)
  await sitwell.changeReply(page, examJson, (reply) => {
    const content = examJson.reply.parse(reply)
    const [question] = content.questions
    if (!question) throw new Error('The exam came without its question.')
    const hostile = hostileStrings.map((text, index) => ({ id: String(index + 1), text, selected: false }))
    return { ...content, questions: [{ ...question, options: hostile }] }
  })
  await seated(page, world)
  await expect(page.getByRole('radio')).toHaveCount(hostileStrings.length)
  expect(await strangers(page)).toEqual([])
  expect(await covered(page)).toEqual([])
  // Whatever would run on an action of the learner: the pointer over it, a click, the keyboard.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[class*="_html_"] *'))
      for (const type of ['pointerover', 'mouseover', 'focus', 'click', 'toggle', 'error', 'load'])
        if (!(type === 'click' && one.closest('a')?.hasAttribute('href'))) one.dispatchEvent(new Event(type))
  })
  expect(await ran()).toEqual([])
  expect(left).toEqual([])
  await expect(page).toHaveURL(/\/exam\//)
})

test('hostile text in every field that a learner is shown does nothing, and a text that is no HTML shows what was typed', async ({
  page,
  sitwell,
}) => {
  const mark = `Hall ${hostileMark}`
  const world = await sitwell.arrange(
    organisation({
      organisation: { name: mark },
      people: [person({ firstName: mark, lastName: mark })],
      messages: ['schedules.title', 'exam.intro', 'exam.start', 'exam.question', 'question.nothingToAnswer', 'login.title'].map(
        (id) => ({ id, languageId: 1, text: `${id} ${hostileMark}` }),
      ),
      exams: [
        exam({
          name: 'Hostile',
          settings: { introText: '<p>Intro</p>', outroText: '<p>Outro</p>' },
          gradeBoundaries: [{ grade: 'Seen', fromPercent: 0, pass: true, feedback: '<p>Feedback</p>' }],
          sections: [
            {
              text: '<p>Section</p>',
              scenarioText: '<p>Scenario</p>',
              questions: [radio('Which?', ['a', 'b'], 0, { introText: '<p>Above</p>' }), staticText('Read.')],
            },
          ],
        }),
      ],
      schedules: [{ info: mark }],
    }),
  )
  const { left, ran } = await watch(page, sitwell.origin)
  await sitwell.changeReply(page, examJson, (reply) => {
    const content = examJson.reply.parse(reply)
    return Object.assign(
      content,
      withMarks({ questions: content.questions, sections: content.sections, settings: content.settings }),
    )
  })
  await signIn(page, world)
  await expect(page.getByText('Hall <img src=x onerror=hurt()>').first()).toBeVisible()
  expect(await covered(page)).toEqual([])
  await page.getByRole('button', { name: 'Open Hostile' }).click()
  await expect(page).toHaveURL(/\/intro$/)
  expect(await strangers(page)).toEqual([])
  await page.locator('main button').last().click()
  await page.locator('[id^="question-"]').first().waitFor()
  for (const text of ['Which?', 'Above', 'Scenario']) await expect(page.getByText(text).first()).toBeVisible()
  expect(await strangers(page)).toEqual([])
  expect(await covered(page)).toEqual([])
  await page.getByRole('radio').first().click()
  await expect(page.getByRole('radio').first()).toBeChecked()
  await page.locator('#question-1').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('#question-2')).toBeVisible()
  expect(await strangers(page)).toEqual([])
  expect(await page.locator('script:not([src]), iframe, form, #root:not(body > #root)').count()).toBe(0)
  expect(await ran()).toEqual([])
  expect(left).toEqual([])
})

test('hostile text in every field of every kind of question does nothing, unanswered and answered', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ exams: [await showcaseExam()] }))
  const { left, ran } = await watch(page, sitwell.origin)
  await sitwell.changeReply(page, examJson, (reply) => {
    const content = examJson.reply.parse(reply)
    return Object.assign(content, withMarks({ questions: content.questions, sections: content.sections }))
  })
  await seated(page, world)
  const { size: length } = await showcaseQuestions()
  for (let number = 1; number <= length; number += 1) {
    await expect(page.locator(`#question-${number}`)).toBeVisible()
    await expect(page.locator('[class*="panelSpace"]')).toHaveCount(0)
    await expect(page.getByText('Unsupported')).toHaveCount(0)
    // What is chosen is shown again, in the list and among what is announced.
    const choices = page.getByRole('main').getByRole('radio').or(page.getByRole('main').getByRole('checkbox'))
    if ((await choices.count()) > 0) await choices.first().click({ force: true })
    expect(await strangers(page), `question ${number}`).toEqual([])
    expect(await covered(page), `question ${number}`).toEqual([])
    if (number < length)
      await page.getByRole('group', { name: 'Move between questions' }).getByRole('button', { name: 'Next' }).click()
  }
  expect(await page.locator('script:not([src]), iframe:not([sandbox]), form, #root:not(body > #root)').count()).toBe(0)
  expect(await ran()).toEqual([])
  expect(left).toEqual([])
})

/** Content that works, for the cleaner of the server and that of the player. */
const honest = [
  '<p>Plain, <b>bold</b>, H<sub>2</sub>O, <a href="https://example.org/a?b=1&amp;c=2">a page</a>, <a href="mailto:a@example.org">mail</a></p>',
  '<table><caption>T</caption><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2" style="text-align: right">1</td></tr></tbody></table>',
  '<math display="block"><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mspace width="0.167em"></mspace><mo stretchy="false">(</mo><msqrt><mn>2</mn></msqrt></math>',
  '<img src="a.png" alt="A picture" width="40" height="30"><audio src="a.mp3"></audio>',
  '<video src="a.mp4" poster="a.png" width="40" height="30"></video><video><source src="a.mp4"></video>',
  '<ul><li value="3">x</li></ul><ol start="2" reversed="" type="a"><li>y</li></ol><pre><code>a\n  b</code></pre>',
  '<p dir="rtl" lang="ar">نص</p><ruby>漢<rt>kan</rt></ruby><bdo dir="rtl">abc</bdo>',
]

test('what the import of a package lets through, the player shows unchanged: both clean by one list', async ({
  page,
  sitwell,
}) => {
  const files: Readonly<Record<string, string>> = { image: 'a.png', audio: 'a.mp3', video: 'a.mp4', link: 'a.pdf' }
  const imported = [...honest, ...hostileStrings]
    .map((html) => cleanHtml(html, (address, use) => (address === files[use] ? address : undefined)).html)
    .filter((html) => html !== '' && looksLikeHtml(html))
  expect(imported.slice(0, honest.length)).toEqual(honest)
  const questions: QuestionSpec[] = [
    radio(
      'Which?',
      imported.map((_, index) => String(index)),
      0,
    ),
  ]
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Kept', questions })] }))
  await sitwell.changeReply(page, examJson, (reply) => {
    const content = examJson.reply.parse(reply)
    const options = imported.map((text, index) => ({ id: String(index + 1), text, selected: false }))
    return { ...content, questions: content.questions.map((one) => ({ ...one, options })) }
  })
  await seated(page, world)
  await expect(page.getByRole('radio')).toHaveCount(imported.length)
  const changed = await page.evaluate(
    ({ texts, ofMedia }) => {
      const plain = (element: Element) => {
        for (const one of element.querySelectorAll('a, audio, video, img'))
          for (const name of ['target', 'rel', ...ofMedia]) one.removeAttribute(name)
        // Addresses lead to the exam's own files now; that they are there is what counts.
        for (const one of element.querySelectorAll('[src]')) one.setAttribute('src', 'here')
        for (const one of element.querySelectorAll('[poster]')) one.setAttribute('poster', 'here')
        const words = document.createElement('div')
        words.innerHTML = element.innerHTML
        const attributesInOrder = [...words.querySelectorAll('*')].map((one) =>
          [one.localName, ...[...one.attributes].map(({ name, value }) => `${name}=${value}`).sort()].join(' '),
        )
        return [words.textContent, ...attributesInOrder].join('\n')
      }
      const rows = [...document.querySelectorAll('label:has(> input[type="radio"]) [class*="_html_"]')]
      return texts.flatMap((text, index) => {
        const wanted = document.createElement('div')
        const inert = document.createElement('template')
        inert.innerHTML = text
        wanted.append(document.importNode(inert.content, true))
        const shown = rows[index]?.cloneNode(true)
        const is = shown instanceof Element ? plain(shown) : 'nothing'
        return is === plain(wanted) ? [] : [{ text, is }]
      })
    },
    { texts: imported, ofMedia },
  )
  expect(changed).toEqual([])
})

test('pictures, audio, files, links, tables and formulas of a package work in its texts', async ({ page, sitwell }) => {
  const media = (name: string) => readFileSync(new URL(`./media/${name}`, import.meta.url))
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({
          name: 'Media',
          files: {
            'resources/a.png': media('square.png'),
            'resources/a.mp3': media('tone.mp3'),
            'resources/a.pdf': media('page.pdf'),
          },
          questions: [
            staticText(`<p>See <img src="resources/a.png" alt="A square">, hear <audio src="resources/a.mp3"></audio>, read
              <a href="resources/a.pdf">the form</a> or <a href="https://example.org/help">a page</a>.</p>
              <table><tr><th>Unit</th><td>metre</td></tr></table>
              <math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>`),
          ],
        }),
      ],
    }),
  )
  await seated(page, world)
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: 'A square' })).toHaveJSProperty('naturalWidth', 16)
  const heard = await main.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
    audio.muted = true
    await audio.play()
    return { duration: audio.duration, controls: audio.controls }
  })
  // The browser's own controls offer to download; ours are in their place.
  expect(heard).toEqual({ duration: expect.closeTo(0.5, 0), controls: false })
  await expect(main.getByRole('group', { name: 'Recording' }).getByRole('button')).toBeVisible()
  await expect(main.getByRole('cell', { name: 'metre' })).toBeVisible()
  const fraction = await main.locator('mfrac').evaluate((one) => {
    const [above, below] = [...one.children].map((child) => child.getBoundingClientRect())
    return above && below && above.bottom <= below.top + 1
  })
  expect(fraction).toBe(true)
  for (const name of ['the form', 'a page']) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('target', '_blank')
    await expect(main.getByRole('link', { name })).toHaveAttribute('rel', 'noopener noreferrer')
  }
  const pdf = await main.getByRole('link', { name: 'the form' }).evaluate(async (link: HTMLAnchorElement) => {
    const reply = await fetch(link.href)
    return [reply.status, reply.headers.get('content-type')]
  })
  expect(pdf).toEqual([200, 'application/pdf'])
})
