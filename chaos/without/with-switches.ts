import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { switchable } from './edit.ts'
import type { Safeguard } from './safeguard.ts'
import { safeguards } from './safeguards.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const editsOf = (wanted: Safeguard['side']) =>
  safeguards.flatMap(({ name, side, edits }) => (side === wanted ? edits.map((edit) => ({ ...edit, safeguard: name })) : []))

/** Puts each safeguard of one side behind a switch, as it is built. */
export const withSwitches = (side: Safeguard['side']): Plugin => {
  const edits = editsOf(side)
  return {
    name: 'sitwell-without-safeguards',
    enforce: 'pre',
    transform(source, id) {
      const file = id.startsWith(root) ? id.slice(root.length) : ''
      const own = edits.filter((edit) => edit.file === file)
      return own.length === 0 ? null : { code: switchable(source, own), map: null }
    },
  }
}
