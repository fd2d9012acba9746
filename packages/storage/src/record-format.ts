import * as z from 'zod/mini'

/** What reading a kept record gives: the record in today's form, or why it can't be read. */
export type Read<T> = { readonly ok: true; readonly record: T } | { readonly ok: false; readonly reason: string }

/**
 * A kind of record that outlives the code. Each record carries the `format` it was written in; `upgrades[n]` turns format n into
 * n + 1, so that what any earlier version of the player left in a browser is still read.
 */
export interface RecordFormat<T> {
  readonly format: number
  readonly schema: z.ZodMiniType<T>
  readonly upgrades: Readonly<Record<number, (record: Record<string, unknown>) => Record<string, unknown>>>
}

const versioned = z.looseObject({ format: z.number().check(z.int(), z.positive()) })

/** Reads a record of any known format. */
export const readRecord = <T>(kind: RecordFormat<T>, value: unknown): Read<T> => {
  const start = z.safeParse(versioned, value)
  if (!start.success) return { ok: false, reason: 'not a record with a format' }
  let record: Record<string, unknown> & { format: number } = start.data
  if (record.format > kind.format) return { ok: false, reason: `format ${record.format} is newer than ${kind.format}` }
  while (record.format < kind.format) {
    const upgrade = kind.upgrades[record.format]
    if (!upgrade) return { ok: false, reason: `no way from format ${record.format}` }
    record = { ...upgrade(record), format: record.format + 1 }
  }
  const read = z.safeParse(kind.schema, record)
  return read.success ? { ok: true, record: read.data } : { ok: false, reason: z.prettifyError(read.error) }
}
