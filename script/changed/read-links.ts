import { posix } from 'node:path'

/** One file's dependence on another, in steps: a plain import is one. */
export interface Link {
  readonly to: string
  readonly steps: number
}

/** What of the repository a link may lead to. */
export interface Files {
  /** Paths below the root, with `/`. */
  has(path: string): boolean
  /** The files below a folder, at any depth. */
  below(folder: string): readonly string[]
  /** The file behind `@sitwell/NAME/…`, by the exports of its package. */
  ofPackage(specifier: string): string | undefined
}

/** The names that one statement imports or re-exports from a module; `*` represents all of them. */
export interface NamedImport {
  readonly from: string
  readonly names: readonly string[]
  readonly isReExport: boolean
}

/** A larger folder is a whole application, which a program builds or starts: a link to each of its files would mean nothing. */
const mostFilesOfFolder = 150

const clause = String.raw`\*(?:\s+as\s+\w+)?|\w+|(?:\w+\s*,\s*)?\{[^}]*\}`
const statement = new RegExp(String.raw`^(import|export)\s+(type\s+)?(${clause})\s+from\s+'([^']+)'`, 'gm')

const comment = /^\s*(\/\*[\s\S]*?\*\/|\/\/.*)$/gm

const namesIn = (words: string): readonly string[] => {
  const inBraces = /\{([^}]*)\}/.exec(words)?.[1]
  if (inBraces === undefined) return ['*']
  const names = inBraces
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.split(/\s+as\s+/)[0] ?? one)
  return /^\w/.test(words) ? [...names, 'default'] : names
}

/**
 * The imports and re-exports of a source that exist when it runs. An import of types alone is none: what it can break, the compiler
 * finds, and types are always checked.
 */
export const importsOf = (text: string): readonly NamedImport[] =>
  [...text.matchAll(statement)].flatMap(([, kind, type, words = '', from = '']) => {
    const names = type === undefined ? namesIn(words) : []
    return names.length === 0 ? [] : [{ from, names, isReExport: kind === 'export' }]
  })

/**
 * The other files that a source names in quotes: loaded by a dynamic import, started as a process, read, mocked, or a stylesheet's.
 * A template names the folder before its first blank.
 */
export function filesNamedIn(text: string, path: string, files: Files): readonly string[] {
  const rest = text.replace(statement, '').replace(comment, '')
  const quoted = [...rest.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`|url\(([^'")\n]+)\)/g)]
  const found = quoted.flatMap(([, single, double, template, url]) => {
    const word = single ?? double ?? url ?? template ?? ''
    const blank = template === undefined ? -1 : word.indexOf('${')
    if (blank < 0) return resolve(word, path, files)
    const folder = word.slice(0, blank).replace(/[^/]*$/, '')
    return folder.startsWith('.') ? resolve(folder, path, files) : []
  })
  return [...new Set(found)].filter((one) => one !== path)
}

/** The file, or the files of the folder, that a word names from the place of `path` or from the root. */
export function resolve(word: string, path: string, files: Files): readonly string[] {
  if (word.startsWith('@sitwell/')) return [files.ofPackage(word)].filter((one) => one !== undefined)
  if (!/^[\w@./-]+$/.test(word) || !/[./]/.test(word)) return []
  const here = posix.join(posix.dirname(path), word)
  const places = word.startsWith('.') ? [here] : [here, posix.normalize(word)]
  for (const place of places) {
    if (files.has(place)) return [place]
    const folder = place.endsWith('/') ? place : `${place}/`
    // A source that reads its own folder or one above scans the repository; it doesn't depend on each file there.
    const inside = folder.startsWith('..') || folder === './' || path.startsWith(folder) ? [] : files.below(folder)
    if (inside.length > 0 && inside.length <= mostFilesOfFolder) return inside
  }
  return []
}
