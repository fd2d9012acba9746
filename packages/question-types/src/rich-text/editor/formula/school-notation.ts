/** Names that mean a sign or a function, as they are typed in a line, with their TeX. */
const signs: Readonly<Record<string, string>> = {
  infinity: '\\infty',
  oo: '\\infty',
  sum: '\\sum',
  prod: '\\prod',
  int: '\\int',
  '<=': '\\le',
  '>=': '\\ge',
  '!=': '\\ne',
  '<>': '\\ne',
  '~=': '\\approx',
  '+-': '\\pm',
  '->': '\\to',
  '=>': '\\Rightarrow',
  '...': '\\ldots',
  '*': '\\cdot',
  '%': '\\%',
  '#': '\\#',
  $: '\\$',
  '→': '\\to',
  '□': '\\square',
  '′': "'",
  '½': '\\frac12',
  '¼': '\\frac14',
  '¾': '\\frac34',
}
const functions = 'sin cos tan cot arcsin arccos arctan sinh cosh tanh log ln exp lim min max gcd det'
const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega'
const named: ReadonlyMap<string, string> = new Map([
  ...Object.entries(signs),
  ...`${functions} ${greek}`.split(' ').map((name) => [name, `\\${name}`] as const),
])
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Commands whose argument is words, and is left as it is. */
const wordy = /^\\(text\w*|math\w+|operatorname|begin|end)$/

/** What is typed, in pieces: words in quotes, commands, signs of several characters, numbers, names, single signs. */
const pieces =
  /"[^"]*"|\\(?:text\w*|math\w+|operatorname|begin|end)\s*\{[^{}]*\}|\\[a-zA-Z]+|\\.|<=|>=|!=|<>|~=|\+-|->|=>|\.\.\.|\d+(?:[.,]\d+)*|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[a-zA-Z]+|\p{L}\p{M}*|\s+|[\s\S]/gu

interface Item {
  readonly kind: 'atom' | 'sign' | 'space'
  readonly tex: string
  /** The TeX of what stands in it, where it is a pair of brackets that only hold together. */
  readonly inner?: string
}

/** What an empty place shows. */
const emptyPlace = '\\square'
const group = (item: Item | undefined): string => `{${item?.inner ?? item?.tex ?? emptyPlace}}`
const atom = (tex: string): Item => ({ kind: 'atom', tex })

/** Splits letters that no name is made of: `xy` is x times y, `2sinx` a sine. */
const namesIn = (letters: string): string[] => {
  const found: string[] = []
  for (let at = 0; at < letters.length; ) {
    const rest = letters.slice(at)
    const name = [...named.keys(), 'sqrt', 'root', 'abs']
      .filter((one) => one.length > 2 && rest.startsWith(one))
      .sort((one, other) => other.length - one.length)[0]
    const next = name ?? rest[0] ?? ''
    found.push(next)
    at += next.length
  }
  return found
}

/** Letters of scripts that TeX doesn't know are words. */
const isForeign = (piece: string) => /^\p{L}/u.test(piece) && !/^[a-zA-Z\u0370-\u03ff\u1d400-\u1d7ff\u2100-\u214f]/.test(piece)

class Notation {
  private at = 0
  private readonly typed: readonly string[]
  private readonly hasColumns: boolean

  constructor(typed: string) {
    this.hasColumns = typed.includes('\\begin')
    this.typed = (typed.replace(/\s*([\^_])\s*/g, '$1').match(pieces) ?? []).flatMap((piece) =>
      /^[a-zA-Z]+$/.test(piece) && !named.has(piece) ? namesIn(piece) : [piece],
    )
  }

  /** Everything up to one of the signs of `ends`, which stays. */
  sequence(ends: readonly string[] = []): string {
    const items: Item[] = []
    while (this.at < this.typed.length && !ends.includes(this.peek())) {
      if (this.peek() === '/' && items.at(-1)?.kind !== 'sign') this.fraction(items)
      else items.push(this.scripted())
    }
    return items.map(({ tex }) => tex).join(' ')
  }

  private peek(): string {
    return this.typed[this.at] ?? ''
  }

  private next(): string {
    return this.typed[this.at++] ?? ''
  }

  private skipSpace(): void {
    while (/^\s/.test(this.peek())) this.at += 1
  }

  /** What stands on both sides without a space or a sign between is over and under the line. */
  private fraction(items: Item[]): void {
    this.at += 1
    if (items.at(-1)?.kind === 'space' && items.length > 1) items.pop()
    let from = items.length
    while (from > 0 && items[from - 1]?.kind === 'atom') from -= 1
    const over = items.splice(from)
    const under: Item[] = []
    this.skipSpace()
    while (this.at < this.typed.length && this.isAtom()) under.push(this.scripted())
    const side = (all: readonly Item[]) => (all.length > 1 ? `{${all.map(({ tex }) => tex).join(' ')}}` : group(all[0]))
    items.push(atom(`\\frac${side(over)}${side(under)}`))
  }

