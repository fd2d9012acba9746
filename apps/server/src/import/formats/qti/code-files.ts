import { codeFileType, mediaTypeOf } from '../../files/media-type.ts'
import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf, nameOf } from '../../files/xml.ts'
import { folderOf, resolvePath } from '../../html/find-file.ts'

/** What the code of one interaction may be at most: all of it is handed to its frame. */
const mostFiles = 300
const mostBytes = 10 * 1024 * 1024

/** Where an interaction looks for its modules, and which it begins with. */
export interface CodeModules {
  readonly module: string
  readonly modules: readonly { readonly id: string; readonly file: string }[]
}

const isForeign = (address: string) => /^([a-z][a-z\d+.-]*:|\/\/)/i.test(address)

/** The path of a script as it is named: beside its item or from the root, with its ending or without it. */
const scriptAt = (files: PackageFiles, folders: readonly string[], address: string): string | undefined => {
  for (const folder of folders)
    for (const name of [address, `${address}.js`]) {
      const path = resolvePath(folder, name.replace(/^\/+/, ''))
      if (path !== undefined && files.has(path) && /\.m?js$/i.test(path)) return path
    }
  return undefined
}

const refuse = (place: string, why: string): never => {
  throw new PackageRefused(place, why)
}

/** The paths of modules by their ids, as a `module_resolution.js` of the package has them: JSON, whatever its name says. */
const pathsIn = (files: PackageFiles, path: string | undefined): ReadonlyMap<string, readonly string[]> => {
  const bytes = path === undefined ? undefined : files.get(path)
  if (!bytes) return new Map()
  let read: unknown
  try {
    read = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return new Map()
  }
  const { paths } = Object(read) as { readonly paths?: unknown }
  return new Map(
    Object.entries(Object(paths)).map(([id, given]) => [
      id,
      (Array.isArray(given) ? given : [given]).filter((one): one is string => typeof one === 'string'),
    ]),
  )
}

const configured = (
  files: PackageFiles,
  list: Element | undefined,
  folders: readonly string[],
): { readonly paths: ReadonlyMap<string, readonly string[]>; readonly folders: readonly string[] } => {
  const named = ['primaryconfiguration', 'secondaryconfiguration'].flatMap((name) => (list && attributeOf(list, name)) ?? [])
  const asked = named.length > 0 ? named : ['modules/module_resolution.js', 'modules/fallback_module_resolution.js']
  const found = asked.flatMap((address) => scriptAt(files, folders, address) ?? [])
  const paths = new Map<string, readonly string[]>()
  for (const path of found)
    for (const [id, addresses] of pathsIn(files, path)) paths.set(id, [...(paths.get(id) ?? []), ...addresses])
  return { paths, folders: [...new Set([...folders, ...found.map(folderOf)])] }
}

/** The modules that an interaction of QTI 3.0, or of IMS PCI 1.0, names; throws an error if one is not in the package. */
export const modulesOf = (files: PackageFiles, place: string, interaction: Element): CodeModules => {
  const around = [folderOf(place), '']
  const list = childrenOf(interaction).find((one) => ['interactionmodules', 'modules'].includes(nameOf(one)))
  const { paths, folders } = configured(files, list, around)
  const inPackage = (id: string, addresses: readonly string[]): string => {
    const local = addresses.filter((one) => !isForeign(one))
    for (const address of local) {
      const path = scriptAt(files, folders, address)
      if (path !== undefined) return path
    }
    return addresses.length > local.length
      ? refuse(place, `Its module "${id}" comes from the network, and only files of the package are run.`)
      : refuse(place, `Its module "${id}" is missing.`)
  }
  const listed = list
    ? insideOf(list, (name) => name === 'interactionmodule' || name === 'module').flatMap((one) => {
        const id = attributeOf(one, 'id') ?? ''
        const own = ['primarypath', 'fallbackpath'].flatMap((name) => attributeOf(one, name) ?? [])
        return id === '' ? [] : [{ id, addresses: [...own, ...(paths.get(id) ?? [])] }]
      })
    : []
  const libraries = insideOf(interaction, (name) => name === 'lib').flatMap((one) => attributeOf(one, 'id') ?? [])
  const named = new Map([...paths].map(([id, addresses]) => [id, addresses]))
  for (const id of libraries) named.set(id, [id])
  for (const { id, addresses } of listed) named.set(id, addresses.length > 0 ? addresses : [id])
  const hook = attributeOf(interaction, 'hook')
  const module = attributeOf(interaction, 'module') ?? hook?.replace(/\.js$/i, '') ?? listed[0]?.id
  if (module === undefined) return refuse(place, 'It names no module.')
  if (!named.has(module)) named.set(module, [hook ?? module])
  // Every interaction has these from the player.
  for (const id of ['qtiCustomInteractionContext', 'require', 'exports', 'module']) named.delete(id)
  return { module, modules: [...named].map(([id, addresses]) => ({ id, file: inPackage(id, addresses) })) }
}

const isOfCode = (path: string) => (codeFileType(path) ?? mediaTypeOf(path)) !== undefined

/** All files that the code may ask for: those of its modules, what lies beside and below them, and what is named by name. */
export const filesOfCode = (
  files: PackageFiles,
  place: string,
  modules: CodeModules['modules'],
  named: readonly string[],
): string[] => {
  const folders = [...new Set(modules.map(({ file }) => folderOf(file)))].filter((folder) => folder !== '')
  const beside = [...files.keys()].filter(
    (path) => isOfCode(path) && folders.some((folder) => path.startsWith(`${folder}/`)) && !path.endsWith('.xml'),
  )
  const byName = named.flatMap((address) => {
    const found = [folderOf(place), '', ...folders].flatMap((folder) => resolvePath(folder, address) ?? [])
    return found.filter((path) => files.has(path) && isOfCode(path)).slice(0, 1)
  })
  const all = [...new Set([...modules.map(({ file }) => file), ...byName, ...beside])].sort()
  const bytes = all.reduce((sum, path) => sum + (files.get(path)?.byteLength ?? 0), 0)
  if (all.length > mostFiles) refuse(place, `Its code has ${all.length} files; it may have ${mostFiles}.`)
  if (bytes > mostBytes) refuse(place, `Its code has ${bytes} bytes; it may have ${mostBytes}.`)
  return all
}
