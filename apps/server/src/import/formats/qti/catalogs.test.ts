import { toPublicQuestion } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { readPackage } from '../../read-package.ts'
import { type Content, makeZip, onePixel } from '../../testing/make-package.ts'

const manifest =
  '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv3p0" href="items/i.xml"/></resources></manifest>'
const choice = (text = 'Frost', more = '') =>
  `<qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-prompt>Which?</qti-prompt><qti-simple-choice identifier="A" ${more}>${text}</qti-simple-choice><qti-simple-choice identifier="B">Rain</qti-simple-choice></qti-choice-interaction>`
const rules = '<qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct"/>'

/** Reads a package of one item of QTI 3.0 with this body, these catalogues and files. */
const read = async (
  body: string,
  catalogs: string,
  { files = {}, before = '', after = '' }: { files?: Record<string, Content>; before?: string; after?: string } = {},
) => {
  const item = `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="Q" title="Q"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>A</qti-value></qti-correct-response></qti-response-declaration><qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/><qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"/>${before}<qti-item-body>${body}</qti-item-body><qti-catalog-info>${catalogs}</qti-catalog-info>${rules}${after}</qti-assessment-item>`
  const reading = await readPackage({ path: await makeZip({ 'imsmanifest.xml': manifest, 'items/i.xml': item, ...files }) })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const { exam, leftOut, resources } = reading.package
  const question = exam.sections[0]?.questions?.[0]
  if (!question) throw new Error(JSON.stringify(leftOut))
  return { question, leftOut, resources, told: leftOut.map(({ what, why }) => `${what}: ${why}`) }
}
const html = (inside: string) => `<qti-html-content>${inside}</qti-html-content>`
const card = (support: string, inside: string) => `<qti-card support="${support}">${inside}</qti-card>`
const catalog = (id: string, ...cards: string[]) => `<qti-catalog id="${id}">${cards.join('')}</qti-catalog>`

test('each support of a catalogue becomes a card of the words that refer to it, under an id that says nothing', async () => {
  const { question, leftOut, resources } = await read(
    `<p>What follows the <span data-catalog-idref="right-answer-is-A">dew point</span>?</p>${choice()}`,
    catalog(
      'right-answer-is-A',
      card('glossary-on-screen', html('<p>Where <b>water</b> falls out.</p>')),
      card('simplified-language-portions', html('When it gets wet.')),
      card('linguistic-guidance', html('A term, and no place.')),
      card('illustrated-glossary', '<qti-file-href mime-type="image/png">dew.png</qti-file-href>'),
      card('long-description', html('A drop on a leaf.')),
      card(
        'keyword-translation',
        `<qti-card-entry xml:lang="de">${html('Taupunkt')}</qti-card-entry><qti-card-entry xml:lang="es" default="true">${html('punto de rocío')}</qti-card-entry>`,
      ),
      card('spoken', '<qti-file-href mime-type="audio/mpeg">../sounds/dew.mp3</qti-file-href>'),
      card('tts-pronunciation', html('due point')),
      card('braille-text', html('⠙⠑⠺')),
    ),
    { files: { 'items/dew.png': onePixel, 'sounds/dew.mp3': new Uint8Array([1]) } },
  )
  expect(question.text).toContain('<span data-explained="e1">dew point</span>')
  expect(question.explanations).toEqual([
    {
      id: 'e1',
      cards: [
        { support: 'glossary', text: '<p>Where <b>water</b> falls out.</p>' },
        { support: 'simplified', text: 'When it gets wet.' },
        { support: 'guidance', text: 'A term, and no place.' },
        { support: 'picture', text: '<img src="items/dew.png" alt="">' },
        { support: 'description', text: 'A drop on a leaf.' },
        { support: 'translation', lang: 'es', text: 'punto de rocío' },
        { support: 'translation', lang: 'de', text: 'Taupunkt' },
        { support: 'spoken', text: '<audio src="sounds/dew.mp3"></audio>' },
        { support: 'pronunciation', text: 'due point' },
        { support: 'braille', text: '⠙⠑⠺' },
      ],
    },
  ])
  expect(JSON.stringify(question)).not.toContain('right-answer')
  expect(resources.map(({ path }) => path).sort()).toEqual(['items/dew.png', 'sounds/dew.mp3'])
  expect(leftOut).toEqual([])
})

