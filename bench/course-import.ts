import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type StoredEntry, writeStoredZip } from '../apps/server/src/import/testing/stored-zip.ts'

export interface ImportFigure {
  readonly files: number
  readonly megabytes: number
  readonly tookMs: number
  /** The most that the process of the command held at one moment. */
  readonly peakMegabytes: number
  /** `unzip` of the same package, which checks and writes its files and does nothing else; nor does it wait for the disk. */
  readonly unzipMs: number
}

const megabyte = 1024 * 1024
const page = '<!doctype html><title>Film</title>'
const manifest = `<?xml version="1.0"?><manifest identifier="bench" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schemaversion>1.2</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Film</title><item identifier="i" identifierref="r"><title>Film</title></item></organization></organizations>
  <resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="index.html"/></resources></manifest>`

function* entriesOf(files: number, bytesEach: number): Generator<StoredEntry> {
  yield { name: 'imsmanifest.xml', content: Buffer.from(manifest) }
  yield { name: 'index.html', content: Buffer.from(page) }
  for (let number = 0; number < files; number += 1) yield { name: `media/${number}.bin`, content: randomBytes(bytesEach) }
}

/** Runs a program, and watches how much memory its process comes to. */
const run = async (
  program: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ tookMs: number; peakMegabytes: number }> => {
  const from = performance.now()
  const child = spawn(program, words, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  let peakKilobytes = 0
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakKilobytes = Math.max(peakKilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }, 50)
  const code = await new Promise<number | null>((done, failed) => child.once('exit', done).once('error', failed))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}.`)
  return { tookMs: performance.now() - from, peakMegabytes: peakKilobytes / 1024 }
}

/** A command of `sitwell`, with its data in a folder. */
const runCommand = (words: readonly string[], data: string) => {
  const { DATABASE_URL: _, ...environment } = process.env
  const command = [resolve('apps/server/src/sitwell.ts'), ...words]
  return run(process.execPath, command, { ...environment, SITWELL_DATA: data })
}

/** `sitwell import` of a package with this many files of random bytes, into an embedded database with the demonstration in it. */
export const measureCourseImport = async (files: number, bytesEach: number): Promise<ImportFigure> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-bench-'))
  try {
    const path = join(folder, 'course.zip')
    await writeStoredZip(path, entriesOf(files, bytesEach))
    const data = join(folder, 'data')
    await runCommand(['migrate'], data)
    await runCommand(['import', resolve('demo/demo')], data)
    const { tookMs: unzipMs } = await run('unzip', ['-q', path, '-d', join(folder, 'unzipped')])
    const figure = await runCommand(['import', path], data)
    return { files, megabytes: (files * bytesEach) / megabyte, unzipMs, ...figure }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
