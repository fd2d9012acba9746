import { expect, type Page } from '@playwright/test'

/**
 * How a translator takes a text: an extension `wraps` the text node in its own element, and Chrome `replaces` the node by elements
 * with other words in them.
 */
export type Translator = 'wraps' | 'replaces'

/** Runs in the page before anything of it. */
const translate = (how: Translator) => {
  const left = 'head, script, style, textarea, svg, [contenteditable]'
  const take = (text: Text) => {
    const parent = text.parentElement
    if (!parent || parent.localName === 'font' || text.data.trim() === '' || parent.closest(left)) return
    const font = document.createElement('font')
    if (how === 'replaces') font.textContent = text.data
    text.replaceWith(font)
    if (how === 'wraps') font.append(text)
  }
  const takeAll = (node: Node) => {
    if (node instanceof Text) return take(node)
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) take(text)
  }
  new MutationObserver((records) => {
    for (const { target, type, addedNodes } of records) {
      if (type === 'characterData') takeAll(target)
      for (const node of addedNodes) takeAll(node)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/**
 * Has every text of a page translated as soon as it is there, into the same words, in an exam too, because an extension doesn't ask.
 * Returns a check that the page has survived it so far.
 */
export async function translatePage(page: Page, how: Translator): Promise<() => Promise<void>> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (/NotFoundError|removeChild|insertBefore/.test(message.text())) errors.push(message.text())
  })
  await page.addInitScript(translate, how)
  return async () => {
    expect(errors).toEqual([])
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
    await expect(page.getByTestId('network-error')).toHaveCount(0)
    // Without one, nothing was looked at.
    expect(await page.locator('font').count()).toBeGreaterThan(0)
  }
}