test('choices, prompts, pictures and a shared stimulus refer to catalogues too, each to that of its own file', async () => {
  const stimulus = `<qti-assessment-stimulus xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="S" title="S"><qti-stimulus-body><p>The <i data-catalog-idref="c">fog</i>.</p></qti-stimulus-body><qti-catalog-info>${catalog('c', card('glossary', html('A cloud below.')))}</qti-catalog-info></qti-assessment-stimulus>`
  const { question, leftOut } = await read(
    `<p><img src="map.png" alt="Map" data-catalog-idref="map"/></p>${choice('Frost', 'data-catalog-idref="c"')}`,
    catalog('c', card('glossary', html('Ice.'))) + catalog('map', card('long-description', html('Hills.'))),
    {
      files: { 'items/map.png': onePixel, 'stimulus.xml': stimulus },
      before: '<qti-assessment-stimulus-ref identifier="S" href="../stimulus.xml"/>',
    },
  )
  const textOf = (mark: RegExp) => {
    const id = mark.exec(JSON.stringify(question).replaceAll('\\"', '"'))?.[1]
    return question.explanations?.find((one) => one.id === id)?.cards[0]?.text
  }
  expect(textOf(/<span data-explained="(\w+)">Frost/)).toBe('Ice.')
  expect(textOf(/<i data-explained="(\w+)">fog/)).toBe('A cloud below.')
  expect(textOf(/alt="Map" data-explained="(\w+)"/)).toBe('Hills.')
  expect(leftOut).toEqual([])
})

test('what can’t be taken is told: broken references, catalogues that nothing refers to, other supports, missing files', async () => {
  const { question, told } = await read(
    `<p><b data-catalog-idref="none">One</b> <b data-catalog-idref="tactile">two</b> <b data-catalog-idref="files" data-explained="e7">three</b></p>${choice()}`,
    catalog('tactile', card('tactile', html('A model.'))) +
      catalog('unused', card('glossary-on-screen', html('Nobody.'))) +
      catalog('unused', card('glossary-on-screen', html('Nobody.'))) +
      catalog(
        'files',
        card('spoken', '<qti-file-href mime-type="audio/mpeg">gone.mp3</qti-file-href>'),
        card('spoken', '<qti-file-href mime-type="audio/mpeg">https://elsewhere.example/a.mp3</qti-file-href>'),
        card('sign-language', '<qti-file-href mime-type="video/mp4">film.mp4</qti-file-href>'),
        card('illustrated-glossary', html('<img src="lost.png" alt="Lost"/>A hill.')),
      ),
    { files: { 'items/film.mp4': new Uint8Array([1]) } },
  )
  expect(question.explanations).toEqual([{ id: 'e1', cards: [{ support: 'picture', text: 'A hill.' }] }])
  expect(question.text).toContain('<b>One</b> <b>two</b> <b data-explained="e1">three</b>')
  expect(told.sort()).toEqual(
    [
      'data-catalog-idref="none": There is no such catalogue.',
      '<qti-card support="tactile">: Supports of this kind are not offered here.',
      '<qti-catalog id="tactile">: It has nothing that is shown here.',
      '<qti-catalog id="unused">: Another one has the same id.',
      '"items/gone.mp3" in a catalogue: Its recording "items/gone.mp3" is missing.',
      '"https://elsewhere.example/a.mp3" in a catalogue: Its media type is not supported.',
      '<qti-card support="sign-language">: Supports of this kind are not offered here.',
      '"items/lost.png" in a catalogue: Its picture "items/lost.png" is missing.',
    ].sort(),
  )
})

test('hostile HTML in a card is cleaned as all HTML of an exam is, and told', async () => {
  const { question, told } = await read(
    `<p><b data-catalog-idref="c">word</b></p>${choice()}`,
    catalog(
      'c',
      card(
        'glossary-on-screen',
        html(
          '<p onclick="steal()" id="root" data-explained="e1">Safe<script>alert(1)</script><a href="javascript:alert(1)">x</a><img src="https://elsewhere.example/x.png" onerror="alert(1)"/></p>',
        ),
      ),
    ),
  )
  expect(question.explanations?.[0]?.cards).toEqual([{ support: 'glossary', text: '<p>Safex</p>' }])
  expect(told.join()).toMatch(/script/)
})

test('a catalogue that only feedback refers to never goes to a learner', async () => {
  const { question, told } = await read(`<p>Look.</p>${choice()}`, catalog('c', card('glossary', html('It is A.'))), {
    after:
      '<qti-modal-feedback outcome-identifier="FEEDBACK" identifier="A" show-hide="show"><qti-content-body><p data-catalog-idref="c">Right</p></qti-content-body></qti-modal-feedback>',
  })
  expect(question.feedback?.parts).toHaveLength(1)
  expect(JSON.stringify(toPublicQuestion(question))).not.toContain('It is A.')
  expect(told).toEqual(['<qti-catalog id="c">: No text that is shown refers to it.'])
})
