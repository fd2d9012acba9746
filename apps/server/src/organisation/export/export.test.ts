import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from '@sitwell/contract'
import { type AuthoredQuestion, markingOf } from '@sitwell/question-types/marking'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AuthoredExam, type AuthoredSection, authoredExam } from '../../import/authored-exam.ts'
import { hideIds } from '../../import/hide-ids.ts'
import type { ImportedPackage } from '../../import/imported-package.ts'
import { readPackage } from '../../import/read-package.ts'
import { matroskaBytes } from '../../import/testing/film-bytes.ts'
import { makeZip, onePixel, smallExam, temporaryFolder } from '../../import/testing/make-package.ts'
import { choices12, equal12, fib12, item12, rule12, test12, text12 } from '../../import/testing/qti1-item.ts'
import { nativePackage } from './native-package.ts'
import { qtiPackage } from './qti/qti-package.ts'
import { writeZip } from './zip-file.ts'

const root = join(import.meta.dirname, '../../../../..')

/** A package as it is read again after it was written. */
const again = async (files: ReadonlyMap<string, Uint8Array>): Promise<ImportedPackage> => {
  const path = join(await temporaryFolder(), 'export.zip')
  await writeZip(path, files)
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}
const read = async (path: string): Promise<ImportedPackage> => {
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}
const questionsOf = (sections: readonly AuthoredSection[]): AuthoredQuestion[] =>
  sections.flatMap((one) => [...questionsOf(one.sections ?? []), ...(one.questions ?? [])])

const words = fc.constantFrom('Oak', 'elm tree', 'a < b', '<b>bold</b> &eacute;', 'x & y', 'ß', 'a|b', '[c]', '3.5')
const marks = fc.constantFrom(1, 2, 0.5, 10)
const penalty = fc.constantFrom(0, 0.25, 1)
const ids = ['a', 'b', '1 2', 'x:y', 'correct']
const options = fc
  .uniqueArray(words, { minLength: 2, maxLength: 5 })
  .map((all) => all.map((text, at) => ({ id: ids[at] ?? '', text })))
const part = (id: string, own: number, key: object) => ({ id, marks: own, key })

const credit = (some: readonly { id: string }[]) =>
  fc.oneof(
    penalty.map((one) => ({ kind: 'all', penalty: one })),
    penalty.map((one) => ({ kind: 'each', penalty: one })),
    fc
      .tuple(
        fc.array(fc.constantFrom(-1, 0, 0.5, 2), { minLength: some.length, maxLength: some.length }),
        fc.constantFrom(0, -1),
      )
      .map(([weights, least]) => ({
        kind: 'weights',
        weights: Object.fromEntries(some.map(({ id }, at) => [id, weights[at] ?? 0])),
        least,
      })),
  )
const gapCredit = fc.tuple(fc.constantFrom('each', 'all'), penalty).map(([kind, one]) => ({ kind, penalty: one }))
const typedKey = fc.oneof(
  fc
    .tuple(fc.uniqueArray(words, { minLength: 1, maxLength: 3 }), fc.boolean(), fc.boolean())
    .map(([all, ignoreCase, ignoreSpaces]) => ({
      kind: 'texts',
      accepted: all.map((value) => ({ value })),
      ignoreCase,
      ignoreSpaces,
    })),
  fc
    .tuple(fc.constantFrom(3, -2.5, 0), fc.constantFrom(0, 0.5), fc.constantFrom(0, 10))
    .map(([value, tolerance, tolerancePercent]) => ({
      kind: 'numbers',
      accepted: [{ value, tolerance, tolerancePercent }],
    })),
)

