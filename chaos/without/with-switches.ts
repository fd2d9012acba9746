import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { switchable } from './edit.ts'
import type { Safeguard } from './safeguard.ts'
import { safeguards } from './safeguards.ts'
import { staffSafeguards } from './staff.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const editsOf = (wanted: Safeguard['side']) =>
  safeguards.flatMap(({ name, side, edits }) => (side === wanted ? edits.map((edit) => ({ ...edit, safeguard: name })) : []))

/** Those of marks and of actions of staff, which are shown without a build. */
const staffEdits = () => staffSafeguards.flatMap(({ name, edits }) => edits.map((edit) => ({ ...edit, safeguard: name })))

/** Puts each safeguard of one side behind a switch, as it is built. `staff`: of the office and of what it calls, for whoever runs both in one process. */
export const withSwitches = (side: Safeguard['side'] | 'staff'): Plugin => {
  const edits = side === 'staff' ? staffEdits() : editsOf(side)
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
