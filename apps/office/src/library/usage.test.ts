import type { ExamVersionRow } from '@sitwell/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameIn } from './export-exam.ts'
import { usageOf } from './usage.ts'

const usage = fc.record({ schedules: fc.nat(1000), sittings: fc.nat(1000), isAtLeast: fc.boolean() })

test('where an exam is used is the sum of its versions, and a least number if a version is missing or was not counted', () => {
  void fc.assert(
    fc.property(fc.array(usage, { maxLength: 5 }), fc.nat(3), (all, hidden) => {
      const versions = all.map((one) => ({ usage: one }) as ExamVersionRow)
      const sum = usageOf({ versions, versionCount: all.length + hidden })
      expect(sum.schedules).toBe(all.reduce((count, { schedules }) => count + schedules, 0))
      expect(sum.sittings).toBe(all.reduce((count, { sittings }) => count + sittings, 0))
      expect(sum.isAtLeast).toBe(hidden > 0 || all.some(({ isAtLeast }) => isAtLeast))
    }),
  )
})

test('a file is named as the server says, in any script, and by the plain name if the other is missing or broken', () => {
  void fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const written = encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
      expect(nameIn(`attachment; filename="plain.zip"; filename*=UTF-8''${written}`)).toBe(name)
    }),
  )
  expect(nameIn('attachment; filename="a \\"b\\".zip"')).toBe('a "b".zip')
  expect(nameIn(`attachment; filename="plain.zip"; filename*=UTF-8''%E0%A4`)).toBe('plain.zip')
  expect([nameIn(null), nameIn('attachment')]).toEqual([undefined, undefined])
})
