import { textAt, titleOf } from '../../bank/bank-files.ts'
import { plainHtml } from '../../bank/bank-html.ts'
import type { BankEntry } from '../../bank/bank-question.ts'
import { examOfBank } from '../../bank/read-bank.ts'
import type { PackageFiles } from '../../files/package-files.ts'
import type { PackageReading } from '../../imported-package.ts'
import type { ExamSource } from '../format.ts'
import { aikenFiles, answerIn } from './detect.ts'

const entryOf = (
  lines: readonly { text: string; line: number }[],
  answer: string | undefined,
  path: string,
  number: number,
): BankEntry => {
  const place = `${path} line ${lines[0]?.line ?? 1}`
  const name = `q${number}`
  const stem: string[] = []
  const choices: { letter: string; text: string }[] = []
  for (const { text } of lines) {
    const [, letter, optionText] = /^\s*([A-Z])[.)]\s+(.*)$/.exec(text) ?? []
    // Letters go on in their order: another line of that form belongs to what stands above it.
    if (letter !== undefined && optionText !== undefined && letter === String.fromCharCode(65 + choices.length))
      choices.push({ letter, text: optionText })
    else if (choices.length === 0) stem.push(text)
    else {
      const last = choices.at(-1)
      if (last) last.text = `${last.text}\n${text}`
    }
  }
  if (answer === undefined) return { name, place, why: 'No line ANSWER: says which choice is right.' }
  if (stem.join('').trim() === '') return { name, place, why: 'It has no text.' }
  if (!choices.some(({ letter }) => letter === answer))
    return { name, place, why: `Its answer ${answer} is none of its choices.` }
  return {
    name,
    place,
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

/** Reads Aiken: docs.moodle.org, “Aiken format”. */
export const readAiken = (files: PackageFiles, { onItem }: ExamSource): PackageReading => {
  const paths = aikenFiles(files)
  const entries: BankEntry[] = []
  for (const path of paths) {
    let lines: { text: string; line: number }[] = []
    for (const [at, text] of textAt(files, path)
      .replace(/^\ufeff/, '')
      .split('\n')
      .entries()) {
      const answer = answerIn(text)
      if (answer !== undefined) {
        entries.push(entryOf(lines, answer, path, entries.length + 1))
        lines = []
      } else if (text.trim() !== '') lines.push({ text, line: at + 1 })
    }
    if (lines.length > 0) entries.push(entryOf(lines, undefined, path, entries.length + 1))
  }
  return examOfBank(files, { format: 'aiken', title: titleOf(paths[0] ?? ''), entries, shown: new Map(), lost: [] }, onItem)
}
