import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { withSwitches } from './with-switches.ts'

/** A player whose pages may lack a safeguard: a build of the harness alone, in a temporary folder. */
export interface SwitchedPlayer {
  readonly folder: string
  remove(): Promise<void>
}

/** Builds the player once, each safeguard of it behind a switch that a script of the browser's sets before the page's own. */
export const buildSwitchedPlayer = async (): Promise<SwitchedPlayer> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-chaos-player-'))
  await build({
    root: fileURLToPath(new URL('../../apps/player', import.meta.url)),
    logLevel: 'error',
    plugins: [withSwitches('player')],
    build: { outDir: folder, emptyOutDir: true, sourcemap: false },
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
