import type { CodeStart } from '@sitwell/contract/code-messages'

/** A file that the code may load. */
export interface CodeFile {
  /** Its content as text, as a script, a style or a template is read. */
  readonly text: string
  /** An address at which this frame alone can load it. */
  readonly url: string
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  svg: 'image/svg+xml',
  json: 'application/json',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
}

const typed = (name: string, blob: Blob): Blob => {
  const type = types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
  return type === undefined ? blob : new Blob([blob], { type })
}

/** The parts of a path without what leads nowhere: `./a/../b.js` is `b.js`. */
export const plainPath = (path: string): string => {
  const parts: string[] = []
  for (const part of (path.split(/[?#]/, 1)[0] ?? '').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Files by the names that code asks for them by: the whole name, or what it ends in where code counts from another folder. */
export const filesByName = <File>(files: ReadonlyMap<string, File>) => {
  const byPath = new Map([...files].map(([name, file]) => [plainPath(name), file]))
  return (asked: string): File | undefined => {
    const path = plainPath(asked)
    if (path === '') return undefined
    const exact = byPath.get(path)
    if (exact !== undefined) return exact
    const found = [...byPath].filter(([name]) => name.endsWith(`/${path}`))
    return found.length === 1 ? found[0]?.[1] : undefined
  }
}

export const readFiles = async (files: CodeStart['files']): Promise<ReadonlyMap<string, CodeFile>> =>
  new Map(
    await Promise.all(
      files.map(async ({ name, blob }) => {
        const file = { text: await blob.text(), url: URL.createObjectURL(typed(name, blob)) }
        return [name, file] as const
      }),
    ),
  )
