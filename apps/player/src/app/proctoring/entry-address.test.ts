import { expect, test } from 'vitest'
import { fromBase64, proctoringAddress } from './entry-address.ts'
import { isProctoringEntry, isProctoringPage, proctoringClient } from './provider-pages.ts'
import { returnAddress } from './return-address.ts'

const parameters = { clientName: 'demo', userInfo1: 'YQ==', userInfo2: 'Yg==' }

// NAV-106 NAV-107 NAV-108 NAV-109 NAV-110 NAV-111 PROC-124 PROC-102
test('the routes of the provider are known, and an entry needs all of its four parts', () => {
  expect(proctoringAddress('/proctorio/demo/YQ%3D%3D/Yg%3D%3D/exam')).toEqual({ page: 'entry', parameters, examGuid: 'exam' })
  expect(proctoringAddress('/proctorio/demo/YQ==/Yg==/exam')).toMatchObject({ parameters })
  for (const path of [
    '/proctorio/demo/YQ==/Yg==',
    '/proctorio/demo//Yg==/exam',
    '/proctorio//a/b/c',
    '/proctorio/a/b/c/',
    '/proctorio',
    '/proctorio/a/b/c/d/e',
    '/proctorio/%zz/a/b/c',
  ])
    expect(proctoringAddress(path), path).toMatchObject({ page: 'entry', parameters: undefined })
  expect(proctoringAddress('/proctorio/start')).toEqual({ page: 'start' })
  expect(proctoringAddress('/proctorio/return')).toEqual({ page: 'returned' })
  expect(proctoringAddress(returnAddress(parameters))).toMatchObject({ page: 'return', parameters })
  expect(proctoringAddress('/proctorio-return/demo/a')).toMatchObject({ page: 'return', parameters: undefined })
  for (const path of ['/proctorio/finish', '/proctorio/end', '/proctoring/Proctorio/s/e', '/login', '/proctorios/a/b/c/d'])
    expect(proctoringAddress(path), path).toBeUndefined()
})

test('an address of the provider names its organisation', () => {
  expect(proctoringClient('/proctorio/a%20b/x')).toBe('a%20b')
  for (const path of ['/proctorio/start', '/proctorio', '/login/x/y', '/proctorio/return'])
    expect(proctoringClient(path)).toBeUndefined()
})

test('the pages before the sign-in are told from those behind it', () => {
  for (const path of ['/proctorio/a/b/c/d', '/proctorio/start', '/proctorio/return', '/proctorio-return/a/b/c', '/proctorio'])
    expect(isProctoringPage(path), path).toBe(true)
  for (const path of ['/proctorio/finish', '/proctorio/end', '/proctoring/Proctorio/s/e', '/exam/proctorio'])
    expect(isProctoringPage(path), path).toBe(false)
  expect(['/proctorio/a/b/c/d', '/proctorio/a'].map(isProctoringEntry)).toEqual([true, true])
  expect(['/proctorio/start', '/proctorio/return', '/proctorio-return/a/b/c'].map(isProctoringEntry)).toEqual([
    false,
    false,
    false,
  ])
})

test('what isn’t base64, or holds no text, is none', () => {
  expect(fromBase64('QWRhIMOk')).toBe('Ada ä')
  for (const text of ['', '%%%', 'a', '/w==']) expect(fromBase64(text), text).toBeUndefined()
})
