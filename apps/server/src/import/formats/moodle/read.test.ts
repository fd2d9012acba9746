import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markingOf } from '@sitwell/question-types/marking'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answer, at, chosen, inBlanks, quiz, read } from '../../testing/read-bank.ts'

const text = (name: string, html: string) => `<${name} format="html"><text><![CDATA[${html}]]></text></${name}>`
/** A question without a `defaultgrade`. */
const bare = (type: string, html: string, inside = '') =>
  `<question type="${type}"><name><text>${type}</text></name>${text('questiontext', html)}${inside}</question>`
const reported = (found: Awaited<ReturnType<typeof read>>) => found.leftOut?.map(({ what }) => what)
const losses = (found: Awaited<ReturnType<typeof read>>) => found.leftOut?.filter(({ loss }) => loss !== 'nothing')

test('answers in a text are worth the sum of their weights, whatever else the file says', async () => {
  const weights = fc.array(fc.constantFrom('', '1', '2', '3', '10'), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(weights, fc.option(fc.constantFrom('1', '2.5', '12')), async (each, grade) => {
      const html = each.map((weight, index) => `{${weight}:SA:=a${index}}`).join(' ')
      const given = grade === null ? '' : `<defaultgrade>${grade}</defaultgrade>`
      const found = await read('bank.xml', quiz(bare('cloze', html, given)))
      const worth = each.map((weight) => Number(weight || 1))
      const sum = worth.reduce((total, one) => total + one, 0)
      const one = at(found.all, 0)
      const blanks = (filled: (index: number) => boolean) =>
        each.map((_, index) => (filled(index) ? `a${index}` : 'x')).join('|')
      expect([
        one.marks,
        inBlanks(
          one,
          blanks(() => true),
        ),
      ]).toEqual([sum, expect.closeTo(sum)])
      for (const [index, own] of worth.entries())
        expect(
          inBlanks(
            one,
            blanks((other) => other === index),
          ),
        ).toBeCloseTo(own)
      expect(reported(found)).toEqual(grade === null || Number(grade) === sum ? [] : ['defaultgrade'])
    }),
    { numRuns: 25 },
  )
})

test('shares may have a decimal comma', async () => {
  const { all, leftOut } = await read(
    'bank.xml',
    quiz(bare('cloze', '{1:MC:%33,33333%a~%50,%b~=c} {1:SA:%33,33333%third~=whole}')),
  )
  expect(['a|x', 'b|x', 'c|x', 'x|third'].map((one) => inBlanks(at(all, 0), one))).toEqual([
    expect.closeTo(1 / 3),
    0.5,
    1,
    expect.closeTo(1 / 3),
  ])
  expect([JSON.stringify(all).includes('33,3'), leftOut]).toEqual([false, []])
  const gift = await read('set.gift', 'Which? {~%33,33333%a ~%66.66667%b ~c}')
  expect([chosen(at(gift.all, 0), 'a'), JSON.stringify(gift.all).includes('33,3')]).toEqual([expect.closeTo(1 / 3), false])
})

test('square brackets of a text stay, unless they look like a blank', async () => {
  const box = '<dragbox><text>cat</text><group>1</group><infinite/></dragbox>'
  const pieces = fc.array(fc.constantFrom('[', ']', '[0]', 'list', ' ', '&lt;', 'a<b>c</b>', '[i, j]'), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (around, isDragged) => {
      fc.pre(!/\[\[\d+\]\]|\[v\d/i.test(around.join('')))
      const html = `<p>x${around.join('')}x ${isDragged ? '[[1]]' : '{1:SA:=cat}'}</p>`
      const found = await read('bank.xml', quiz(bare(isDragged ? 'ddwtos' : 'cloze', html, isDragged ? box : '')))
      const shown = at(found.all, 0).text.replaceAll('&lbrack;', '[').replaceAll('&rbrack;', ']')
      expect(shown).toBe(html.replace(/\[\[1\]\]|\{.*\}/, '[V1]'))
      expect([inBlanks(at(found.all, 0), 'cat'), losses(found)]).toEqual([1, []])
    }),
    { numRuns: 40 },
  )
  const like = await read('bank.xml', quiz(bare('cloze', 'Of [v2] {1:SA:=a}')))
  expect([at(like.all, 0).text, reported(like)]).toEqual(['Of (v2) [V1]', ['square brackets']])
})

test('an essay begins with its template, and a person marks it', async () => {
  const template = text('responsetemplate', '<p>Dear <b>Sir</b>,</p><p>1 &lt; 2</p>')
  const essay = (format: string) =>
    bare('essay', 'Write.', `<responseformat>${format}</responseformat><responsefieldlines>5</responsefieldlines>${template}`)
  const found = await read('bank.xml', quiz(essay('editor'), essay('plain'), bare('essay', 'Write.')))
  expect(found.all.map((one) => (one.type === 'MULTITEXT' ? one.parts : one.type))).toMatchObject([
    [{ usesRichText: true, answerText: '<p>Dear <b>Sir</b>,</p><p>1 &lt; 2</p>', marks: 1 }],
    [{ usesRichText: false, answerText: 'Dear Sir,\n1 < 2', lineCount: 5, marks: 1 }],
    'QUESTIONLTEXT',
  ])
  const mark = (optionText: string) =>
    markingOf(at(found.all, 0)).mark(at(found.all, 0), { answerText: '', options: [{ optionID: 'part-1', optionText }] })
  expect([mark('<p>Dear <b>Sir</b>,</p><p>1 &lt; 2</p>').needsPerson, mark('<p>No.</p>').needsPerson]).toEqual([false, true])
  expect(reported(found)).toEqual([])
})