const question: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  options.chain((all) =>
    fc.record({
      type: fc.constantFrom('RADIO', 'COMBO'),
      text: words,
      marks,
      options: fc.constant(all),
      key: fc.constantFrom(...all.map(({ id }) => id)),
      credit: credit(all),
      shuffle: fc.boolean(),
    }),
  ),
  options.chain((all) =>
    fc.record({
      type: fc.constant('MULTICHOICE'),
      text: words,
      marks,
      options: fc.constant(all),
      key: fc.subarray(
        all.map(({ id }) => id),
        { minLength: 1 },
      ),
      credit: credit(all),
    }),
  ),
  fc.tuple(options, fc.boolean()).chain(([all, isSingle]) =>
    fc.record({
      type: fc.constant('HOTTEXT'),
      text: fc.constant(`<p>Now ${all.map((_, at) => `<i>then [H${at + 1}]</i>`).join(', ')} & so on.</p>`),
      marks,
      options: fc.constant(all),
      key: isSingle
        ? fc.constantFrom(...all.map(({ id }) => [id]))
        : fc.subarray(
            all.map(({ id }) => id),
            { minLength: 1 },
          ),
      maxOptions: fc.constant(isSingle ? 1 : 0),
      credit: credit(all),
    }),
  ),
  fc.tuple(options, options, gapCredit).map(([left, right, given]) => ({
    type: 'MATCH',
    text: 'Match',
    marks: 3,
    options: left,
    selections: right,
    key: Object.fromEntries(left.map(({ id }, at) => [id, right[at % right.length]?.id])),
    credit: given,
  })),
  fc.tuple(options, typedKey, gapCredit).map(([all, key, given]) => ({
    type: 'BLANKS',
    text: '<p>One [V1], then [v2] [not].</p>',
    marks: 4,
    variableOptions: [{ id: 'V1', options: all }],
    key: { V1: { options: all.slice(0, 2).map(({ id }) => id) }, V2: key },
    credit: given,
  })),
  fc.tuple(typedKey, penalty, fc.constantFrom(1, 0.5)).map(([key, one, share]) => ({
    type: 'MULTITEXT',
    text: 'Type',
    parts: [part('p', 2, { ...key, penalty: one, accepted: key.accepted.map((each) => ({ ...each, share })) })],
  })),
  fc.tuple(typedKey, typedKey).map(([one, other]) => ({
    type: 'MULTITEXT',
    text: 'Type both',
    parts: [part('p', 2, one), part('q', 1, other)],
  })),
)

const exam: fc.Arbitrary<AuthoredExam> = fc
  .array(question, { minLength: 1, maxLength: 4 })
  .map((all) =>
    authoredExam.parse(
      smallExam({ sections: [{ id: 's1', name: 'One', questions: all.map((one, at) => ({ ...one, id: `q${at + 1}` })) }] }),
    ),
  )

const given = fc.constantFrom(
  '',
  'Oak',
  'OAK',
  'elm  tree',
  'ELM TREE',
  'elmtree',
  'ss',
  'SS',
  '3',
  '3.4',
  '3,3',
  '-2.5',
  '0',
  'x & y',
  'none',
  'a|b',
)

/** An answer of a question by places, so that it means the same in a question whose ids are others. */
interface Places {
  readonly numbers: readonly number[]
  readonly texts: readonly string[]
}
const places: fc.Arbitrary<Places> = fc.record({
  numbers: fc.array(fc.nat(5), { maxLength: 5 }),
  texts: fc.array(given, { minLength: 2, maxLength: 2 }),
})

const joined = (texts: readonly string[]): Answer => ({
  answerText: texts.every((one) => one === '') ? '' : texts.map((one) => one.replace(/[\\|]/g, String.raw`\$&`)).join('|'),
  options: [],
})

/** An option by its place in the exam that was written, which the one that was read may show in another order. */
const placed = <One extends { readonly id: string }>(all: readonly One[], at: number): One | undefined =>
  all.find(({ id }) => id === `o${at + 1}`) ?? all[at]

