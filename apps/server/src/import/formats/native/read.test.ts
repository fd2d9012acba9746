import { expect, test } from 'vitest'
import { readPackage } from '../../read-package.ts'
import { type Content, makeZip, onePixel, smallExam, smallQuestion } from '../../testing/make-package.ts'

const read = async (files: Record<string, Content>) => readPackage({ path: await makeZip(files) })
const problems = async (files: Record<string, Content>) => {
  const reading = await read(files)
  return reading.ok ? [] : reading.problems.map((one) => `${one.place}: ${one.message}`)
}
const withQuestions = (...questions: object[]) => smallExam({ sections: [{ id: 's1', name: 'One', questions }] })

test('a small exam is read, with its defaults', async () => {
  const reading = await read({ 'exam.json': smallExam() })
  expect(reading).toMatchObject({
    ok: true,
    package: {
      exam: { name: 'Small exam', settings: {}, sections: [{ questions: [{ id: 'q1', marks: 1, key: 'b' }] }] },
      leftOut: [],
      schedules: [],
    },
  })
})

test('a package whose files lie in one folder of the archive is the same package', async () => {
  const picture = smallExam({
    sections: [{ id: 's1', name: 'One', text: '<img src="resources/a.png">', questions: [smallQuestion('q1')] }],
  })
  expect(await read({ 'my exam/exam.json': picture, 'my exam/resources/a.png': onePixel })).toMatchObject({
    ok: true,
    package: { resources: [{ path: 'resources/a.png', mediaType: 'image/png' }] },
  })
})

test.each([
  [
    'a key that is no option',
    { ...smallQuestion('q1'), key: 'z' },
    'exam.json sections[0].questions[0].key: "z" is not the id of an option of this question',
  ],
  [
    'a duplicate option',
    smallQuestion('q1', {
      options: [
        { id: 'b', text: 'B' },
        { id: 'b', text: 'C' },
      ],
    }),
    'exam.json sections[0].questions[0].options[1].id: duplicate id "b"',
  ],
  [
    'feedback on an option that it hasn’t',
    smallQuestion('q1', {
      feedback: {
        parts: [
          {
            text: 'No.',
            when: [
              { on: 'mark', is: 'wrong' },
              { on: 'option', option: 'z' },
            ],
          },
        ],
      },
    }),
    'exam.json sections[0].questions[0].feedback.parts[0].when[1]: there is no option "z"',
  ],
  [
    'feedback on what is typed where nothing is',
    smallQuestion('q1', {
      feedback: { parts: [{ text: 'No.', when: [{ on: 'typed', place: 'p', key: { kind: 'stars', value: '*' } }] }] },
    }),
    'exam.json sections[0].questions[0].feedback.parts[0].when[0]: there is no blank or part "p"',
  ],
  [
    'feedback on outcomes that nothing gives',
    smallQuestion('q1', { feedback: { parts: [{ text: 'No.', when: [{ on: 'outcome', outcome: 'F', value: 'x' }] }] } }),
    'exam.json sections[0].questions[0].feedback.parts[0].when[0]: this question has no rules that give outcomes',
  ],
  [
    'a missing picture',
    smallQuestion('q1', { text: '<img src="resources/gone.png">' }),
    'exam.json sections[0].questions[0].text: The file "resources/gone.png" is missing.',
  ],
  [
    'a missing file beside the question',
    smallQuestion('q1', { resourceUrl: 'resources/gone.pdf' }),
    'exam.json sections[0].questions[0].resourceUrl: The file "resources/gone.pdf" is missing.',
  ],
  [
    'a film that is none',
    {
      ...{ type: 'QGRID', id: 'q1', text: 'See it.', marks: 0 },
      rows: [{ cells: [{ components: [{ kind: 'recording', id: 'film', label: 'Film', src: 'resources/lock.mp4' }] }] }],
    },
    'exam.json sections[0].questions[0].rows[0].cells[0].components[0].src: The film "resources/lock.mp4" is no MP4 (H.264) or WebM.',
  ],
  [
    'an id that is a page',
    smallQuestion('intro'),
    'exam.json sections[0].questions[0].id: "intro" is the name of a page of the exam; choose another id',
  ],
])('%s is refused at its place', async (_, question, message) => {
  expect(await problems({ 'exam.json': withQuestions(question), 'resources/lock.mp4': 'no film' })).toEqual([message])
})

