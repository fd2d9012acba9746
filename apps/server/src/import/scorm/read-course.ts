import { structureName } from '../cmi5/described.ts'
import { isStructure, readStructure } from '../cmi5/read-structure.ts'
import { type PackageLimits, PackageRefused } from '../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf, xmlAt } from '../qti/xml.ts'
import type { CourseReading } from './course-package.ts'
import { manifestFiles } from './manifest-files.ts'
import { below, courseLimits, openFile, openSource, type PackageSource } from './package-source.ts'
import { readManifest } from './read-manifest.ts'

const manifestName = 'imsmanifest.xml'

/** The folder that all files lie in, with its slash; empty where there is none. */
const commonFolder = ({ sizes }: PackageSource): string => {
  const [first = ''] = sizes.keys()
  const folder = first.slice(0, first.indexOf('/') + 1)
  return [...sizes.keys()].every((path) => path.startsWith(folder)) ? folder : ''
}

const isCourse = ({ sizes }: PackageSource, folder = '') =>
  [manifestName, structureName].some((name) => sizes.has(folder + name))

/** People zip a folder as often as what is in it: its root is where the manifest lies. */
const atRoot = (source: PackageSource): PackageSource => {
  if (isCourse(source)) return source
  const folder = commonFolder(source)
  return folder !== '' && isCourse(source, folder) ? below(source, folder) : source
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
  return `There is no ${manifestName} in it, which every course has, and no exam.json, which an exam has. Export it as SCORM 1.2, SCORM 2004 or cmi5 and import that file.`
}

/** Whether a manifest is one of a course; one of QTI lists tests and items, and no organization. */
const isOfCourse = (manifest: Element): boolean => {
  const types = insideOf(manifest, 'resource').map((one) => attributeOf(one, 'type') ?? '')
  if (types.some((type) => /^imsqti/i.test(type))) return false
  return childrenOf(manifest, 'organizations').length > 0 || types.length > 0
}

/** A course structure of cmi5, in its package or by itself: then it comes without a file. */
const readCmi5 = async (source: PackageSource, name: string, isPackage: boolean): Promise<CourseReading> => {
  const root = xmlAt(new Map([[name, await source.read(name)]]), name)
  if (!isStructure(root)) {
    if (isPackage) throw new PackageRefused(name, 'This is no course structure of cmi5.')
    return { is: 'something else' }
  }
  const course = readStructure(root, isPackage ? manifestFiles(source) : undefined)
  return { is: 'course', source, course, leftOut: [] }
}

/**
 * Reads the manifest of a course package and checks every path of it; its files are taken from `source` afterwards. What is no
 * course, and may be an exam, is told as such. A package that is a course of SCORM and of cmi5 is taken as SCORM.
 */
export const readCourse = async (path: string, limits: PackageLimits = courseLimits): Promise<CourseReading> => {
  try {
    const alone = /\.xml$/i.test(path) ? await openFile(path) : undefined
    if (alone) return await readCmi5(alone, structureName, false)
    const opened = await openSource(path, limits)
    const source = atRoot(opened)
    if (!source.sizes.has(manifestName)) {
      if (source.sizes.has(structureName)) return await readCmi5(source, structureName, true)
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
