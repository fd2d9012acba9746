import * as z from 'zod/mini'
import type { Change, KeyValueStore } from './key-value-store.ts'
import { type RecordFormat, readRecord } from './record-format.ts'

/** The place of what was set aside, which every app has that sets anything aside. */
export const asidePlace = 'setAside'
export type AsidePlace = typeof asidePlace

/** What could not be read or was refused by the server: kept, with the reason, for support to look at. */
const setAsideSchema = z.object({
  format: z.literal(1),
  from: z.string(),
  key: z.string(),
  reason: z.string(),
  setAsideAt: z.string(),
  value: z.unknown(),
  /** It could not be read: a version of the app that can puts it back. */
  unreadable: z.optional(z.boolean()),
})
export type SetAsideRecord = z.infer<typeof setAsideSchema>

export const setAsideFormat: RecordFormat<SetAsideRecord> = { format: 1, schema: setAsideSchema, upgrades: {} }

/** What is set aside, and from which place and key. */
export type Aside<P extends string> = Pick<SetAsideRecord, 'key' | 'reason' | 'value'> & { readonly from: P }

/** The change that sets something aside. `nowMs`: milliseconds since 1970. */
export const putAside = <P extends string>(
  { from, key, reason, value }: Aside<P>,
  nowMs: number,
  unreadable = false,
): Change<AsidePlace> => {
  const setAsideAt = new Date(nowMs).toISOString()
  const record: SetAsideRecord = { format: 1, from, key, reason, setAsideAt, value, ...(unreadable && { unreadable }) }
  return { put: asidePlace, key: `${setAsideAt}/${from}/${key}`, value: record }
}

/** What was set aside, the oldest first, with the key that it has there. */
export const listAside = async (
  store: Pick<KeyValueStore<AsidePlace>, 'list'>,
): Promise<{ readonly key: string; readonly record: SetAsideRecord }[]> =>
  (await store.list(asidePlace, '')).flatMap(({ key, value }) => {
    const read = readRecord(setAsideFormat, value)
    return read.ok ? [{ key, record: read.record }] : []
  })

/** Records of one place below a prefix. What can't be read is set aside, never dropped. */
export const readAll = async <P extends string, T>(
  store: KeyValueStore<P | AsidePlace>,
  place: P,
  format: RecordFormat<T>,
  prefix: string,
  nowMs: () => number,
): Promise<{ readonly key: string; readonly record: T }[]> => {
  const records: { key: string; record: T }[] = []
  const unreadable: Change<P | AsidePlace>[] = []
  for (const { key, value } of await store.list(place, prefix)) {
    const read = readRecord(format, value)
    if (read.ok) records.push({ key, record: read.record })
    else unreadable.push(putAside({ from: place, key, reason: read.reason, value }, nowMs(), true), { remove: place, key })
  }
  if (unreadable.length > 0) await store.write(unreadable)
  return records
}

/**
 * Puts back what another version of the app set aside because it could not read it, and this one can; not if something newer has its
 * place by now. `formats`: those of the places whose records are put back.
 */
export const putBackReadable = async <P extends string>(
  store: KeyValueStore<P | AsidePlace>,
  formats: { readonly [Q in P]?: RecordFormat<unknown> },
): Promise<void> => {
  const isPlace = (name: string): name is P => Object.hasOwn(formats, name)
  // The latest first: of what was set aside twice, the older stays where it is.
  for (const { key, record } of (await listAside(store)).reverse()) {
    const { from: place } = record
    if (!record.unreadable || !isPlace(place)) continue
    const format = formats[place]
    if (!format || !readRecord(format, record.value).ok) continue
    if ((await store.read(place, record.key)) !== undefined) continue
    await store.write([
      { put: place, key: record.key, value: record.value },
      { remove: asidePlace, key },
    ])
  }
}
