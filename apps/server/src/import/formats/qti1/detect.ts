import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { attributeOf, type Element, insideOf, nameOf, xmlAt } from '../../files/xml.ts'

const manifest = 'imsmanifest.xml'
const decoder = new TextDecoder('utf-8')
const notRoot = /^(?:\s|\ufeff|<\?[^>]*\?>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>[]*>)+/

/** The name of the first element of a file; undefined if it is no XML. */
const rootOf = (bytes: Uint8Array): string | undefined => {
  const start = (bytes[0] === 0xff || bytes[0] === 0xfe ? new TextDecoder('utf-16') : decoder).decode(bytes.subarray(0, 8000))
  return /^<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/.exec(start.replace(notRoot, ''))?.[1]?.toLowerCase()
}

/** The files of questions of QTI 1.2 in a package, regardless of their names: Canvas calls some `.qti`, Blackboard `.dat`. */
export const questionFiles = (files: PackageFiles): string[] =>
  [...files]
    .filter(([path, bytes]) => /\.(xml|qti|dat)$/i.test(path) && rootOf(bytes) === 'questestinterop')
    .map(([path]) => path)

/** The manifest of a package; undefined if it has none, or none that can be read. */
export const manifestOf = (files: PackageFiles): Element | undefined => {
  if (!files.has(manifest)) return undefined
  try {
    return xmlAt(files, manifest)
  } catch (error) {
    if (error instanceof PackageRefused) return undefined
    throw error
  }
}

const isLater = (resource: Element) => /^imsqti_(test|assessment|item)_xmlv/i.test(attributeOf(resource, 'type') ?? '')

/** Whether a package holds QTI 1.2, and nothing of a later edition, which would be read instead. */
export const isQti1 = (files: PackageFiles): boolean => {
  if (questionFiles(files).length === 0) return false
  const root = manifestOf(files)
  if (!root) return !files.has(manifest)
  return nameOf(root) === 'manifest' && !insideOf(root, 'resource').some(isLater)
}
