import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'

/** A value of a parsed JSON file, before it is known what it is. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a JSON file of the package; a byte order mark is passed over. */
export const jsonAt = (files: PackageFiles, path: string): Json => {
  const bytes = files.get(path)
  if (!bytes) throw new PackageRefused(path, 'The file is missing.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json
  } catch (error) {
    throw new PackageRefused(path, `This is not JSON in UTF-8 (${error instanceof Error ? error.message : String(error)}).`)
  }
}
