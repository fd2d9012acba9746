import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canEnlarge, canReduce, nextZoom, pageWithin, previousZoom, stepperOf } from './pdf-view.ts'

describe('a PDF in an exam', () => {
  // PDF-302 PDF-303 PDF-307
  test('the viewer has a dot for each of up to 10 pages, and a progress bar from 11 on', () => {
    expect([1, 2, 9, 10].map(stepperOf)).toEqual(['dots', 'dots', 'dots', 'dots'])
    expect([11, 12, 300].map(stepperOf)).toEqual(['progress', 'progress', 'progress'])
  })

  test('the zoom goes from 25 % to 400 % in steps, from any fitting size', () => {
    const scale = fc.double({ min: 0.25, max: 4, noNaN: true })
    fc.assert(
      fc.property(scale, (shownAt) => {
        if (canEnlarge(shownAt)) expect(nextZoom(shownAt)).toBeGreaterThan(shownAt)
        if (canReduce(shownAt)) expect(previousZoom(shownAt)).toBeLessThan(shownAt)
        expect(nextZoom(shownAt)).toBeLessThanOrEqual(4)
        expect(previousZoom(shownAt)).toBeGreaterThanOrEqual(0.25)
      }),
    )
    expect([nextZoom(1), previousZoom(1), nextZoom(4), previousZoom(0.25)]).toEqual([1.25, 0.75, 4, 0.25])
    expect([canEnlarge(4), canReduce(0.25)]).toEqual([false, false])
  })

  test('the viewer opens at an existing page for any stored or typed number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer()), fc.nat(5000), (page, pages) => {
        const shown = pageWithin(page, pages)
        expect(Number.isInteger(shown) && shown >= 1 && shown <= Math.max(1, pages)).toBe(true)
      }),
    )
    expect([pageWithin(3, 5), pageWithin(9, 5), pageWithin(-1, 5), pageWithin(Number.NaN, 5)]).toEqual([3, 5, 1, 1])
  })
})
