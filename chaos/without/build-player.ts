import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { switchable, switchName } from './edit.ts'
import { safeguards } from './safeguards.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const playerFolder = join(root, 'apps/player')

const edits = safeguards.flatMap(({ name, side, edits: of }) =>
  side === 'player' ? of.map((edit) => ({ ...edit, safeguard: name })) : [],
)

const withSwitches = (): Plugin => ({
  name: 'sitwell-without-safeguards',
  enforce: 'pre',
  transform(source, id) {
    const file = id.startsWith(root) ? id.slice(root.length) : ''
    const own = edits.filter((edit) => edit.file === file)
    return own.length === 0 ? null : { code: switchable(source, own), map: null }
  },
})

/** Players that each lack one safeguard: a build of the harness alone, in a temporary folder. */
export interface PlayersWithout {
  /** The folder of a player without this safeguard, or of one that has them all. */
  folderOf(safeguard?: string): Promise<string>
  remove(): Promise<void>
}

/** Builds the player once, each safeguard of it behind a switch that a page's first script sets. */
export const buildPlayersWithout = async (): Promise<PlayersWithout> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-chaos-players-'))
  const whole = join(folder, 'whole')
  let count = 0
  await build({
    root: playerFolder,
    logLevel: 'error',
    plugins: [withSwitches()],
    build: { outDir: whole, emptyOutDir: true, sourcemap: false },
  })
  return {
    async folderOf(safeguard) {
      if (safeguard === undefined) return whole
      count += 1
      const own = join(folder, String(count))
      await cp(whole, own, { recursive: true })
      const assets = join(own, 'assets')
      const [script] = (await readdir(assets)).filter((name) => /^index-[\w-]+\.js$/.test(name))
      if (script === undefined) throw new Error('The player that was built has no first script.')
      const code = await readFile(join(assets, script), 'utf8')
      await writeFile(join(assets, script), `globalThis.${switchName}=${JSON.stringify(safeguard)};${code}`)
      return own
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
