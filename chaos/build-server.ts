import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { leaveNothing } from './leave-nothing.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** They are found where they are installed: native, or with their own files, and none that a start needs but the first. */
const leftOut = ['@node-rs/argon2', 'pdfkit', 'fontkit', 'pg-native']

/** The server's own sources are told where they stand, since they look for files beside them. */
const withSources = (): Plugin => ({
  name: 'sitwell-server-sources',
  enforce: 'pre',
  transform(source, id) {
    if (!id.startsWith(root) || id.includes('/node_modules/')) return null
    const code = source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    return code === source ? null : { code, map: null }
  },
})

/** A server in one file, which starts at about half of the sources' cost: a harness starts it again and again. */
export interface BuiltServer {
  readonly file: string
  /** Where Node keeps it compiled. */
  readonly compiled: string
  remove(): Promise<void>
}

/** Builds the server as its sources stand, changed by these. */
export const buildServer = async (...plugins: readonly Plugin[]): Promise<BuiltServer> => {
  // Below the packages that are left out of it.
  const folder = await mkdtemp(join(root, 'node_modules/.sitwell-chaos-'))
  const callOff = leaveNothing(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [...plugins, withSources()],
    ssr: { noExternal: true, external: leftOut, target: 'node' },
    build: { ssr: join(root, 'chaos/serve.ts'), outDir: folder, sourcemap: false, minify: false, target: 'node24' },
  })
  return {
    file: join(folder, 'serve.js'),
    compiled: join(folder, 'compiled'),
    async remove() {
      callOff()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
