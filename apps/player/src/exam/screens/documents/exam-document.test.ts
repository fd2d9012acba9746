import { examContent } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { loadExam } from '../../content/loaded-exam.ts'
import { documentFinder, documentKey, documentName } from './exam-document.ts'

const question = (id: string, number: number, more: object) => ({
  ...{ id, type: 'QUESTIONLTEXT', number, paperPartId: 'part', versionId: id, versionNumber: 1 },
  ...more,
})
const exam = loadExam(
  z.parse(examContent, {
    ...{ examGuid: 'e', examName: 'Law', version: 1, objectID: 1, resourceUrl: 'resource/exam/e/1/' },
    settings: { introText: '<p>Read <a href="terms.pdf">the terms</a>.</p>' },
    sections: [
      { id: 'part', name: 'Part', scenarioText: "<a href='scenario.pdf'>The case</a>" },
      { id: 'other', name: 'Other', resourceUrl: 'other.pdf' },
    ],
    questions: [
      question('one', 1, { resourceUrl: 'own.pdf' }),
      question('two', 2, {
        text: '<a class="x" href="linked.pdf">here</a>',
        options: [{ text: '<a href="option.pdf">a</a>' }],
      }),
      question('three', 3, { paperPartId: 'other' }),
    ],
    mappings: [
      { sectionId: 'root', sectionIds: ['part', 'other'], questionIds: [] },
      { sectionId: 'part', sectionIds: [], questionIds: ['one', 'two'] },
      { sectionId: 'other', sectionIds: [], questionIds: ['three'] },
    ],
  }),
)
const files = ['scenario.pdf', 'other.pdf', 'own.pdf', 'linked.pdf', 'option.pdf', 'terms.pdf', 'statute.pdf']
const resolve = (address: string) => (address.startsWith('https:') ? undefined : `http://host/${address}?token=t`)
const pdfs = files.map((name) => ({ address: `http://host/${name}?token=t`, name: `resources/${name}` }))
const find = documentFinder(exam, pdfs, resolve)
const namesAt = (id: string) => find(id).map(({ name }) => name)

describe('the documents beside a question', () => {
  // PDF-301
  test('are those that it or a section around it names or links to, and those of the whole exam', () => {
    expect(namesAt('one')).toEqual(['Scenario', 'Own', 'Terms', 'Statute'])
    expect(namesAt('two')).toEqual(['Scenario', 'Linked', 'Option', 'Terms', 'Statute'])
    expect(namesAt('three')).toEqual(['Other', 'Terms', 'Statute'])
  })

  test('are known by their file’s name as words', () => {
    expect(documentName('resources/law/harbour-rules_of_2026.pdf')).toBe('Harbour rules of 2026')
    expect(documentName('ملف القانون.pdf')).toBe('ملف القانون')
    expect(documentName('resources/.pdf')).toBe('Resources/.pdf')
  })

  test('have the same name for their place after a reload, which brings another token', () => {
    const at = (token: string) => documentKey({ address: `http://host/resource/exam/e/1/a.pdf?orgID=1&token=${token}` })
    expect(at('one')).toBe(at('two'))
    expect(at('one')).toBe('/resource/exam/e/1/a.pdf')
  })
})