test('a wrong type, an unknown field and an unknown question type are refused, all of them at once', async () => {
  const found = await problems({
    'exam.json': withQuestions(smallQuestion('q1', { marks: 'two' }), smallQuestion('q2', { colour: 'red' }), {
      ...smallQuestion('q3'),
      type: 'HOLOGRAM',
    }),
  })
  expect(found.map((one) => one.split(':')[0])).toEqual([
    'exam.json sections[0].questions[0].marks',
    'exam.json sections[0].questions[1]',
    'exam.json sections[0].questions[2].type',
  ])
})

test('an id stands once in an exam, over sections and questions', async () => {
  const sections = [
    { id: 's1', name: 'One', questions: [smallQuestion('q1')] },
    { id: 's2', name: 'Two', sections: [{ id: 'q1', name: 'Inner', questions: [smallQuestion('s2')] }] },
  ]
  expect(await problems({ 'exam.json': smallExam({ sections }) })).toEqual([
    'exam.json sections[1].sections[0].id: duplicate id "q1"',
    'exam.json sections[1].sections[0].questions[0].id: duplicate id "s2"',
  ])
})

test('a section may stand in a file of its own, and a problem in it is named there', async () => {
  const files = (question: object) => ({
    'exam.json': smallExam({ sections: [{ file: 'parts/one.json' }] }),
    'parts/one.json': { id: 's1', name: 'One', questions: [question] },
  })
  expect(await problems(files(smallQuestion('q1')))).toEqual([])
  expect(await problems(files(smallQuestion('q1', { key: 'z' })))).toEqual([
    'parts/one.json questions[0].key: "z" is not the id of an option of this question',
  ])
})

test('a circle of sections is refused and shown', async () => {
  const found = await problems({
    'exam.json': smallExam({ sections: [{ file: 'a.json' }] }),
    'a.json': { id: 'a', name: 'A', sections: [{ file: 'b.json' }] },
    'b.json': { id: 'b', name: 'B', sections: [{ file: 'a.json' }] },
  })
  expect(found).toEqual(['b.json sections[0].file: The sections go in a circle: exam.json → a.json → b.json → a.json.'])
})

test('a section file that is missing or outside is refused', async () => {
  expect(await problems({ 'exam.json': smallExam({ sections: [{ file: 'gone.json' }] }) })).toEqual([
    'exam.json sections[0].file: The file "gone.json" is missing.',
  ])
  expect(await problems({ 'exam.json': smallExam({ sections: [{ file: '../x.json' }] }) })).toEqual([
    'exam.json sections[0].file: The path leads out of the package.',
  ])
})

