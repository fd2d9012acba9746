import type { PageOfCode } from './later-code.ts'

/** A style sheet that didn't come holds no sheet; the same element isn't loaded again. */
const loadAgain = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    // Boundary: a copy of a link is one.
    const again = link.cloneNode() as HTMLLinkElement
    again.onload = () => resolve()
    again.onerror = () => reject(new Error(`${link.href} didn't come`))
    link.replaceWith(again)
  })

export const pageOfCode: PageOfCode = {
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  online: () => new Promise((resolve) => addEventListener('online', () => resolve(), { once: true })),
  async loadStyles() {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    await Promise.all(links.filter(({ sheet }) => sheet === null).map(loadAgain))
  },
  open: () => location.reload(),
}
