import { expect, type Page } from '@playwright/test'

/** Windows from the smallest (1280 by 1024 at 400 %) to the largest that learners come with. */
export const windows = [
  [320, 256],
  [320, 640],
  [360, 740],
  [390, 844],
  [600, 480],
  [640, 512],
  [700, 900],
  [768, 1024],
  [792, 600],
  [844, 390],
  [911, 512],
  [1024, 600],
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const

/** The spacing that WCAG 2.2 names in 1.4.12, which a learner may set. */
export const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`

/**
 * What is amiss in the geometry of a running exam, in words: a bar's control that is covered, outside of the window, cut or broken over
 * lines; controls that overlap; a page that scrolls; an answer that can't be brought into sight.
 */
export const amiss = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 30) || element.tagName)
    const isShown = (element: Element) => element.getClientRects().length > 0
    const { scrollWidth, scrollHeight } = document.documentElement
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`)
    if (scrollHeight > innerHeight) found.push(`the page is ${scrollHeight} px high`)

    const controls = [
      ...document.querySelectorAll('header button, header select, [class*="_bar_"] > button, [role="timer"], footer button'),
      ...document.querySelectorAll('footer [data-testid="progress"], [role="tab"], main > [class*="_strip_"] button'),
    ].filter((element) => isShown(element) && !element.closest('article'))
    const boxes = controls.map((control) => control.getBoundingClientRect())
    for (const [at, control] of controls.entries()) {
      const box = boxes[at]
      if (!box) continue
      const { left, top, right, bottom } = box
      const isTab = control.getAttribute('role') === 'tab' || control.closest('main') !== null
      // Tabs and openers belong to the question's part, which scrolls where a window is too low for all of it.
      if (isTab) control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      else if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        found.push(`${nameOf(control)} is outside: ${[left, top, right, bottom].map(Math.round).join(' ')}`)
      const seen = control.getBoundingClientRect()
      for (const [x, y] of [
        [0.5, 0.5],
        [0.1, 0.2],
        [0.9, 0.8],
      ] as const) {
        const point = document.elementFromPoint(seen.left + seen.width * x, seen.top + seen.height * y)
        // The clock is pressed by a button that lies over it.
        const own = control.getAttribute('role') === 'timer' ? control.parentElement : control
        if (!point || !(own?.contains(point) || point.contains(control)))
          found.push(`${nameOf(control)} is covered by ${point ? nameOf(point) : 'nothing'}`)
      }
      if (control.scrollWidth > control.clientWidth + 1 && control.tagName === 'BUTTON' && !isTab)
        found.push(`${nameOf(control)} is cut`)
      for (const [other, box2] of boxes.entries()) {
        if (other <= at || isTab || controls[other]?.closest('main')) continue
        const x = Math.min(right, box2.right) - Math.max(left, box2.left)
        const y = Math.min(bottom, box2.bottom) - Math.max(top, box2.top)
        const second = controls[other]
        if (x > 0.5 && y > 0.5 && second) found.push(`${nameOf(control)} and ${nameOf(second)} overlap`)
      }
    }

    /** Each word on one line: none is broken, in the bars nor in the question. */
    const walk = (root: Element) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const words = node.textContent ?? ''
        const parent = node.parentElement
        if (!parent || !isShown(parent)) continue
        // For screen readers alone.
        if (getComputedStyle(parent).clipPath !== 'none') continue
        for (const match of words.matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(node, match.index)
          range.setEnd(node, match.index + match[0].length)
          const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4)))
          if (lines.size > 1) found.push(`${match[0]} is broken`)
        }
      }
    }
    for (const root of document.querySelectorAll('footer, [class*="_bar_"], [role="tablist"], article')) walk(root)

    const pane = document.querySelector('[data-scrolls]')
    if (!pane || !isShown(pane)) found.push('no question shows')
    else {
      for (const answer of [...document.querySelectorAll('article label, article textarea')].filter(isShown).slice(0, 4)) {
        answer.scrollIntoView({ block: 'nearest' })
        const { left, top, width, height } = answer.getBoundingClientRect()
        const point = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
        if (!point || !answer.contains(point)) found.push(`${nameOf(answer)} can’t be reached`)
      }
      pane.scrollTo(0, 0)
    }
    return [...new Set(found)]
  })

/**
 * What is amiss on a page that may be scrolled down: words that are broken in two, what reaches beside the window, and controls that are cut,
 * smaller than WCAG's 24 pixels, or covered wherever they are scrolled to.
 */
export const amissOnPage = (page: Page): Promise<string[]> =>
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

/** Waits until letters are in the page's own font. That nothing is loading says too little: nothing is before the first letters are laid out. */
export const fontsLoaded = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => document.fonts.status === 'loaded' && [...document.fonts].some(({ status }) => status === 'loaded')),
    )
    .toBe(true)
