import { expect, test } from 'vitest'
import type { ImportedPackage } from '../../imported-package.ts'
import { readPackage } from '../../read-package.ts'
import { matroskaBytes, mp4Bytes } from '../../testing/film-bytes.ts'
import { type Content, makeZip, onePixel } from '../../testing/make-package.ts'

const manifest = (...resources: [type: string, href: string][]) =>
  `<manifest><resources>${resources.map(([type, href], index) => `<resource identifier="R${index}" type="imsqti_${type}_xmlv2p1" href="${href}"/>`).join('')}</resources></manifest>`

const responses = (cardinality: string, correct: readonly string[], mapping = '') =>
  `<responseDeclaration identifier="R" cardinality="${cardinality}" baseType="identifier"><correctResponse>${correct.map((one) => `<value>${one}</value>`).join('')}</correctResponse>${mapping}</responseDeclaration>`
const match = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>'
const map = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/>'

const item = (identifier: string, inside: string, attributes = '') =>
  `<assessmentItem identifier="${identifier}" title="${identifier}" ${attributes}>${inside}</assessmentItem>`
const choices = (most: number, texts: readonly string[], more = '') =>
  `<choiceInteraction responseIdentifier="R" maxChoices="${most}" ${more}><prompt>Which?</prompt>${texts.map((text, index) => `<simpleChoice identifier="${'ABCDEF'[index]}">${text}</simpleChoice>`).join('')}</choiceInteraction>`
const radio = (identifier: string) =>
  item(identifier, `${responses('single', ['B'])}<itemBody>${choices(1, ['One', 'Two', 'Three'])}</itemBody>${match}`)

const read = async (files: Record<string, Content>): Promise<ImportedPackage> => {
  const reading = await readPackage({ path: await makeZip(files) })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.package
}
const refusal = async (files: Record<string, Content>) => {
  const reading = await readPackage({ path: await makeZip(files) })
  return reading.ok ? undefined : `${reading.problems[0]?.place}: ${reading.problems[0]?.message}`
}
const oneItem = (xml: Content, more: Record<string, Content> = {}) => ({
  'imsmanifest.xml': manifest(['item', 'i.xml']),
  'i.xml': xml,
  ...more,
})
const onlyQuestion = async (xml: string) => (await read(oneItem(xml))).exam.sections[0]?.questions?.[0]

test('a choice of one is a radio question, of true and false a true-false question, of several a multiple choice question', async () => {
  expect(await onlyQuestion(radio('Q1'))).toMatchObject({
    type: 'RADIO',
    id: 'Q1',
    text: 'Which?',
    key: 'B',
    marks: 1,
    options: [{ id: 'A', text: 'One' }, { id: 'B' }, { id: 'C' }],
  })
  expect(
    await onlyQuestion(
      item('Q2', `${responses('single', ['A'])}<itemBody>${choices(1, ['True', 'False'])}</itemBody>${match}`),
    ),
  ).toMatchObject({ type: 'TRUEFALSE', key: 'A' })
  expect(
    await onlyQuestion(
      item(
        'Q3',
        `${responses('multiple', ['A', 'C'])}<itemBody>${choices(2, ['1', '2', '3'], 'minChoices="1"')}</itemBody>${match}`,
      ),
    ),
  ).toMatchObject({ type: 'MULTICHOICE', key: ['A', 'C'], maxOptions: 2, minOptions: 1 })
})

test('choices that the mapping names nowhere have its default', async () => {
  const mapping = '<mapping upperBound="2" defaultValue="-2"><mapEntry mapKey="A" mappedValue="1"/></mapping>'
  const inside = `${responses('multiple', ['A'], mapping)}<itemBody>${choices(0, ['1', '2', '3'])}</itemBody>${map}`
  expect(await onlyQuestion(item('Q', inside))).toMatchObject({
    credit: { kind: 'weights', weights: { A: 1, B: -2, C: -2 }, least: -4 },
  })
})

