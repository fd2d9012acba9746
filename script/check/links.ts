import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { Finding } from './run-tool.ts'

const documents = ['*.md', 'docs/*.md', 'docs/decisions/*.md', 'packages/*/README.md', '.github/**/*.md']

/** A link to a file of the repository, or to a heading of one. */
interface Link {
  /** The line in its document, counted from 1. */
  readonly line: number
  /** The path from the root of the repository. */
  readonly path: string
  /** The id of a heading; undefined for the file as a whole. */
  readonly heading: string | undefined
}

const maskCode = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```|`[^`\n]*`/gm, (code) => code.replaceAll(/[^\n]/g, ' '))

/** Finds the relative links of a document. Links in code are left out. */
export const linksIn = (path: string, text: string): Link[] =>
  maskCode(text)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, target = '', heading]) => ({
        line: index + 1,
        path: target === '' ? path : normalize(join(dirname(path), target)),
        heading,
      })),
    )

/** The ids that GitHub gives to the headings of a document. */
export const headingsIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** Finds the files of the repository that a document names in backticks. */
export const namedFiles = (text: string): string[] =>
  [...text.matchAll(/`((?:apps|packages|script|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path)

/** Checks that all links between documents lead to a file and heading, and that all files named in ARCHITECTURE.md exist. */
export const checkLinks = async (): Promise<Finding> => {
  const texts = new Map<string, string>()
  for await (const path of glob(documents)) texts.set(path, await readFile(path, 'utf8'))
  const faults = [...texts].flatMap(([path, text]) =>
    linksIn(path, text).flatMap((link) => {
      const target = texts.get(link.path)
      if (!existsSync(link.path)) return [`${path}:${link.line} links to ${link.path}, which does not exist`]
      if (link.heading === undefined || target === undefined || headingsIn(target).has(link.heading)) return []
      return [`${path}:${link.line} links to ${link.path}#${link.heading}, but there is no such heading`]
    }),
  )
  const lacking = namedFiles(texts.get('ARCHITECTURE.md') ?? '').filter((path) => !existsSync(path))
  faults.push(...lacking.map((path) => `ARCHITECTURE.md names ${path}, which does not exist`))
  return { ok: faults.length === 0, detail: faults.length === 0 ? `${texts.size} documents` : faults.join('\n') }
}
