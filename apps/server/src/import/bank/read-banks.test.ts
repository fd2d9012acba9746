import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readPackage } from '../read-package.ts'
import { matroskaBytes, mp4Bytes } from '../testing/film-bytes.ts'
import { makeZip, temporaryFolder } from '../testing/make-package.ts'
import { answer, at, chosen, inBlanks, question, quiz, read, typed } from '../testing/read-bank.ts'

test('GIFT: every kind of question, with shares, ranges, categories and characters that stand for themselves', async () => {
  const { all, sections, leftOut } = await read(
    'trees.gift',
    String.raw`// a comment
$CATEGORY: $course$/top/Trees/Oaks

::One::Which is \{an oak\}? {=Holm oak#yes ~%-50%Elm ~%50%Both \= half}

Two are right. {~%50%A ~%50%B ~%-100%C}

Grant is buried in Grant's tomb.{FALSE#no}

$CATEGORY: Numbers

When? {#=1822:0 =%50%1822:2}

Pi? {#3.141..3.142}

Two plus {=two =%50%T*o =2} is four.

Pair. {=Canada -> Ottawa =Italy -> Rome = -> Oslo}

Write.{}

[html]<p>Only <b>read</b>.</p>

::Broken:: no end {=a`,
  )
  expect(sections).toEqual(['Trees/Oaks', 'Numbers'])
  expect(all.map(({ type }) => type)).toEqual([
    'RADIO',
    'MULTICHOICE',
    'TRUEFALSE',
    'MULTITEXT',
    'MULTITEXT',
    'MULTITEXT',
    'MATCH',
    'QUESTIONLTEXT',
    'STATICTEXT',
  ])
  expect(at(all, 0).text).toBe('Which is {an oak}?')
  expect([chosen(at(all, 0), 'Holm oak'), chosen(at(all, 0), 'Elm'), chosen(at(all, 0), 'Both = half')]).toEqual([1, -0.5, 0.5])
  expect([
    chosen(at(all, 1), 'A', 'B'),
    chosen(at(all, 1), 'A'),
    chosen(at(all, 1), 'A', 'C'),
    chosen(at(all, 1), 'A', 'B', 'C'),
  ]).toEqual([1, 0.5, 0, 0])
  expect([chosen(at(all, 2), 'False'), chosen(at(all, 2), 'True')]).toEqual([1, 0])
  expect(['1822', '1823', '1825'].map((text) => typed(at(all, 3), text))).toEqual([1, 0.5, 0])
  expect(['3.141', '3.142', '3.1421'].map((text) => typed(at(all, 4), text))).toEqual([1, 1, 0])
  expect(['TWO', 'tiro', '2', 'three'].map((text) => typed(at(all, 5), text))).toEqual([1, 0.5, 1, 0])
  expect(at(all, 5).text).toBe('Two plus _____ is four.')
  expect(at(all, 6)).toMatchObject({
    selections: [{ text: 'Ottawa' }, { text: 'Rome' }, { text: 'Oslo' }],
    options: [{ text: 'Canada' }, { text: 'Italy' }],
  })
  expect(leftOut?.map(({ place, what, loss }) => [place.replace(/^.* /, ''), what, loss])).toContainEqual([
    expect.stringMatching(/^\d+$/),
    'item',
    'structure',
  ])
})

test('Aiken: questions of several choices, and one that names no answer is told with its line', async () => {
  const { all, items, leftOut } = await read(
    'set.txt',
    'What is 2 + 2?\nA. three\nB) four\nANSWER: B\n\nOf two\nlines?\nA. one\nB. two\n  and more\nANSWER: A\n\nWhich?\nA. x\nB. y\n',
  )
  expect(all.map((one) => [one.text, chosen(one, 'four'), chosen(one, 'one')])).toEqual([
    ['What is 2 + 2?', 1, 0],
    ['Of two<br>lines?', 0, 1],
  ])
  expect([items?.length, leftOut]).toMatchObject([3, [{ place: 'set.txt line 13', why: expect.stringContaining('ANSWER') }]])
})