  private isAtom(): boolean {
    return (
      /^["\\(√{|\d\p{L}⁰¹²³⁴⁵⁶⁷⁸⁹∞□]/u.test(this.peek()) &&
      !/^\\[\\,;!: ]|^\\(right|end|le|ge|ne|pm|to|cdot|times)\b/.test(this.peek())
    )
  }

  /** One item with its powers and indices. */
  private scripted(): Item {
    let item = /^[\^_]$/.test(this.peek()) ? atom(emptyPlace) : this.single()
    let scripts = ''
    for (;;) {
      const sign = this.peek()
      if (sign === '^' || sign === '_') {
        this.at += 1
        scripts += sign + group(this.script())
      } else if (raised.includes(sign[0] ?? '-')) scripts += `^{${[...this.next()].map((one) => raised.indexOf(one)).join('')}}`
      else break
    }
    if (scripts !== '') item = atom((item.kind === 'space' ? '{}' : item.tex) + scripts)
    return item
  }

  private script(): Item | undefined {
    const sign = /^[-+−]$/.test(this.peek()) ? this.next() : ''
    if (this.at >= this.typed.length || !this.isAtom()) return sign === '' ? undefined : atom(sign)
    const item = this.single()
    return sign === '' ? item : atom(`${sign}${item.tex}`)
  }

  private single(): Item {
    const piece = this.next()
    if (/^\s/.test(piece)) return { kind: 'space', tex: ' ' }
    if (piece === '(') return this.brackets(')')
    if (piece === '{') return this.braces()
    if (piece.startsWith('"')) return atom(`\\text{${piece.replaceAll(/["{}\\]/g, '')}}`)
    if (/^(sqrt|root|abs|√)$/.test(piece)) return this.call(piece)
    if (piece.startsWith('\\')) return this.command(piece)
    if (isForeign(piece)) return atom(`\\text{${piece}}`)
    const tex = named.get(piece)
    if (tex !== undefined) return { kind: /[\w½¼¾□′]/.test(piece) ? 'atom' : 'sign', tex }
    if (piece === '&' && !this.hasColumns) return { kind: 'sign', tex: '\\&' }
    return { kind: /^[\p{L}\d∞]/u.test(piece) ? 'atom' : 'sign', tex: piece }
  }

  /** Brackets as high as what stands in them; without their end they are a sign. */
  private brackets(end: string): Item {
    const inner = this.sequence([end, '}'])
    if (this.peek() !== end) return { kind: 'sign', tex: `( ${inner}` }
    this.at += 1
    const shown = inner.trim() === '' ? emptyPlace : inner
    return { kind: 'atom', tex: `\\left(${inner}\\right)`, inner: shown }
  }

  private braces(): Item {
    const inner = this.sequence(['}'])
    if (this.peek() === '}') this.at += 1
    return { kind: 'atom', tex: `{${inner}}`, inner }
  }

  private call(name: string): Item {
    this.skipSpace()
    const first = group(this.isAtom() ? this.single() : undefined)
    if (name === 'abs') return atom(`\\left|${first}\\right|`)
    if (name !== 'root') return atom(`\\sqrt${first}`)
    return atom(`\\sqrt[${first}]${group(this.isAtom() ? this.single() : undefined)}`)
  }

  private command(piece: string): Item {
    if (wordy.test(piece.split(/[\s{]/)[0] ?? '')) return atom(piece)
    // What a command stands before is part of it, as the sides of \frac{1}{2} are.
    let tex = piece
    if (piece === '\\left' || piece === '\\right') return { kind: 'sign', tex: `${piece}${this.next()}` }
    if (this.peek() === '[' && piece === '\\sqrt') {
      this.at += 1
      tex += `[${this.sequence([']'])}]`
      this.at += 1
    }
    while (this.peek() === '{') {
      this.at += 1
      tex += this.braces().tex
    }
    return { kind: /^\\[a-zA-Z]/.test(piece) && !/^\\(le|ge|ne|pm|to|cdot|times|q?quad)$/.test(piece) ? 'atom' : 'sign', tex }
  }
}

/**
 * What is typed for a formula as TeX: TeX stays as it is, and beside it stands what is written in a line at school: x^2, 1/2, (a+b)/c,
 * sqrt(2), root(3)(8), <=, pi, "words".
 */
export const texOf = (typed: string): string => new Notation(typed).sequence()
