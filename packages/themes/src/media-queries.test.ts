import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

// Pixels stay the same where the browser's own setting makes all texts twice as large, and the layout for a wide window cuts them.
test('what depends on the size of a window or a place is told in the size of texts, never in pixels', () => {
  const inPixels = globSync('{apps,packages}/*/src/**/*.css', { cwd: root }).flatMap((name) =>
    [...readFileSync(root + name, 'utf8').matchAll(/@(?:media|container)[^{]*\dpx[^{]*/g)].map(
      ([query]) => `${name}: ${query}`,
    ),
  )
  expect(inPixels).toEqual([])
})
