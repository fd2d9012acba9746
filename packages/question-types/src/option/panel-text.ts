/** What an HTML text says, for names and widths: its images by their alternative texts, no markup, single spaces. */
export const plainText = (html: string): string => {
  // A document made by a parser runs no script and loads nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll('img')) image.replaceWith(image.alt)
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
