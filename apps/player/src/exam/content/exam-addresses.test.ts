import { expect, test } from 'vitest'
import { isPdf, isPreloadedImage } from './exam-addresses.ts'

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
