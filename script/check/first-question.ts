import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import filePlugin from '@size-limit/file'
import sizeLimit from 'size-limit'
import * as z from 'zod'
import { wayToFirstQuestion } from '../../apps/player/way-to-first-question.ts'
import type { Finding } from './run-tool.ts'

/** Bytes of JavaScript, brotli, from the sign-in page to the painted first question of an exam of common types. */
export const firstQuestionLimit = 250_000

const stages = Object.keys(wayToFirstQuestion)
/** The scripts of the way, by their names in `assets`: those of one language. */
const isOfWay = (name: string, language: string) =>
  /^(index|rolldown-runtime)-[\w-]+\.js$/.test(name) ||
  stages.some((stage) => new RegExp(`^${stage}-[\\w-]{7}\\.js$`).test(name)) ||
  new RegExp(`^messages-${language}-(visitor|proctoring|player)-[\\w-]{7}\\.js$`).test(name)

/** The scripts of the built player in `dist` that lie on the way of a learner of a language. */
async function scriptsOfWay(dist: string, language: string): Promise<string[]> {
  const names = await readdir(join(dist, 'assets'))
  const found = new Set<string>()
  const waiting = names.filter((name) => isOfWay(name, language))
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const code = await readFile(join(dist, 'assets', name), 'utf8')
    waiting.push(...[...code.matchAll(/(?:\bimport|\bfrom)\s*["']\.\/([^"']+\.js)["']/g)].map((match) => match[1] ?? ''))
  }
  return [...found].sort().map((name) => join(dist, 'assets', name))
}

const languagesIn = async (dist: string) => [
  ...new Set((await readdir(join(dist, 'assets'))).flatMap((name) => /^messages-(\w+)-visitor-/.exec(name)?.[1] ?? [])),
]

const sizes = z.array(z.object({ size: z.number() }))

/** Bytes up to the first question in the language in which they are most, brotli, each file for itself as the server sends it. */
export async function firstQuestionBytes(dist: string): Promise<number> {
  const bytesIn = async (language: string) =>
    sizes.parse(await sizeLimit([filePlugin], await scriptsOfWay(dist, language))).reduce((total, { size }) => total + size, 0)
  return Math.max(...(await Promise.all((await languagesIn(dist)).map(bytesIn))))
}

/** What no exam of common types needs before its first question: a second step, dragging, live events, recordings, films, the calculator, the pages after an exam. */
const comesLater = [
  /node_modules\/(@dnd-kit|socket\.io-client|engine\.io-client|bowser|big\.js|lexical|@lexical|temml|pdfjs-dist|qrcode)\//,
  /react-aria-components\/dist\/private\/(Modal|Dialog|Menu|Popover|ListBox|Select|Tabs|Calendar)\.mjs$/,
  /apps\/player\/src\/(support|elearning)\//,
  /apps\/player\/src\/exam\/proctoring\/(seb\/seb-page|integrity-(monitor|screens))/,
  /packages\/pdf-viewer\//,
  /packages\/sign-in\/src\/(mfa\/(?!remembered-device)|change-password)/,
  /apps\/player\/src\/exam\/screens\/(outro\/(?!close-target)|(attempts|audio|code|film|explanations|part-time)\/(?!lazy-)|tools\/(?!lazy-)[\w-]+\.tsx$|sitting\/connection-popups|question\/(all-questions|use-scroll-to-current|scroll-to-question)|documents\/viewer\/|print\/print-dialog)/,
  /apps\/player\/src\/sync\/courses\/courses?-here\.ts$/,
]

const sourceMap = z.object({ sources: z.array(z.string()) })

/** The sources in the scripts of the way that come later, told by the built files' maps. */
export async function strangersOnWay(dist: string): Promise<string[]> {
  // A file without a map is the bundler's own.
  const mapped = (await scriptsOfWay(dist, 'en')).map((path) => `${path}.map`).filter((path) => existsSync(path))
  const maps = await Promise.all(mapped.map(async (path) => sourceMap.parse(JSON.parse(await readFile(path, 'utf8')))))
  const sources = maps.flatMap(({ sources }) => sources.map((source) => join('apps/player/dist/assets', source)))
  return sources.filter((source) => comesLater.some((pattern) => pattern.test(source)))
}

/** A browser shows the same of the build in front of it (`exam/first-question.spec.ts`): it gets nothing else until the question stands. */
export async function checkFirstQuestion(dist: string): Promise<Finding> {
  const strangers = await strangersOnWay(dist)
  if (strangers.length > 0)
    return { ok: false, detail: strangers.map((source) => `not before the first question: ${source}`).join('\n') }
  const bytes = await firstQuestionBytes(dist)
  const detail = `${(bytes / 1000).toFixed(1)} kB brotli of ${firstQuestionLimit / 1000} kB`
  return { ok: bytes > 0 && bytes <= firstQuestionLimit, detail }
}
