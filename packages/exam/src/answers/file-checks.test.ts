import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptedTypes, checkFile, cleanFileName, type FileFacts, matchesType } from './file-checks.ts'

const fileOf = (name: string, size = 100, type = ''): FileFacts => ({ name, size, type })
const open = { accepted: [], rejected: [], minSize: 0, maxSize: 0 }

describe('the type of a file', () => {
  // UP-313 UP-314 UP-315
  test('matches by its exact media type, by how its name ends in any case, and by a kind of media', () => {
    const photo = fileOf('Photo.JPG', 1, 'image/jpeg')
    for (const type of ['image/jpeg', 'IMAGE/JPEG', 'jpg', '.jpg', 'JpG', 'image/*'])
      expect(matchesType(photo, [type])).toBe(true)
    for (const type of ['image/jp', 'image/jpeg2', 'jpeg', 'g', 'photo.jpg', 'video/*', 'ima/*', ''])
      expect(matchesType(photo, [type]), type).toBe(false)
    expect(matchesType(fileOf('notes.txt', 1, 'text/plain;charset=utf-8'), ['text/plain'])).toBe(true)
    expect(matchesType(fileOf('pdf', 1), ['pdf'])).toBe(false)
    expect(matchesType(fileOf('photo.', 1), ['', ' '])).toBe(false)
  })

  // UP-312 UP-316
  test('an ending must be accepted if any are listed, and must not be rejected: error 1 in both cases', () => {
    expect(checkFile(fileOf('a.exe'), open)).toBeUndefined()
    expect(checkFile(fileOf('a.exe'), { ...open, accepted: ['pdf'] })).toBe(1)
    expect(checkFile(fileOf('a.pdf'), { ...open, accepted: ['pdf'] })).toBeUndefined()
    expect(checkFile(fileOf('a.pdf'), { ...open, accepted: ['pdf'], rejected: ['application/*', 'PDF'] })).toBe(1)
  })

  // START-125
  test('the accepted endings are those of the exam, or by default those of the organisation', () => {
    expect(acceptedTypes([], ' pdf, .Zip;image/*\n')).toEqual(['pdf', '.Zip', 'image/*'])
    expect(acceptedTypes(['png'], 'pdf, zip')).toEqual(['png'])
  })
})

describe('the size of a file', () => {
  // UP-317 UP-318 UP-319
  test('at the least size passes; at the most it fails, and just below it passes', () => {
    const rules = { ...open, minSize: 10, maxSize: 20 }
    expect([9, 10, 19, 20, 21].map((size) => checkFile(fileOf('a', size), rules))).toEqual([3, undefined, undefined, 2, 2])
  })

  // UP-326
  test('0 means no limit', () => {
    for (const size of [1, 2 ** 40]) expect(checkFile(fileOf('a', size), open)).toBeUndefined()
  })
})

test('an empty file is too small for every minimum size', () => {
  expect([0, 10].map((minSize) => checkFile(fileOf('a', 0), { ...open, minSize }))).toEqual([3, 3])
})

describe('the name of a file', () => {
  test('a cleaned name loses folders and hidden characters, and keeps its ending if it is too long', () => {
    expect(cleanFileName('../../etc/passwd')).toBe('passwd')
    expect(cleanFileName('C:\\fake\\my "best" photo.png')).toBe('my "best" photo.png')
    expect(cleanFileName('photo\u202egpj.exe')).toBe('photogpj.exe')
    expect(cleanFileName('a\r\nSet-Cookie: x\0.pdf')).toBe('aSet-Cookie: x.pdf')
    expect(cleanFileName('صورة العمل.jpeg')).toBe('صورة العمل.jpeg')
    for (const empty of ['', ' ', '/', '..', '\u202e', '.']) expect(cleanFileName(empty)).toBe('file')
    const long = cleanFileName(`${'x'.repeat(300)}.tar.gz`)
    expect([long.length, long.endsWith('x.tar.gz') || long.endsWith('.gz')]).toEqual([255, true])
  })

  test('cleaning a name twice changes nothing more', () => {
    const sign = fc.oneof(
      fc.integer({ min: 0, max: 0x2100 }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0x2e, 0x2f, 0x202e),
    )
    const anyName = fc.array(sign, { maxLength: 60 }).map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(anyName, fc.integer({ min: 22, max: 60 }), (name, most) => {
        const clean = cleanFileName(name, most)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean.length).toBeLessThanOrEqual(most)
        expect(clean).not.toMatch(/[/\\\p{Cc}]/u)
        expect(cleanFileName(clean, most)).toBe(clean)
      }),
    )
  })
})
