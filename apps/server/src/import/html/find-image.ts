import { isImage } from '../files/media-type.ts'
import type { PackageFiles } from '../files/package-files.ts'

const decoded = (address: string): string | undefined => {
  try {
    return decodeURIComponent(address)
  } catch {
    return undefined
  }
}

/** The path in the package that an address in a file of `folder` leads to; undefined where it leads out of it. */
export const resolvePath = (folder: string, address: string): string | undefined => {
  const plain = decoded(address.replace(/[?#].*$/, ''))
  if (plain === undefined || plain === '' || plain.startsWith('/') || plain.includes('\\') || /^[a-z][a-z\d+.-]*:/i.test(plain))
    return undefined
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of plain.normalize('NFC').split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')

/** Small pictures inside the HTML itself, of kinds that can't hold a script. */
const inline = /^data:image\/(?:png|jpeg|bmp|gif|webp);base64,[a-z\d+/=\s]+$/i

export interface ImageSearch {
  /** Images of the package that were named, by path. */
  readonly used: Set<string>
  /** Images that were named and are not there. */
  readonly missing: Set<string>
}

/** Finds images among the files of the package; their address in the cleaned HTML is their path, from the package's root. */
export const imagesOf =
  (files: PackageFiles, folder: string, search: ImageSearch) =>
  (address: string): string | undefined | null => {
    if (inline.test(address)) return address
    const path = resolvePath(folder, address)
    if (path === undefined || !isImage(path)) return undefined
    if (!files.has(path)) {
      search.missing.add(path)
      return null
    }
    search.used.add(path)
    return path.split('/').map(encodeURIComponent).join('/')
  }
