import { filesWith, textAt } from '../../bank/bank-files.ts'
import type { PackageFiles } from '../../files/package-files.ts'

/** The letter that a line says is right. */
export const answerIn = (line: string): string | undefined => /^\s*ANSWER:\s*([A-Z])\s*$/.exec(line)?.[1]

/**
 * Texts with a line that says which letter is right. Looked at line by line: an expression for the whole would go over empty lines again from
 * each of them.
 */
export const aikenFiles = (files: PackageFiles): string[] =>
  filesWith(files, ['txt', 'aiken']).filter((path) => {
    const lines = textAt(files, path).split('\n')
    return lines.some((line) => answerIn(line)) && lines.some((line) => /^\s*[A-Z][.)](?:\s|$)/.test(line))
  })

export const isAiken = (files: PackageFiles): boolean => aikenFiles(files).length > 0
