import type { MarkedFile, MarkingItem } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { itemOf } from '../testing/marking-server.ts'
import { filesOf, handedName, largestAhead, questionFileName } from './files-of.ts'

const resolve = (address: string) =>
  address.startsWith('http') ? undefined : `https://exams.example/resource/e/${address}?token=t`
const namesOf = (item: MarkingItem) => filesOf(item, resolve).map(({ name }) => name)
const named = (path: string) => `question//resource/e/${path}`

test('pictures of the question, of what it offers and of its scheme are named once each, and none from elsewhere', () => {
  const item = itemOf(1)
  const question: MarkingItem['question'] = {
    ...item.question,
    scenario: ['<p><img alt="" src="a.png"></p>'],
    text: `<img src='b.png'> <IMG class="x" src="a.png"><img src="https://elsewhere.example/x.png"><img data-src="no.png">`,
    offers: [
      {
        kind: 'list',
        items: [
          { isHtml: true, text: '<img src="c.png?x=1&amp;y=2">' },
          { isHtml: false, text: '<img src="typed.png">' },
        ],
      },
    ],
  }
  const scheme = { version: 1, criteria: [], guidance: '<img src="d.png">' }
  const resolved = [named('a.png'), named('b.png'), named('d.png')]
  const names = namesOf({ ...item, question, scheme })
  expect(names).toEqual(expect.arrayContaining(resolved))
  expect(names).toHaveLength(4)
  expect(names.join()).not.toMatch(/elsewhere|typed|no\.png/)
})

test('a file of a question has one name, whatever token its address has', () => {
  const address = 'https://exams.example/resource/e/a.png?orgID=1&token='
  expect(questionFileName(`${address}x`)).toBe(questionFileName(`${address}y`))
  expect(questionFileName(`${address}x`)).not.toContain('token')
})

test('of what was handed in, pictures and PDFs are kept ahead, of each part and of the answer before; nothing that is harmful or large', () => {
  const file = (number: number, more: Partial<MarkedFile> = {}): MarkedFile =>
    ({ file: number, kind: 'picture', mediaType: 'image/png', bytes: 10, ...more }) as MarkedFile
  const files = [file(0), file(1, { kind: 'pdf' }), file(2, { kind: 'film' }), file(3, { isHarmful: true })]
  const parts = [
    { response: { kind: 'files' as const, files } },
    { response: { kind: 'files' as const, files: [file(4, { bytes: largestAhead + 1 }), file(5, { bytes: largestAhead })] } },
  ]
  const item = { ...itemOf(1), response: { kind: 'parts' as const, parts } }
  const earlier = { response: { kind: 'files' as const, files: [file(6)] } }
  expect(namesOf({ ...item, earlier })).toEqual([0, 1, 5, 6].map((number) => handedName('r1', number)))
})
