import { filesWith, textAt } from '../../bank/bank-files.ts'
import type { PackageFiles } from '../../files/package-files.ts'

/** Texts with a line that says which letter is right. */
export const aikenFiles = (files: PackageFiles): string[] =>
  filesWith(files, ['txt', 'aiken']).filter((path) => {
    const text = textAt(files, path)
    return /^\s*ANSWER:\s*[A-Z]\s*$/m.test(text) && /^\s*[A-Z][.)]\s/m.test(text)
  })

export const isAiken = (files: PackageFiles): boolean => aikenFiles(files).length > 0
