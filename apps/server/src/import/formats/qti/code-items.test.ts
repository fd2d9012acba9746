import { join } from 'node:path'
import type { Value } from '@sitwell/qti/value'
import { answerTo, formProblems, toPublicQuestion } from '@sitwell/question-types/marking'
import { describe, expect, test } from 'vitest'
import { nativePackage } from '../../../organisation/export/native-package.ts'
import { qtiPackage } from '../../../organisation/export/qti/qti-package.ts'
import { writeZip } from '../../../organisation/export/zip-file.ts'
import { readPackage } from '../../read-package.ts'
import type { Content } from '../../testing/make-package.ts'
import { makeZip, temporaryFolder } from '../../testing/make-package.ts'
import { declare, readItemOf, template } from '../../testing/qti-item.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const files = {
  'code/counter.js': encode('define([], function () {})'),
  'code/parts/step.js': encode('define(1)'),
  'code/look.css': encode('p { color: red }'),
  'code/leaf.svg': encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'elsewhere/other.js': encode('define(2)'),
}
const score = '<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/>'
const interaction = (inside: string, attributes = 'module="counter"') =>
  `<qti-portable-custom-interaction response-identifier="RESPONSE" custom-interaction-type-identifier="urn:x:counter" ${attributes}>${inside}</qti-portable-custom-interaction>`
const modules = (list = '<qti-interaction-module id="counter" primary-path="code/counter.js"/>', attributes = '') =>
  `<qti-interaction-modules ${attributes}>${list}</qti-interaction-modules>`
const markup =
  '<qti-interaction-markup><div class="count" id="c" data-a="1"><img src="code/leaf.svg" alt="Leaf" onerror="go()"/><script>go()</script><b>&lt;3</b><br/></div></qti-interaction-markup>'
const declared = (type = 'single integer', correct = ['3']) => declare('RESPONSE', type, correct)
const match = template('match_correct')

const itemWith = (inside: string, { type = declared(), rules = match } = {}) =>
  `${type}${score}<qti-item-body><p>Count.</p>${inside}</qti-item-body>${rules}`
const readWith = (inside: string, more: Record<string, Content> = files, rest: object = {}) =>
  readItemOf(itemWith(inside, rest), { files: more })

type Read = Awaited<ReturnType<typeof readItemOf>>
const codeOf = ({ question }: Pick<Read, 'question'>) => {
  if (question.type !== 'QGRID') throw new Error(`a ${question.type}`)
  const found = question.rows.flatMap(({ cells }) => cells.flatMap(({ components }) => components))
  const code = found.find(({ kind }) => kind === 'custom')
  if (code?.kind !== 'custom') throw new Error('no code')
  return code
}
/** The answer of a form whose code holds this JSON. */
const holding = (json: string) => ['', `f1\u001f${json}`, '', '<table></table>'].join('\u001c')
const given = (response: object | null) => holding(JSON.stringify({ response, state: 'of its own' }))
const why = async (inside: string, more: Record<string, Content> = files, rest: object = {}) => {
  try {
    await readWith(inside, more, rest)
  } catch (error) {
    return String(error)
  }
  return 'taken'
}

