import { filesWith, textAt } from '../../bank/bank-files.ts'
import type { PackageFiles } from '../../files/package-files.ts'
import { aikenLine } from './lines.ts'

/** Moodle's own form, which no text of another format has. */
const isStrict = (lines: readonly string[]) =>
  lines.some((line) => /^\s*ANSWER:\s*[A-Z]\s*$/.test(line)) && lines.some((line) => /^\s*[A-Z][.)](?:\s|$)/.test(line))

/** Whether a line that says which letter is right follows two choices: a text of another format may hold one of these by chance. */
const isLoose = (lines: readonly string[]): boolean => {
  let choices = 0
  for (const line of lines) {
    const read = aikenLine(line)
    if (read.is === 'choice') choices += 1
    else if (read.is === 'answer') {
      if (choices > 1 && read.letter !== undefined) return true
      choices = 0
    }
  }
  return false
}

/**
 * Texts with a line that says which letter is right. Looked at line by line: an expression for the whole would go over empty lines again from
 * each of them.
 */
export const aikenFiles = (files: PackageFiles): string[] =>
  filesWith(files, ['txt', 'aiken']).filter((path) => {
    const lines = textAt(files, path).split('\n')
    return isStrict(lines) || (isLoose(lines) && !lines.some((line) => /^\s*::/.test(line)))
  })

export const isAiken = (files: PackageFiles): boolean => aikenFiles(files).length > 0
