import { describe, expect, test } from 'vitest'
import { compareFiles } from './compare-files.ts'
import type { Note } from './notes.ts'
import type { StoredFile } from './stored.ts'

const chose = (atMs: number, isStored = true, file = 'a'): Note => ({
  what: 'chose',
  atMs,
  device: 0,
  file,
  sha256: `of ${file}`,
  isStored,
})
const perhapsChose = (atMs: number): Note => ({ what: 'perhaps chose', atMs, device: 0, file: 'a', sha256: 'of a' })
const removed = (atMs: number, isStored = true): Note => ({ what: 'removed', atMs, device: 0, file: 'a', isStored })
const perhapsRemoved = (atMs: number): Note => ({ what: 'perhaps removed', atMs, device: 0, file: 'a' })
const settled = (sinceMs: number): Note => ({ what: 'settled', atMs: sinceMs + 1000, device: 0, sinceMs })
const cut = (atMs: number, { device = 0, isReload = false } = {}): Note => ({ what: 'cut short', atMs, device, isReload })
const a: StoredFile = { fileName: 'a', sha256: 'of a', isCounted: true }
const kinds = (notes: Note[], ...files: StoredFile[]) => compareFiles(notes, { files }).map(({ kind }) => kind)

describe('files that were chosen', () => {
  test('one that is there with its bytes is right', () => expect(kinds([chose(1)], a)).toEqual([]))
  test('one that is not there is lost, also where a crash came at once: the page said that it was kept', () => {
    expect(kinds([chose(1)])).toEqual(['lost'])
    expect(kinds([chose(1), cut(2)])).toEqual(['lost'])
  })
  test('one that stood in the memory alone may be gone with the page, and not with that of another device', () => {
    expect(kinds([chose(1, false), cut(2, { isReload: true })])).toEqual([])
    expect(kinds([chose(1, false), cut(2)], a)).toEqual([])
    expect(kinds([chose(1, false), cut(2, { device: 1 })])).toEqual(['lost'])
  })
  test('one whose page went from under the learner’s hands may be there or not', () => {
    expect(kinds([perhapsChose(1)])).toEqual([])
    expect(kinds([perhapsChose(1)], a)).toEqual([])
  })
  test('one with other bytes is lost, one that does not count is outdone, and one that is there twice is double', () => {
    expect(kinds([chose(1)], { ...a, isCounted: false })).toEqual(['overwritten'])
    expect(kinds([chose(1)], { ...a, sha256: 'of half of it' })).toEqual(['lost'])
    expect(kinds([chose(1)], a, a)).toEqual(['double'])
  })
  test('one that nobody chose is wrong', () => expect(kinds([], a)).toEqual(['shown']))
})

describe('files that were removed', () => {
  test('one that is gone is right, one that came back is not', () => {
    expect(kinds([chose(1), removed(2)])).toEqual([])
    expect(kinds([chose(1), removed(2)], a)).toEqual(['overwritten'])
    expect(kinds([chose(1), removed(2), settled(2), cut(5000)], a)).toEqual(['overwritten'])
  })
  test('one that was removed right before a crash, or on a full disk before any end of the page, may be there', () => {
    expect(kinds([chose(1), removed(2), settled(1), cut(5000)], a)).toEqual([])
    expect(kinds([chose(1), removed(2), cut(3, { isReload: true })], a)).toEqual(['overwritten'])
    expect(kinds([chose(1), removed(2, false), cut(5000, { isReload: true })], a)).toEqual([])
    expect(kinds([chose(1), perhapsRemoved(2)], a)).toEqual([])
    expect(kinds([chose(1), perhapsRemoved(2)])).toEqual([])
  })
})

test('after a set-back one may be back that was removed at another device, and none that was removed where it was chosen', () => {
  const elsewhere: Note = { what: 'removed', atMs: 2, device: 1, file: 'a', isStored: true }
  const forgetful = (notes: Note[]) => compareFiles(notes, { files: [a] }, { isForgetful: true }).map(({ kind }) => kind)
  expect(forgetful([chose(1), removed(2)])).toEqual(['overwritten'])
  expect(forgetful([chose(1), elsewhere])).toEqual([])
  expect(kinds([chose(1), elsewhere], a)).toEqual(['overwritten'])
})
