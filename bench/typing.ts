import type { Browser, CDPSession, Page } from '@playwright/test'
import { exam, longText, type OrganisationSpec, radio } from '../e2e/arrange.ts'
import { showcaseExam, showcaseQuestions } from '../e2e/showcase.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { sitDown } from './sit-down.ts'
import { threadTimes } from './thread-time.ts'

/** What the main thread worked for keys that were typed into a field, each from the key to the painted letter, at this machine's own speed. */
export interface TypedFigure {
  readonly field: string
  readonly keyMs: readonly number[]
}

/** Keys of each field; those before them, in which its code is compiled, aren't counted. */
const keys = 60
const warmUps = 10
/** Quicker than anybody types all day, slower than the gathering of typing: what is saved of it falls between the keys. */
const betweenKeysMs = 90
/** 2,000 words in paragraphs, as a long essay has them. */
const essay = `${'Ash trees grow where beech trees stood before. '.repeat(10)}\n\n`.repeat(25)

/** Fields in which learners type: of every question of the showcase that has one, and of a long text with `words` in it already. */
export async function measureTyping(browser: Browser, sitwell: Sitwell): Promise<TypedFigure[]> {
  const showcase = await showcaseQuestions()
  const names = [...showcase].map(([id, { type }]) => `${type} ${id}`)
  const figures = await typeThrough(browser, sitwell, { exams: [await showcaseExam()] }, async (page, devTools) => {
    const found: TypedFigure[] = []
    for (const [index, name] of names.entries()) {
      await goTo(page, index + 1)
      const field = page.locator(editable).first()
      if ((await field.count()) === 0) continue
      found.push({ field: name, keyMs: await typeKeys(page, devTools, '') })
    }
    return found
  })
  const long = [longText('Describe a leaf.'), ...Array.from({ length: 499 }, () => radio('Which?', ['Ash', 'Moss'], 0))]
  const longOne = await typeThrough(
    browser,
    sitwell,
    { exams: [exam({ name: 'Leaves', questions: long })] },
    async (page, devTools) => [
      {
        field: `an essay of 2,000 words, in an exam of ${long.length} questions`,
        keyMs: await typeKeys(page, devTools, essay),
      },
    ],
  )
  return [await typeBare(browser, sitwell), ...figures, ...longOne]
}

const editable =
  'main article :is(textarea, [contenteditable="true"], input:is([type="text"], [type="number"], [type="email"], :not([type]))):visible:not([disabled], [readonly])'

async function typeThrough(
  browser: Browser,
  sitwell: Sitwell,
  spec: Pick<OrganisationSpec, 'exams' | 'packages'>,
  type: (page: Page, devTools: CDPSession) => Promise<TypedFigure[]>,
): Promise<TypedFigure[]> {
  const { context, page } = await sitDown(browser, sitwell, spec)
  const figures = await type(page, await context.newCDPSession(page))
  await context.close()
  return figures
}

/** A field of the browser's own in an empty page: what no player could be quicker than. */
async function typeBare(browser: Browser, sitwell: Sitwell): Promise<TypedFigure> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${sitwell.origin}/livez`)
  await page.setContent('<main><article><textarea rows="10" cols="80"></textarea></article></main>')
  const keyMs = await typeKeys(page, await context.newCDPSession(page), '')
  await context.close()
  return { field: 'a field alone in an empty page', keyMs }
}

async function goTo(page: Page, number: number): Promise<void> {
  await page.evaluate((wanted) => document.querySelectorAll<HTMLElement>('nav ol button')[wanted - 1]?.click(), number)
  await page.locator(`#question-${number}`).waitFor()
  await page.waitForTimeout(300)
}

/** Types into the first field of the question that is shown, behind `words`, and gives what each key took. */
async function typeKeys(page: Page, devTools: CDPSession, words: string): Promise<number[]> {
  await page.locator(editable).first().click()
  if (words !== '') await page.keyboard.insertText(words)
  await page.evaluate(markKeys)
  const marks = await threadTimes(devTools, async () => {
    for (let key = 0; key < warmUps + keys; key += 1) {
      await page.keyboard.press(String(key % 10))
      await page.waitForTimeout(betweenKeysMs)
    }
  })
  const taken = Array.from(
    { length: warmUps + keys },
    (_, key) => (marks.get(`typed ${key}`) ?? Number.NaN) - (marks.get(`key ${key}`) ?? 0),
  )
  return taken.slice(warmUps).filter((ms) => !Number.isNaN(ms))
}

/** In the page: marks each key as it comes, and once the frame with its letter is painted. */
function markKeys(): void {
  let key = 0
  addEventListener(
    'keydown',
    () => {
      const name = key
      key += 1
      performance.mark(`key ${name}`)
      requestAnimationFrame(() => {
        const painted = new MessageChannel()
        painted.port1.onmessage = () => performance.mark(`typed ${name}`)
        painted.port2.postMessage(undefined)
      })
    },
    { capture: true },
  )
}
