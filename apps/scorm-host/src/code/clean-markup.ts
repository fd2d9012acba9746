import type { CodeFile } from './files.ts'

/** What has no place in markup: it would load, run or lead elsewhere. What the code itself does is held by the frame. */
const foreign = 'script, iframe, frame, object, embed, link, meta, base, applet, portal'

/** The markup of an interaction as elements, its pictures out of its own files. */
export const cleanMarkup = (host: Window, markup: string, find: (name: string) => CodeFile | undefined): DocumentFragment => {
  const template = host.document.createElement('template')
  template.innerHTML = markup
  for (const element of template.content.querySelectorAll(foreign)) element.remove()
  for (const element of template.content.querySelectorAll('*'))
    for (const { name, value } of Array.from(element.attributes)) {
      if (/^on/i.test(name) || /^\s*javascript:/i.test(value)) element.removeAttribute(name)
      else if (/^(src|poster|href|xlink:href|data-src)$/i.test(name) && !/^(data:|#)/i.test(value)) {
        const file = find(value)
        if (file) element.setAttribute(name, file.url)
        else element.removeAttribute(name)
      }
    }
  return template.content
}
