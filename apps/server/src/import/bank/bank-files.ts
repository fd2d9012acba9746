import type { PackageFiles } from '../files/package-files.ts'
import { PackageRefused } from '../files/package-files.ts'

/** A text file of questions larger than this is none. */
const largestText = 64 * 1024 * 1024

/** Throws `PackageRefused` if a text file is too large to be one of questions. */
export const checkTextSize = ({ length }: Uint8Array, path: string): void => {
  if (length > largestText) throw new PackageRefused(path, `The file is larger than ${largestText} bytes.`)
}

/** Texts that aren't UTF-8 are taken for the encoding of older programs on Windows. */
export const textAt = (files: PackageFiles, path: string): string => {
  const bytes = files.get(path) ?? new Uint8Array()
  checkTextSize(bytes, path)
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).replace(/\r\n?/g, '\n')
  }
}

/** The files of a package with one of these extensions. */
export const filesWith = (files: PackageFiles, extensions: readonly string[]): string[] =>
  [...files.keys()].filter((path) => extensions.some((one) => path.toLowerCase().endsWith(`.${one}`)))

/** The name of a file without its folder and extension, as words. */
export const titleOf = (path: string): string =>
  path
    .replace(/^.*\//, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
