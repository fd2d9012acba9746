/** Characters of a name that is kept. */
const mostCharacters = 100

/** The name of an uploaded file as it may stand on any disk: without folders and odd signs, with the extension by which formats are known. */
export const safeFileName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last.replace(/[^\p{L}\p{N} ._-]/gu, '_').replace(/^\.+/, '')
  const dot = plain.lastIndexOf('.')
  const extension = dot > 0 ? plain.slice(dot, dot + 10) : ''
  const stem = dot > 0 ? plain.slice(0, dot) : plain
  const short = [...stem]
    .slice(0, mostCharacters / 2)
    .join('')
    .trim()
  return `${short || 'package'}${extension}`
}
