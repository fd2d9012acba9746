import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

// Pixels stay the same where the browser's own setting makes all texts twice as large, and the layout for a wide window cuts them.
test('media and container queries use the size of texts, never pixels', () => {
  const inPixels = globSync('{apps,packages}/*/src/**/*.css', { cwd: root }).flatMap((name) =>
    [...readFileSync(root + name, 'utf8').matchAll(/@(?:media|container)[^{]*\dpx[^{]*/g)].map(
      ([query]) => `${name}: ${query}`,
    ),
  )
  expect(inPixels).toEqual([])
})
