import type { MathElement } from '../../formula/math-element.ts'

const functions = /^(sin|cos|tan|cot|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|lim|min|max|gcd|det)$/
const large = /^[∑∏∫∮⋃⋂]$/

const inRow = (parts: readonly MathElement[]): string => {
  let line = ''
  for (const part of parts) {
    const next = linearOf(part)
    // Two names would be read as one.
    line += /[a-zA-Z]$/.test(line) && /^[a-zA-Z]/.test(next) ? ` ${next}` : next
  }
  return line
}

const held = (one: MathElement | undefined): string => {
  const inside = one ? linearOf(one) : ''
  return /^(\d+([.,]\d+)*|\p{L})$/u.test(inside) ? inside : `(${inside})`
}
const base = (one: MathElement | undefined): string => {
  const inside = one ? linearOf(one) : ''
  const isOne = one && (one.children.length === 0 || one.name !== 'mrow')
  return isOne || inside === '' ? inside : `(${inside})`
}

const signOf = ({ text }: MathElement): string => (/^[\u2061-\u2064]$/.test(text) ? ' ' : text.replace(/^[{}]$/, '\\$&'))

const stacked = ([one, below, above]: readonly (MathElement | undefined)[]): string => {
  const core = base(one)
  if (large.test(core) || functions.test(core))
    return core + (below ? `_${held(below)}` : '') + (above ? `^${held(above)}` : '')
  const over = above ? `\\overset{${linearOf(above)}}{${core}}` : core
  return below ? `\\underset{${linearOf(below)}}{${over}}` : over
}

const lines: Readonly<Record<string, (parts: readonly MathElement[], of: MathElement) => string>> = {
  mfrac: ([over, under], { attributes }) =>
    /^0/.test(attributes.linethickness ?? '')
      ? `{${over ? linearOf(over) : ''} \\atop ${under ? linearOf(under) : ''}}`
      : `${held(over)}/${held(under)}`,
  msqrt: (parts) => `sqrt(${inRow(parts)})`,
  mroot: ([one, degree]) => `root${`(${degree ? linearOf(degree) : ''})`}(${one ? linearOf(one) : ''})`,
  msup: ([one, power]) => `${base(one)}^${held(power)}`,
  msub: ([one, index]) => `${base(one)}_${held(index)}`,
  msubsup: ([one, index, power]) => `${base(one)}_${held(index)}^${held(power)}`,
  munder: ([one, below]) => stacked([one, below]),
  mover: ([one, above]) => stacked([one, undefined, above]),
  munderover: (parts) => stacked(parts),
  mtable: (rows) =>
    `\\begin{matrix}${rows.map(({ children }) => children.map(linearOf).join(' & ')).join(' \\\\ ')}\\end{matrix}`,
  mfenced: (parts, { attributes }) =>
    `${attributes.open ?? '('}${parts.map(linearOf).join(attributes.separators?.[0] ?? ',')}${attributes.close ?? ')'}`,
  mspace: () => ' ',
}

const linearOf = (math: MathElement): string => {
  const { name, text, children, attributes } = math
  if (name === 'mo') return signOf(math)
  if (name === 'mtext' || name === 'ms') return /^\s*$/.test(text) ? ' ' : `"${text.replaceAll('"', '')}"`
  if (name === 'mi' && text.length > 1 && /^[a-zA-Z]+$/.test(text) && !functions.test(text)) return `\\mathrm{${text}}`
  if (name === 'mi' && attributes.mathvariant === 'normal' && /^[a-zA-Z]$/.test(text)) return `\\mathrm{${text}}`
  return text + (lines[name]?.(children, math) ?? inRow(children))
}

/** A formula in one line, as it could be typed: what there is to go on with where nobody typed it here. */
export const sourceOf = (math: MathElement): string => linearOf(math).replace(/ {2,}/g, ' ').trim()
