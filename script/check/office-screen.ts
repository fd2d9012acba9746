import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import filePlugin from '@size-limit/file'
import sizeLimit from 'size-limit'
import * as z from 'zod'
import type { Finding } from './run-tool.ts'

/** Bytes, brotli: what a browser loads of the office up to its first screen behind the sign-in. */
export const officeScreenLimit = 250_000

/** What the first screen needs beside what the page names: the frame of the pages, and the page of one's own sign-ins with its table. */
const firstScreen = /^(signed-in|my-sign-ins-page)-[\w-]{7}\.(js|css)$/

/** Chunks lie beside each other in `assets`, and name each other as `"./name.js"`, bare or after `from`. */
const staticImports = (code: string): string[] =>
  [...code.matchAll(/(?:\bimport|\bfrom)\s*["']\.\/([^"']+\.js)["']/g)].map((match) => match[1] ?? '')

/** All styles are counted: which a chunk loads is in a list that the bundler writes. */
const isStyle = (name: string) => name.endsWith('.css')

/** The files of the built office in `dist` up to its first screen, in a language: page, scripts, all styles, texts, the font of Latin script. */
async function firstScreenFiles(dist: string, language: string): Promise<string[]> {
  const name = language === 'en' ? 'index.html' : `index.${language}.html`
  const page = await readFile(join(dist, name), 'utf8')
  const assets = await readdir(join(dist, 'assets'))
  const named = [...page.matchAll(/(?:src|href)="[^"]*\/assets\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const texts = assets.filter((asset) => new RegExp(`^messages-${language}-(visitor|office)-[\\w-]{7}\\.js$`).test(asset))
  const found = new Set<string>()
  const waiting = [...named, ...texts, ...assets.filter((asset) => firstScreen.test(asset) && !isStyle(asset))]
  for (let asset = waiting.pop(); asset !== undefined; asset = waiting.pop()) {
    if (found.has(asset)) continue
    found.add(asset)
    waiting.push(...staticImports(await readFile(join(dist, 'assets', asset), 'utf8')))
  }
  const fonts = assets.filter((asset) => /latin-wght-normal.*\.woff2$/.test(asset) && !/latin-ext|vietnamese/.test(asset))
  return [join(dist, name), ...[...found, ...assets.filter(isStyle), ...fonts].map((asset) => join(dist, 'assets', asset))]
}

const sizes = z.array(z.object({ size: z.number() }))

/** Bytes of the first screen in the language in which it is largest, brotli, each file for itself as the server sends it. */
export async function officeScreenBytes(dist: string): Promise<number> {
  const pages = (await readdir(dist)).map((name) => /^index(?:\.(\w+))?\.html$/.exec(name)).filter((found) => found !== null)
  const languages = pages.map(([, language = 'en']) => language)
  const bytesOf = async (language: string) =>
    sizes.parse(await sizeLimit([filePlugin], await firstScreenFiles(dist, language))).reduce((sum, { size }) => sum + size, 0)
  return Math.max(...(await Promise.all(languages.map(bytesOf))))
}

export async function checkOfficeScreen(dist: string): Promise<Finding> {
  const bytes = await officeScreenBytes(dist)
  const detail = `${(bytes / 1000).toFixed(1)} kB brotli of ${officeScreenLimit / 1000} kB`
  return { ok: bytes > 0 && bytes <= officeScreenLimit, detail }
}
