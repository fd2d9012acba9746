import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import filePlugin from '@size-limit/file'
import sizeLimit from 'size-limit'
import * as z from 'zod'
import type { Finding } from './run-tool.ts'

/** Bytes, brotli: what a learner on a slow line waits for before signing in. */
export const signInPageLimit = 150_000

/** A chunk that the sign-in page loads beyond what index.html names: its own screen, which the router loads when needed. */
const signInChunk = /^(sign-in|login)[-.]/i

/** The page of each language. */
const pagesIn = async (dist: string) => (await readdir(dist)).filter((name) => /^index(\.\w+)?\.html$/.test(name))

/** The files of the built player in `dist` that a sign-in page loads: page with its form, scripts, styles, texts, the font of Latin script. */
async function signInPageFiles(dist: string, name = 'index.html'): Promise<string[]> {
  const page = await readFile(join(dist, name), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
  const assets = await readdir(join(dist, 'assets'))
  const own = assets.filter((name) => signInChunk.test(name) && /\.(js|css)$/.test(name)).map((name) => `assets/${name}`)
  const found = new Set<string>()
  const waiting = [...named, ...own]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    if (path.endsWith('.js')) waiting.push(...staticImports(await readFile(join(dist, path), 'utf8')))
  }
  const fonts = assets.filter((name) => /latin-wght-normal.*\.woff2$/.test(name) && !/latin-ext|vietnamese/.test(name))
  return [name, 'served-login.json', ...found, ...fonts.map((name) => `assets/${name}`)].map((path) => join(dist, path))
}

/** Chunks lie beside each other in `assets`, and name each other as `"./name.js"`, bare or after `from`. */
function staticImports(code: string): string[] {
  return [...code.matchAll(/(?:\bimport|\bfrom)\s*["']\.\/([^"']+\.js)["']/g)].map((match) => `assets/${match[1]}`)
}

const sizes = z.array(z.object({ size: z.number() }))

/** Bytes of the sign-in page in the language in which it is largest, brotli, each file for itself as the server sends it. */
export async function signInPageBytes(dist: string): Promise<number> {
  const bytesOf = async (name: string) =>
    sizes.parse(await sizeLimit([filePlugin], await signInPageFiles(dist, name))).reduce((total, { size }) => total + size, 0)
  return Math.max(...(await Promise.all((await pagesIn(dist)).map(bytesOf))))
}

/** What nobody needs before signing in. */
const behindTheSignIn =
  /apps\/player\/src\/(exam|schedules|rubric|sync|storage)\/|packages\/safe-html\/src\/|packages\/question-types\/src\/|packages\/exam\/src\/(?!organisation\/organisation-policies\.ts)/

const sourceMap = z.object({ sources: z.array(z.string()) })

/** The sources in the sign-in page's scripts that belong behind the sign-in, told by the built files' maps. */
export async function strangersInSignInPage(dist: string): Promise<string[]> {
  const scripts = (await signInPageFiles(dist)).filter((path) => path.endsWith('.js'))
  // A file without a map is the bundler's own.
  const mapped = scripts.map((path) => `${path}.map`).filter((path) => existsSync(path))
  const maps = await Promise.all(mapped.map(async (path) => sourceMap.parse(JSON.parse(await readFile(path, 'utf8')))))
  const sources = maps.flatMap(({ sources }) => sources.map((source) => join('apps/player/dist/assets', source)))
  return sources.filter((source) => behindTheSignIn.test(source))
}

export async function checkSignInPage(dist: string): Promise<Finding> {
  const strangers = await strangersInSignInPage(dist)
  if (strangers.length > 0)
    return { ok: false, detail: strangers.map((source) => `not before the sign-in: ${source}`).join('\n') }
  const bytes = await signInPageBytes(dist)
  const detail = `${(bytes / 1000).toFixed(1)} kB brotli of ${signInPageLimit / 1000} kB`
  return { ok: bytes > 0 && bytes <= signInPageLimit, detail }
}
