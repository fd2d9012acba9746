import { ProcessingError } from './processing-error.ts'

export type CharacterTest = (character: string) => boolean

export type PatternNode =
  | { readonly kind: 'character'; readonly fits: CharacterTest }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  /** `most` is undefined if nothing bounds it. */
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number | undefined }

const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Escapes for many characters, as XML Schema has them; a capital is the opposite. */
const classes: Readonly<Record<string, RegExp>> = {
  s: /^[ \t\n\r]$/,
  d: /^\p{Nd}$/u,
  w: /^[^\p{P}\p{Z}\p{C}]$/u,
  i: /^[\p{L}_:]$/u,
  c: /^[\p{L}\p{Nd}\p{M}.\-_:·]$/u,
}
const deepest = 100

class Parser {
  readonly #written: readonly string[]
  #at = 0

  constructor(written: string) {
    this.#written = [...written]
  }

  whole(): PatternNode {
    const node = this.#choice(0)
    if (this.#at < this.#written.length) throw this.#wrong()
    return node
  }

  #wrong() {
    return new ProcessingError(`"${this.#written.join('').slice(0, 80)}" is not a pattern (at ${this.#at + 1}).`)
  }
  get #next(): string | undefined {
    return this.#written[this.#at]
  }
  #take(): string {
    const character = this.#written[this.#at]
    if (character === undefined) throw this.#wrong()
    this.#at += 1
    return character
  }
  #skip(character: string): boolean {
    if (this.#next !== character) return false
    this.#at += 1
    return true
  }

  #choice(depth: number): PatternNode {
    if (depth > deepest) throw this.#wrong()
    const parts = [this.#sequence(depth)]
    while (this.#skip('|')) parts.push(this.#sequence(depth))
    const [only] = parts
    return only && parts.length === 1 ? only : { kind: 'choice', parts }
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = []
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') {
      // Patterns fit as a whole in any case; authors write the anchors of other languages anyway.
      if (this.#next === '^' && parts.length === 0 && this.#skip('^')) continue
      if (this.#next === '$' && /^[|)]?$/.test(this.#written[this.#at + 1] ?? '') && this.#skip('$')) continue
      parts.push(this.#repeated(this.#atom(depth)))
    }
    return { kind: 'sequence', parts }
  }

  #repeated(part: PatternNode): PatternNode {
    if (this.#skip('?')) return { kind: 'repeat', part, least: 0, most: 1 }
    if (this.#skip('*')) return { kind: 'repeat', part, least: 0, most: undefined }
    if (this.#skip('+')) return { kind: 'repeat', part, least: 1, most: undefined }
    if (!this.#skip('{')) return part
    let inside = ''
    while (this.#next !== '}') inside += this.#take()
    this.#take()
    const [, least = '', comma, most = ''] = /^(\d{1,4})(,(\d{0,4}))?$/.exec(inside)?.map((one) => one ?? '') ?? []
    if (least === '') throw this.#wrong()
    const upper = comma === '' ? Number(least) : most === '' && inside.endsWith(',') ? undefined : Number(inside.split(',')[1])
    if (upper !== undefined && upper < Number(least)) throw this.#wrong()
    return { kind: 'repeat', part, least: Number(least), most: upper }
  }

  #atom(depth: number): PatternNode {
    const character = this.#take()
    if (character === '(') {
      if (this.#skip('?') && !this.#skip(':')) throw this.#wrong()
      const inside = this.#choice(depth + 1)
      if (!this.#skip(')')) throw this.#wrong()
      return inside
    }
    if (character === '[') return { kind: 'character', fits: this.#set(depth) }
    if (character === '.') return { kind: 'character', fits: (one) => one !== '\n' && one !== '\r' }
    if (character === '\\') return { kind: 'character', fits: this.#escape().fits }
    if (character === '*' || character === '+' || character === '?') throw this.#wrong()
    return { kind: 'character', fits: (one) => one === character }
  }

  /** What follows a backslash; `character` where it represents a single one. */
  #escape(): { fits: CharacterTest; character?: string } {
    const name = this.#take()
    if (name === 'p' || name === 'P') {
      if (!this.#skip('{')) throw this.#wrong()
      let inside = ''
      while (this.#next !== '}') inside += this.#take()
      this.#take()
      if (!/^[A-Z][a-z]?$/.test(inside))
        throw new ProcessingError(`The group of characters "${inside.slice(0, 40)}" is not known here.`)
      let kind: RegExp
      try {
        kind = new RegExp(`^\\p{${inside}}$`, 'u')
      } catch {
        throw this.#wrong()
      }
      return { fits: (one) => kind.test(one) === (name === 'p') }
    }
    const kind = classes[name.toLowerCase()]
    if (kind && /[a-z]/i.test(name)) return { fits: (one) => kind.test(one) === (name === name.toLowerCase()) }
    const character = named[name] ?? name
    return { fits: (one) => one === character, character }
  }

  /** One character of a set, a class of them, or a range such as `a-z`. */
  #member(): CharacterTest {
    const first = this.#take()
    const one = first === '\\' ? this.#escape() : { fits: (given: string) => given === first, character: first }
    const isRange = this.#next === '-' && !['[', ']', undefined].includes(this.#written[this.#at + 1])
    if (!isRange || one.character === undefined) return one.fits
    this.#at += 1
    const second = this.#take()
    const last = second === '\\' ? this.#escape().character : second
    const [from, to] = [one.character.codePointAt(0) ?? 0, last?.codePointAt(0) ?? -1]
    if (to < from) throw this.#wrong()
    return (given) => (given.codePointAt(0) ?? -1) >= from && (given.codePointAt(0) ?? -1) <= to
  }

  /** A set of characters after its opening bracket, such as `a-z-[aeiou]`. */
  #set(depth: number): CharacterTest {
    if (depth > deepest) throw this.#wrong()
    const isNegated = this.#skip('^')
    const tests: CharacterTest[] = []
    let without: CharacterTest = () => false
    while (this.#next !== ']' || tests.length === 0) {
      if (this.#next === '-' && this.#written[this.#at + 1] === '[') {
        this.#at += 2
        without = this.#set(depth + 1)
        if (this.#written[this.#at] !== ']') throw this.#wrong()
        break
      }
      tests.push(this.#member())
    }
    this.#at += 1
    return (one) => tests.some((test) => test(one)) !== isNegated && !without(one)
  }
}

/** Reads a regular expression of XML Schema. Throws a ProcessingError if it is none. */
export const parsePattern = (written: string): PatternNode => new Parser(written).whole()
