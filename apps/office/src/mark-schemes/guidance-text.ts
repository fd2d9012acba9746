const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What HTML says in plain words: a blank line between paragraphs, no pictures and no looks. */
export const textOfGuidance = (html: string): string =>
  decoded(
    html
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/<br ?\/?> ?/gi, '\n')
      .replaceAll(/<\/(?:p|div|h\d|ul|ol|table|blockquote|figure)> ?/gi, '\n\n')
      .replaceAll(/<\/(?:li|tr|dt|dd)> ?/gi, '\n')
      .replaceAll(/<\/t[hd]> ?/gi, ' ')
      .replaceAll(/<[^>]*>/g, ''),
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** A plain text as HTML: blank lines part paragraphs. */
export const guidanceOfText = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter((one) => one.trim() !== '')
    .map((one) => `<p>${escaped(one.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')

/** Whether HTML holds more than its plain words. */
export const hasLooks = (html: string): boolean => guidanceOfText(textOfGuidance(html)) !== html