/** Fields of each type with a value that somebody put there. */
const fields: Readonly<Record<string, readonly (readonly [name: string, value: string])[]>> = {
  essay: [
    ['minwordlimit', '17'],
    ['maxwordlimit', '423'],
    ['attachments', '3'],
    ['attachmentsrequired', '2'],
    ['filetypeslist', '.qqq'],
    ['maxbytes', '20971520'],
    ['responsetemplate', 'Begin qqtemplate'],
    ['graderinfo', 'Look for qqnotes'],
  ],
  multichoice: [
    ['correctfeedback', 'All qqright'],
    ['partiallycorrectfeedback', 'Some qqpart'],
    ['incorrectfeedback', 'None qqwrong'],
  ],
  numerical: [['units', '<unit><multiplier>1000</multiplier><unit_name>qqmm</unit_name></unit>']],
}
const everywhere = [
  ['generalfeedback', 'In general qqgeneral'],
  ['hint', 'A qqhint'],
  ['image', 'qqpicture.png'],
  ['image_base64', 'qqbytes'],
  ['coursework', 'qqother'],
] as const
const inside: Readonly<Record<string, string>> = {
  essay: '<responseformat>editor</responseformat>',
  upload: '<responseformat>noinline</responseformat>',
  multichoice: answer(100, 'a') + answer(0, 'b'),
  truefalse: answer(100, 'true') + answer(0, 'false'),
  shortanswer: answer(100, 'a'),
  numerical: answer(100, '5'),
  description: '',
}
/** Where a file counts for an upload alone, and words for a text alone. */
const isMeaningless = (type: string, name: string, given: readonly string[]) =>
  type === 'upload'
    ? /wordlimit|responsetemplate/.test(name)
    : name === 'attachmentsrequired' || (/^(filetypeslist|maxbytes)$/.test(name) && !given.includes('attachments'))
/** Names of report entries that aren't the field's own. */
const called: Readonly<Record<string, string>> = {
  minwordlimit: 'word limits',
  maxwordlimit: 'word limits',
  filetypeslist: 'file types',
  maxbytes: 'file size',
  hint: 'hints',
}

test('what is neither shown to a learner nor used for marks is named in the report', async () => {
  const types = fc.constantFrom(...Object.keys(inside))
  await fc.assert(
    fc.asyncProperty(types, fc.infiniteStream(fc.boolean()), async (type, choose) => {
      const own = [...(fields[type === 'upload' ? 'essay' : type] ?? []), ...everywhere]
      const some = own.filter(() => choose.next().value === true)
      const names = some.map(([name]) => name)
      const given = some.map(([name, value]) =>
        name === 'units' ? `<units>${value}</units>` : `<${name} format="html"><text>${value}</text></${name}>`,
      )
      const kind = type === 'upload' ? 'essay' : type
      const found = await read('bank.xml', quiz(bare(kind, 'Which?', (inside[type] ?? '') + given.join(''))))
      const shown = JSON.stringify(found.all)
      const missing = some.filter(
        ([name, value]) =>
          !isMeaningless(type, name, names) &&
          !shown.includes(/qq\w+/.exec(value)?.[0] ?? 'nothing of it') &&
          !found.leftOut?.some(
            ({ what, place }) => place === 'bank.xml question 1' && [name, `<${name}>`, called[name]].includes(what),
          ),
      )
      expect([found.why, missing]).toEqual([undefined, []])
    }),
    { numRuns: 60 },
  )
})

const found = join(import.meta.dirname, '../../../../../../../shared/data/found/cloze-marks.xml')

describe.runIf(existsSync(found))('a small real input, skipped where ../shared/data/found is absent', () => {
  test('its marks are the sums of its weights, and its templates stay', async () => {
    const { all, leftOut } = await read('bank.xml', await readFile(found))
    expect(all.map(({ type, marks }) => [type, marks])).toEqual([
      ['BLANKS', 5],
      ['BLANKS', 7],
      ['RADIO', 1],
      ['BLANKS', 2],
      ['MULTITEXT', 1],
      ['EVIDENCE', 1],
    ])
    expect(at(all, 3).text).toBe('<p>The [V1] sat on the [V2] and the [V3]. array&lbrack;&lbrack;i&rbrack;&rbrack;</p>')
    expect(JSON.stringify(at(all, 4))).toContain('Dear Sir')
    expect(leftOut?.map(({ what, loss }) => [what, loss])).toEqual([
      ['penalty', 'nothing'],
      ['defaultgrade', 'nothing'],
      ['dragging', 'nothing'],
      ['word limits', undefined],
      ['attachments', undefined],
      ['file types', undefined],
    ])
  })
})
