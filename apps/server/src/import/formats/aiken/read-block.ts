import { plainHtml } from '../../bank/bank-html.ts'
import type { BankEntry } from '../../bank/bank-question.ts'
import { aikenLine } from './lines.ts'

/** A line with its number, counted from 1. */
export interface NumberedLine {
  readonly text: string
  readonly line: number
}

/** The lines of one question, without the one that says which letter is right. */
export interface AikenBlock {
  readonly lines: readonly NumberedLine[]
  /** Undefined if no line says it, null if it names no single letter. */
  readonly answer: string | undefined | null
}

interface Choice {
  readonly letter: string
  text: string
}

const readLines = (lines: readonly NumberedLine[]) => {
  const stem: string[] = []
  const choices: Choice[] = []
  let isCapital = true
  for (const { text } of lines) {
    const read = aikenLine(text)
    const last = choices.at(-1)
    const next = String.fromCharCode(65 + choices.length)
    // Letters in another case belong to a list within a text.
    const isChoice = read.is === 'choice' && (last === undefined ? read.letter === 'A' : read.isCapital === isCapital)
    if (read.is !== 'choice' || !isChoice) {
      if (last) last.text = `${last.text}\n${text}`
      else stem.push(text)
    } else if (read.letter === next) {
      isCapital = read.isCapital
      choices.push({ letter: next, text: read.text })
    } else return { why: `Its line "${text.trim().slice(0, 80)}" looks like a choice, and ${next} would be the next one.` }
  }
  return { stem, choices }
}

/** One question of an Aiken file; what isn't clear leaves it out, so that no line of the key is shown as text. */
export const readAikenBlock = ({ lines, answer }: AikenBlock, path: string, number: number): BankEntry => {
  const named = { name: `q${number}`, place: `${path} line ${lines[0]?.line ?? 1}` }
  if (answer === undefined) return { ...named, why: 'No line ANSWER: says which choice is right.' }
  if (answer === null) return { ...named, why: 'Its line ANSWER: names no single letter.' }
  const read = readLines(lines)
  if ('why' in read) return { ...named, why: read.why }
  const { stem, choices } = read
  if (stem.join('').trim() === '') return { ...named, why: 'It has no text.' }
  if (choices.some(({ text }) => text === '')) return { ...named, why: 'One of its choices is empty.' }
  if (!choices.some(({ letter }) => letter === answer)) return { ...named, why: `Its answer ${answer} is none of its choices.` }
  return {
    ...named,
    section: '',
    html: plainHtml(stem.join('\n')),
    marks: 1,
    lost: [],
    asks: {
      kind: 'choice',
      isSingle: true,
      // As Moodle takes them.
      shuffle: true,
      choices: choices.map(({ letter, text }) => ({ html: plainHtml(text), fraction: letter === answer ? 1 : 0 })),
    },
  }
}