test('Moodle XML: shares, tolerances, wildcards, files, categories and answers in a text are what Moodle marks', async () => {
  const { all, sections, resources, leftOut } = await read(
    'bank.xml',
    quiz(
      '<question type="category"><category><text>$course$/top/Trees</text></category></question>',
      question(
        'multichoice',
        '<p>Which? <img src="@@PLUGINFILE@@/a%20b.png" alt="t"><script>x</script></p>',
        `<single>false</single><shuffleanswers>true</shuffleanswers>${answer(33.33333, 'A')}${answer(33.33333, 'B')}${answer(33.33333, 'C')}${answer(-50, 'D')}`,
      ),
      question('shortanswer', 'Name', `<usecase>1</usecase>${answer(100, 'Oak*')}${answer(50, 'oak')}`),
      question(
        'numerical',
        'g?',
        `${answer(100, '9.81', '<tolerance>0.01</tolerance>')}${answer(50, '9.8', '<tolerance>0.2</tolerance>')}${answer(0, '*')}`,
      ),
      question(
        'cloze',
        '<p>It [is] {1:SHORTANSWER:=oak~%50%elm} and {3:MULTICHOICE_S:red~=green#yes} or {1:NUMERICAL:=5:0.1}.</p>',
        '',
      ),
      question(
        'matching',
        'Pair',
        '<subquestion format="html"><text>One</text><answer><text>uno</text></answer></subquestion><subquestion format="html"><text>Two</text><answer><text>dos</text></answer></subquestion><subquestion><text/><answer><text>tres</text></answer></subquestion>',
      ),
      question(
        'gapselect',
        'A [[1]] and a [[2]]',
        '<selectoption><text>cat</text><group>1</group></selectoption><selectoption><text>dog</text><group>1</group></selectoption>',
      ),
      question(
        'essay',
        'Write',
        '<responsefieldlines>15</responsefieldlines><graderinfo format="html"><text>Look for x</text></graderinfo>',
      ),
      question('calculated', 'No', ''),
      question('truefalse', 'True?', `<hidden>1</hidden>${answer(100, 'true')}${answer(0, 'false')}`),
    ),
  )
  expect(sections).toEqual(['Trees'])
  expect(all.map(({ type, marks }) => [type, marks])).toEqual([
    ['MULTICHOICE', 2],
    ['MULTITEXT', 2],
    ['MULTITEXT', 2],
    ['BLANKS', 5],
    ['MATCH', 2],
    ['BLANKS', 2],
    ['QUESTIONLTEXT', 2],
  ])
  expect(at(all, 0).text).toBe('<p>Which? <img src="files/1/a%20b.png" alt="t"></p>')
  expect(resources?.map(({ path, mediaType }) => [path, mediaType])).toEqual([['files/1/a b.png', 'image/png']])
  expect([chosen(at(all, 0), 'A', 'B', 'C'), chosen(at(all, 0), 'A', 'D'), chosen(at(all, 0), 'D')]).toEqual([2, 0, 0])
  expect(['Oak tree', 'oak', 'OAK'].map((text) => typed(at(all, 1), text))).toEqual([2, 1, 0])
  expect(['9.81', '9.7', '9', '9,82'].map((text) => typed(at(all, 2), text))).toEqual([2, 1, 0, 2])
  expect(at(all, 3).text).toBe('<p>It &lbrack;is&rbrack; [V1] and [V2] or [V3].</p>')
  expect([inBlanks(at(all, 3), 'oak|green|5'), inBlanks(at(all, 3), 'ELM|red|5.1'), inBlanks(at(all, 3), '|green|')]).toEqual([
    5, 1.5, 3,
  ])
  expect([inBlanks(at(all, 5), 'cat|dog'), inBlanks(at(all, 5), 'cat|cat')]).toEqual([2, 1])
  expect(JSON.stringify(leftOut)).toContain('Questions of the type calculated are not read.')
  expect(leftOut?.filter(({ loss }) => loss === 'marks')).toEqual([])
})

