/** A paragraph, which in Word's HTML holds no other. */
const paragraph = /<p\b([^>]*)>((?:(?!<p\b|<\/p>)[\s\S])*)<\/p>/gi
/** The mark of a list item that Word writes as text, with the gap behind it. */
const marker = /<span\b[^>]*mso-list:\s*Ignore[^>]*>((?:[^<]|<span\b[^>]*>[^<]*<\/span>)*)<\/span>/i

/** What surrounds the mark for programs without lists. */
const condition = /<!(?:--)?\[[^>]*>/g

/** Whether a mark counts: 1. or (a) or iv), and not ·, o or §. */
const isNumber = (mark: string): boolean => /^\(?(?:\d+|[a-z]+)[.)]/i.test(mark)

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;|&#160;/gi, ' ')
    .trim()

/**
 * HTML from Word with its lists as lists. Word writes each item as a paragraph that begins with its mark as text, "·" or "1.", and names
 * the depth in a style of its own (`mso-list:l0 level2 lfo1`).
 */
export const withWordLists = (html: string): string => {
  if (!html.includes('mso-list')) return html
  return html.replace(paragraph, (whole, attributes: string, content: string) => {
    const level = /mso-list:[^;"']*\blevel([1-9])/i.exec(attributes)?.[1]
    const mark = marker.exec(content)
    if (level === undefined || !mark) return whole
    const list = isNumber(textOf(mark[1] ?? '')) ? 'ol' : 'ul'
    const depth = Number(level)
    return `${`<${list}>`.repeat(depth)}<li>${content.replace(marker, '').replace(condition, '')}</li>${`</${list}>`.repeat(depth)}`
  })
}
