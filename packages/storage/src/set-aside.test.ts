import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { RecordFormat } from './record-format.ts'
import { listAside, putAside, putBackReadable, readAll } from './set-aside.ts'
import { createNoteStore, type NoteStore } from './testing/store-of-notes.ts'

const notes: RecordFormat<{ readonly format: 1; readonly text: string }> = {
  format: 1,
  schema: z.object({ format: z.literal(1), text: z.string() }),
  upgrades: {},
}
const note = (text: string) => ({ format: 1, text })

describe('records that an app can’t read or send', () => {
  let store: NoteStore
  const read = async () =>
    (await readAll(store, 'notes', notes, '', () => 0)).map(({ key, record }) => `${key}: ${record.text}`)
  beforeEach(() => {
    store = createNoteStore()
  })

  test('unreadable records are set aside with reason and content, and all others are read', async () => {
    const odd = { format: 2, words: 'from tomorrow' }
    await store.write([
      { put: 'notes', key: 'a', value: odd },
      { put: 'notes', key: 'b', value: note('here') },
    ])
    expect(await read()).toEqual(['b: here'])
    expect(await store.read('notes', 'a')).toBeUndefined()
    const [aside] = await listAside(store)
    expect(aside?.record).toMatchObject({
      from: 'notes',
      key: 'a',
      value: odd,
      reason: 'format 2 is newer than 1',
      unreadable: true,
    })
  })

  test('records set aside are restored by a version that can read them, unless a newer one replaced them', async () => {
    for (const key of ['a', 'b'])
      await store.write([putAside({ from: 'notes', key, reason: 'broken', value: note('older') }, 0, true)])
    await store.write([{ put: 'notes', key: 'b', value: note('newer') }])
    await putBackReadable<'notes'>(store, { notes })
    expect(await read()).toEqual(['a: older', 'b: newer'])
    expect((await listAside(store)).map(({ record }) => record.key)).toEqual(['b'])
  })

  test('records stay aside if the server refused them, if they can’t be read yet, or if their place is unknown', async () => {
    await store.write([
      putAside({ from: 'notes', key: 'a', reason: 'refused', value: note('refused') }, 0),
      putAside({ from: 'notes', key: 'b', reason: 'broken', value: 'broken' }, 0, true),
      putAside({ from: 'toString', key: 'c', reason: 'broken', value: note('nowhere') }, 0, true),
    ])
    await putBackReadable<'notes'>(store, { notes })
    expect(await read()).toEqual([])
    expect(await listAside(store)).toHaveLength(3)
  })
})
