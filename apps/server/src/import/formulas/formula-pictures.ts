/** Characters of a tag that an attribute may hold by their names. */
const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/&#0?39;|&apos;/g, "'")
    .replaceAll('&amp;', '&')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const attributesOf = (tag: string): ReadonlyMap<string, string> =>
  new Map(
    [...tag.matchAll(/\s([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', one, other]) => [
      name.toLowerCase(),
      plain(one ?? other ?? ''),
    ]),
  )

/** Canvas encodes the TeX in the address of its picture twice. */
const inAddress = (address: string | undefined): string | undefined => {
  const [, path] = /\/equation_images\/([^?#]+)/.exec(address ?? '') ?? []
  try {
    return path && decodeURIComponent(decodeURIComponent(path))
  } catch {
    return undefined
  }
}

/** MathML as WIRIS writes it into an attribute, with other characters for those of markup. */
const unwrapped = (written: string) =>
  written.replaceAll('«', '<').replaceAll('»', '>').replaceAll('¨', '"').replaceAll('§', '&').replaceAll('`', "'")

const canvasFormula = (attributes: ReadonlyMap<string, string>): string | undefined => {
  const mathMl = attributes.get('x-canvaslms-safe-mathml')
  if (mathMl) return mathMl
  const alt = attributes.get('alt')
  const [, ofAlt] = /^LaTeX:\s*([\s\S]+)$/.exec(alt ?? '') ?? []
  const tex = (attributes.get('data-equation-content') || ofAlt || inAddress(attributes.get('src')))?.trim()
  return tex ? escaped(`\\(${tex}\\)`) : alt && ` ${escaped(alt)} `
}

const formulaOf = (tag: string): string | undefined => {
  const attributes = attributesOf(tag)
  const classes = attributes.get('class')?.split(/\s+/) ?? []
  if (classes.includes('equation_image')) return canvasFormula(attributes)
  if (!classes.includes('Wirisformula')) return undefined
  const mathMl = attributes.get('data-mathml')
  return mathMl && unwrapped(mathMl)
}

/** HTML with the formulas that programs show as pictures from their own servers as what they are made of: TeX in `\(…\)`, or MathML. */
export const withFormulaPictures = (html: string): string =>
  /equation_image|Wirisformula/.test(html)
    ? html.replace(/<img\b(?:[^<>"']|"[^"]*"|'[^']*')*>/gi, (tag) => formulaOf(tag) ?? tag)
    : html
