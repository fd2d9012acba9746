import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import filePlugin from '@size-limit/file'
import sizeLimit from 'size-limit'
import * as z from 'zod'
import type { Finding } from './run-tool.ts'

/** Bytes, brotli: what a browser loads of the office up to its first screen behind the sign-in. */
export const officeScreenLimit = 250_000

/** What shows first behind the sign-in: the page of most people, and the one of a person's own sign-ins with its table. `texts`: the sets that it names. */
const firstPages = [
  { chunk: 'today-page', texts: ['officeToday'] },
  { chunk: 'my-sign-ins-page', texts: [] },
]
type FirstPage = (typeof firstPages)[number]

/** The frame of the pages. */
const frame = 'signed-in'

/** Chunks lie beside each other in `assets`, and name each other as `"./name.js"`, bare or after `from`. */
const staticImports = (code: string): string[] =>
  [...code.matchAll(/(?:\bimport|\bfrom)\s*["']\.\/([^"']+\.js)["']/g)].map((match) => match[1] ?? '')

/** Where a chunk loads another, the bundler names by numbers what of its list comes with it, styles too. */
const loadedWith = (code: string, asset: string): string[] => {
  const list = [...(/m\.f=\[([^\]]*)\]/.exec(code)?.[1] ?? '').matchAll(/"assets\/([^"]+)"/g)].map((match) => match[1] ?? '')
  const after = code.split(`import(\`./${asset}\`),__vite__mapDeps([`)[1]
  return after === undefined ? [] : (after.split(']')[0] ?? '').split(',').map((place) => list[Number(place)] ?? '')
}

/** The files of the built office in `dist` up to a first page, in a language: page, scripts, styles, texts, the font of Latin script. */
async function firstScreenFiles(dist: string, language: string, first: FirstPage): Promise<string[]> {
  const name = language === 'en' ? 'index.html' : `index.${language}.html`
  const page = await readFile(join(dist, name), 'utf8')
  const assets = await readdir(join(dist, 'assets'))
  const assetOf = (chunk: string) => {
    const found = assets.find((asset) => new RegExp(`^${chunk}-[\\w-]{7}\\.js$`).test(asset))
    if (found === undefined) throw new Error(`The built office has no ${chunk}`)
    return found
  }
  const named = [...page.matchAll(/(?:src|href)="[^"]*\/assets\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
  const texts = ['visitor', 'office', ...first.texts].map((set) => assetOf(`messages-${language}-${set}`))
  const loaded = [assetOf(frame), assetOf(first.chunk)]
  const found = new Set<string>()
  const waiting = [...named, ...texts, ...loaded]
  for (let asset = waiting.pop(); asset !== undefined; asset = waiting.pop()) {
    if (found.has(asset)) continue
    found.add(asset)
    if (!asset.endsWith('.js')) continue
    const code = await readFile(join(dist, 'assets', asset), 'utf8')
    waiting.push(...staticImports(code), ...loaded.flatMap((one) => loadedWith(code, one)))
  }
  if (![...found].some((asset) => asset.startsWith(`${frame}-`) && asset.endsWith('.css')))
    throw new Error('The styles of the first screen were not found in what the bundler wrote')
  const fonts = assets.filter((asset) => /latin-wght-normal.*\.woff2$/.test(asset) && !/latin-ext|vietnamese/.test(asset))
  return [join(dist, name), ...[...found, ...fonts].map((asset) => join(dist, 'assets', asset))]
}

const sizes = z.array(z.object({ size: z.number() }))

/** Bytes of the larger first screen in the language in which it is largest, brotli, each file for itself as the server sends it. */
export async function officeScreenBytes(dist: string): Promise<number> {
  const pages = (await readdir(dist)).map((name) => /^index(?:\.(\w+))?\.html$/.exec(name)).filter((found) => found !== null)
  const languages = pages.map(([, language = 'en']) => language)
  const bytesOf = async (language: string, first: FirstPage) =>
    sizes
      .parse(await sizeLimit([filePlugin], await firstScreenFiles(dist, language, first)))
      .reduce((sum, { size }) => sum + size, 0)
  const screens = languages.flatMap((language) => firstPages.map((first) => bytesOf(language, first)))
  return Math.max(...(await Promise.all(screens)))
}

export async function checkOfficeScreen(dist: string): Promise<Finding> {
  const bytes = await officeScreenBytes(dist)
  const detail = `${(bytes / 1000).toFixed(1)} kB brotli of ${officeScreenLimit / 1000} kB`
  return { ok: bytes > 0 && bytes <= officeScreenLimit, detail }
}