const answerOf = (asked: AuthoredQuestion, { numbers, texts }: Places): Answer => {
  const chosen = (all: readonly (readonly [string | undefined, string])[]) => ({
    answerText: '',
    options: all.flatMap(([optionID, optionText]) => (optionID === undefined ? [] : [{ optionID, optionText }])),
  })
  switch (asked.type) {
    case 'HOTTEXT':
      return chosen(
        [...new Set(numbers)].slice(0, asked.maxOptions || undefined).map((at) => [placed(asked.options, at)?.id, '']),
      )
    case 'MULTICHOICE':
      return chosen([...new Set(numbers)].map((at) => [placed(asked.options, at)?.id, '']))
    case 'RADIO':
    case 'TRUEFALSE':
    case 'COMBO':
      return chosen(numbers.slice(0, 1).map((at) => [placed(asked.options, at)?.id, '']))
    case 'MATCH':
      return chosen(
        asked.options.flatMap(({ id }, at) => {
          const selection = asked.selections[numbers[at] ?? 9]
          return selection ? [[id, selection.id] as const] : []
        }),
      )
    case 'BLANKS':
      return joined(
        ['V1', 'V2'].map((id, at) => {
          const list = asked.variableOptions.find((one) => one.id === id)
          return list ? (list.options[numbers[0] ?? 9]?.text ?? '') : (texts[at] ?? '')
        }),
      )
    case 'MULTITEXT':
      return chosen(asked.parts.flatMap(({ id }, at) => (texts[at] === '' ? [] : [[id, texts[at] ?? ''] as const])))
    default:
      return { answerText: '', options: [] }
  }
}

/** A question that was typed into fields may come back with blanks in its text. */
const typedInto = (asked: AuthoredQuestion, { texts }: Places, count: number): Answer =>
  asked.type === 'BLANKS' ? joined(texts.slice(0, count)) : answerOf(asked, { numbers: [], texts })

test('an exam of the demonstration that was exported and imported is the same exam with the same files', async () => {
  for (const path of globSync(`${root}/demo/*/exams/*`)) {
    const { exam: written, resources } = await read(path)
    const back = await again(nativePackage({ exam: written, resources }))
    expect(back.exam, path).toEqual(written)
    expect(new Map(back.resources.map((one) => [one.path, Buffer.from(one.bytes).toString('base64')])), path).toEqual(
      new Map(resources.map((one) => [one.path, Buffer.from(one.bytes).toString('base64')])),
    )
    expect(back.leftOut, path).toEqual([])
  }
})

test('any exam that was exported and imported is the same exam, and so it is with ids that were hidden', async () => {
  await fc.assert(
    fc.asyncProperty(exam, fc.boolean(), async (written, isHidden) => {
      const stored = isHidden ? hideIds(written, 'seed') : written
      const first = await read(await makeZip({ 'exam.json': stored }))
      expect((await again(nativePackage(first))).exam).toEqual(first.exam)
    }),
    { numRuns: 25 },
  )
})

test('square brackets of a text with blanks come back as they are, also through QTI', async () => {
  const text = '<p>list&lbrack;0&rbrack; is [V1] <i title="[x]">here</i>.</p>'
  const key = { V1: { kind: 'texts', accepted: [{ value: "don't" }] } }
  const written = authoredExam.parse(
    smallExam({ sections: [{ id: 's1', name: 'One', questions: [{ type: 'BLANKS', id: 'q1', text, key }] }] }),
  )
  for (const files of [nativePackage({ exam: written, resources: [] }), qtiPackage({ exam: written, resources: [] }).files]) {
    const [back] = questionsOf((await again(files)).exam.sections)
    expect(back?.text).toContain('<p>list&lbrack;0&rbrack; is [V1] <i title="[x]">here</i>.</p>')
    const mark = (answerText: string) => back && markingOf(back).mark(back, { answerText, options: [] }).score
    expect(["don't", 'DON’T', 'dont'].map(mark)).toEqual([1, 1, 0])
  }
})

test('files of an exam from elsewhere come back from where they lay', async () => {
  const written = authoredExam.parse(
    smallExam({
      sections: [
        {
          id: 's1',
          name: 'One',
          text: '<img src="web%20files/a.png" alt="">',
          resourceUrl: 'notes.pdf',
          questions: smallExam().sections[0]?.questions,
        },
      ],
    }),
  )
  const resources = [
    { path: 'web files/a.png', mediaType: 'image/png', bytes: onePixel },
    { path: 'notes.pdf', mediaType: 'application/pdf', bytes: new Uint8Array(Buffer.from('%PDF-1.4 none')) },
  ]
  const back = await again(nativePackage({ exam: written, resources }))
  expect(back.resources.map(({ path }) => path).sort()).toEqual(['notes.pdf', 'web files/a.png'])
})

