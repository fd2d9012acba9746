import { isInlineImage, isOutsideLink } from '@sitwell/safe-html/addresses'
import { contentAttribute, contentAttributes } from '@sitwell/safe-html/attributes'
import { contentElements, emptiedElements } from '@sitwell/safe-html/elements'
import createDOMPurify from 'dompurify'
import { keepCleaned, type ResolveUrl } from './keep-cleaned.ts'

const isLink = (element: Element) => element.localName === 'a'

const ofSounds = { controls: '', controlslist: 'nodownload', preload: 'none' }
/** Sounds and films begin when the learner wants them to, and stay on the page. Of a film the first picture is shown. */
const playing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audio: ofSounds,
  video: { ...ofSounds, preload: 'metadata', playsinline: '', disablepictureinpicture: '', disableremoteplayback: '' },
}

const createCleaner = () => {
  const purify = createDOMPurify(window)
  let resolve: ResolveUrl | undefined

  /** Where the address of this element leads, undefined if it may not be followed or loaded. */
  const addressOf = (element: Element, address: string): string | undefined => {
    if (isLink(element) && isOutsideLink(address)) return address
    if (element.localName === 'img' && isInlineImage(address)) return address
    return resolve?.(address)
  }

  purify.addHook('uponSanitizeAttribute', (element, attribute) => {
    const { attrName: name, attrValue: value } = attribute
    const retained = contentAttribute(element.localName, name, value)
    attribute.keepAttr = retained !== undefined
    if (retained === undefined) return
    attribute.attrValue = retained
    if (!/^(src|href|poster)$/.test(name)) return
    const address = addressOf(element, value.trim())
    attribute.keepAttr = address !== undefined
    if (address === undefined) return
    // Judged here, by where it leads; a file on this device has an address that begins with `blob:`, which no list of schemes has.
    element.setAttribute(name, address)
    attribute.forceKeepAttr = true
  })
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (isLink(element) && element.hasAttribute('href')) {
      // An exam that follows a link is an exam left: it opens beside.
      element.setAttribute('target', '_blank')
      element.setAttribute('rel', 'noopener noreferrer')
    }
    if (element.localName === 'img' && !element.hasAttribute('alt')) element.setAttribute('alt', '')
    for (const [name, value] of Object.entries(playing[element.localName] ?? {})) element.setAttribute(name, value)
  })

  // The same object each time, which the cleaner reads once.
  const policy = {
    ALLOWED_TAGS: [...contentElements],
    ALLOWED_ATTR: [...contentAttributes],
    FORBID_CONTENTS: [...emptiedElements],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  }
  return (html: string, resolveUrl: ResolveUrl): string => {
    resolve = resolveUrl
    return purify.sanitize(html, policy)
  }
}

let cleaner: ReturnType<typeof createCleaner> | undefined

/**
 * The one policy for HTML that somebody else wrote, over the one list of what content may be made of: text, tables, lists, MathML,
 * links, images, audio and films stay; scripts, handlers, frames, forms, styles that reach out of their box and everything that would be
 * loaded from elsewhere go.
 */
export const cleanHtml: (html: string, resolveUrl?: ResolveUrl) => string = keepCleaned((html, resolveUrl) => {
  cleaner ??= createCleaner()
  return cleaner(html, resolveUrl)
})
