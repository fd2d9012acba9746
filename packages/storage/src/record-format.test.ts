import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type RecordFormat, readRecord } from './record-format.ts'

const kind: RecordFormat<{ format: 3; name: string; marks: number }> = {
  format: 3,
  schema: z.object({ format: z.literal(3), name: z.string(), marks: z.number() }),
  upgrades: {
    1: ({ title, ...rest }) => ({ ...rest, name: title }),
    2: (record) => ({ ...record, marks: 0 }),
  },
}

test('a record of an old format goes through every upgrade', () => {
  expect(readRecord(kind, { format: 1, title: 'x' })).toEqual({ ok: true, record: { format: 3, name: 'x', marks: 0 } })
  expect(readRecord(kind, { format: 2, name: 'x' })).toEqual({ ok: true, record: { format: 3, name: 'x', marks: 0 } })
  expect(readRecord(kind, { format: 3, name: 'x', marks: 4 })).toMatchObject({ ok: true, record: { marks: 4 } })
})

test('a record with a newer format, no format or another shape has a reason why it cannot be read', () => {
  expect(readRecord(kind, { format: 4, name: 'x', marks: 4 })).toMatchObject({ ok: false, reason: 'format 4 is newer than 3' })
  expect(readRecord(kind, 'text')).toMatchObject({ ok: false })
  expect(readRecord(kind, undefined)).toMatchObject({ ok: false })
  expect(readRecord(kind, { format: 3, name: 7, marks: 4 })).toMatchObject({ ok: false })
})