test('a recording of a form comes back with its file, its words and how often it may be heard', async () => {
  const call = { kind: 'recording', id: 'call', label: 'Call', src: 'sounds/call.mp3', captions: 'sounds/call.vtt', most: 2 }
  const form = { type: 'QGRID', id: 'q1', text: 'Hear it.', marks: 0, rows: [{ cells: [{ components: [call] }] }] }
  const written = authoredExam.parse(smallExam({ sections: [{ id: 's1', name: 'One', questions: [form] }] }))
  const resources = [
    { path: 'sounds/call.mp3', mediaType: 'audio/mpeg', bytes: new Uint8Array(await readFile(`${root}/e2e/media/tone.mp3`)) },
    { path: 'sounds/call.vtt', mediaType: 'text/vtt', bytes: new Uint8Array(Buffer.from('WEBVTT\n')) },
  ]
  const back = await again(nativePackage({ exam: written, resources }))
  expect(back.exam).toEqual(written)
  expect(back.resources.map(({ path }) => path).sort()).toEqual(['sounds/call.mp3', 'sounds/call.vtt'])
  expect(back.leftOut).toEqual([])
})

test('a film of a text and of a form comes back as it was, and that of a text by way of QTI 3.0 too', async () => {
  const text =
    '<p>See <video src="films/a%20lock.webm" poster="films/lock.png" width="320" height="180" title="A lock"><track src="films/lock.vtt" kind="captions" srclang="en"></video></p>'
  const film = { kind: 'recording', id: 'film', label: 'Film', src: 'films/a lock.webm', captions: 'films/lock.vtt', most: 2 }
  const form = { type: 'QGRID', id: 'q1', text: 'See it.', marks: 0, rows: [{ cells: [{ components: [film] }] }] }
  const shown = { type: 'STATICTEXT', id: 'q2', text, marks: 0 }
  const resources = [
    { path: 'films/a lock.webm', mediaType: 'video/webm', bytes: matroskaBytes() },
    { path: 'films/lock.png', mediaType: 'image/png', bytes: onePixel },
    { path: 'films/lock.vtt', mediaType: 'text/vtt', bytes: new Uint8Array(Buffer.from('WEBVTT\n')) },
  ]
  const exam = authoredExam.parse(
    smallExam({ settings: { introText: text }, sections: [{ id: 's1', name: 'One', questions: [form, shown] }] }),
  )
  const back = await again(nativePackage({ exam, resources }))
  expect(back).toMatchObject({ exam, leftOut: [] })
  expect(back.resources.map((one) => [one.path, one.mediaType])).toEqual(resources.map((one) => [one.path, one.mediaType]))

  const { files, notWritten } = qtiPackage({ exam, resources })
  expect(notWritten.map(({ place }) => place)).toContain('question q1')
  const fromQti = await again(files)
  expect(questionsOf(fromQti.exam.sections).map((one) => one.text)).toEqual([`<div>${text}</div>`])
  expect(fromQti.exam.settings.introText).toContain(text)
  expect(fromQti.resources.map((one) => [one.path, one.mediaType])).toEqual(resources.map((one) => [one.path, one.mediaType]))
  expect(fromQti.leftOut).toEqual([])
})

test('a drawing comes back as it was, in our own form and by way of QTI 3.0, with the picture that it is drawn on', async () => {
  const sketch = { kind: 'drawing', id: 'f1', src: 'maps/bay.png', alt: 'A "bay" & more', width: 300, height: 200 }
  const form = (id: string, ...components: object[]) => ({
    ...{ type: 'QGRID', id, text: '<p>Look.</p>', marks: 3 },
    rows: components.map((one) => ({ cells: [{ components: [one] }] })),
  })
  const named = form('q1', { ...sketch, label: 'Draw the way & the pier.' })
  const below = form(
    'q2',
    { kind: 'text', html: 'Draw the <b>pier</b>.' },
    { ...sketch, label: 'Draw the pier.', hidesLabel: true },
  )
  const more = form('q3', { ...sketch, label: 'Draw.' }, { kind: 'checkbox', id: 'sure', label: 'Sure?' })
  const keyed = { ...named, id: 'q4', key: { fields: { f1: { kind: 'person' } } } }
  const exam = authoredExam.parse(smallExam({ sections: [{ id: 's1', name: 'One', questions: [named, below, more, keyed] }] }))
  const resources = [{ path: 'maps/bay.png', mediaType: 'image/png', bytes: onePixel }]
  expect(await again(nativePackage({ exam, resources }))).toMatchObject({ exam, leftOut: [] })

  const { files, notWritten } = qtiPackage({ exam, resources })
  expect(notWritten).toEqual([expect.objectContaining({ place: 'question q3', isQuestion: true })])
  const back = await again(files)
  expect(back.leftOut).toEqual([])
  expect(back.resources.map(({ path }) => path)).toEqual(['maps/bay.png'])
  const asWritten = (one: AuthoredQuestion) => (one.type === 'QGRID' ? { rows: one.rows, marks: one.marks } : undefined)
  const written = questionsOf(exam.sections).filter(({ id }) => id !== 'q3')
  expect(questionsOf(back.exam.sections).map(asWritten)).toEqual(written.map(asWritten))
  expect(
    questionsOf(back.exam.sections).map((one) =>
      markingOf(one).mark(one, { answerText: '\u001cf1\u001f{}\u001c\u001c', options: [] }),
    ),
  ).toEqual(written.map(() => ({ score: 0, maxScore: 3, needsPerson: true })))
})