test('a text to write and a text to read', async () => {
  const best = '<outcomeDeclaration identifier="MAXSCORE"><defaultValue><value>6</value></defaultValue></outcomeDeclaration>'
  expect(
    await onlyQuestion(
      item(
        'Q',
        `${best}<itemBody><p>Explain.</p><extendedTextInteraction responseIdentifier="R" expectedLines="50"/></itemBody>`,
      ),
    ),
  ).toMatchObject({ type: 'QUESTIONLTEXT', text: '<p>Explain.</p>', lineCount: 30, marks: 6 })
  expect(await onlyQuestion(item('Q', '<itemBody><p>Read <script>x</script>this.</p></itemBody>'))).toMatchObject({
    type: 'STATICTEXT',
    text: '<p>Read this.</p>',
    marks: 0,
  })
})

test('best marks that are no number count for nothing, and take no item away', async () => {
  for (const [baseType, value] of [
    ['string', 'many'],
    ['boolean', 'true'],
    ['float', 'NaN'],
  ]) {
    const best = `<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="${baseType}"><defaultValue><value>${value}</value></defaultValue></outcomeDeclaration>`
    const inside = `${best}<itemBody><p>Explain.</p><extendedTextInteraction responseIdentifier="R"/></itemBody>`
    expect(await onlyQuestion(item('Q', inside)), baseType).toMatchObject({ type: 'QUESTIONLTEXT', marks: 1 })
  }
})

test('marks by option come from the mapping', async () => {
  const mapping =
    '<mapping lowerBound="0" upperBound="2"><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="C" mappedValue="1"/><mapEntry mapKey="B" mappedValue="-1"/></mapping>'
  expect(
    await onlyQuestion(
      item('Q', `${responses('multiple', ['A', 'C'], mapping)}<itemBody>${choices(0, ['1', '2', '3'])}</itemBody>${map}`),
    ),
  ).toMatchObject({ marks: 2, credit: { kind: 'weights', weights: { A: 1, B: -1, C: 1 }, least: 0 } })
})

test('QTI 3 reads as QTI 2 does', async () => {
  const xml = `<qti-assessment-item identifier="Q" title="Q"><qti-response-declaration identifier="R" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>B</qti-value></qti-correct-response></qti-response-declaration><qti-item-body><p>Look.</p><qti-choice-interaction response-identifier="R" max-choices="1"><qti-prompt>Which?</qti-prompt><qti-simple-choice identifier="A">One</qti-simple-choice><qti-simple-choice identifier="B">Two</qti-simple-choice></qti-choice-interaction></qti-item-body><qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml"/></qti-assessment-item>`
  const reading = await read({ 'imsmanifest.xml': manifest(['item', 'i.xml']).replace('2p1', '3p0'), 'i.xml': xml })
  expect(reading.leftOut).toEqual([])
  expect(reading.exam.sections[0]?.questions?.[0]).toMatchObject({
    type: 'RADIO',
    text: '<p>Look.</p><div>Which?</div>',
    key: 'B',
  })
})

const testXml = (inside: string, attributes = 'navigationMode="nonlinear" submissionMode="simultaneous"') =>
  `<assessmentTest identifier="T" title="The test"><timeLimits maxTime="1800"/><testPart identifier="P" ${attributes}>${inside}</testPart></assessmentTest>`
const section = (id: string, inside: string) =>
  `<assessmentSection identifier="${id}" title="Section ${id}" visible="true">${inside}</assessmentSection>`
const ref = (id: string) => `<assessmentItemRef identifier="R_${id}" href="${id}.xml"/>`