describe('a portable custom interaction', () => {
  test('comes with its modules, what lies beside them, its properties and its markup without what runs', async () => {
    const item = await readWith(interaction(modules() + markup, 'module="counter" data-page-count="4"'))
    expect(codeOf(item)).toMatchObject({
      ...{ kind: 'custom', id: 'f1', type: 'urn:x:counter', module: 'counter', response: 'RESPONSE' },
      modules: [{ id: 'counter', file: 'code/counter.js' }],
      properties: [{ name: 'pageCount', value: '4' }],
      markup: '<div class="count" id="c" data-a="1"><img src="code/leaf.svg" alt="Leaf"><b>&lt;3</b><br></div>',
    })
    expect(
      codeOf(item)
        .files.map(({ name }) => name)
        .sort(),
    ).toEqual(['code/counter.js', 'code/leaf.svg', 'code/look.css', 'code/parts/step.js'])
    // Opened by itself, none of them runs or shows.
    expect(item.resources.map(({ path, mediaType }) => [path, mediaType])).toEqual(
      ['code/counter.js', 'code/leaf.svg', 'code/look.css', 'code/parts/step.js'].map((path) => [
        path,
        'application/octet-stream',
      ]),
    )
    expect(item.leftOut.map(({ what }) => what).sort()).toEqual(['<script>', 'onerror'])
  })

  test('finds its modules in the configuration of the package, and in a fallback where the first is on the network', async () => {
    const configuration = encode('{"paths": {"counter": ["https://cdn.example/counter.js", "counter"]}}')
    const found = await readWith(interaction(modules('', 'primary-configuration="code/resolve.js"')), {
      ...files,
      'code/resolve.js': configuration,
    })
    expect(codeOf(found).modules).toEqual([{ id: 'counter', file: 'code/counter.js' }])
    const list = '<qti-interaction-module id="counter" primary-path="https://cdn.example/c.js" fallback-path="code/counter"/>'
    expect(codeOf(await readWith(interaction(modules(list)))).modules).toEqual([{ id: 'counter', file: 'code/counter.js' }])
  })

  test('of IMS PCI 1.0 comes with its hook, its libraries and the groups of its properties', async () => {
    const item = await readWith(
      `<customInteraction responseIdentifier="RESPONSE"><pci:portableCustomInteraction xmlns:pci="http://www.imsglobal.org/xsd/portableCustomInteraction" customInteractionTypeIdentifier="old" hook="code/counter.js"><pci:resources><pci:libraries><pci:lib id="elsewhere/other.js"/></pci:libraries></pci:resources><pci:properties><pci:property key="level">5</pci:property><pci:properties key="words"><pci:property key="one">1</pci:property></pci:properties></pci:properties><pci:markup><p>Old</p></pci:markup></pci:portableCustomInteraction></customInteraction>`,
    )
    const code = codeOf(item)
    expect(code.module).toBe('code/counter')
    expect(code.modules).toContainEqual({ id: 'elsewhere/other.js', file: 'elsewhere/other.js' })
    expect(code.properties).toEqual([
      { name: 'level', value: '5' },
      { name: 'words/one', value: '1' },
    ])
    expect(code.markup).toBe('<p>Old</p>')
  })

  test.each([
    [
      'a module from the network',
      interaction(modules('<qti-interaction-module id="counter" primary-path="//cdn/c.js"/>')),
      /network/,
    ],
    [
      'a module that is missing',
      interaction(modules('<qti-interaction-module id="counter" primary-path="gone.js"/>')),
      /missing/,
    ],
    [
      'a module outside the package',
      interaction(modules('<qti-interaction-module id="counter" primary-path="../../x"/>')),
      /missing/,
    ],
    ['no module', interaction('', ''), /no module/],
    ['drawn values', interaction(`${modules()}<qti-template-variable template-identifier="A"/>`), /drawn/],
    [
      'code of a program of its own',
      '<customInteraction responseIdentifier="RESPONSE"><x/></customInteraction>',
      /no portable/,
    ],
  ])('with %s is left out, and says why', async (_, inside, expected) => {
    expect(await why(inside)).toMatch(expected)
  })

  test('that answers with a file is left out, and says why', async () => {
    expect(await why(interaction(modules()), files, { type: declared('single file', []) })).toMatch(/a file/)
  })

  test.each<[string, string[], Value, object, object]>([
    [
      'single integer',
      ['3'],
      { cardinality: 'single', baseType: 'integer', value: 3 },
      { base: { integer: 3 } },
      { base: { integer: 4 } },
    ],
    [
      'multiple identifier',
      ['a', 'b'],
      { cardinality: 'multiple', baseType: 'identifier', values: ['a', 'b'] },
      { list: { identifier: ['b', 'a'] } },
      { list: { identifier: ['a'] } },
    ],
    [
      'ordered string',
      ['x', 'y'],
      { cardinality: 'ordered', baseType: 'string', values: ['x', 'y'] },
      { list: { string: ['x', 'y'] } },
      { list: { string: ['y', 'x'] } },
    ],
    [
      'multiple directedPair',
      ['a b'],
      { cardinality: 'multiple', baseType: 'directedPair', values: [['a', 'b']] },
      { list: { directedPair: [['a', 'b']] } },
      { list: { directedPair: [['b', 'a']] } },
    ],
    [
      'single boolean',
      ['true'],
      { cardinality: 'single', baseType: 'boolean', value: true },
      { base: { boolean: true } },
      { base: null },
    ],
    [
      'single point',
      ['1 2'],
      { cardinality: 'single', baseType: 'point', value: [1, 2] },
      { base: { point: [1, 2] } },
      {
        list: {
          point: [
            [1, 2],
            [3, 4],
          ],
        },
      },
    ],
  ])('that answers with %s is marked by the rules of its item', async (type, correct, value, right, wrong) => {
    const item = await readWith(interaction(modules()), files, { type: declared(type, correct) })
    expect(item.items[0]?.question?.marking).toBe('by its processing')
    expect(item.scoreOf(given(right))).toBe(1)
    expect(item.scoreOf(given(wrong))).toBe(0)
    expect(item.scoreOf(given(null))).toBe(0)
    if (item.question.processing?.kind !== 'qti') throw new Error('not by its rules')
    const answer = answerTo(item.question, item.question.processing.responses, new Map([['RESPONSE', value]]))
    expect(answer && item.scoreOf(answer.answerText)).toBe(1)
  })

  test('that answers with a record is marked by a field of it', async () => {
    const rules =
      '<responseProcessing><responseCondition><responseIf><match><fieldValue fieldIdentifier="sum"><variable identifier="RESPONSE"/></fieldValue><baseValue baseType="integer">5</baseValue></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">2</baseValue></setOutcomeValue></responseIf><responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse></responseCondition></responseProcessing>'
    const type = '<responseDeclaration identifier="RESPONSE" cardinality="record"/>'
    const item = await readWith(interaction(modules()), files, { type, rules })
    const record = (sum: number) => ({
      record: [
        { name: 'sum', base: { integer: sum } },
        { name: 'note', base: { string: 'x' } },
      ],
    })
    expect(item.scoreOf(given(record(5)))).toBe(2)
    expect(item.scoreOf(given(record(4)))).toBe(0)
  })

  test('whose marks are given from outside waits for a person', async () => {
    const inside = `${declared('single string', [])}<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float" normal-maximum="4" external-scored="human"/><qti-item-body><p>Draw.</p>${interaction(modules())}</qti-item-body>`
    const item = await readItemOf(inside, { files })
    expect(item.question).toMatchObject({ marks: 4, processing: { kind: 'person' } })
    expect(item.mark(given({ base: { string: 'x' } }))).toMatchObject({ score: 0, needsPerson: true })
  })

  test('gives its learner neither key nor rules', async () => {
    const item = await readWith(interaction(modules()))
    expect(JSON.stringify(toPublicQuestion(item.question))).not.toMatch(/processing|correct|match/i)
  })
})

