import { expect, test, vi } from 'vitest'
import type { UploadRecord } from '../../storage/records.ts'
import type { UploadEvent } from '../files/upload-lane-types.ts'
import { followUploads } from './upload-activity.ts'

// LOG-302 LOG-312 LOG-313
test('an upload and a deletion are logged when the server has done them, and when they are made without a connection', () => {
  const record = vi.fn()
  let tell: (event: UploadEvent) => void = () => {}
  let state: 'online' | 'offline' = 'online'
  const subscribe = (listener: typeof tell) => {
    tell = listener
    return () => {}
  }
  followUploads({ log: { record }, sync: { uploads: { subscribe }, connection: { state: () => state } }, formRunGuid: 'run' })
  const recordOf = (kind: UploadRecord['kind']): UploadRecord => ({
    format: 1,
    kind,
    fileGuid: 'g',
    order: 1,
    userGuid: 'u',
    formRunGuid: 'run',
    fileName: 'a.txt',
    mimeType: '',
    fileSize: 7,
    held: false,
    chosenAt: '',
  })
  for (const now of ['online', 'offline'] as const)
    for (const kind of ['upload', 'delete'] as const) {
      state = now
      tell({ kind: 'kept', formRunGuid: 'run', record: recordOf(kind) })
      state = 'online'
      tell({ kind: 'changed', formRunGuid: 'run' })
      tell({ kind: 'done', formRunGuid: 'run', record: recordOf(kind) })
    }
  tell({ kind: 'done', formRunGuid: 'another', record: { ...recordOf('upload'), formRunGuid: 'another' } })
  expect(record.mock.calls.map(([type]) => type)).toEqual([14, 16, 15, 14, 17, 16])
  expect(record.mock.calls[0]?.[1]).toEqual({ guid: 'g', fileName: 'a.txt', fileSize: 7 })
})
