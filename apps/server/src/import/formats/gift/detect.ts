import { filesWith, textAt } from '../../bank/bank-files.ts'
import type { PackageFiles } from '../../files/package-files.ts'

/** Whether a text has a title of a question, or braces. Each character is looked at once, however many braces are open. */
const looksLikeGift = (text: string): boolean =>
  text.split('\n').some((line) => /^\s*::/.test(line)) || /[^\\]\{/.test(text.slice(0, Math.max(0, text.lastIndexOf('}'))))

/** The files of a package that may be GIFT: those that are called so, and texts with answers in braces. */
export const giftFiles = (files: PackageFiles): string[] => [
  ...filesWith(files, ['gift']),
  ...filesWith(files, ['txt']).filter((path) => looksLikeGift(textAt(files, path))),
]

export const isGift = (files: PackageFiles): boolean => giftFiles(files).length > 0
