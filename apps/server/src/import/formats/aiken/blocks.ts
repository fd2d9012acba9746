import { aikenLine } from './lines.ts'
import type { AikenBlock, NumberedLine } from './read-block.ts'

/** Gathers the lines of one question after the other. */
class Blocks {
  readonly #done: AikenBlock[] = []
  #lines: NumberedLine[] = []
  #choices = 0
  /** Where the lines behind the last empty one begin, if choices stand before them. */
  #begins: number | undefined

  empty() {
    this.#begins = this.#choices > 1 ? this.#lines.length : undefined
  }

  text(line: NumberedLine) {
    this.#lines.push(line)
  }

  choice(line: NumberedLine, isFirst: boolean) {
    if (isFirst && this.#begins !== undefined && this.#begins < this.#lines.length) this.#end(this.#begins, undefined)
    this.#lines.push(line)
    this.#choices += 1
  }

  /** Before any choice, a line that names no letter belongs to the text. */
  answer(line: NumberedLine, letter: string | undefined) {
    if (letter === undefined && this.#choices === 0) this.text(line)
    else this.#end(this.#lines.length, letter ?? null)
  }

  finish(): AikenBlock[] {
    if (this.#lines.length > 0) this.#end(this.#lines.length, undefined)
    return this.#done
  }

  #end(count: number, answer: AikenBlock['answer']) {
    this.#done.push({ lines: this.#lines.slice(0, count), answer })
    this.#lines = this.#lines.slice(count)
    this.#choices = 0
    this.#begins = undefined
  }
}

/**
 * The questions of a file. A line of the key ends one, and so does an empty line behind choices if the letters begin again with A below it:
 * that question has no key, and the next one is no part of it.
 */
export const aikenBlocks = (source: string): AikenBlock[] => {
  const blocks = new Blocks()
  const lines = source.replace(/^\ufeff/, '').split('\n')
  for (const [at, text] of lines.entries()) {
    const read = aikenLine(text)
    const line = { text, line: at + 1 }
    if (read.is === 'empty') blocks.empty()
    else if (read.is === 'answer') blocks.answer(line, read.letter)
    else if (read.is === 'choice') blocks.choice(line, read.letter === 'A')
    else blocks.text(line)
  }
  return blocks.finish()
}
