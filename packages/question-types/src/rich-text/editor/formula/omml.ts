import { decoded } from '../../reading.ts'

/** An element of Office's own markup for formulas (OMML), by its name without `m:`, in small letters. */
interface OmmlNode {
  readonly name: string
  readonly value: string | undefined
  readonly children: OmmlNode[]
  text: string
}

const tag = /<(\/?)(m:)?([a-z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const valueIn = (attributes: string): string | undefined => {
  const found = /m:val\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)
  return found ? decoded(found[1] ?? found[2] ?? '') : undefined
}

/** Elements in each other; what goes deeper counts for its text alone. */
const mostDeep = 100

/** Word writes HTML between them for the looks: only the text in it counts. */
const treeOf = (markup: string): OmmlNode => {
  const root: OmmlNode = { name: '', value: undefined, children: [], text: '' }
  const open = [root]
  let at = 0
  for (const found of markup.matchAll(tag)) {
    const parent = open.at(-1) ?? root
    parent.text += decoded(markup.slice(at, found.index))
    at = found.index + found[0].length
    const [, end, prefix, written = '', attributes = ''] = found
    if (prefix === undefined) continue
    const name = written.toLowerCase()
    if (end === '/') {
      const opened = open.findLastIndex((one) => one.name === name)
      if (opened > 0) open.length = opened
    } else if (open.length < mostDeep) {
      const node: OmmlNode = { name, value: valueIn(attributes), children: [], text: '' }
      parent.children.push(node)
      if (!attributes.endsWith('/')) open.push(node)
    }
  }
  return root
}

const nothing: OmmlNode = { name: '', value: undefined, children: [], text: '' }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const element = (name: string, ...children: string[]) => `<${name}>${children.join('')}</${name}>`
const row = (...children: string[]) => element('mrow', ...children)
const sign = (text: string) => (text === '' ? '' : element('mo', escaped(text)))

const child = ({ children }: OmmlNode, name: string) => children.find((one) => one.name === name)
const all = ({ children }: OmmlNode, name: string) => children.filter((one) => one.name === name)
/** What a property of an element says; undefined where it isn't there. */
const property = (node: OmmlNode, name: string): string | undefined => {
  const one = node.children.find((each) => each.name === `${node.name}pr`)
  const found = one && child(one, name)
  return found && (found.value ?? 'on')
}
const isOn = (value: string | undefined) => value !== undefined && !/^(off|0|false)$/i.test(value)

/** What stands in it; text that is in no run, as what lay too deep, is words. */
const inside = ({ children, text }: OmmlNode = nothing): string =>
  row(...children.map(converted), text.trim() === '' ? '' : element('mtext', escaped(text.trim())))
const isEmpty = (node: OmmlNode | undefined): boolean => node === undefined || wordsOf(node).trim() === ''
const wordsOf = ({ text, children }: OmmlNode): string => text + children.map(wordsOf).join('')

const pieces = /\d+(?:[.,]\d+)*|\p{L}\p{M}*|[^\s\d\p{L}]/gu

/** A run of signs: numbers, single letters and signs for themselves. Set upright, its letters are one name. */
const run = (node: OmmlNode): string => {
  const text = wordsOf(node).replace(/[\n\r\t]+/g, ' ')
  if (isOn(property(node, 'nor'))) return element('mtext', escaped(text.replaceAll(' ', '\u00a0')))
  if (property(node, 'sty') === 'p' && /^\p{L}{2,}$/u.test(text.trim())) return element('mi', escaped(text.trim()))
  return (text.match(pieces) ?? [])
    .map((piece) => {
      if (/^\d/.test(piece)) return element('mn', piece)
      return /^\p{L}/u.test(piece) ? element('mi', escaped(piece)) : sign(piece)
    })
    .join('')
}

const fraction = (node: OmmlNode): string => {
  const [over, under] = [inside(child(node, 'num')), inside(child(node, 'den'))]
  const type = property(node, 'type')?.toLowerCase()
  if (type === 'lin' || type === 'skw') return row(over, sign('/'), under)
  return type === 'nobar' ? `<mfrac linethickness="0">${over}${under}</mfrac>` : element('mfrac', over, under)
}

const root = (node: OmmlNode): string => {
  const base = inside(child(node, 'e'))
  const degree = child(node, 'deg')
  return isOn(property(node, 'deghide')) || isEmpty(degree) ? element('msqrt', base) : element('mroot', base, inside(degree))
}

/** A sum, an integral or the like, with what stands at it and behind it. */
const large = (node: OmmlNode): string => {
  const base = sign(property(node, 'chr') ?? '∫')
  const below = isOn(property(node, 'subhide')) ? undefined : child(node, 'sub')
  const above = isOn(property(node, 'suphide')) ? undefined : child(node, 'sup')
  const isStacked = property(node, 'limloc')?.toLowerCase() !== 'subsup' && property(node, 'chr') !== undefined
  const scripts = [below, above].map((one) => (isEmpty(one) ? undefined : inside(one)))
  return row(scripted(base, scripts[0], scripts[1], isStacked), inside(child(node, 'e')))
}

const scripted = (base: string, below: string | undefined, above: string | undefined, isStacked: boolean): string => {
  if (below !== undefined && above !== undefined) return element(isStacked ? 'munderover' : 'msubsup', base, below, above)
  if (below !== undefined) return element(isStacked ? 'munder' : 'msub', base, below)
  return above === undefined ? base : element(isStacked ? 'mover' : 'msup', base, above)
}

const delimited = (node: OmmlNode): string => {
  const parts = all(node, 'e').flatMap((one, at) =>
    at > 0 ? [sign(property(node, 'sepchr') ?? '|'), inside(one)] : [inside(one)],
  )
  return row(sign(property(node, 'begchr') ?? '('), ...parts, sign(property(node, 'endchr') ?? ')'))
}

/** Office stands accents on their letter by combining characters; MathML has them beside. */
const accents: Readonly<Record<string, string>> = {
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '¯',
  '\u0305': '¯',
  '\u0307': '˙',
  '\u0308': '¨',
  '\u20d7': '→',
}
const accent = (node: OmmlNode): string => {
  const given = property(node, 'chr') ?? '\u0302'
  return element('mover', inside(child(node, 'e')), sign(accents[given] ?? given))
}

const beside = (node: OmmlNode, given: string, usual: 'top' | 'bot'): string =>
  element((property(node, 'pos') ?? usual) === 'top' ? 'mover' : 'munder', inside(child(node, 'e')), sign(given))

const table = (rows: readonly (readonly OmmlNode[])[]): string =>
  element('mtable', ...rows.map((cells) => element('mtr', ...cells.map((cell) => element('mtd', inside(cell))))))

const structures: Readonly<Record<string, (node: OmmlNode) => string>> = {
  r: run,
  f: fraction,
  rad: root,
  nary: large,
  d: delimited,
  acc: accent,
  bar: (node) => beside(node, property(node, 'pos') === 'top' ? '¯' : '_', 'bot'),
  groupchr: (node) => beside(node, property(node, 'chr') ?? '⏟', 'bot'),
  ssup: (node) => element('msup', inside(child(node, 'e')), inside(child(node, 'sup'))),
  ssub: (node) => element('msub', inside(child(node, 'e')), inside(child(node, 'sub'))),
  ssubsup: (node) => element('msubsup', inside(child(node, 'e')), inside(child(node, 'sub')), inside(child(node, 'sup'))),
  spre: (node) =>
    `<mmultiscripts>${inside(child(node, 'e'))}<mprescripts></mprescripts>${inside(child(node, 'sub'))}${inside(child(node, 'sup'))}</mmultiscripts>`,
  limlow: (node) => element('munder', inside(child(node, 'e')), inside(child(node, 'lim'))),
  limupp: (node) => element('mover', inside(child(node, 'e')), inside(child(node, 'lim'))),
  func: (node) => row(inside(child(node, 'fname')), sign('\u2061'), inside(child(node, 'e'))),
  m: (node) => table(all(node, 'mr').map((one) => all(one, 'e'))),
  eqarr: (node) => table(all(node, 'e').map((one) => [one])),
}

/** Anything else is a row of what stands in it; properties are none of it. */
const converted = (node: OmmlNode): string => (node.name.endsWith('pr') ? '' : (structures[node.name]?.(node) ?? inside(node)))

const formulasIn = (node: OmmlNode): OmmlNode[] => (node.name === 'omath' ? [node] : node.children.flatMap(formulasIn))

/** The formulas in Office's own markup as MathML, one behind the other; nothing where there is none with anything in it. */
export const mathOfOmml = (markup: string): string =>
  formulasIn(treeOf(markup))
    .filter((one) => !isEmpty(one))
    .map((one) => element('math', inside(one)))
    .join(' ')
