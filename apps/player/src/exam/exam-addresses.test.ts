import { describe, expect, test } from 'vitest'
import { examFileAddress, isPdf, isPreloadedImage, withOrganisation } from './exam-addresses.ts'

// INIT-247
test('only jpg, png and bmp endings are images to preload', () => {
  for (const name of ['a.jpg', 'b.PNG', 'c/d.bmp', 'e.png?orgID=1']) expect(isPreloadedImage(name)).toBe(true)
  for (const name of ['a.gif', 'b.jpeg', 'c.svg', 'png', 'x.png.txt', 'y.txt?name=z.png'])
    expect(isPreloadedImage(name)).toBe(false)
})

// INIT-246 PDF-305
test('a PDF is known by an extension that begins with pdf', () => {
  expect(isPdf('notes.pdf')).toBe(true)
  expect(isPdf('notes.PDFA')).toBe(true)
  expect(isPdf('pdf.txt')).toBe(false)
})

// INIT-248 INIT-249
test('an image address gets its organisation once', () => {
  expect(withOrganisation('http://host/a.png', 7)).toBe('http://host/a.png?orgID=7')
  expect(withOrganisation('http://host/a.png?orgID=3', 7)).toBe('http://host/a.png?orgID=3')
  expect(withOrganisation('http://host/a.png?x=1', 7)).toBe('http://host/a.png?x=1&orgID=7')
})

describe('a file of an exam', () => {
  const exam = { resourceUrl: 'resource/exam/e1/2/', resourceToken: 't' }
  const whole = (path: string) => `http://host/${path}`
  const resolve = (address: string) => examFileAddress(address, exam, 7, whole)

  test("stands below the exam's resources and carries organisation and token", () => {
    expect(resolve('figures/one.png')).toBe('http://host/resource/exam/e1/2/figures/one.png?orgID=7&token=t')
    expect(resolve('http://host/resource/exam/e1/2/a.png')).toBe('http://host/resource/exam/e1/2/a.png?orgID=7&token=t')
  })

  test('is never loaded from elsewhere', () => {
    for (const address of [
      'https://elsewhere/a.png',
      '//elsewhere/a.png',
      '../../e2/1/a.png',
      'javascript:alert(1)',
      '/config.json',
    ])
      expect(resolve(address)).toBeUndefined()
  })
})
