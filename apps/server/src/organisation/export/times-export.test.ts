import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AuthoredExam, type AuthoredSection, authoredExam } from '../../import/authored-exam.ts'
import { readPackage } from '../../import/read-package.ts'
import { smallExam, temporaryFolder } from '../../import/testing/make-package.ts'
import { part, readTestXml, ref, section } from '../../import/testing/qti-test.ts'
import { qtiPackage } from './qti/qti-package.ts'
import { writeZip } from './zip-file.ts'

/** What an exam comes back as, and its test as it is written. */
const again = async (exam: AuthoredExam) => {
  const { files, notWritten } = qtiPackage({ exam, resources: [] })
  const path = join(await temporaryFolder(), 'export.zip')
  await writeZip(path, files)
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  expect(reading.package.leftOut.filter(({ loss }) => loss !== 'nothing' && loss !== 'content')).toEqual([])
  return { exam: reading.package.exam, test: new TextDecoder().decode(files.get('test.xml')), notWritten }
}

const timesIn = ({ name, sectionTime, sections = [], questions = [] }: AuthoredSection): unknown[] => [
  ...[name, sectionTime],
  ...sections.map(timesIn),
  ...questions.map(({ id }) => id),
]
const limited = (test: string) => test.match(/<qti-assessment-(?:item-ref|section)[^>]*><qti-time-limits[^>]*>/g) ?? []

test('QTI 3.0: a timed part of one question is that item’s time limit, any other its section’s, and both come back', async () => {
  const inside = ref('a') + ref('b', '<timeLimits maxTime="20"/>') + ref('c')
  const { exam } = await readTestXml(
    `<assessmentTest identifier="T" title="T"><timeLimits maxTime="600"/>${part('P', section('S', inside) + section('U', `<timeLimits maxTime="90"/>${ref('d')}${ref('e')}`), 'nonlinear')}</assessmentTest>`,
  )
  const back = await again(exam)
  expect(limited(back.test)).toEqual([
    expect.stringMatching(/item-ref .*max-time="20"/),
    expect.stringMatching(/section .*max-time="90"/),
  ])
  expect(back.exam.settings.examTime).toBe(600)
  expect(back.exam.sections.map(timesIn)).toEqual(exam.sections.map(timesIn))
  expect(exam.sections.map(({ sectionTime }) => sectionTime)).toEqual([undefined, 20, undefined, 90])
})

test('QTI 3.0: a part that shuffles its only question keeps its time, and what stands in a part is given none', async () => {
  const question = (id: string) => ({ type: 'RADIO', id, text: id, key: '1', options: [{ id: '1', text: 'One' }] })
  const exam = authoredExam.parse(
    smallExam({
      sections: [
        { id: 's', name: 's', sectionTime: 30, shuffle: true, questions: [question('a')] },
        { id: 't', name: 't', sections: [{ id: 'u', name: 'u', sectionTime: 40, questions: [question('b')] }] },
      ],
    }),
  )
  const back = await again(exam)
  expect(limited(back.test)).toEqual([expect.stringMatching(/section .*max-time="30"/)])
  expect(back.exam.sections.map(({ sectionTime }) => sectionTime)).toEqual([30, undefined])
  expect(back.exam.sections).toHaveLength(2)
})
