import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the component pages before the first test, unless they are built from the sources as they are. */
export default function buildComponentPages(): void {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  execFileSync('bash', ['-c', '. script/set-up.sh && build_component_pages'], { cwd, stdio: 'inherit' })
}