test('what packs to a trifle is stored as it is, so that an import never takes an export for a bomb', async () => {
  const text = ' '.repeat(3 * 1024 * 1024)
  const written = authoredExam.parse(smallExam({ messages: { '1': text } }))
  expect((await again(nativePackage({ exam: written, resources: [] }))).exam.messages['1']).toBe(text)
})

test('QTI 3.0: each question that is written is worth as much as here, whatever is answered; the others are named', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(exam, fc.array(places, { minLength: 3, maxLength: 8 }), async (written, answers) => {
      const { files, notWritten, items } = qtiPackage({ exam: written, resources: [] })
      const left = new Set(notWritten.filter((one) => one.isQuestion).map(({ place }) => place.replace('question ', '')))
      const all = questionsOf(written.sections)
      expect(items + left.size).toBe(all.length)
      // What rules can't say is known; a question that is left out for anything else has rules that say it wrongly.
      for (const { why, isQuestion } of notWritten) if (isQuestion) expect(why).toContain('What is no number costs marks')
      if (items === 0) return
      const back = await again(files)
      const read = new Map(questionsOf(back.exam.sections).map((one) => [one.id, one]))
      expect(back.leftOut.filter(({ loss }) => loss === 'marks' || loss === 'structure')).toEqual([])
      for (const asked of all.filter(({ id }) => !left.has(id))) {
        const other = read.get(asked.id)
        if (!other) throw new Error(`${asked.id} is lost`)
        for (const one of answers) {
          const mark = markingOf(asked).mark(asked, answerOf(asked, one))
          const there = markingOf(other).mark(
            other,
            asked.type === 'MULTITEXT' ? typedInto(other, one, asked.parts.length) : answerOf(other, one),
          )
          expect([there.score, there.needsPerson], JSON.stringify([asked, one])).toEqual([expect.closeTo(mark.score, 6), false])
          compared += 1
        }
      }
    }),
    { numRuns: 60 },
  )
  expect(compared).toBeGreaterThan(300)
})

