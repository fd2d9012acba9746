import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** What a document may need of pdf.js besides its code, by the folder that the viewer asks for it in. */
const folders = [
  { from: 'cmaps', to: 'cmaps', isNeeded: (name: string) => name.endsWith('.bcmap') },
  { from: 'standard_fonts', to: 'fonts', isNeeded: (name: string) => /\.(pfb|ttf)$/.test(name) },
  // The page's policy forbids the others.
  { from: 'wasm', to: 'decoders', isNeeded: (name: string) => name.endsWith('_nowasm_fallback.js') },
  { from: 'iccs', to: 'colours', isNeeded: (name: string) => name.endsWith('.icc') },
]

/**
 * Puts character maps, fonts and decoders of pdf.js beside the player, in a folder named after its version: the viewer makes their
 * addresses itself, so that their names stay, and what stands under one never changes.
 */
export const pdfFiles = (): Plugin => ({
  name: 'sitwell-pdf-files',
  apply: 'build',
  async generateBundle() {
    const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }
    for (const { from, to, isNeeded } of folders)
      for (const name of (await readdir(join(home, from))).filter(isNeeded))
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${to}/${name}`,
          source: await readFile(join(home, from, name)),
        })
  },
})
