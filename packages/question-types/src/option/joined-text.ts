/** Each of these characters with a backslash before it, and the backslash too, so that a joined text can be taken apart again. */
export const escapeJoined = (text: string, separators: string): string =>
  [...text].map((one) => (one === '\\' || separators.includes(one) ? `\\${one}` : one)).join('')

export const unescapeJoined = (text: string): string => text.replace(/\\([\s\S])/g, '$1')

/** The parts between separators that have no backslash before them, still escaped; at most `most`, the last with all the rest in it. */
export const splitJoined = (text: string, separator: string, most = Number.POSITIVE_INFINITY): string[] => {
  const parts = ['']
  for (let index = 0; index < text.length; index += 1) {
    const one = text.charAt(index)
    const last = parts.length - 1
    if (one === separator && parts.length < most) parts.push('')
    else if (one === '\\' && parts.length < most) {
      parts[last] += one + text.charAt(index + 1)
      index += 1
    } else parts[last] += one
  }
  return parts
}
