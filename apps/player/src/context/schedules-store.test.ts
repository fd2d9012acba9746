import { expect, test } from 'vitest'
import { schedulesStore } from './held-schedules.ts'
import { normaliseSchedule, withoutDuplicates } from './schedules-store.ts'

const item = (guid: string, examGuid: string) => ({
  guid,
  scheduleType: 1,
  scheduleInfo: '',
  examName: 'Safety',
  examGuid,
  examTypeGuid: 't',
  commenced: false,
  completed: false,
  practice: false,
  requiresPassword: false,
  version: 1,
  objectID: 5,
})

// SCH-215
test('of two schedules of one exam the last is kept', () => {
  const list = [item('s-1', 'e-1'), item('s-2', 'e-2'), item('s-3', 'e-1')]
  expect(withoutDuplicates(list).map((one) => one.guid)).toEqual(['s-2', 's-3'])
})

// ENT-201
test('the second spellings of a schedule are read, and what it leaves out has its default', () => {
  const read = normaliseSchedule({
    scheduleGuid: 's-1',
    type: 2,
    info: 'Hall 3',
    examName: 'Safety',
    objectGUID: 'e-1',
    objectTypeGUID: 't-1',
    extraTime: 300,
    version: 1,
    objectID: 5,
  })
  expect(read).toEqual({
    guid: 's-1',
    scheduleType: 2,
    scheduleInfo: 'Hall 3',
    examName: 'Safety',
    examGuid: 'e-1',
    examTypeGuid: 't-1',
    practiceExtraTime: 300,
    version: 1,
    objectID: 5,
    commenced: false,
    completed: false,
    practice: false,
    requiresPassword: false,
  })
  expect(normaliseSchedule({ scheduleGuid: 's-1' })).toBeUndefined()
  expect(normaliseSchedule('s-1')).toBeUndefined()
})

test('a started exam is commenced in the list that was loaded before', () => {
  schedulesStore.set([item('s-1', 'e-1'), item('s-2', 'e-2')])
  schedulesStore.markCommenced('s-2')
  expect(schedulesStore.get()?.map((one) => one.commenced)).toEqual([false, true])
  schedulesStore.clear()
  expect(schedulesStore.get()).toBeUndefined()
})
