import { filesWith, textAt } from '../../bank/bank-files.ts'
import type { PackageFiles } from '../../files/package-files.ts'

/** The files of a package that may be GIFT: those that are called so, and texts with answers in braces. */
export const giftFiles = (files: PackageFiles): string[] => [
  ...filesWith(files, ['gift']),
  ...filesWith(files, ['txt']).filter((path) => /^\s*::|[^\\]\{[^}]*\}/m.test(textAt(files, path))),
]

export const isGift = (files: PackageFiles): boolean => giftFiles(files).length > 0