test('a test brings its sections, their order, times and instructions', async () => {
  const rubric =
    '<rubricBlock view="candidate"><p>Read first.</p></rubricBlock><rubricBlock view="scorer"><p>Secret.</p></rubricBlock>'
  const files = {
    'imsmanifest.xml': manifest(['test', 't.xml'], ['item', 'Q1.xml'], ['item', 'Q2.xml'], ['item', 'Q3.xml']),
    't.xml': testXml(
      section('S1', `<timeLimits maxTime="600"/>${rubric}${ref('Q1')}`) + section('S2', ref('Q2') + section('S3', ref('Q3'))),
      'navigationMode="linear" submissionMode="individual"',
    ),
    'Q1.xml': radio('Q1'),
    'Q2.xml': radio('Q2'),
    'Q3.xml': radio('Q3'),
  }
  const { exam, leftOut } = await read(files)
  expect(exam).toMatchObject({ name: 'The test', settings: { examTime: 1800, oneWay: true } })
  expect(exam.sections).toMatchObject([
    { id: 'S1', name: 'Section S1', sectionTime: 600, text: '<p>Read first.</p>', questions: [{ id: 'Q1' }] },
    { id: 'S2', sections: [{ questions: [{ id: 'Q2' }] }, { id: 'S3', questions: [{ id: 'Q3' }] }] },
  ])
  expect(leftOut).toEqual([
    {
      place: 't.xml P',
      what: 'individual submission',
      why: 'Questions of which something is said after an attempt are checked one by one, the others when the exam is finished.',
      loss: 'nothing',
    },
    {
      ...{ place: 't.xml', what: 'rubric for scorers', loss: 'content' },
      why: 'What is said of several questions to whoever marks is left out.',
    },
  ])
  const again = await read(files)
  expect(again.exam).toEqual(exam)
  expect((await read({ ...files, 'Q1.xml': files['Q1.xml'].replace('Two', '2') })).exam.examGuid).not.toBe(exam.examGuid)
})

test('questions between sections keep their place, also behind a section without any that is called as theirs are', async () => {
  const members = `${ref('Q1')}${ref('Q2')}${section('S.between9', section('Inner', ref('Q3')))}${ref('Q4')}${ref('Q5')}`
  const { exam } = await read({
    'imsmanifest.xml': manifest(['test', 't.xml']),
    't.xml': testXml(section('S', members)),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`Q${number}.xml`, radio(`Q${number}`)])),
  })
  expect(exam.sections[0]?.sections).toMatchObject([
    { questions: [{ id: 'Q1' }, { id: 'Q2' }] },
    { id: 'S.between9', sections: [{ id: 'Inner', questions: [{ id: 'Q3' }] }] },
    { questions: [{ id: 'Q4' }, { id: 'Q5' }] },
  ])
})

test('a picture that is missing from the prompt leaves its item out, as one of the body does', async () => {
  const prompt = '<prompt>Which? <img src="gone.png" alt=""/></prompt>'
  const inside = `${responses('single', ['A'])}<itemBody>${choices(1, ['1', '2']).replace('<prompt>Which?</prompt>', prompt)}</itemBody>${match}`
  const { exam, leftOut } = await read({
    'imsmanifest.xml': manifest(['item', 'Q.xml'], ['item', 'Good.xml']),
    'Q.xml': item('Q', inside),
    'Good.xml': radio('Good'),
  })
  expect(exam.sections[0]?.questions?.map(({ id }) => id)).toEqual(['Good'])
  expect(leftOut).toMatchObject([{ place: 'Q.xml', why: expect.stringContaining('gone.png') }])
})

