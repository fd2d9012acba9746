import type { StructureNode } from '@sitwell/exam/courses/cmi5/move-on'
import type { AuthoredAu, Described } from '../../authored-structure.ts'
import type { ManifestFiles } from '../../files/manifest-files.ts'
import { PackageRefused } from '../../files/package-files.ts'
import { childrenOf, type Element, insideOf, nameOf } from '../../files/xml.ts'
import type { AuthoredCourse, AuthoredSco } from '../../imported-course.ts'
import { describedIn, plainText, structureName } from './described.ts'
import { readAu } from './read-au.ts'

export const isStructure = (root: Element): boolean => nameOf(root) === 'coursestructure'

interface Reading {
  readonly files: ManifestFiles | undefined
  readonly aus: AuthoredAu[]
  readonly scos: AuthoredSco[]
  readonly blocks: Described[]
}

const childrenIn = (element: Element, reading: Reading): StructureNode['children'] =>
  childrenOf(element).flatMap((child): StructureNode['children'] => {
    if (nameOf(child) === 'au') {
      const { au, sco } = readAu(child, reading.files)
      reading.scos.push(sco)
      return [{ au: reading.aus.push(au) - 1 }]
    }
    if (nameOf(child) !== 'block') return []
    const block = describedIn(child, 'block')
    reading.blocks.push(block)
    const children = childrenIn(child, reading)
    if (children.length === 0) throw new PackageRefused(`${structureName} block ${block.id}`, 'There is nothing in this block.')
    return [{ id: block.id, children }]
  })

const checkOnce = (what: string, all: readonly Described[]) => {
  const ids = new Set<string>()
  for (const { id } of all) {
    if (ids.has(id)) throw new PackageRefused(`${structureName} ${what} ${id}`, `Two of the course have this id.`)
    ids.add(id)
  }
}

/**
 * Reads a course structure of cmi5. `files` are those of its package; a structure that came by itself has none, and its AUs stand
 * elsewhere. Throws a refusal if it can't be taken.
 */
export const readStructure = (root: Element, files: ManifestFiles | undefined): AuthoredCourse => {
  const element = childrenOf(root, 'course')[0]
  if (!element) throw new PackageRefused(structureName, 'The course structure has no course.')
  const course = describedIn(element, 'course')
  const reading: Reading = { files, aus: [], scos: [], blocks: [] }
  const children = childrenIn(root, reading)
  const { aus, scos, blocks } = reading
  if (aus.length === 0) throw new PackageRefused(structureName, 'The course has no assignable unit, so nothing can be opened.')
  const lists = childrenOf(root, 'objectives')
  const objectives = lists.flatMap((list) => insideOf(list, 'objective')).map((one) => describedIn(one, 'objective'))
  checkOnce('au', aus)
  checkOnce('block', [course, ...blocks])
  checkOnce('objective', objectives)
  const description = plainText(course.description)
  return {
    identifier: course.id,
    name: plainText(course.title) ?? course.id,
    ...(description !== undefined && { description }),
    standard: 'cmi5',
    scos,
    structure: { course, blocks, objectives, aus, root: { id: course.id, children } },
  }
}
