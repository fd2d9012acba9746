import { attributeOf, type Element, insideOf } from '../../files/xml.ts'

/** A file that a question brings is at most so large, in bytes; all of them together at most as a package. */
const largestFile = 32 * 1024 * 1024

const pathOf = (folder: string, file: Element): string | undefined => {
  const name = attributeOf(file, 'name') ?? ''
  const inside = (attributeOf(file, 'path') ?? '/').replace(/^\/+|\/+$/g, '')
  const path = [folder, inside, name].filter(Boolean).join('/').normalize('NFC')
  return name === '' || path.split('/').some((part) => part === '..' || part === '.') || /[\\\0]/.test(path) ? undefined : path
}

/** The files that stand in a question as base64, by the path that its texts name them with. */
export const filesIn = (question: Element, folder: string): Map<string, Uint8Array> => {
  const files = new Map<string, Uint8Array>()
  for (const file of insideOf(question, 'file')) {
    const path = pathOf(folder, file)
    const text = (file.textContent ?? '').replace(/\s+/g, '')
    if (path === undefined || attributeOf(file, 'encoding') !== 'base64' || text.length > largestFile * 1.4) continue
    if (/^[A-Za-z\d+/]*={0,2}$/.test(text)) files.set(path, new Uint8Array(Buffer.from(text, 'base64')))
  }
  return files
}
