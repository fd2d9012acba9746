import type { PDFLinkService } from 'pdfjs-dist/web/pdf_viewer.mjs'

/** What links of a document are called. */
export interface LinkWords {
  readonly inside: string
  readonly outside: string
}

/** Marks a link that leads out of the document, for `nameLinks`. */
const outside = 'data-outside'

/**
 * Links of a document lead to places in it and nowhere else: none has an address, so that no key, click or menu of the browser opens
 * anything of it, and what a document would have the viewer do (print, open another file) isn't done.
 */
export const QuietLinks = (Links: typeof PDFLinkService) =>
  class extends Links {
    override addLinkAttributes(link: HTMLAnchorElement) {
      link.setAttribute(outside, '')
      link.onclick = () => false
    }
    override getDestinationHash() {
      return ''
    }
    override getAnchorUrl() {
      return ''
    }
    override executeNamedAction(action: string) {
      if (['NextPage', 'PrevPage', 'FirstPage', 'LastPage'].includes(action)) super.executeNamedAction(action)
    }
  }

/** Makes the links of a page that was drawn ones that can be reached and are told by name; nothing else of its layer is to be reached. */
export const nameLinks = (layer: HTMLElement, words: LinkWords): void => {
  for (const link of layer.querySelectorAll('a')) {
    link.removeAttribute('href')
    link.removeAttribute('target')
    link.setAttribute('role', 'link')
    if (link.hasAttribute(outside)) {
      link.setAttribute('aria-disabled', 'true')
      link.setAttribute('aria-label', words.outside)
      link.title = words.outside
      continue
    }
    link.tabIndex = 0
    link.setAttribute('aria-label', link.title || words.inside)
    link.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      // No shortcut of the page around the viewer acts on it too.
      event.preventDefault()
      link.click()
    })
  }
}