test('films of banks come with their texts; in place of one that is none stands what its author wrote', async () => {
  const film = Buffer.from(matroskaBytes()).toString('base64')
  const text =
    '<p>See <video src="@@PLUGINFILE@@/lock.webm" autoplay="true">No film</video> and <video><source src="@@PLUGINFILE@@/old.avi">a bridge</video>.</p>'
  const moodle = await read(
    'moodle.xml',
    `<?xml version="1.0" encoding="UTF-8"?><quiz><question type="description"><name><text>Q</text></name><questiontext format="html"><text><![CDATA[${text}]]></text><file name="lock.webm" path="/" encoding="base64">${film}</file></questiontext></question></quiz>`,
  )
  const [shown] = moodle.resources ?? []
  expect(shown?.mediaType).toBe('video/webm')
  expect(at(moodle.all, 0).text).toBe(`<p>See <video src="${shown?.path}">No film</video> and a bridge.</p>`)
  expect(moodle.leftOut?.map(({ what }) => what)).toEqual([expect.stringContaining('old.avi')])

  const zip = await makeZip({ 'a.gift': '[html]<p>See <video src\\="f.mp4"></video></p> {}', 'f.mp4': mp4Bytes() })
  const gift = await readPackage({ path: zip })
  expect(gift).toMatchObject({ ok: true, package: { resources: [{ path: 'f.mp4', mediaType: 'video/mp4' }] } })
})

test('Moodle XML that declares entities, and the backup of a course, are refused with a word', async () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]><quiz><question type="essay"><questiontext><text>&b;</text></questiontext></question></quiz>'
  const path = join(await temporaryFolder(), 'bomb.xml')
  await writeFile(path, bomb)
  const reading = await readPackage({ path })
  expect(reading.ok ? '' : reading.problems[0]?.message).toContain('document type')
  expect((await read('moodle.xml', '<MOODLE_BACKUP><INFO/></MOODLE_BACKUP>')).why).toContain('Export its questions')
})

const table = [
  'id,section,question,type,A,B,C,answer,marks,credit,tolerance,shuffle',
  'q1,Trees,"Which, then?",,Oak,Elm,"Ash ""tall""",C,2,,,yes',
  'q2,Trees,Two?,several,Oak,Elm,Ash,A;C,2,each,,',
  'q3,,Both?,several,Oak,Elm,Ash,A;C,2,,,',
  'q4,,Sky is blue,,,,,true,,,,',
  'q5,,g?,number,,,,9.81,3,,0.01,',
  'q6,,"Name',
  'it",text,,,,oak|elm,,,,',
  'q7,,Say more,,,,,,5,,,',
  'q8,,Wrong,,Oak,Elm,,F,,,,',
].join('\n')

test('a table: kinds are told by what stands in it, credit as it says, and what is wrong is told by its row', async () => {
  const { all, sections, leftOut } = await read('set.csv', table)
  expect(sections).toEqual(['Trees', 'set'])
  expect(all.map(({ id, type, marks }) => [id, type, marks])).toEqual([
    ['q1', 'RADIO', 2],
    ['q2', 'MULTICHOICE', 2],
    ['q3', 'MULTICHOICE', 2],
    ['q4', 'TRUEFALSE', 1],
    ['q5', 'MULTITEXT', 3],
    ['q6', 'MULTITEXT', 1],
    ['q7', 'QUESTIONLTEXT', 5],
  ])
  expect([chosen(at(all, 0), 'Ash "tall"'), chosen(at(all, 0), 'Oak')]).toEqual([2, 0])
  expect([chosen(at(all, 1), 'Oak'), chosen(at(all, 1), 'Oak', 'Elm'), chosen(at(all, 1), 'Oak', 'Ash')]).toEqual([1, 0, 2])
  expect([chosen(at(all, 2), 'Oak'), chosen(at(all, 2), 'Ash', 'Oak')]).toEqual([0, 2])
  expect([typed(at(all, 4), '9.82'), typed(at(all, 4), '9.83'), typed(at(all, 5), 'ELM')]).toEqual([3, 0, 1])
  expect(leftOut).toMatchObject([{ place: 'set.csv row 9', why: expect.stringContaining('"F"') }])
})

