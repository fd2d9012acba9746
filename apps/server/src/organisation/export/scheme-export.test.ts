import { join } from 'node:path'
import { toPublicQuestion } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { authoredQuestionsOf } from '../../assessment/form-run/lay-out-exam.ts'
import { authoredExam } from '../../import/authored-exam.ts'
import { readPackage } from '../../import/read-package.ts'
import { smallExam, temporaryFolder } from '../../import/testing/make-package.ts'
import { qtiPackage } from './qti/qti-package.ts'
import { writeZip } from './zip-file.ts'

test('QTI has a mark scheme in words, for whoever marks alone, and an export says so', async () => {
  const question = {
    ...{ type: 'QUESTIONLTEXT', id: 'q1', text: '<p>Why?</p>', marks: 4, markingNotes: '<p>Be kind.</p>' },
    markScheme: {
      criteria: [
        { id: 'c1', title: 'Argument & style', description: 'Is it <sound>?', maxMarks: 3 },
        { id: 'c2', title: 'Slips', minMarks: -1, maxMarks: 1, levels: [-1, 1].map((marks) => ({ marks, description: 'So' })) },
      ],
    },
  }
  const exam = authoredExam.parse(smallExam({ sections: [{ id: 's1', name: 'One', questions: [question] }] }))
  const { files, notWritten } = qtiPackage({ exam, resources: [] })
  expect(notWritten.map(({ why }) => why)).toContain('Its mark scheme is written in words, for whoever marks.')
  const path = join(await temporaryFolder(), 'export.zip')
  await writeZip(path, files)
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const [back] = authoredQuestionsOf(reading.package.exam)
  if (!back) throw new Error('There is no question.')
  const guidance = back.type === 'MULTITEXT' ? back.parts[0]?.markScheme?.guidance : back.markScheme?.guidance
  for (const words of ['Be kind.', 'Argument &amp; style', 'Is it &lt;sound&gt;?', '(3)', '(-1 – 1)', '-1: So'])
    expect(guidance).toContain(words)
  expect(JSON.stringify(toPublicQuestion(back))).not.toMatch(/kind|Argument|sound|Slips/)
  expect(reading.package.leftOut).toEqual([])
})
