import { type PackageLimits, PackageRefused } from '../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf, xmlAt } from '../qti/xml.ts'
import type { CourseReading } from './course-package.ts'
import { manifestFiles } from './manifest-files.ts'
import { below, courseLimits, openSource, type PackageSource } from './package-source.ts'
import { readManifest } from './read-manifest.ts'

const manifestName = 'imsmanifest.xml'

/** The folder that all files lie in, with its slash; empty where there is none. */
const commonFolder = ({ sizes }: PackageSource): string => {
  const [first = ''] = sizes.keys()
  const folder = first.slice(0, first.indexOf('/') + 1)
  return [...sizes.keys()].every((path) => path.startsWith(folder)) ? folder : ''
}

/** People zip a folder as often as what is in it: its root is where the manifest lies. */
const atRoot = (source: PackageSource): PackageSource => {
  if (source.sizes.has(manifestName)) return source
  const folder = commonFolder(source)
  return folder !== '' && source.sizes.has(folder + manifestName) ? below(source, folder) : source
}

/** What a package without a manifest at its root is, in words for whoever made it; undefined where an exam may be in it. */
const wordsFor = (sizes: ReadonlyMap<string, number>): string | undefined => {
  const paths = [...sizes.keys()]
  if (paths.some((path) => /(^|\/)exam\.json$/.test(path))) return undefined
  const deep = paths.find((path) => path.endsWith(`/${manifestName}`))
  if (deep !== undefined) {
    const folder = deep.slice(0, -manifestName.length - 1)
    return `The course lies in the folder "${folder}" of this archive. Open that folder, pack what is in it, and import that archive.`
  }
  const other = paths.find((path) => path.toLowerCase().split('/').at(-1) === manifestName)
  if (other !== undefined) return `The manifest is called "${other}"; a course has it as ${manifestName}.`
  const inner = paths.find((path) => /\.zip$/i.test(path))
  if (inner !== undefined && paths.every((path) => !/\.(xml|html?)$/i.test(path)))
    return `The archive holds another archive, "${inner}". Unpack it once and import that one.`
  if (paths.some((path) => /\.xml$/i.test(path))) return undefined
  return `There is no ${manifestName} in it, which every course has, and no exam.json, which an exam has. Export it as SCORM 1.2 or SCORM 2004 and import that file.`
}

/** Whether a manifest is one of a course; one of QTI lists tests and items, and no organization. */
const isOfCourse = (manifest: Element): boolean => {
  const types = insideOf(manifest, 'resource').map((one) => attributeOf(one, 'type') ?? '')
  if (types.some((type) => /^imsqti/i.test(type))) return false
  return childrenOf(manifest, 'organizations').length > 0 || types.length > 0
}

/**
 * Reads the manifest of a course package and checks every path of it; its files are taken from `source` afterwards. What is no
 * course, and may be an exam, is told as such.
 */
export const readCourse = async (path: string, limits: PackageLimits = courseLimits): Promise<CourseReading> => {
  try {
    const opened = await openSource(path, limits)
    const source = atRoot(opened)
    if (!source.sizes.has(manifestName)) {
      const words = wordsFor(opened.sizes)
      if (words !== undefined) throw new PackageRefused('archive', words)
      return { is: 'something else' }
    }
    const manifest = xmlAt(new Map([[manifestName, await source.read(manifestName)]]), manifestName)
    if (!isOfCourse(manifest)) return { is: 'something else' }
    return { is: 'course', source, ...readManifest(manifest, manifestFiles(source)) }
  } catch (error) {
    if (error instanceof PackageRefused) return { is: 'refused', problems: [{ place: error.place, message: error.message }] }
    throw error
  }
}
