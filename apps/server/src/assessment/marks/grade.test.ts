import { describe, expect, test } from 'vitest'
import { gradeOf } from './grade.ts'

const boundary = (grade: string, fromPercent: number, pass = true) => ({ grade, fromPercent, pass })

describe('the grade of a percentage', () => {
  test('is that of the highest boundary it reaches, in whatever order they stand', () => {
    const gradeBoundaries = [boundary('C', 40), boundary('A', 80), boundary('U', 0, false), boundary('B', 60)]
    const grades = [0, 39.99, 40, 79.99, 80, 100].map((percent) => gradeOf(percent, { gradeBoundaries }).grade)
    expect(grades).toEqual(['U', 'U', 'C', 'B', 'A', 'A'])
    expect(gradeOf(39.99, { gradeBoundaries }).pass).toBe(false)
  })

  test('of boundaries that begin at one percentage is that of the first, each time', () => {
    const gradeBoundaries = [boundary('Merit', 50), boundary('Pass', 50), boundary('Fail', 0, false)]
    expect(gradeOf(50, { gradeBoundaries })).toMatchObject({ grade: 'Merit', pass: true })
  })

  test('is none below every boundary, and that is not passed', () => {
    expect(gradeOf(10, { gradeBoundaries: [boundary('Pass', 50)] })).toMatchObject({ grade: '', pass: false })
  })

  test('without boundaries the mark decides, or nothing', () => {
    expect(gradeOf(50, { gradeBoundaries: [], passMark: 50 }).pass).toBe(true)
    expect(gradeOf(49.99, { gradeBoundaries: [], passMark: 50 }).pass).toBe(false)
    expect(gradeOf(50, { gradeBoundaries: [] }).pass).toBeNull()
  })
})
