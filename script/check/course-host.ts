import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import filePlugin from '@size-limit/file'
import sizeLimit from 'size-limit'
import * as z from 'zod'
import type { Finding } from './run-tool.ts'

/** Bytes, brotli: what a browser loads of the course host before a SCO, with the larger of the two run times. */
const courseHostLimit = 85_000

const runTime = /^scorm(12|2004)\b.*\.js$/
const sizes = z.array(z.object({ size: z.number() }))

const bytesOf = async (paths: readonly string[]) =>
  sizes.parse(await sizeLimit([filePlugin], [...paths])).reduce((sum, { size }) => sum + size, 0)

/** Bytes of the built course host in `dist`, brotli, each file for itself as the server sends it. Throws if a run time is missing. */
async function courseHostBytes(dist: string): Promise<number> {
  const assets = await readdir(join(dist, 'assets'))
  const runTimes = assets.filter((name) => runTime.test(name))
  if (runTimes.length !== 2) throw new Error(`${dist} has ${runTimes.length} run times of SCORM in place of 2`)
  const always = assets.filter((name) => /\.(js|css)$/.test(name) && !runTime.test(name))
  const page = await bytesOf([join(dist, 'host.html'), ...always.map((name) => join(dist, 'assets', name))])
  return page + Math.max(...(await Promise.all(runTimes.map((name) => bytesOf([join(dist, 'assets', name)])))))
}

export async function checkCourseHost(dist: string): Promise<Finding> {
  const bytes = await courseHostBytes(dist)
  const detail = `${(bytes / 1000).toFixed(1)} kB brotli of ${courseHostLimit / 1000} kB`
  return { ok: bytes > 0 && bytes <= courseHostLimit, detail }
}
