import { expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { UploadRecord } from '../../storage/records.ts'
import { dropAcknowledged } from '../../storage/upload-store.ts'
import { memoryUploads } from '../testing/memory-uploads.ts'
import { createAcknowledgedFiles } from './acknowledged-files.ts'

const recordOf = (order: number, more: Partial<UploadRecord> = {}): UploadRecord => ({
  format: 1,
  kind: 'upload',
  fileGuid: `file${order}`,
  order,
  userGuid: 'u',
  formRunGuid: 'run',
  fileName: `${order}.txt`,
  mimeType: '',
  fileSize: 5,
  held: false,
  chosenAt: `2026-11-22T09:00:0${order}.000Z`,
  ...more,
})

/** Two files that the server has acknowledged, and one that waits. */
const arrange = async () => {
  const places = createMemoryStore()
  const store = memoryUploads(places)
  const there = createAcknowledgedFiles(store)
  for (const order of [1, 2, 3]) await store.keep(recordOf(order), new Blob([`bytes ${order}`]))
  for (const order of [1, 2]) await there.add(recordOf(order))
  const textOf = async (order: number) => (await store.bytesOf(recordOf(order)))?.text()
  return { places, store, there, textOf }
}
const guids = (records: readonly UploadRecord[]) => records.map(({ fileGuid }) => fileGuid)

test('the bytes of a file stay after the server has acknowledged it, and are sent again where it lacks it, also by a later page', async () => {
  const { store, textOf } = await arrange()
  const later = createAcknowledgedFiles(store)
  later.load((await store.recordsOf('u')).filter(({ acknowledged }) => acknowledged))
  expect(later.toAsk('run')).toEqual({ files: ['file1', 'file2'] })
  const { again, lost } = await later.compared('run', { lackingFiles: ['file2'] })
  expect([guids(again), again[0]?.acknowledged, lost]).toEqual([['file2'], undefined, []])
  expect(await textOf(2)).toBe('bytes 2')
  expect(later.toAsk('run')).toEqual({ files: ['file1'] })
})

test('room is made by the bytes that were chosen first, and never by those that the server has not acknowledged', async () => {
  const { places, textOf } = await arrange()
  expect([await dropAcknowledged(places), await textOf(1), await textOf(2)]).toEqual([true, undefined, 'bytes 2'])
  expect([await dropAcknowledged(places), await textOf(2)]).toEqual([true, undefined])
  expect([await dropAcknowledged(places), await textOf(3)]).toEqual([false, 'bytes 3'])
})

test('a file that is gone on both sides is told of until the server has it after all, or it is chosen anew', async () => {
  const { places, there } = await arrange()
  for (const _ of [1, 2]) await dropAcknowledged(places)
  expect(guids((await there.compared('run', { lackingFiles: ['file1', 'file2'] })).lost)).toEqual(['file1', 'file2'])
  expect(guids(there.lost('run'))).toEqual(['file1', 'file2'])
  await there.compared('run', { lackingFiles: ['file1'] })
  expect(guids(there.lost('run'))).toEqual(['file1'])
  await there.chosenAnew('run', '1.txt')
  expect(there.lost('run')).toEqual([])
})

test('a file that was deleted stays so: where the server has it again, a later page deletes it again', async () => {
  const { store, there, textOf } = await arrange()
  await there.addDeletion(recordOf(1, { kind: 'delete', order: 4 }))
  expect(await textOf(1)).toBe(undefined)
  const later = createAcknowledgedFiles(store)
  later.load((await store.recordsOf('u')).filter(({ acknowledged }) => acknowledged))
  expect(later.toAsk('run')).toEqual({ files: ['file2'], deletedFiles: ['file1'] })
  const { again } = await later.compared('run', { lackingFiles: [], undeletedFiles: ['file1'] })
  expect(again).toMatchObject([{ kind: 'delete', fileGuid: 'file1' }])
  expect(again[0]).not.toHaveProperty('acknowledged')
  expect(later.toAsk('run')).toEqual({ files: ['file2'] })
})

test('what the store had no room for is written once it has, so that no later page calls a file unsent that the server has', async () => {
  const { store, there } = await arrange()
  const full = vi.spyOn(store, 'acknowledge').mockRejectedValue(new Error('The disk is full'))
  await expect(there.add(recordOf(3))).rejects.toThrow()
  await expect(there.addDeletion(recordOf(1, { kind: 'delete', order: 4 }))).rejects.toThrow()
  await expect(there.writeAgain()).rejects.toThrow()
  full.mockRestore()
  await there.writeAgain()
  const acknowledged = (await store.recordsOf('u')).filter((record) => record.acknowledged)
  expect(acknowledged.map(({ kind, fileGuid }) => [kind, fileGuid])).toEqual([
    ['upload', 'file2'],
    ['upload', 'file3'],
    ['delete', 'file1'],
  ])
})

test('the bytes go with the completion, and what was deleted is not asked for any more', async () => {
  const { store, there, textOf } = await arrange()
  await there.addDeletion(recordOf(1, { kind: 'delete', order: 4 }))
  await there.completed('run')
  expect([await textOf(2), await textOf(3)]).toEqual([undefined, 'bytes 3'])
  expect(there.toAsk('run')).toEqual({ files: ['file2'] })
  expect((await store.recordsOf('u')).filter(({ kind }) => kind === 'delete')).toEqual([])
})
