import { describe, expect, test } from 'vitest'
import { buildPaper, firstQuestion, type Mapping, openingQuestion, pickSection, progress, sectionsAround } from './paper.ts'

const mappings: Mapping[] = [
  { sectionId: 'root', sectionIds: ['a', 'b'], questionIds: ['q0'] },
  { sectionId: 'a', sectionIds: ['a1'], questionIds: ['q1'] },
  { sectionId: 'a1', sectionIds: [], questionIds: ['q2', 'q3'] },
  { sectionId: 'b', sectionIds: [], questionIds: ['q4'] },
]
const paper = buildPaper(mappings)

describe('a paper', () => {
  // ENT-309
  test('runs from root through the sections down to the questions, in order', () => {
    expect(paper.order).toEqual(['q2', 'q3', 'q1', 'q4', 'q0'])
    expect(paper.root.sections.map((node) => node.id)).toEqual(['a', 'b'])
    expect(sectionsAround(paper, 'q3').map((node) => node.id)).toEqual(['a', 'a1'])
  })

  // RUN-355 ERR-314
  test('without a root is refused', () => {
    expect(() => buildPaper(mappings.slice(1))).toThrow('no root mapping')
  })

  // RUN-356 ERR-314
  test('with a question whose id is a section id too is refused', () => {
    expect(() => buildPaper([{ sectionId: 'root', sectionIds: ['a'], questionIds: ['a'] }])).toThrow('also a section id')
  })

  test('with a section within itself is refused', () => {
    const circle = [
      { sectionId: 'root', sectionIds: ['a'], questionIds: [] },
      { sectionId: 'a', sectionIds: ['a'], questionIds: [] },
    ]
    expect(() => buildPaper(circle)).toThrow('contains itself')
  })

  test('with a question in two sections is refused', () => {
    const twice = [
      { sectionId: 'root', sectionIds: ['a', 'b'], questionIds: [] },
      { sectionId: 'a', sectionIds: [], questionIds: ['q'] },
      { sectionId: 'b', sectionIds: [], questionIds: ['q'] },
    ]
    expect(() => buildPaper(twice)).toThrow('in two sections')
    expect(() => buildPaper(twice.slice(0, 2).concat({ sectionId: 'b', sectionIds: ['a'], questionIds: [] }))).toThrow(
      'in two sections',
    )
  })

  test('with an empty section goes on without it', () => {
    const empty = buildPaper([{ sectionId: 'root', sectionIds: ['a'], questionIds: ['q'] }])
    expect(empty.order).toEqual(['q'])
    expect(empty.root.sections[0] && firstQuestion(empty.root.sections[0])).toBeUndefined()
  })
})

describe('moving', () => {
  // NAV-324
  test('the progress counts from one to the number of questions', () => {
    expect(progress(paper, 'q2')).toEqual({ current: 1, total: 5 })
    expect(progress(paper, 'q0')).toEqual({ current: 5, total: 5 })
  })

  // NAV-326 NAV-327
  test('picking a section opens its first question, unless the learner is in it', () => {
    const [a, b] = paper.root.sections
    expect(a && pickSection(a, 'q4')).toBe('q2')
    expect(a && pickSection(a, 'q3')).toBe('q3')
    expect(b && firstQuestion(b)).toBe('q4')
  })

  // CONST-205
  test('an exam opens at the learner’s last page, otherwise at its initial page, otherwise at its first', () => {
    expect(openingQuestion(paper, 'q3', 1)).toBe('q3')
    expect(openingQuestion(paper, undefined, 2)).toBe('q3')
    expect(openingQuestion(paper, 'gone', 99)).toBe('q2')
  })
})
