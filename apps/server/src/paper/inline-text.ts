import { plainText } from './plain-text.ts'
import { type Box, boxSign, type RichText } from './rich-text.ts'

/** Puts a paragraph together from what stands in it, with spaces as HTML counts them. */
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
    this.#trimEnd(/ +$/)
    if (this.#text !== '') this.#put('\n', 0)
  }

  box(box: Box) {
    this.#boxes.set(this.#text.length, box)
    this.#put(boxSign, 0)
  }

  isEmpty(): boolean {
    return this.#text.trim() === ''
  }

  /** What was put together; undefined where that is nothing. The next paragraph begins. */
  take(): RichText | undefined {
    this.#trimEnd(/\s+$/)
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
    return this.#text === '' || /[ \n]$/.test(this.#text)
  }

  #trimEnd(end: RegExp) {
    this.#text = this.#text.replace(end, '')
    this.#looks.length = this.#text.length
  }
}
