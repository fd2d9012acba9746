/** Texts that are kept as they were read: the lists of a question are made of the same ones, and are drawn again at each answer. */
const mostKept = 2000
const read = new Map<string, string>()

/** What an HTML text says, for names and widths: its images by their alternative texts, no markup, single spaces. */
export const plainText = (html: string): string => {
  const before = read.get(html)
  if (before !== undefined) return before
  if (read.size >= mostKept) read.clear()
  const text = readText(html)
  read.set(html, text)
  return text
}

const readText = (html: string): string => {
  // Nothing but letters says itself, and no parser is needed for it.
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim()
  // A document made by a parser runs no script and loads nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll('img')) image.replaceWith(image.alt)
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