const workbook = (rows: string, shared: readonly string[]) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml': '<Types/>',
        'xl/workbook.xml':
          '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Q" sheetId="1" r:id="rId7"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId7" Target="worksheets/sheet3.xml"/></Relationships>',
        'xl/sharedStrings.xml': `<sst>${shared.map((one) => `<si><r><t>${one}</t></r></si>`).join('')}</sst>`,
        'xl/worksheets/sheet3.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    ),
  )

test('a workbook is read as its first sheet, and a cell that is reckoned leaves out its question', async () => {
  const heads = ['question', 'A', 'B', 'answer']
  const head = `<row r="1">${heads.map((_, index) => `<c r="${'ABCD'.charAt(index)}1" t="s"><v>${index}</v></c>`).join('')}</row>`
  const rows = `<row r="2"><c r="A2" t="inlineStr"><is><t>Which?</t></is></c><c r="B2"><v>0.30000000000000004</v></c><c r="C2"><v>7</v></c><c r="D2" t="str"><v>B</v></c></row><row r="3"><c r="A3" t="str"><f>HYPERLINK("x")</f><v>Go</v></c><c r="D3" t="b"><v>1</v></c></row>`
  const { all, leftOut } = await read('set.xlsx', workbook(head + rows, heads))
  expect(all).toMatchObject([{ type: 'RADIO', options: [{ text: '0.3' }, { text: '7' }] }])
  expect(chosen(at(all, 0), '7')).toBe(1)
  expect(leftOut).toMatchObject([{ place: 'xl/workbook.xml row 3', why: expect.stringContaining('formula') }])
})

test('tables and texts without end are refused before they are read to it', async () => {
  expect((await read('set.csv', `question,answer\n${'x,1\n'.repeat(20_002)}`)).why).toContain('more than 20000 rows')
  expect((await read('set.csv', `question${',a'.repeat(500)}\n`)).why).toContain('more than 200 columns')
  expect((await read('set.csv', `question,answer\n"${'x'.repeat(100_001)}",1\n`)).why).toContain('100000 characters')
  expect((await read('set.csv', 'question,answer\n"x,1\n')).why).toContain('has no end')
  expect((await read('set.csv', 'frage,antwort\nx,1\n')).why).toContain('question')
})

test('questions and their pictures may come packed together', async () => {
  const path = await makeZip({
    'a/set.gift': '[html]<p><img src="t.png" alt="x"></p>{T}\n\n[html]<img src="gone.png">{T}',
    't.png': 'bytes',
  })
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  expect(reading.package.resources.map((one) => one.path)).toEqual(['t.png'])
  expect(reading.package.leftOut).toMatchObject([{ why: 'Its picture "gone.png" is missing.' }])
})

const data = join(import.meta.dirname, '../../../../../../shared/data/question-banks')

describe.runIf(existsSync(data))('banks of others, skipped where ../shared/data is absent', () => {
  test('every GIFT file of the collection is read, with as many questions as its authors count', async () => {
    const counted: string[] = []
    for (const path of globSync(`${data}/gift/questions/*.gift`).sort()) {
      const reading = await readPackage({ path })
      const items = reading.ok ? (reading.package.items ?? []) : []
      const wanted = (JSON.parse(await readFile(path.replace(/gift$/, 'json'), 'utf8')) as { type: string }[]).filter(
        ({ type }) => type !== 'Category',
      )
      if (items.filter((one) => one.question).length !== wanted.length)
        counted.push(
          `${basename(path)}: ${items.filter((one) => one.question).length} of ${items.length}, wanted ${wanted.length} ${reading.ok ? JSON.stringify(reading.package.leftOut.filter((one) => one.loss === 'structure')) : JSON.stringify(reading.problems)}`,
        )
    }
    expect(counted).toEqual([])
  })
})
