import type { Page } from '@playwright/test'
import { enterExam, exam, expect, longText, organisation, radio, test } from '../../../../../../e2e/fixtures.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'

/** What React tells of a component that was drawn: its kind, whether it worked, what it was before, and its children. */
interface Fiber {
  readonly tag: number
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly stateNode: unknown
}

/** Notes, of each component that is drawn again, the first element of the page that it draws: React tells such tools as it draws. */
const watchDrawing = () => {
  const functions = new Set([0, 11, 14, 15])
  const host = 5
  const drawn: Element[] = []
  const firstElement = (fiber: Fiber | null): Element | undefined => {
    for (let at = fiber; at; at = at.sibling) {
      if (at.tag === host && at.stateNode instanceof Element) return at.stateNode
      const below = firstElement(at.child)
      if (below) return below
    }
    return undefined
  }
  const walk = (fiber: Fiber) => {
    const before = fiber.alternate
    if (!before) return
    const hasWorked = (fiber.flags & 1) === 1
    const element = functions.has(fiber.tag) && hasWorked ? firstElement(fiber.child) : undefined
    if (element) drawn.push(element)
    if (fiber.child === before.child) return
    for (let child = fiber.child; child; child = child.sibling) walk(child)
  }
  Object.assign(window, {
    drawn,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      checkDCE: () => undefined,
      onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => walk(root.current),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  })
}

/** Begins to count again; and how often a component was drawn again since, of which the first element is one of these or is in one. */
const forget = (page: Page) => page.evaluate(() => (window as unknown as { drawn: Element[] }).drawn.splice(0).length)
const drawnIn = (page: Page, selector: string) =>
  page.evaluate(
    (wanted) => (window as unknown as { drawn: Element[] }).drawn.filter((element) => element.closest(wanted)).length,
    selector,
  )

