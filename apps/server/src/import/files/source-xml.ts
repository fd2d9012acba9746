import type { PackageSource } from './package-source.ts'
import { type Element, xmlAt } from './xml.ts'

const read = new WeakMap<PackageSource, Map<string, Promise<Element>>>()

/** The first element of an XML file of a package, read once: whoever detects a format looks at it, and whoever reads it again. */
export const sourceXml = (source: PackageSource, path: string): Promise<Element> => {
  const known = read.get(source) ?? new Map<string, Promise<Element>>()
  read.set(source, known)
  const element =
    known.get(path) ?? source.read(path).then((bytes) => xmlAt(new Map([[path, bytes]]), path, { isLenient: true }))
  known.set(path, element)
  return element
}
