import { describe, expect, test, vi } from 'vitest'
import { createMemoryStore } from './memory-store.ts'
import type { StoredExam } from './records.ts'
import { createStoredExams } from './stored-exams.ts'

const exam: StoredExam = {
  format: 1,
  userGuid: 'u',
  examGuid: 'e',
  formRunGuid: 'run',
  schedule: {},
  content: {},
  controls: {},
  files: [],
  keptAt: '2026-11-21T11:30:00.000Z',
}

describe('the exam that is kept', () => {
  test('comes back with its files, for the learner who sits it alone', async () => {
    const stored = createStoredExams(createMemoryStore())
    await stored.keep(exam, new Map([['https://exams.example/map.png', new Blob(['a map'])]]))
    const found = await stored.read(exam)
    expect(found).toMatchObject({ examGuid: 'e', files: ['https://exams.example/map.png'] })
    const files = found && (await stored.filesOf(found))
    expect(await files?.get('https://exams.example/map.png')?.text()).toBe('a map')
    expect(await stored.read({ userGuid: 'somebody else', examGuid: 'e' })).toBeUndefined()
    await stored.clearOthers('u')
    expect(await stored.read(exam)).toBeDefined()
    await stored.clearOthers('somebody else')
    expect(await stored.read(exam)).toBeUndefined()
  })

  test('keeps one copy of a file, whatever token it was loaded by, and none that it names no more', async () => {
    const places = createMemoryStore()
    const stored = createStoredExams(places)
    const address = (name: string, token: string) => `https://exams.example/resource/exam/e/1/${name}?orgID=1&token=${token}`
    const statute = new Blob([new Uint8Array(2 * 1024 * 1024)])
    await stored.keep(exam, new Map([[address('a.pdf', 'one'), statute]]))
    await stored.keep(exam, new Map([[address('b.png', 'one'), new Blob(['b'])]]))
    const write = vi.spyOn(places, 'write')
    await stored.keep(
      exam,
      new Map([
        [address('a.pdf', 'two'), statute],
        [address('b.png', 'two'), new Blob(['b'])],
      ]),
    )
    await stored.keep(exam, new Map([[address('a.pdf', 'three'), statute]]))
    // A large one is written once: when it came back after it had been let go of.
    const written = write.mock.calls
      .flatMap(([changes]) => changes)
      .filter((change) => 'put' in change && change.key.endsWith('a.pdf?orgID=1'))
    expect(written).toHaveLength(1)
    expect((await places.list('examFiles', '')).map(({ key }) => key)).toEqual([
      `u/e/${address('a.pdf', '').replace('&token=', '')}`,
    ])
    expect((await stored.fileOf(exam, address('a.pdf', 'four')))?.size).toBe(statute.size)
    expect(await stored.fileOf(exam, address('b.png', 'four'))).toBeUndefined()
  })

  test('finds the files that an earlier version kept under their whole address', async () => {
    const places = createMemoryStore()
    const address = 'https://exams.example/a.pdf?orgID=1&token=one'
    await places.write([{ put: 'examFiles', key: `u/e/${address}`, value: new Blob(['old']) }])
    const files = await createStoredExams(places).filesOf({ ...exam, files: [address] })
    expect(await files.get(address)?.text()).toBe('old')
  })

  test('is one: another takes its place, and nothing of it is left when it is over', async () => {
    const places = createMemoryStore()
    const stored = createStoredExams(places)
    await stored.keep(exam, new Map([['a', new Blob(['a'])]]))
    await stored.keep({ ...exam, examGuid: 'another' }, new Map([['b', new Blob(['b'])]]))
    expect(await stored.read(exam)).toBeUndefined()
    expect((await places.list('examFiles', '')).map(({ key }) => key)).toEqual(['u/another/b'])
    await stored.clear()
    expect([...(await places.list('exams', '')), ...(await places.list('examFiles', ''))]).toEqual([])
  })

  test('one that can not be read any more counts as none', async () => {
    const places = createMemoryStore()
    await places.write([{ put: 'exams', key: 'u/e', value: { ...exam, format: 9 } }])
    expect(await createStoredExams(places).read(exam)).toBeUndefined()
  })

  test('one whose values the browser can not read any more counts as none, is told of, and can be let go of', async () => {
    const places = createMemoryStore()
    const image = 'https://exams.example/map.png'
    await createStoredExams(places).keep(exam, new Map([[image, new Blob(['a map'])]]))
    const gone = () => Promise.reject(new DOMException('Failed to read large IndexedDB value', 'DataError'))
    const onError = vi.fn()
    const stored = createStoredExams({ ...places, read: gone, list: gone }, onError)
    expect(await stored.read(exam)).toBeUndefined()
    expect(await stored.filesOf({ ...exam, files: [image] })).toEqual(new Map())
    expect(onError).toHaveBeenCalledTimes(2)
    await stored.clearOthers('somebody else')
    expect([...(await places.keys('exams', '')), ...(await places.keys('examFiles', ''))]).toEqual([])
  })
})
