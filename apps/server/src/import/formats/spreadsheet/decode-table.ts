import { decodeText } from '../../../csv/decode-text.ts'
import { checkTextSize } from '../../bank/bank-files.ts'
import type { PackageFiles } from '../../files/package-files.ts'
import type { LeftOut } from '../../imported-package.ts'

/** The text of a table. Programs save it in the encoding of their country and don't name it: one that was recognised is reported, with a sample. */
export const tableText = (files: PackageFiles, path: string): { readonly text: string; readonly lost: readonly LeftOut[] } => {
  const bytes = files.get(path) ?? new Uint8Array()
  checkTextSize(bytes, path)
  const { text, encoding, doubtfulSample } = decodeText(bytes)
  if (doubtfulSample === undefined) return { text, lost: [] }
  const why = `It is not UTF-8, and was read as ${encoding}, as in "${doubtfulSample}". If that is wrong, save it as UTF-8.`
  return { text, lost: [{ place: path, what: 'encoding', why, loss: 'nothing' }] }
}
