import { contentAttribute, isEverywhere } from '@sitwell/safe-html/attributes'
import { formulaElements } from '@sitwell/safe-html/elements'
import type { FormulaRun } from '../rich-document.ts'
import type { FormulaReading } from './formula-reading.ts'
import { isToken, type MathElement } from './math-element.ts'

/** Most elements of a formula, and most in each other: what is larger is no formula that somebody wrote. */
const mostElements = 500
const mostDeep = 25

/** Most characters of what was typed for one. */
export const mostSourceCharacters = 1000

/** Elements whose children have places: as many as these. */
const places: Readonly<Record<string, number>> = {
  mfrac: 2,
  mroot: 2,
  msup: 2,
  msub: 2,
  mover: 2,
  munder: 2,
  msubsup: 3,
  munderover: 3,
}

/** What stands for looks alone is a row, and what would hide something too. */
const asRow = /^(math|mstyle|mpadded|mphantom)$/
const nameOf = (name: string): string => (formulaElements.includes(name) && !asRow.test(name) ? name : 'mrow')

interface Growing {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Growing[]
  text: string
}

const growing = (name: string, given?: ReadonlyMap<string, string>): Growing => {
  const attributes = [...(given ?? [])].sort().flatMap(([key, value]) => {
    const retained = isEverywhere(key) || value.length > 50 ? undefined : contentAttribute(name, key, value)
    return retained === undefined ? [] : [[key, retained.replaceAll('\0', '')] as const]
  })
  return { name, attributes: Object.fromEntries(attributes), children: [], text: '' }
}

const emptyRow: MathElement = { name: 'mrow', attributes: {}, children: [], text: '' }

const rowOf = (children: readonly MathElement[]): MathElement | undefined =>
  children.length > 1 ? { ...emptyRow, children } : children[0]

/** What was read, as it is kept: nothing empty, no row of one, and in each place something. */
const settled = ({ name, attributes, children, text }: Growing): MathElement | undefined => {
  if (isToken(name)) {
    const words = text.replace(/[ \t\n\r\0]+/g, ' ').replace(/^ | $/g, '')
    return words === '' ? undefined : { name, attributes, children: [], text: words }
  }
  const inside = children.map(settled)
  const present = inside.filter((one) => one !== undefined)
  const count = name === 'mmultiscripts' ? inside.length : (places[name] ?? 0)
  if (name === 'mrow' || inside.length > Math.max(count, places[name] ?? inside.length)) return rowOf(present)
  if (name === 'mspace' ? attributes.width === undefined : present.length === 0 && !/^m(td|prescripts|space)$/.test(name))
    return undefined
  const own = count === 0 ? present : Array.from({ length: count }, (_, at) => inside[at] ?? emptyRow)
  return { name, attributes, children: own, text: '' }
}

const sizeOf = ({ children }: MathElement): { readonly count: number; readonly depth: number } => {
  let [count, depth] = [1, 0]
  for (const child of children) {
    const inside = sizeOf(child)
    count += inside.count
    depth = Math.max(depth, inside.depth)
  }
  return { count, depth: depth + 1 }
}

/** Puts a formula together while its markup goes by; what no formula may have counts for its text alone. */
export class FormulaInReading implements FormulaReading {
  private readonly stack: Growing[] = [growing('mrow')]
  /** The names of what is open, as they were written. */
  private readonly names: string[] = []
  private readonly source: string
  private words = ''
  private count = 0
  private isTooLarge = false

  constructor(source = '') {
    const own = source.replace(/[\s\0]+/g, ' ').trim()
    this.source = own.length > mostSourceCharacters ? '' : own
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.count += 1
    this.isTooLarge ||= this.count > 2 * mostElements || this.stack.length > 2 * mostDeep
    const parent = this.stack.at(-1)
    if (this.isTooLarge || !parent) return
    const opened = growing(nameOf(name), attributes)
    // Within words there is only text; the element is kept track of for its end.
    if (!isToken(parent.name)) parent.children.push(opened)
    this.stack.push(isToken(parent.name) ? parent : opened)
    this.names.push(name)
  }

  text(text: string): void {
    this.words += text
    const parent = this.stack.at(-1)
    if (this.isTooLarge || !parent) return
    if (isToken(parent.name)) parent.text += text
    else if (text.trim() !== '') parent.children.push({ ...growing('mtext'), text })
  }

  close(name: string): void {
    const at = this.names.lastIndexOf(name)
    if (this.isTooLarge || at < 0) return
    this.names.length = at
    this.stack.length = at + 1
  }

  /** The formula; its text where it is larger than an answer may hold one, and nothing where it is empty. */
  finish(): FormulaRun | string | undefined {
    const [root] = this.stack
    const math = this.isTooLarge || !root ? undefined : settled(root)
    if (!this.isTooLarge && !math) return undefined
    const { count, depth } = math ? sizeOf(math) : { count: Number.POSITIVE_INFINITY, depth: 0 }
    if (!math || count > mostElements || depth > mostDeep) return this.words.replace(/[\s\0]+/g, ' ').trim()
    return { kind: 'formula', math, source: this.source }
  }
}
