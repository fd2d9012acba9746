import { plainText } from './plain-text.ts'
import { type Box, boxSign, type RichText } from './rich-text.ts'

/** Puts a paragraph together from what is in it, with spaces as HTML counts them. */
export class InlineText {
  #text = ''
  readonly #looks: number[] = []
  readonly #boxes = new Map<number, Box>()
  #hasLooks = false

  add(text: string, look: number, keepsSpaces = false) {
    const plain = plainText(text).replaceAll(boxSign, '\ufffd')
    const collapsed = keepsSpaces ? plain : plain.replace(/[ \t\n\f]+/g, ' ')
    this.#put(!keepsSpaces && this.#endsInSpace() ? collapsed.replace(/^ /, '') : collapsed, look)
  }

  lineEnd() {
    this.#trimEnd(' ')
    if (this.#text !== '') this.#put('\n', 0)
  }

  box(box: Box) {
    this.#boxes.set(this.#text.length, box)
    this.#put(boxSign, 0)
  }

  isEmpty(): boolean {
    return this.#text.trim() === ''
  }

  /** What was put together; undefined if that is nothing. The next paragraph begins. */
  take(): RichText | undefined {
    this.#trimEnd()
    const text = this.#text
    const taken: RichText = {
      text,
      ...(this.#hasLooks && { looks: Uint8Array.from(this.#looks) }),
      ...(this.#boxes.size > 0 && { boxes: new Map(this.#boxes) }),
    }
    this.#text = ''
    this.#looks.length = 0
    this.#boxes.clear()
    this.#hasLooks = false
    return text.trim() === '' ? undefined : taken
  }

  #put(text: string, look: number) {
    this.#text += text
    for (let at = 0; at < text.length; at += 1) this.#looks.push(look)
    this.#hasLooks ||= look !== 0 && text !== ''
  }

  #endsInSpace(): boolean {
    return this.#text === '' || this.#text.endsWith(' ') || this.#text.endsWith('\n')
  }

  /** Takes all white space from the end, or one sign alone. A pattern would look at each space of the text as if it were the last. */
  #trimEnd(sign?: string) {
    let end = sign === undefined ? this.#text.trimEnd().length : this.#text.length
    while (sign !== undefined && this.#text[end - 1] === sign) end -= 1
    this.#text = this.#text.slice(0, end)
    this.#looks.length = end
  }
}