const sit = async (page: Page, sitwell: Sitwell, questions: Parameters<typeof exam>[0]) => {
  await page.addInitScript(watchDrawing)
  const world = await sitwell.arrange(organisation({ exams: [exam(questions)] }))
  await enterExam(page, world)
}

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index + 1}`, text: `Entry ${index + 1}` }))
const colours = Array.from({ length: 60 }, (_, index) => radio(`Colour ${index + 1}?`, ['Red', 'Green'], 0))
/** What is in the bar: the bar itself is the first element of what lies around it, too. */
const bar = 'section[aria-label="Your exam"] *'
const buttons = 'nav ol button'

test('a question that opens draws two buttons of the navigation again, and nothing of the bar, the clock and the text beside it', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell, {
    settings: { examTime: 3600 },
    sections: [{ name: 'Colours', scenarioText: '<p>A rainbow over a lake.</p>', questions: colours }],
  })
  const shown = page.getByRole('heading', { level: 1 })
  const next = page.getByRole('button', { name: 'Next' })
  await next.press('Enter')
  await expect(shown).toHaveText('Question 2')
  // Within one turn of the page: the clock draws itself each second.
  const drawn = await page.evaluate(
    async ([bar, buttons]) => {
      const all = (window as unknown as { drawn: Element[] }).drawn
      all.splice(0)
      document.querySelectorAll<HTMLElement>(buttons ?? '')[2]?.click()
      await Promise.resolve()
      const count = (selector: string) => all.filter((element) => element.closest(selector)).length
      return {
        buttons: count(buttons ?? ''),
        bar: count(bar ?? ''),
        scenario: count('[data-testid="scenario"] div'),
        all: all.length,
      }
    },
    [bar, buttons],
  )
  await expect(shown).toHaveText('Question 3')
  expect(drawn.all).toBeGreaterThan(0)
  expect(drawn).toMatchObject({ buttons: 2, bar: 0, scenario: 0 })
})

test('a question with lists opens without them: what a list holds is made as it is opened', async ({ page, sitwell }) => {
  await sit(page, sitwell, {
    questions: [
      longText('Say why.'),
      {
        type: 'MATCH',
        text: 'Match them.',
        options: options(4),
        selections: options(30),
        key: { 1: '1', 2: '2', 3: '3', 4: '4' },
      },
    ],
  })
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  const first = page.getByRole('article').getByRole('listitem').first().getByRole('button')
  await expect(first).toBeVisible()
  await expect(page.getByRole('option', { includeHidden: true }).and(page.getByText('Entry', { exact: false }))).toHaveCount(0)
  await first.press('Enter')
  await expect(page.getByRole('option', { name: 'Entry' })).toHaveCount(30)
})

test('a key in one field of a table, of a text in parts and of a form draws no other field again', async ({
  page,
  sitwell,
}) => {
  const row = (index: number) => ({ id: `${index}`, text: `Row ${index}`, cells: [] })
  const rows = Array.from({ length: 6 }, (_, index) => index + 1)
  const part = (index: number) => ({ id: `${index}`, text: `Part ${index}`, marks: 1 })
  const component = (index: number) => ({ kind: 'input', id: `f${index}`, label: `Field ${index}`, maxLength: 20 })
  await sit(page, sitwell, {
    questions: [
      longText('Say why.'),
      { type: 'QTABLE', text: 'Fill it in.', columns: [{ text: 'A' }, { text: 'B' }], rows: rows.map(row) },
      { type: 'MULTITEXT', text: 'In parts.', parts: rows.map(part) },
      { type: 'QGRID', text: 'A form.', rows: rows.map((index) => ({ cells: [{ components: [component(index)] }] })) },
    ],
  })
  for (const kind of ['table', 'parts', 'form']) {
    await page.getByRole('button', { name: 'Next' }).press('Enter')
    const fields = page.getByRole('article').getByRole('textbox')
    await expect(fields.nth(5), kind).toBeVisible()
    await fields.nth(2).focus()
    await page.keyboard.press('a')
    await forget(page)
    await page.keyboard.press('b')
    await expect(fields.nth(2)).toHaveValue('ab')
    const others = await page.evaluate(() => {
      const typed = document.activeElement
      const field = 'input[type="text"]'
      // The first element of what draws a field lies around it; one that lies around several draws the panel.
      return (window as unknown as { drawn: Element[] }).drawn.filter((element) => {
        const within = element.matches(field) ? [element] : [...element.querySelectorAll(field)]
        return within.length === 1 && within[0] !== typed
      }).length
    })
    expect(others, kind).toBe(0)
  }
  expect(await drawnIn(page, 'article')).toBeGreaterThan(0)
})

test('a question with a long text opens with each field drawn once, and its panel of files once it is painted', async ({
  page,
  sitwell,
}) => {
  const component = (index: number) => ({ kind: 'input', id: `f${index}`, label: `Field ${index}` })
  const long = `Fill in the form from your notes. ${'A school rings to book a visit of its second year. '.repeat(4)}`
  const upload = { kind: 'fileButton', id: 'letter', label: 'Letter', accept: ['.pdf'] }
  const rows = [1, 2, 3, 4].map((index) => ({ cells: [{ components: [component(index)] }] }))
  await sit(page, sitwell, {
    questions: [longText('Say why.'), { type: 'QGRID', text: long, rows: [...rows, { cells: [{ components: [upload] }] }] }],
  })
  // Its code is there from then on.
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Your files' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question 1')
  // Within one turn of the page, before the frame in which the question is painted.
  const opened = await page.evaluate(async (buttons) => {
    const all = (window as unknown as { drawn: Element[] }).drawn
    all.splice(0)
    document.querySelectorAll<HTMLElement>(buttons)[1]?.click()
    await Promise.resolve()
    const field = '[data-row] input[type="text"]'
    return {
      fields: document.querySelectorAll(field).length,
      again: all.filter((element) => element.matches('[data-row] *')).length,
      toolsAside: document.querySelector('[data-beside="upload"]')?.childElementCount,
    }
  }, buttons)
  expect(opened).toEqual({ fields: 4, again: 0, toolsAside: 0 })
  await expect(page.getByRole('region', { name: 'Your files' })).toBeVisible()
  await expect(page.getByRole('table').or(page.getByRole('group', { name: 'Fill in the form' }))).toHaveAccessibleName(
    /^Question 2 Fill in the form from your notes\..{10,80}…$/,
  )
})
