import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** A package of npm that is installed with Sitwell, or built into its pages. */
export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** As SPDX names it. */
  readonly licence: string
  /** The words of the licence, as they lie in the package; empty if it has none. */
  readonly text: string
}

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), link: z.boolean().optional() })),
})

const packageFile = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  /** As it was told before there was one word for it. */
  licenses: z.array(z.object({ type: z.string() })).optional(),
})

/** Where the packages lie that aren't for development alone; those of other systems and processors aren't there. */
export const shippedPaths = (lock: string): string[] =>
  Object.entries(lockFile.parse(JSON.parse(lock)).packages).flatMap(([path, { dev, link }]) =>
    path.includes('node_modules/') && !dev && !link ? [path] : [],
  )

/** Looked up where the package itself says it otherwise than in its package.json. */
const statedElsewhere: Readonly<Record<string, string>> = { 'combine-errors': 'MIT', 'png-js': 'MIT' }

const textIn = async (folder: string): Promise<string> => {
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name)).sort()
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))).join('\n').trim()
}

/** Every package that is shipped, in order. Throws an error if one says nothing of its licence. */
export const readShipped = async (root: string): Promise<ShippedPackage[]> => {
  const found: ShippedPackage[] = []
  for (const path of shippedPaths(await readFile(join(root, 'package-lock.json'), 'utf8')).sort()) {
    const manifest = await readFile(join(root, path, 'package.json'), 'utf8').catch(() => undefined)
    if (manifest === undefined) continue
    const { name, version, license, licenses } = packageFile.parse(JSON.parse(manifest))
    const licence = (typeof license === 'string' ? license : license?.type) ?? licenses?.[0]?.type ?? statedElsewhere[name]
    if (!licence) throw new Error(`${path} says nothing of its licence: look at it before it is shipped.`)
    found.push({ name, version, licence, text: await textIn(join(root, path)) })
  }
  return found
}