test('QTI 3.0: questions that came with rules of their own keep them, and what each answer is worth', async () => {
  const rows = ['Rome', 'Oslo'].map((one, at) => choices12(`response_${at}`, '', ['I', 'N', 'G'], one)).join('')
  const bank = test12(
    item12(
      text12('Several') + choices12('R', 'Multiple', ['A', 'B', 'C']),
      rule12(equal12('R', 'a'), 'Add 60', 'continue="Yes"') + rule12(equal12('R', 'b'), 'Subtract 20', 'continue="Yes"'),
      { points: '3' },
    ),
    item12(
      text12('Match') + rows,
      rule12(equal12('response_0', 'a'), 'Add 75') + rule12(equal12('response_1', 'b'), 'Add 25'),
      { points: '2' },
    ),
    item12(
      text12('<p>From [x] to [y]</p>') + choices12('response_x', '', ['Oak', 'elm'], 'x') + fib12('response_y'),
      rule12(equal12('response_x', 'b'), 'Add 40') + rule12(equal12('response_y', 'Elm tree'), 'Add 60'),
      { points: '1' },
    ),
    item12(
      text12('Number') + fib12('R', 'fibtype="Decimal"'),
      rule12('<vargt respident="R">2.9</vargt><varlte respident="R">3.3</varlte>', 'Set 100'),
      { points: '1' },
    ),
    item12(
      text12('Order') + choices12('R', 'Ordered', ['A', 'B', 'C']),
      rule12(equal12('R', 'c', 'index="1"'), 'Add 50') + rule12(equal12('R', 'a', 'index="2"'), 'Add 50'),
      { points: '1' },
    ),
  )
  const first = await read(await makeZip({ 'bank.xml': bank }))
  const stored = { exam: hideIds(first.exam, 'seed'), resources: [] }
  const { files, notWritten, items } = qtiPackage(stored)
  expect([items, notWritten]).toEqual([5, []])
  const [all, back] = [questionsOf(first.exam.sections), questionsOf((await again(files)).exam.sections)]
  fc.assert(
    fc.property(places, (one) => {
      for (const [at, asked] of all.entries()) {
        const other = back[at]
        if (!other) throw new Error(`${asked.id} is lost`)
        const scoreOf = (question: AuthoredQuestion) =>
          markingOf(question).mark(
            question,
            question.type === 'BLANKS' && asked.type === 'MULTITEXT' ? typedInto(question, one, 1) : answerOf(question, one),
          ).score
        expect(scoreOf(other), asked.type).toBeCloseTo(scoreOf(asked), 6)
      }
    }),
  )
})

test('QTI 3.0: the exams of the demonstration are written as far as they fit, and read without a loss of marks', async () => {
  for (const path of globSync(`${root}/demo/*/exams/*`)) {
    const { exam: written, resources } = await read(path)
    const { files, notWritten, items } = qtiPackage({ exam: written, resources })
    const all = questionsOf(written.sections)
    expect(items + notWritten.filter((one) => one.isQuestion).length, path).toBe(all.length)
    if (items === 0) continue
    const back = await again(files)
    expect(questionsOf(back.exam.sections).length, path).toBe(items)
    expect(
      back.leftOut.filter(({ loss }) => loss === 'marks' || loss === 'structure'),
      path,
    ).toEqual([])
  }
})

test('what sections draw and shuffle is the same after QTI 3.0, and in our own form', async () => {
  const asked = (id: string, more: object = {}) => ({
    ...{ type: 'RADIO', id, text: id, key: '1', ...more },
    options: [
      { id: '1', text: 'Yes' },
      { id: '2', text: 'No' },
    ],
  })
  const exam = authoredExam.parse(
    smallExam({
      sections: [
        {
          id: 'pool',
          name: 'Pool',
          select: 2,
          shuffle: true,
          questions: [asked('a', { required: true }), asked('b', { fixed: true }), asked('c'), asked('d')],
        },
        {
          id: 'sets',
          name: 'Sets',
          select: 2,
          shuffle: true,
          sections: [
            { id: 'seen', name: 'Seen', fixed: true, questions: [asked('e')] },
            { id: 'block', name: 'Block', visible: false, questions: [asked('f'), asked('g')] },
            {
              id: 'mixed',
              name: 'Mixed',
              visible: false,
              keepTogether: false,
              required: true,
              questions: [asked('h'), asked('i')],
            },
          ],
        },
      ],
    }),
  )
  const drawing = ({
    id,
    select,
    shuffle,
    required,
    fixed,
    visible,
    keepTogether,
    sections,
    questions,
  }: AuthoredSection): object => ({
    ...{ id, select, shuffle, required, fixed, visible: visible ?? true, keepTogether },
    sections: (sections ?? []).map(drawing),
    questions: (questions ?? []).map((one) => [one.id, one.required, one.fixed]),
  })
  const { files, notWritten } = qtiPackage({ exam, resources: [] })
  expect(notWritten).toEqual([])
  const qti = await again(files)
  expect(qti.leftOut).toEqual([])
  expect(qti.exam.sections.map(drawing)).toEqual(exam.sections.map(drawing))
  expect((await again(nativePackage({ exam, resources: [] }))).exam).toEqual(exam)
})
