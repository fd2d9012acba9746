import type { CodeFile } from './files.ts'

/** What has no place in markup: it would load, run or lead elsewhere. What the code itself does is held by the frame. */
const foreign = 'script, iframe, frame, object, embed, link, meta, base, applet, portal'

type FindFile = (name: string) => CodeFile | undefined

/** An attribute stays, names a file of the code's own, or goes. */
const cleanAttribute = (element: Element, { name, value }: Attr, find: FindFile) => {
  if (/^on/i.test(name) || /^\s*javascript:/i.test(value)) return element.removeAttribute(name)
  const isAddress = /^(src|poster|href|xlink:href|data-src)$/i.test(name) && !/^(data:|#)/i.test(value)
  if (!isAddress) return
  const file = find(value)
  if (file) element.setAttribute(name, file.url)
  else element.removeAttribute(name)
}

/** The markup of an interaction as elements, its pictures out of its own files. */
export const cleanMarkup = (host: Window, markup: string, find: FindFile): DocumentFragment => {
  const template = host.document.createElement('template')
  template.innerHTML = markup
  for (const element of template.content.querySelectorAll(foreign)) element.remove()
  for (const element of template.content.querySelectorAll('*'))
    for (const attribute of Array.from(element.attributes)) cleanAttribute(element, attribute, find)
  return template.content
}