describe('an answer in the name of code', () => {
  const hostile = [
    '{"response":{"base":{"integer":"3"}}}',
    '{"response":{"base":{"integer":3,"string":"x"}}}',
    '{"response":{"base":{"file":{"data":"x"}}}}',
    '{"response":{"list":{"integer":3}}}',
    '{"response":{"record":[{"base":{"integer":3}}]}}',
    '{"response":{"record":[{"name":"a","base":{"file":1}}]}}',
    '{"response":{"base":{"integer":3},"more":1}}',
    '{"response":[]}',
  ]
  test.each(hostile)('that no code may give is refused by the server, and worth nothing: %s', async (json) => {
    const item = await readWith(interaction(modules()))
    const question = { ...toPublicQuestion(item.question), number: 1 } as never
    expect(formProblems(question, { answerText: holding(json), options: [] })).toHaveLength(1)
    expect(item.scoreOf(holding(json))).toBe(0)
  })

  test('that fits is taken, with whatever state', async () => {
    const item = await readWith(interaction(modules()))
    const question = { ...toPublicQuestion(item.question), number: 1 } as never
    const json = '{"response":{"base":{"integer":3}},"state":{"a":[1,{"b":null}]}}'
    expect(formProblems(question, { answerText: holding(json), options: [] })).toEqual([])
  })
})

describe('an exam with code', () => {
  const packageOf = async () => {
    const reading = await readPackage({
      path: await makeZip({
        'imsmanifest.xml':
          '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv3p0" href="i.xml"/></resources></manifest>',
        'i.xml': `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="Q" title="Q">${itemWith(
          interaction(
            modules() + markup.replace(/<script>.*<\/script>| onerror="go\(\)"/g, ''),
            'module="counter" data-page-count="4"',
          ),
          {
            type: '<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="integer"><qti-correct-response><qti-value>3</qti-value></qti-correct-response></qti-response-declaration>',
            rules: '<qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct"/>',
          },
        )}</qti-assessment-item>`,
        ...files,
      }),
    })
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    return reading.package
  }
  const again = async (written: ReadonlyMap<string, Uint8Array>) => {
    const path = join(await temporaryFolder(), 'export.zip')
    await writeZip(path, written)
    const reading = await readPackage({ path })
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    return reading.package
  }
  const codeIn = ({ exam }: Awaited<ReturnType<typeof packageOf>>) => {
    const question = exam.sections[0]?.questions?.[0]
    if (!question) throw new Error('no question')
    return codeOf({ question })
  }

  test('is the same in a package of our own, with its files', async () => {
    const first = await packageOf()
    const second = await again(nativePackage(first))
    expect(second.exam).toEqual(first.exam)
    expect(second.leftOut).toEqual([])
    expect(new Map(second.resources.map(({ path, mediaType }) => [path, mediaType]))).toEqual(
      new Map(first.resources.map(({ path, mediaType }) => [path, mediaType])),
    )
  })

  test('is written as QTI 3.0 with its interaction, and read from there as it was', async () => {
    const first = await packageOf()
    const written = qtiPackage(first)
    expect(written.notWritten).toEqual([])
    const second = await again(written.files)
    expect(second.leftOut).toEqual([])
    const { markup: shown, ...code } = codeIn(second)
    const { markup: before, ...rest } = codeIn(first)
    expect(code).toEqual(rest)
    expect(shown).toBe(before.replace('src="', 'src="../'))
  })
})
