import { isInlineImage } from '@sitwell/safe-html/addresses'
import { mediaTypeIn, mediaTypeOf } from '../files/media-type.ts'
import type { PackageFiles } from '../files/package-files.ts'
import type { FileUse, FindFile } from './html-writer.ts'

const decoded = (address: string): string | undefined => {
  try {
    return decodeURIComponent(address)
  } catch {
    return undefined
  }
}

/** The path in the package that an address in a file of `folder` points to; undefined if it points outside of the package. */
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

/** The path of a file of the organisation, which content names as `~/ROOT/…` (spec 2 §7); undefined for any other address. */
export const ownFile = (address: string): string | undefined => {
  const [, below] = /^~\/ROOT\/(.+)$/i.exec(address.trim()) ?? []
  return below === undefined ? undefined : resolvePath('', below)
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')

export interface FileSearch {
  /** Files of the package that were named, by path. */
  readonly used: Set<string>
  /** Files that were named and are not there. */
  readonly missing: Set<string>
}

const kinds: Readonly<Record<string, string>> = { audio: 'recording', image: 'picture', video: 'film' }

/** Why content can't be shown without a file that it names. */
export const whyMissing = (path: string): string => {
  const kind = /^(audio|image|video)\//.exec(mediaTypeOf(path) ?? '')?.[1] ?? ''
  return `Its ${kinds[kind] ?? 'file'} "${path}" is missing.`
}

const fits: Readonly<Record<FileUse, RegExp>> = {
  image: /^image\//,
  audio: /^audio\//,
  video: /^video\//,
  captions: /^text\/vtt$/,
  link: /./,
}

/**
 * Finds files of the package; their address in the cleaned HTML is their path, from the package's root. Those of the organisation keep
 * theirs: they come with it.
 */
export const filesOf =
  (files: PackageFiles, folder: string, search: FileSearch): FindFile =>
  (address, use) => {
    if (use === 'image' && isInlineImage(address)) return address
    const fitsIn = (type: string | undefined) => fits[use].test(type ?? '')
    const own = ownFile(address)
    if (own !== undefined) return fitsIn(mediaTypeOf(own)) ? `~/ROOT/${encoded(own)}` : undefined
    const path = resolvePath(folder, address)
    if (path === undefined || !fitsIn(mediaTypeOf(path))) return undefined
    const bytes = files.get(path)
    if (!bytes) {
      search.missing.add(path)
      return null
    }
    // A file that is marked as a film may be something else.
    if (!fitsIn(mediaTypeIn(path, bytes))) return undefined
    search.used.add(path)
    return encoded(path)
  }