test('what can’t be sat is left out and listed with its place and why; the rest stays', async () => {
  const kinds: Record<string, string> = {
    Adaptive: radio('Adaptive').replace('title=', 'adaptive="true" title=').replace(match, ''),
    Template: item(
      'Template',
      `<templateDeclaration identifier="X"/><templateProcessing><setTemplateValue identifier="X"><customOperator class="com.example.Draw"/></setTemplateValue></templateProcessing>${responses('single', ['A'])}<itemBody>${choices(1, ['1', '2'])}</itemBody>`,
    ),
    Custom: item('Custom', '<itemBody><futureInteraction responseIdentifier="R"/></itemBody>'),
    Two: item('Two', `<itemBody>${choices(1, ['1', '2'])}<futureInteraction/></itemBody>`),
    NoKey: item('NoKey', `${responses('single', [])}<itemBody>${choices(1, ['1', '2'])}</itemBody>`),
    WrongKey: item('WrongKey', `${responses('single', ['Z'])}<itemBody>${choices(1, ['1', '2'])}</itemBody>`),
    Picture: item(
      'Picture',
      `${responses('single', ['A'])}<itemBody><p><img src="gone.png" alt=""/></p>${choices(1, ['1', '2'])}</itemBody>${match}`,
    ),
    Good: radio('Good'),
  }
  const names = Object.keys(kinds)
  const { exam, leftOut } = await read({
    'imsmanifest.xml': manifest(['test', 't.xml']),
    't.xml': testXml(section('S', `<selection select="1"/><ordering shuffle="true"/>${names.map(ref).join('')}`)),
    ...Object.fromEntries(names.map((name) => [`${name}.xml`, kinds[name] ?? ''])),
  })
  expect(exam.sections[0]?.questions?.map((one) => one.id)).toEqual(['NoKey', 'Good'])
  expect(leftOut.map((one) => `${one.place} ${one.what}: ${one.why.slice(0, 32)}`)).toEqual([
    'Adaptive.xml item R_Adaptive: It is adaptive, and its rules ca',
    "Template.xml item R_Template: Its values can't be drawn: Nothi",
    'Custom.xml item R_Custom: Questions of the kind futureInte',
    'Two.xml item R_Two: Questions of the kind futureInte',
    'NoKey.xml key: It names no right answer and no ',
    'WrongKey.xml item R_WrongKey: Its correct response "Z" is not ',
    'Picture.xml item R_Picture: Its picture "gone.png" is missin',
  ])
})

test('pictures come along, found from the item’s own folder', async () => {
  const xml = item(
    'Q',
    `${responses('single', ['A'])}<itemBody><p><img src="../images/a%20b.png" alt="A"/></p><object type="image/png" data="../images/c.png">C</object>${choices(1, ['1', '2'])}</itemBody>${match}`,
  )
  const { exam, resources } = await read({
    'imsmanifest.xml': manifest(['item', 'items/q.xml']),
    'items/q.xml': xml,
    'images/a b.png': onePixel,
    'images/c.png': onePixel,
  })
  expect(exam.sections[0]?.questions?.[0]?.text).toContain(
    '<p><img src="images/a%20b.png" alt="A"></p><img src="images/c.png" alt="C">',
  )
  expect(resources.map((one) => one.path)).toEqual(['images/a b.png', 'images/c.png'])
})

test('a circle of sections is refused and shown', async () => {
  const toB = '<assessmentSectionRef identifier="X" href="b.xml"/>'
  expect(
    await refusal({
      'imsmanifest.xml': manifest(['test', 't.xml']),
      't.xml': testXml(toB),
      'b.xml': section('B', '<assessmentSectionRef identifier="Y" href="c.xml"/>'),
      'c.xml': section('C', toB),
    }),
  ).toBe('c.xml: The sections go in a circle: t.xml → b.xml → c.xml → b.xml.')
})

