/** A piece of a text: as it stands, or TeX between the marks that MathJax knows, which are `\(…\)`, `\[…\]` and `$$…$$`. */
type TexPiece = { readonly text: string } | { readonly tex: string; readonly isDisplay: boolean; readonly written: string }

/** Brackets may stand by their names: those of a text with blanks do. */
const beginnings = /(?<!\\)\\\((?!\\\))|(?<!\\)\\(?:\[|&lbrack;)|\$\$/g
const ends: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', '\\&lbrack;': '\\&rbrack;', $$: '$$' }

/** Takes the formulas out of a text. Each of its marks is looked for once: a text of many that begin would be searched from each. */
export const texPieces = (text: string): TexPiece[] => {
  const pieces: TexPiece[] = []
  const endless = new Set<string>()
  let from = 0
  beginnings.lastIndex = 0
  for (let found = beginnings.exec(text); found; found = beginnings.exec(text)) {
    const end = ends[found[0]] ?? ''
    const begins = found.index + found[0].length
    const at = endless.has(end) ? -1 : text.indexOf(end, begins)
    if (at < 0) endless.add(end)
    const tex = text.slice(begins, Math.max(begins, at))
    if (at < 0 || tex.trim() === '') continue
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) })
    from = at + end.length
    pieces.push({ tex, isDisplay: found[0] !== '\\(', written: text.slice(found.index, from) })
    beginnings.lastIndex = from
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** The first formula of a text, or what begins one that continues behind a tag; undefined if there is none. */
export const texIn = (text: string): string | undefined => {
  for (const piece of texPieces(text)) {
    if ('tex' in piece) return piece.written
    const open = /(?<!\\)\\\(|(?<!\\)\\(?:\[|&lbrack;)/.exec(piece.text)
    if (open) return piece.text.slice(open.index)
  }
  return undefined
}
