import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Plugin } from 'vite'

const fileName = 'course-worker.js'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/**
 * Writes the host's own files into its service worker, which answers with them if there is no network. Not in the browser's caches:
 * all courses share those, and what one of them wrote there would run as the host of the next.
 */
export const workerFiles = (): Plugin => {
  let folder = ''
  return {
    name: 'sitwell-worker-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir)
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true })
      const retained = names.filter((name) => types[extname(name)] !== undefined && name !== fileName).sort()
      const files = await Promise.all(
        retained.map(async (name) => [
          `/${name.replaceAll('\\', '/')}`,
          types[extname(name)],
          await readFile(join(folder, name), 'utf8'),
        ]),
      )
      const code = await readFile(join(folder, fileName), 'utf8')
      const placed = code.replace(/\b__FILES__\b/g, () => JSON.stringify(files))
      if (placed === code) throw new Error('The worker of courses has no place for the files of its host')
      await writeFile(join(folder, fileName), placed)
    },
  }
}
