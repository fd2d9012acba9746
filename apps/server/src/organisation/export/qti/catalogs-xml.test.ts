import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authoredExam } from '../../../import/authored-exam.ts'
import type { PackageFiles } from '../../../import/files/package-files.ts'
import { readPackage } from '../../../import/read-package.ts'
import { onePixel, smallExam, smallQuestion, temporaryFolder } from '../../../import/testing/make-package.ts'
import { nativePackage } from '../native-package.ts'
import { writeZip } from '../zip-file.ts'
import { qtiPackage } from './qti-package.ts'

const again = async (files: PackageFiles) => {
  const path = join(await temporaryFolder(), 'export.zip')
  await writeZip(path, files)
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}
const explanations = [
  {
    id: 'e1',
    cards: [
      { support: 'glossary', text: '<p>Water that <b>falls</b> &amp; rises. <img src="resources/a%20b.png" alt="A drop"></p>' },
      { support: 'simplified', lang: 'en', text: 'Wet.' },
      { support: 'guidance', text: 'A term.' },
      { support: 'picture', text: '<img src="resources/a%20b.png" alt="">' },
      { support: 'translation', lang: 'es', text: 'rocío' },
      { support: 'translation', lang: 'pt-BR', text: 'orvalho' },
      { support: 'spoken', lang: 'en', text: '<audio src="resources/dew.mp3"></audio>' },
      { support: 'pronunciation', text: 'due' },
      { support: 'braille', text: '⠙⠑⠺' },
    ],
  },
  { id: 'e2', cards: [{ support: 'description', text: '<p>A leaf.</p>' }] },
]
const question = smallQuestion('q1', {
  text: '<p>What is <i data-explained="e1">dew</i>?</p>',
  options: [
    { id: 'a', text: '<img src="resources/a%20b.png" alt="Leaf" data-explained="e2">' },
    { id: 'b', text: 'Rain' },
  ],
  explanations,
})
const stored = {
  exam: authoredExam.parse(
    smallExam({
      settings: { supports: ['glossary', 'translation'] },
      sections: [{ id: 's', name: 'S', questions: [question] }],
    }),
  ),
  resources: [
    { path: 'resources/a b.png', mediaType: 'image/png', bytes: onePixel },
    { path: 'resources/dew.mp3', mediaType: 'audio/mpeg', bytes: new Uint8Array([1]) },
  ],
}
const explanationsIn = ({ exam }: Awaited<ReturnType<typeof again>>) => exam.sections[0]?.questions?.[0]?.explanations

test('Sitwell’s own form keeps explanations, what they are of, and which an exam offers', async () => {
  const { exam, leftOut } = await again(nativePackage(stored))
  expect(exam).toEqual(stored.exam)
  expect(leftOut).toEqual([])
})

test('QTI 3.0 has them as catalogues, with their languages and files; the exam’s choice of supports is told as left out', async () => {
  const { files, notWritten } = qtiPackage(stored)
  const item = new TextDecoder().decode(files.get('items/item-1.xml'))
  expect(item).toContain('<i data-catalog-idref="e1">dew</i>')
  expect(item).toContain(
    '<qti-card-entry xml:lang="es" default="true"><qti-html-content>rocío</qti-html-content></qti-card-entry>',
  )
  expect(item).toContain('<qti-file-href mime-type="audio/mpeg">../resources/dew.mp3</qti-file-href>')
  // The standard’s order: the body, its catalogues, the rules.
  expect(item).toMatch(/<\/qti-item-body><qti-catalog-info>.*<\/qti-catalog-info><qti-response-processing/)
  expect(notWritten.map(({ why }) => why)).toEqual(['Left out: the setting supports.'])
  const read = await again(files)
  expect(explanationsIn(read)).toEqual(stored.exam.sections[0]?.questions?.[0]?.explanations)
  expect(read.exam.sections[0]?.questions?.[0]?.text).toContain('What is <i data-explained="e1">dew</i>?')
  expect(read.leftOut).toEqual([])
})
