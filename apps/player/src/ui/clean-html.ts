import createDOMPurify from 'dompurify'
import { safeStyle } from './safe-style.ts'

/** Gives the address that a file is loaded from, or undefined where it may not be loaded. */
export type ResolveUrl = (address: string) => string | undefined

/** An image that the content carries in itself; nothing is fetched for it. */
const inlineImage = /^data:image\/(png|jpe?g|gif|webp|bmp);base64,/i

const forbiddenTags = [
  'style',
  'form',
  'input',
  'button',
  'select',
  'textarea',
  'option',
  'optgroup',
  'datalist',
  'fieldset',
  'legend',
  'label',
  'output',
  'dialog',
  'iframe',
  'frame',
  'object',
  'embed',
  'video',
  'picture',
  'template',
  'slot',
]

/** Ids and names could stand in for the page's own; the rest would load or act by itself. */
const forbiddenAttributes = [
  'id',
  'name',
  'class',
  'autoplay',
  'srcset',
  'poster',
  'background',
  'ping',
  'usemap',
  'slot',
  'popover',
]

const loads = new Set(['IMG', 'AUDIO', 'SOURCE', 'TRACK'])

const createCleaner = () => {
  const purify = createDOMPurify(window)
  let resolve: ResolveUrl | undefined

  const loadFromOurPlaceOnly = (element: Element) => {
    const address = element.getAttribute('src')
    if (address === null) return
    const resolved = inlineImage.test(address) && element.tagName === 'IMG' ? address : resolve?.(address)
    if (resolved === undefined) element.removeAttribute('src')
    else element.setAttribute('src', resolved)
  }

  purify.addHook('afterSanitizeAttributes', (element) => {
    if (loads.has(element.tagName)) loadFromOurPlaceOnly(element)
    if (element.tagName === 'A' && element.hasAttribute('href')) {
      // An exam that follows a link is an exam left: it opens beside.
      element.setAttribute('target', '_blank')
      element.setAttribute('rel', 'noopener noreferrer')
    }
    if (element.tagName === 'IMG' && !element.hasAttribute('alt')) element.setAttribute('alt', '')
    const style = element.getAttribute('style')
    if (style !== null) {
      const safe = safeStyle(style)
      if (safe === '') element.removeAttribute('style')
      else element.setAttribute('style', safe)
    }
  })

  return (html: string, resolveUrl: ResolveUrl | undefined): string => {
    resolve = resolveUrl
    return purify.sanitize(html, {
      USE_PROFILES: { html: true, mathMl: true },
      FORBID_TAGS: forbiddenTags,
      FORBID_ATTR: forbiddenAttributes,
      // Addresses that a link may have; what is loaded goes through the resolver above.
      ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
      ALLOW_DATA_ATTR: false,
    })
  }
}

let cleaner: ReturnType<typeof createCleaner> | undefined

/**
 * The one policy for HTML that somebody else wrote: text, tables, lists, MathML, links, images and audio stay; scripts, handlers,
 * frames, forms, styles that reach out of their box and everything that would be loaded from elsewhere go.
 */
export const cleanHtml = (html: string, resolveUrl?: ResolveUrl): string => {
  cleaner ??= createCleaner()
  return cleaner(html, resolveUrl)
}
