/** Gives the address that a file is loaded from, or undefined if it may not be loaded. */
export type ResolveUrl = (address: string) => string | undefined

/** Texts that are kept cleaned: those of an exam are shown again and again. */
const mostCached = 2000

/**
 * Keeps what texts were cleaned to. One that names a file is cleaned each time: where that file is loaded from is another once it has come
 * to this device, and without a network no other address leads there.
 */
export const keepCleaned = (clean: (html: string, resolveUrl: ResolveUrl) => string) => {
  const texts = new Map<string, string>()
  return (html: string, resolveUrl?: ResolveUrl): string => {
    const before = texts.get(html)
    if (before !== undefined) return before
    let namesFile = false
    const cleaned = clean(html, (address) => {
      namesFile = true
      return resolveUrl?.(address)
    })
    if (namesFile) return cleaned
    if (texts.size >= mostCached) texts.clear()
    texts.set(html, cleaned)
    return cleaned
  }
}