const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>`
const outside = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'
test.each([
  ['entities that grow', oneItem(bomb), 'i.xml: The file declares a document type'],
  ['entities from the machine', oneItem(outside), 'i.xml: The file declares a document type'],
  [
    'elements too deep in each other',
    oneItem('<a>'.repeat(5000) + '</a>'.repeat(5000)),
    'i.xml: The elements stand more than 200 deep',
  ],
  ['broken XML', oneItem('<assessmentItem><itemBody></assessmentItem>'), 'i.xml: This is not well-formed XML'],
  [
    'text in another encoding than declared',
    oneItem(new Uint8Array([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0x3c, 0x2f, 0x61, 0x3e])),
    'i.xml: The file is not in the encoding',
  ],
  [
    'a test that is an item',
    { 'imsmanifest.xml': manifest(['test', 'i.xml']), 'i.xml': radio('Q') },
    'i.xml: The manifest says that this is an assessmenttest',
  ],
  [
    'a file of the manifest that is missing',
    { 'imsmanifest.xml': manifest(['item', 'gone.xml']) },
    'imsmanifest.xml resource R0: The file "gone.xml" is missing.',
  ],
  [
    'a file of the manifest that is outside',
    { 'imsmanifest.xml': manifest(['item', '../i.xml']) },
    'imsmanifest.xml resource R0: "../i.xml" leads out of the package.',
  ],
  [
    'an item of the test that is missing',
    { 'imsmanifest.xml': manifest(['test', 't.xml']), 't.xml': testXml(section('S', ref('Q'))) },
    't.xml: The file "Q.xml" is missing.',
  ],
  [
    'an item that stands twice',
    {
      'imsmanifest.xml': manifest(['test', 't.xml']),
      't.xml': testXml(section('S', ref('Q') + ref('Q'))),
      'Q.xml': radio('Q'),
    },
    't.xml: duplicate id "R_Q"',
  ],
  [
    'nothing that can be sat',
    oneItem(item('Q', '<itemBody><futureInteraction/></itemBody>')),
    'package: None of its questions can be read (i.xml: Questions of the kind',
  ],
  ['an archive of something else', { 'readme.txt': 'Hello' }, 'package: This is no exam package'],
])('%s: refused', async (_, files, message) => {
  expect(await refusal(files)).toContain(message)
})

const weightedTest = (processing: string) => ({
  'imsmanifest.xml': manifest(['test', 't.xml']),
  't.xml': `<assessmentTest identifier="T" title="T"><outcomeDeclaration identifier="TOTAL" cardinality="single" baseType="float"/><testPart identifier="P" navigationMode="nonlinear" submissionMode="simultaneous"><assessmentSection identifier="S" title="S" visible="true"><assessmentItemRef identifier="A" href="A.xml"><weight identifier="W" value="3"/></assessmentItemRef><assessmentItemRef identifier="B" href="B.xml"/></assessmentSection></testPart>${processing}</assessmentTest>`,
  'A.xml': radio('A'),
  'B.xml': radio('B'),
})
const total = (expression: string) =>
  `<outcomeProcessing><setOutcomeValue identifier="TOTAL">${expression}</setOutcomeValue></outcomeProcessing>`

test('a weight counts as the test counts it: with its processing, without any, and not where the processing asks for none', async () => {
  const marksWith = async (processing: string) => {
    const { exam, leftOut } = await read(weightedTest(processing))
    return [exam.sections[0]?.questions?.map(({ marks }) => marks), leftOut]
  }
  const asked = total('<sum><testVariables variableIdentifier="SCORE" weightIdentifier="W"/></sum>')
  expect(await marksWith(asked)).toEqual([[3, 1], []])
  expect(await marksWith('')).toEqual([[3, 1], []])
  expect(await marksWith(total('<sum><testVariables variableIdentifier="SCORE"/></sum>'))).toEqual([[1, 1], []])
})

test('outcome processing that comes to anything but the sum of the marks is told as a loss of marks', async () => {
  const { leftOut } = await read(weightedTest(total('<max><testVariables variableIdentifier="SCORE"/></max>')))
  expect(leftOut).toMatchObject([{ what: 'outcome processing', loss: 'marks' }])
})

test('one broken, missing or foreign file leaves out its own item, and all others come in', async () => {
  const { exam, leftOut, items } = await read({
    'imsmanifest.xml': manifest(['test', 't.xml'], ['item', 'Gone.xml']),
    't.xml': testXml(section('S', ['Broken', 'Gone', 'Other', 'Deep', 'Good'].map((name) => ref(name)).join(''))),
    'Broken.xml': '<assessmentItem><itemBody></assessmentItem>',
    'Other.xml': '<html/>',
    'Deep.xml': `<assessmentItem>${'<p>'.repeat(300)}${'</p>'.repeat(300)}</assessmentItem>`,
    'Good.xml': radio('Good'),
  })
  expect(exam.sections[0]?.questions?.map((one) => one.id)).toEqual(['Good'])
  expect(items?.map((one) => one.question?.id)).toEqual([undefined, undefined, undefined, undefined, 'Good'])
  expect(leftOut.every((one) => one.loss === 'structure')).toBe(true)
  expect(leftOut.map((one) => one.what)).toEqual(['file', 'item R_Broken', 'item R_Gone', 'item R_Other', 'item R_Deep'])
})

test.each([
  ['an attribute without quotes', '<assessmentItem identifier=Q><itemBody/></assessmentItem>'],
  ['an attribute without a value', '<assessmentItem identifier><itemBody/></assessmentItem>'],
  ['attributes without a space', '<assessmentItem identifier="Q"title="T"><itemBody/></assessmentItem>'],
  ['a bare ampersand', '<assessmentItem identifier="Q"><itemBody><p>Salt & pepper</p></itemBody></assessmentItem>'],
  ['a character that XML has not', '<assessmentItem identifier="Q"><itemBody><p>\u0001</p></itemBody></assessmentItem>'],
  ['two roots', '<assessmentItem identifier="Q"/><assessmentItem/>'],
])('XML with %s is not taken for an item', async (_, xml) => {
  expect(await refusal(oneItem(xml))).toContain('This is not well-formed XML')
})

test('ampersands that are written, and those in CDATA and comments, are read', async () => {
  const xml = item('Q', `<!-- a & b --><itemBody><p>Salt &amp; pepper <![CDATA[& more]]></p></itemBody>`)
  expect(await onlyQuestion(xml)).toMatchObject({ text: '<p>Salt &amp; pepper &amp; more</p>' })
})

test('in place of what is not shown stands what its author wrote for whoever can not see it', async () => {
  const media =
    '<p><object type="image/svg+xml" data="a.svg">A circle</object><img src="b.svg" alt="A square"/><video src="c.mov"><source src="d.mp4"/><track src="d.vtt"/>A film</video><object type="application/x-flash" data="e.swf"><p>A game</p></object></p>'
  const { exam, leftOut } = await read({
    ...oneItem(item('Q', `<itemBody>${media}</itemBody>`)),
    'a.svg': '<svg/>',
    'b.svg': '<svg/>',
    'd.mp4': 'no film',
  })
  const text = exam.sections[0]?.questions?.[0]?.text ?? ''
  for (const words of ['A circle', 'A square', 'A film', 'A game']) expect(text).toContain(words)
  expect(leftOut.map((one) => one.what)).toEqual([
    '<object "a.svg">',
    '<img src="b.svg">',
    '<video "c.mov">',
    '<object "e.swf">',
  ])
  expect(text).not.toMatch(/<(video|source|track)/)
  expect(leftOut[2]?.why).toContain('It is no MP4 (H.264) or WebM.')
})

test('films of a text are shown with their own files: their picture before they play, their words, their size and what they are called', async () => {
  const films = `<div><video src="c.webm" poster="p.png" width="320" height="180" controls="" autoplay="autoplay" loop="loop" title="A lock"><track kind="captions" srclang="en" src="c.vtt"/>No film</video>
    <video poster="data:image/png;base64,AAAA"><source src="c.mov"/><source src="d.mp4"/></video><object type="video/mp4" data="d.mp4" width="64" height="36">A bridge</object></div>`
  const { exam, leftOut, resources } = await read({
    ...oneItem(item('Q', `<itemBody>${films}</itemBody>`)),
    'c.webm': matroskaBytes(),
    'd.mp4': mp4Bytes(),
    'c.vtt': 'WEBVTT',
    'p.png': onePixel,
    'c.mov': 'a film of another kind',
  })
  expect(exam.sections[0]?.questions?.[0]?.text.replace(/\s*\n\s*/, '')).toBe(
    '<div><video src="c.webm" poster="p.png" width="320" height="180" title="A lock"><track src="c.vtt" kind="captions" srclang="en"></video><video><source src="d.mp4"></video><video src="d.mp4" width="64" height="36" title="A bridge"></video></div>',
  )
  expect(resources.map(({ path, mediaType }) => [path, mediaType])).toEqual([
    ['c.vtt', 'text/vtt'],
    ['c.webm', 'video/webm'],
    ['d.mp4', 'video/mp4'],
    ['p.png', 'image/png'],
  ])
  expect(leftOut.map(({ what }) => what)).toEqual(['<video poster="data:image/png;base64,AAAA">', '<source src="c.mov">'])
})
