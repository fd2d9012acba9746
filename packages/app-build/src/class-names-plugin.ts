import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Four letters keep the names of hundreds of style sheets apart (`class-names-plugin.test.ts`). */
const letters = 4

/** The name of a class in built files: all classes of a style sheet have the same ending, which depends on its path. `file`: an absolute path. */
export const classNameIn = (name: string, file: string): string =>
  `_${name}_${createHash('sha256').update(relative(root, file)).digest('base64url').slice(0, letters)}`

/**
 * Gives classes of style sheets short names. Vite adds the number of its line to each, and such digits don't compress: scripts name hundreds of
 * classes before the first question.
 */
export const classNames = (): Plugin => ({
  name: 'sitwell-class-names',
  config: () => ({ css: { modules: { generateScopedName: (name, file) => classNameIn(name, file.split('?')[0] ?? file) } } }),
})