test('what a learner’s browser must not get is taken out of the HTML and listed', async () => {
  const reading = await read({
    'exam.json': withQuestions(
      smallQuestion('q1', {
        text: '<p onclick="x()">Hi<script>alert(1)</script></p><img src="https://elsewhere.example/a.png">',
      }),
    ),
    'resources/page.html': '<script>1</script>',
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  expect(reading.package.exam.sections[0]?.questions?.[0]?.text).toBe('<p>Hi</p>')
  expect(reading.package.leftOut.map((one) => `${one.place}: ${one.what}`)).toEqual([
    'exam.json sections[0].questions[0].text: onclick',
    'exam.json sections[0].questions[0].text: <script>',
    'exam.json sections[0].questions[0].text: <img src="https://elsewhere.example/a.png">',
    'resources/page.html: a file',
  ])
  expect(reading.package.resources).toEqual([])
})

test('schedules of the package are read, and a wrong one is named', async () => {
  const schedules = [{ guid: 'sched-1', username: 'learner', startsInMinutes: -5, password: 'secret' }]
  expect(await read({ 'exam.json': smallExam(), 'schedules.json': schedules })).toMatchObject({
    ok: true,
    package: { schedules: [{ username: 'learner', practice: false }] },
  })
  expect((await problems({ 'exam.json': smallExam(), 'schedules.json': [{ guid: 'x' }] }))[0]).toContain(
    'schedules.json [0].username',
  )
})

test('a format that this server doesn’t know, broken JSON and an exam without questions are refused', async () => {
  expect(await problems({ 'exam.json': smallExam({ formatVersion: 2 }) })).toEqual([
    'exam.json formatVersion: This server reads version 1; the package is of version 2.',
  ])
  expect((await problems({ 'exam.json': '{"a": ' }))[0]).toContain('exam.json: This is not JSON')
  expect(await problems({ 'exam.json': smallExam({ sections: [{ id: 's', name: 'S' }] }) })).toEqual([
    'exam.json sections: there is no question in the exam',
  ])
})

test('the HTML of every kind of question is cleaned, in whatever field it stands', async () => {
  const dirty = (text: string) => `<b>${text}</b><script>x</script>`
  const options = [
    { id: 'a', text: dirty('a') },
    { id: 'b', text: dirty('b') },
  ]
  const questions = [
    { type: 'COMBO', id: 'q1', text: dirty('1'), introText: dirty('i'), dropdownLabel: dirty('d'), options, key: 'a' },
    { type: 'MATCH', id: 'q2', text: dirty('2'), options, selections: options, key: { a: 'a', b: 'b' } },
    {
      type: 'MULTITEXT',
      id: 'q3',
      text: dirty('3'),
      parts: [{ id: 'p', text: dirty('p'), suffix: dirty('s'), usesRichText: true, answerText: dirty('r') }],
    },
    {
      type: 'QTABLE',
      id: 'q4',
      text: dirty('4'),
      columns: [{ text: dirty('c') }],
      rows: [{ id: 'r', text: dirty('h'), cells: [{ text: dirty('g') }] }],
    },
    {
      type: 'BLANKS',
      id: 'q5',
      text: `[V1]${dirty('5')}`,
      variableOptions: [{ id: 'V1', options }],
      key: { V1: { options: ['a'] } },
    },
    { type: 'QGRID', id: 'q6', text: dirty('6'), rows: [{ cells: [{ components: [{ kind: 'text', html: dirty('t') }] }] }] },
    { type: 'EVIDENCE', id: 'q7', text: dirty('7'), evidenceText: dirty('e') },
  ]
  const reading = await readPackage({
    path: await makeZip({ 'exam.json': smallExam({ sections: [{ id: 's', name: 'S', questions }] }) }),
  })
  const text = JSON.stringify(reading)
  expect(text.match(/<b>/g)).toHaveLength(JSON.stringify(questions).match(/<script>/g)?.length ?? 0)
  expect(JSON.stringify(reading.ok && reading.package.exam)).not.toContain('script')
})

test('what is said beside a recording is cleaned too, of the exam and of its sections', async () => {
  const media = { url: 'resources/talk.mp3', title: 'A <talk>', text: '<b>Listen</b><script>x</script>' }
  const section = {
    id: 's',
    name: 'S',
    media,
    text: media.text,
    scenarioText: media.text,
    questions: [{ type: 'STATICTEXT', id: 'q', text: '' }],
  }
  const exam = smallExam({ settings: { media }, sections: [section] })
  const reading = await readPackage({ path: await makeZip({ 'exam.json': exam, 'resources/talk.mp3': 'sound' }) })
  const cleaned = { ...media, text: '<b>Listen</b>' }
  expect(reading.ok && reading.package.exam).toMatchObject({
    settings: { media: cleaned },
    sections: [{ media: cleaned, text: cleaned.text, scenarioText: cleaned.text }],
  })
})
