import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { uploadIdOf } from './upload-id.ts'

const file = (name: string, content: string, lastModified = 1000) => new File([content], name, { lastModified })

test('the same file of the same person has the same id, which the server takes', async () => {
  const id = await uploadIdOf('ada', file('exam.zip', 'abc'))
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(await uploadIdOf('ada', file('exam.zip', 'abc'))).toBe(id)
})

test('another person, name, content, size or moment of change is another upload', async () => {
  const part = fc.record({
    person: fc.constantFrom('ada', 'bo'),
    name: fc.constantFrom('a.zip', 'b.zip', 'a","b'),
    content: fc.constantFrom('', 'x', 'y', 'xy', `${'x'.repeat(200_000)}y`, `y${'x'.repeat(200_000)}`),
    changed: fc.constantFrom(1, 2),
  })
  await fc.assert(
    fc.asyncProperty(part, part, async (one, other) => {
      const ids = await Promise.all([one, other].map((of) => uploadIdOf(of.person, file(of.name, of.content, of.changed))))
      expect(ids[0] === ids[1]).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
    { numRuns: 60 },
  )
})
