import { aikenLine } from './lines.ts'
import type { AikenBlock, NumberedLine } from './read-block.ts'

/**
 * The questions of a file. A line of the key ends one, and so does an empty line behind choices if the letters begin anew with A below it:
 * that question has no key, and the next one is no part of it.
 */
export const aikenBlocks = (source: string): AikenBlock[] => {
  const blocks: AikenBlock[] = []
  let lines: NumberedLine[] = []
  let choices = 0
  /** Where the lines behind the last empty one begin, if choices stand before them. */
  let begins: number | undefined
  const end = (count: number, answer: AikenBlock['answer']) => {
    blocks.push({ lines: lines.slice(0, count), answer })
    lines = lines.slice(count)
    choices = 0
    begins = undefined
  }
  for (const [at, text] of source
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const read = aikenLine(text)
    if (read.is === 'empty') begins = choices > 1 ? lines.length : undefined
    else if (read.is === 'answer' && (read.letter !== undefined || choices > 0)) end(lines.length, read.letter ?? null)
    else {
      if (read.is === 'choice' && read.letter === 'A' && begins !== undefined && begins < lines.length) end(begins, undefined)
      lines.push({ text, line: at + 1 })
      if (read.is === 'choice') choices += 1
    }
  }
  if (lines.length > 0) end(lines.length, undefined)
  return blocks
}
