import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AuthoredQuestion,
  authoredQuestion,
  filledQuestion,
  markingOf,
  toPublicQuestion,
} from '@sitwell/question-types/marking'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chanceOf } from '../../../chance.ts'
import { hideIds } from '../../hide-ids.ts'
import { mapHtml } from '../../map-html.ts'
import { readPackage } from '../../read-package.ts'
import { type Content, makeZip } from '../../testing/make-package.ts'
import { readItemOf, template } from '../../testing/qti-item.ts'

const variable = (identifier: string) => `<variable identifier="${identifier}"/>`
const base = (baseType: string, value: string | number) => `<baseValue baseType="${baseType}">${value}</baseValue>`
const declare = (kind: string, identifier: string, baseType: string, more = '') =>
  `<${kind}Declaration identifier="${identifier}" cardinality="single" baseType="${baseType}" ${more}/>`
const set = (identifier: string, value: string) => `<setTemplateValue identifier="${identifier}">${value}</setTemplateValue>`
const between = (least: number, most: number) => `<randomInteger min="${least}" max="${most}"/>`
const right = (value: string) => `<setCorrectResponse identifier="RESPONSE">${value}</setCorrectResponse>`
const oneOf = (baseType: string, ...values: string[]) =>
  `<random><multiple>${values.map((one) => base(baseType, one)).join('')}</multiple></random>`
const printed = (identifier: string, more = '') => `<printedVariable identifier="${identifier}" ${more}/>`
const match = template('match_correct')
const field = '<textEntryInteraction responseIdentifier="RESPONSE"/>'

/** A and B, whose product is asked for. */
const product = (
  body = `<p>What is ${printed('A')} times ${printed('B')}? ${field}</p>`,
  { draws = '', declarations = '', processing = match }: { draws?: string; declarations?: string; processing?: string } = {},
) =>
  `${declare('response', 'RESPONSE', 'integer') + declare('outcome', 'SCORE', 'float')}${declare('template', 'A', 'integer', 'mathVariable="true"')}${declare('template', 'B', 'integer')}${declarations}<templateProcessing>${set('A', between(2, 9))}${set('B', between(11, 19))}${right(`<product>${variable('A')}${variable('B')}</product>`)}${draws}</templateProcessing><itemBody>${body}</itemBody>${processing}`

const drawnBy = (question: AuthoredQuestion, seed: number | string) => filledQuestion(question, chanceOf(`seed ${seed}`))
const draws = (question: AuthoredQuestion, count = 30) => Array.from({ length: count }, (_, seed) => drawnBy(question, seed))
const scoreOf = (question: AuthoredQuestion, answerText: string) =>
  markingOf(question).mark(question, { answerText, options: [] }).score
const chosen = (question: AuthoredQuestion, id: string) =>
  markingOf(question).mark(question, { answerText: '', options: [{ optionID: id, optionText: '' }] }).score
const optionsOf = (question: AuthoredQuestion) => (question.type === 'RADIO' ? question.options : [])

/** Why an item is left out. */
const whyNot = async (item: string, files: Record<string, Content> = {}) => {
  const reading = await readPackage({
    path: await makeZip({
      'imsmanifest.xml':
        '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv2p1" href="i.xml"/><resource identifier="S" type="imsqti_item_xmlv2p1" href="s.xml"/></resources></manifest>',
      'i.xml': `<assessmentItem identifier="Q" title="Q">${item}</assessmentItem>`,
      's.xml': '<assessmentItem identifier="S" title="S"><itemBody><p>Read this.</p></itemBody></assessmentItem>',
      ...files,
    }),
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  expect(reading.package.exam.sections[0]?.questions?.map(({ id }) => id)).toEqual(['S'])
  return reading.package.leftOut.find(({ what }) => what === 'item i.xml' || what.startsWith('item'))?.why
}

test('each learner has values of their own in the text, and is marked by the right answer that was drawn for them', async () => {
  const { question, leftOut, items } = await readItemOf(product())
  expect(leftOut).toEqual([])
  expect(items[0]?.question?.marking).toBe('by its processing')
  expect(question).toMatchObject({ type: 'BLANKS', marks: 1 })
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 200 }), (seed, given) => {
      const drawn = drawnBy(question, seed)
      const [, a, b] = /What is (\d+) times (\d+)\? \[V1\]/.exec(drawn.text) ?? []
      expect(Number(a) >= 2 && Number(a) <= 9 && Number(b) >= 11 && Number(b) <= 19).toBe(true)
      const correct = Number(a) * Number(b)
      expect([scoreOf(drawn, `${correct}`), scoreOf(drawn, `${given}`), scoreOf(drawn, '')]).toEqual([
        1,
        given === correct ? 1 : 0,
        0,
      ])
      expect(JSON.stringify(toPublicQuestion(drawn))).not.toMatch(/[⟦⟧]|processing|correct/)
    }),
  )
  expect(new Set(draws(question).map(({ text }) => text)).size).toBeGreaterThan(15)
})

test('values stand in prompts, choices, lists and formulas, with the format that they are asked for in', async () => {
  const choice = `${declare('response', 'RESPONSE', 'identifier')}${declare('template', 'F', 'float')}<templateProcessing>${set('F', '<randomFloat min="1" max="2"/>')}${right(base('identifier', 'two'))}</templateProcessing><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Twice ${printed('F', 'format="%.3f"')}?</prompt><simpleChoice identifier="two">${printed('F', 'format="%.1e" powerForm="true"')} times 2</simpleChoice><simpleChoice identifier="three">Three</simpleChoice></choiceInteraction></itemBody>${match}`
  const { question } = await readItemOf(choice)
  for (const drawn of draws(question)) {
    expect(drawn.text).toMatch(/^Twice 1\.\d{3}\?$/)
    expect(optionsOf(drawn)[0]?.text).toMatch(/^[12]\.\d × 10⁰⁰? times 2$/)
    expect([chosen(drawn, 'two'), chosen(drawn, 'three')]).toEqual([1, 0])
  }
  const formula = await readItemOf(product(`<p><math><mi> A </mi><mo>·</mo><mi>B</mi></math> ${field}</p>`))
  // B is no variable of formulas: there it is a name.
  for (const { text } of draws(formula.question, 5)) expect(text).toMatch(/<math><mn>\d<\/mn><mo>·<\/mo><mi>B<\/mi><\/math>/)
})

test('parts of the text and choices are shown or hidden by what was drawn, with their pictures', async () => {
  const files = Object.fromEntries(['plane', 'train'].map((one) => [`${one}.png`, new Uint8Array([137, 80, 78, 71])]))
  const inline = (id: string, way: string) =>
    `<templateInline templateIdentifier="WAY" showHide="${way}" identifier="${id}"><img src="${id}.png" alt="${id}"/>${printed('A')}</templateInline>`
  const { question, resources } = await readItemOf(
    product(
      `<p>${inline('plane', 'show')}${inline('train', 'show')}</p><templateBlock templateIdentifier="WAY" showHide="hide" identifier="plane"><p>On the ground</p></templateBlock><p>${field}</p>`,
      { declarations: declare('template', 'WAY', 'identifier'), draws: set('WAY', oneOf('identifier', 'plane', 'train')) },
    ),
    { files },
  )
  expect(resources.map(({ path }) => path).sort()).toEqual(['plane.png', 'train.png'])
  const seen = new Set(
    draws(question).map(
      ({ text }) =>
        `${/src="(\w+)\.png" alt="\w+">\d/.exec(text)?.[1]} ${text.includes('ground')} ${text.split('<img').length}`,
    ),
  )
  expect(seen).toEqual(new Set(['plane false 2', 'train true 2']))

  const choices = ['one', 'two', 'three'].map(
    (id) =>
      `<simpleChoice identifier="${id}" templateIdentifier="WHICH" showHide="${id === 'three' ? 'hide' : 'show'}">${id}</simpleChoice>`,
  )
  const hidden = await readItemOf(
    `${declare('response', 'RESPONSE', 'identifier')}<templateDeclaration identifier="WHICH" cardinality="multiple" baseType="identifier"/><templateProcessing>${set('WHICH', `<multiple>${base('identifier', 'one')}${oneOf('identifier', 'two', 'three')}</multiple>`)}${right(base('identifier', 'one'))}</templateProcessing><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1">${choices.join('')}</choiceInteraction></itemBody>${match}`,
  )
  const shown = draws(hidden.question).map((one) =>
    optionsOf(one)
      .map(({ id, text }) => `${id}=${text}`)
      .join(),
  )
  expect(new Set(shown)).toEqual(new Set(['one=one,two=two,three=three', 'one=one']))
})

test('an answer is held against values that its rules name, where no answer is called right', async () => {
  const rule = `<responseProcessing><responseCondition><responseIf><equal toleranceMode="exact">${variable('RESPONSE')}${variable('C')}</equal><setOutcomeValue identifier="SCORE">${base('float', 3)}</setOutcomeValue></responseIf></responseCondition></responseProcessing>`
  const item = product(undefined, {
    declarations: declare('template', 'C', 'integer'),
    draws: set('C', `<sum>${variable('A')}${variable('B')}</sum>`),
    processing: rule,
  }).replace(/<setCorrectResponse.*<\/setCorrectResponse>/, '')
  const { question, leftOut } = await readItemOf(item)
  expect([question.marks, leftOut]).toEqual([3, []])
  const drawn = drawnBy(question, 1)
  const [, a, b] = /What is (\d+) times (\d+)/.exec(drawn.text) ?? []
  expect(scoreOf(drawn, `${Number(a) + Number(b)}`)).toBe(3)
})

test('what prints an outcome in what is said of an answer is asked, and is not shown before the answer', async () => {
  const markup = `<feedbackBlock outcomeIdentifier="SCORE" identifier="x" showHide="show"><p>${printed('A')} earned ${printed('SCORE')}</p></feedbackBlock>`
  const { question } = await readItemOf(product(`<p>${printed('A')} times ${printed('B')}: ${field}</p>${markup}`))
  for (const drawn of draws(question, 5)) {
    expect(drawn.text).toMatch(/^<p>\d times 1\d: \[V1\]<\/p>$/)
    expect(JSON.stringify(toPublicQuestion(drawn))).not.toContain('earned')
  }
})

test('what no rules mark is marked by a person, with its values filled in', async () => {
  const { question, leftOut } = await readItemOf(product(undefined, { processing: '' }))
  expect(question.processing).toEqual({ kind: 'person' })
  expect(leftOut.map(({ loss }) => loss)).toEqual(['marks'])
  expect(drawnBy(question, 1).text).toMatch(/What is \d times 1\d/)
  const essay = await readItemOf(
    `${declare('template', 'A', 'integer')}<templateProcessing>${set('A', between(2, 9))}</templateProcessing><itemBody><extendedTextInteraction responseIdentifier="RESPONSE"><prompt>Write ${printed('A')} lines.</prompt></extendedTextInteraction></itemBody>`,
  )
  expect(drawnBy(essay.question, 1).text).toMatch(/^Write \d lines\.$/)
})

test('ids of its options are hidden as of any other, and what is kept of it is no HTML of anybody’s', async () => {
  const choices = ['right', 'wrong'].map(
    (id) => `<simpleChoice identifier="${id}">${printed('A')} ${id === 'right' ? '&lt;' : '&gt;'} 10</simpleChoice>`,
  )
  const { question } = await readItemOf(
    `${declare('response', 'RESPONSE', 'identifier')}${declare('template', 'A', 'integer')}<templateProcessing>${set('A', between(2, 9))}${right(base('identifier', 'right'))}</templateProcessing><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1">${choices.join('')}</choiceInteraction></itemBody>${match}`,
  )
  const exam = { sections: [{ id: 's', name: 's', questions: [question] }], settings: {}, gradeBoundaries: [] }
  // Boundary: as much of an exam as ids and HTML need.
  const hidden = hideIds(mapHtml(exam as never, (html) => html.toUpperCase()) as never, 'seed').sections[0]?.questions?.[0]
  if (!hidden) throw new Error('It is gone.')
  const drawn = drawnBy(hidden, 1)
  expect(optionsOf(drawn).map(({ id }) => /right|wrong/.test(id))).toEqual([false, false])
  expect(optionsOf(drawn).map(({ id }) => chosen(drawn, id))).toEqual([1, 0])
  expect(hidden.template).toEqual(question.template)
})

describe('a right answer that is drawn', () => {
  const cardinal = (identifier: string, cardinality: string, baseType: string) =>
    `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}"/>`
  const ids = (name: string, ...all: string[]) =>
    all.map((id) => `<${name} identifier="${id}" matchMax="1">${id} ${printed('A')}</${name}>`).join('')
  const drawsA = declare('template', 'A', 'integer') + declare('template', 'WHICH', 'identifier')
  const draw = set('A', between(2, 9)) + set('WHICH', oneOf('identifier', 'x', 'y'))
  const ifX = (one: string, other: string) =>
    `<templateCondition><templateIf><match>${variable('WHICH')}${base('identifier', 'x')}</match>${right(one)}</templateIf><templateElse>${right(other)}</templateElse></templateCondition>`
  const given = (question: AuthoredQuestion, pairs: Record<string, string>) => {
    const options = Object.entries(pairs).map(([optionID, optionText]) => ({ optionID, optionText }))
    return markingOf(question).mark(question, { answerText: '', options }).score
  }
  const whole = (question: AuthoredQuestion, first: Record<string, string>, second: Record<string, string>) =>
    new Set(draws(question).map((one) => `${given(one, first)} ${given(one, second)}`))

  test('may be of pairs', async () => {
    const pair = (one: string, other: string) => base('directedPair', `${one} ${other}`)
    const { question, leftOut } = await readItemOf(
      `${cardinal('RESPONSE', 'multiple', 'directedPair')}${drawsA}<templateProcessing>${draw}${ifX(`<multiple>${pair('a', 'x')}${pair('b', 'y')}</multiple>`, `<multiple>${pair('a', 'y')}${pair('b', 'x')}</multiple>`)}</templateProcessing><itemBody><matchInteraction responseIdentifier="RESPONSE"><simpleMatchSet>${ids('simpleAssociableChoice', 'a', 'b')}</simpleMatchSet><simpleMatchSet>${ids('simpleAssociableChoice', 'x', 'y')}</simpleMatchSet></matchInteraction></itemBody>${match}`,
    )
    expect([question.type, leftOut]).toMatchObject(['MATCH', [{ what: 'matchMax', loss: 'content' }]])
    expect(whole(question, { a: 'x', b: 'y' }, { a: 'y', b: 'x' })).toEqual(new Set(['1 0', '0 1']))
    expect(JSON.stringify(toPublicQuestion(drawnBy(question, 1)))).toMatch(/"a \d"/)
  })

  test('may be of an order', async () => {
    const order = (...all: string[]) => `<ordered>${all.map((one) => base('identifier', one)).join('')}</ordered>`
    const { question, leftOut } = await readItemOf(
      `${cardinal('RESPONSE', 'ordered', 'identifier')}${drawsA}<templateProcessing>${draw}${ifX(order('x', 'y', 'z'), order('z', 'y', 'x'))}</templateProcessing><itemBody><orderInteraction responseIdentifier="RESPONSE">${ids('simpleChoice', 'x', 'y', 'z')}</orderInteraction></itemBody>${match}`,
    )
    expect([question.type, leftOut]).toEqual(['MATCH', []])
    const places = (...all: string[]) => Object.fromEntries(all.map((one, at) => [`place-${at + 1}`, one]))
    expect(whole(question, places('x', 'y', 'z'), places('z', 'y', 'x'))).toEqual(new Set(['1 0', '0 1']))
  })

  test('may be of one of several fields of a form, whose names have values in them', async () => {
    const score = `<setOutcomeValue identifier="SCORE"><sum>${variable('SCORE')}${base('float', 1)}</sum></setOutcomeValue>`
    const isRight = (name: string) =>
      `<responseCondition><responseIf><match>${variable(name)}<correct identifier="${name}"/></match>${score}</responseIf></responseCondition>`
    const choice = (name: string) =>
      `<choiceInteraction responseIdentifier="${name}" maxChoices="1"><prompt>${name} of ${printed('A')}</prompt>${ids('simpleChoice', 'x', 'y')}</choiceInteraction>`
    const { question, leftOut } = await readItemOf(
      `${cardinal('RESPONSE', 'single', 'identifier')}${cardinal('OTHER', 'single', 'identifier')}${declare('outcome', 'SCORE', 'float')}${drawsA}<templateProcessing>${draw}${right(variable('WHICH'))}<setCorrectResponse identifier="OTHER">${base('identifier', 'y')}</setCorrectResponse></templateProcessing><itemBody>${choice('RESPONSE')}${choice('OTHER')}</itemBody><responseProcessing>${isRight('RESPONSE')}${isRight('OTHER')}</responseProcessing>`,
    )
    expect([question.type, question.marks, leftOut]).toEqual(['QGRID', 2, []])
    for (const one of draws(question, 10)) expect(JSON.stringify(toPublicQuestion(one))).toMatch(/"name":"x \d".*"name":"y \d"/)
  })
})

describe('an item is left out, and says why,', () => {
  const hiding = `templateIdentifier="WHICH" showHide="show" identifier="x"`
  const which = { declarations: declare('template', 'WHICH', 'identifier'), draws: set('WHICH', oneOf('identifier', 'x', 'y')) }
  test.each([
    [
      'an interaction stands in a part that may be hidden',
      product(`<templateBlock ${hiding}><p>${field}</p></templateBlock>`, which),
      'Whether its <textEntryInteraction> is shown depends on its template.',
    ],
    [
      'a gap may be hidden',
      `${declare('response', 'RESPONSE', 'identifier')}${which.declarations}<templateProcessing>${which.draws}</templateProcessing><itemBody><hottextInteraction responseIdentifier="RESPONSE"><p><hottext ${hiding}>a</hottext><hottext identifier="b">b</hottext></p></hottextInteraction></itemBody>`,
      'Whether its <hottext> is shown depends on its template.',
    ],
    [
      'it prints what an answer earned',
      product(`<p>${printed('SCORE')} ${field}</p>`),
      'It prints "SCORE", which isn\'t a value that a template draws.',
    ],
    [
      'it prints that and draws nothing',
      `${declare('outcome', 'SCORE', 'float')}<itemBody><p>${printed('SCORE')}</p></itemBody>`,
      'It prints what an answer comes to, which is known after the exam.',
    ],
    ['a format is none', product(`<p>${printed('A', 'format="0.00"')} ${field}</p>`), 'Numbers can\'t be written as "0.00".'],
    [
      'it asks for an operator of nobody’s standard',
      product(undefined, { draws: set('A', '<customOperator class="x.Y"/>') }),
      'Its values can\'t be drawn: Nothing here does what the custom operator "x.Y" does.',
    ],
    [
      'something is shown by a name that is not declared',
      product(`<p><templateInline ${hiding}>x</templateInline>${field}</p>`),
      'Something of it is shown by "WHICH", which isn\'t a value that a template draws.',
    ],
    [
      'its text has the marks of tokens',
      product(`<p>⟦0⟧ ${field}</p>`),
      'Its text has ⟦ or ⟧ in it, which mark what is drawn here.',
    ],
  ])('where %s', async (_, item, why) => {
    expect(await whyNot(item)).toBe(why)
  })

  test('where all of its choices may be hidden at once', async () => {
    const item = `${declare('response', 'RESPONSE', 'identifier')}${which.declarations}<templateProcessing>${which.draws}${right(base('identifier', 'x'))}</templateProcessing><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><simpleChoice ${hiding}>X</simpleChoice></choiceInteraction></itemBody>${template('map_response')}`
    expect(await whyNot(item)).toMatch(/With its values filled in it is no question: options/)
  })
})

const data = join(import.meta.dirname, '../../../../../../../shared/data/qti')
describe.runIf(existsSync(data))('template items of others, skipped where ../shared/data is absent', () => {
  const read = async (path: string) => {
    const xml = readFileSync(join(data, path), 'utf8').replace(/^[\s\S]*?<(qti-assessment-item|assessmentItem)/, '<$1')
    const png = new Uint8Array([137, 80, 78, 71])
    const reading = await readPackage({
      path: await makeZip({
        'imsmanifest.xml':
          '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv2p1" href="i.xml"/></resources></manifest>',
        'i.xml': xml,
        ...Object.fromEntries(['plane', 'train', 'bus'].map((one) => [`images/${one}.png`, png])),
      }),
    })
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    const question = reading.package.exam.sections[0]?.questions?.[0]
    if (!question) throw new Error(JSON.stringify(reading.package.leftOut))
    return question
  }

  test.each([
    ['oat-2.1/ims/items/2_0/template.xml', 'BLANKS', 'qti'],
    ['oat-2.1/ims/items/2_1/mc_calc3.xml', 'BLANKS', 'qti'],
    ['oat-2.1/ims/items/2_1_1/mc_stat2.xml', 'BLANKS', 'qti'],
    ['1edtech-2.2/items/template_image.xml', 'BLANKS', 'qti'],
    ['1edtech-3.0/packaging/items/template.xml', 'BLANKS', 'qti'],
    ['1edtech-3.0/packaging/items/template_image.xml', 'BLANKS', 'qti'],
    ['1edtech-3.0/packaging/BBQsTest/id-13b92f311fc0/SineRule-002-maths.xml', 'BLANKS', 'qti'],
    // It gives its marks to outcomes of other names.
    ['1edtech-3.0/packaging/items/mc_calc5.xml', 'MULTICHOICE', 'person'],
  ])('%s is asked as %s, with values for each learner', async (path, type, kind) => {
    const question = await read(path)
    expect([question.type, question.processing?.kind]).toEqual([type, kind])
    const all = draws(question, 20)
    expect(new Set(all.map((one) => JSON.stringify(toPublicQuestion(one)))).size).toBeGreaterThan(2)
    for (const one of all) expect(authoredQuestion.safeParse(one).success).toBe(true)
  })

  test('the time to dig a hole is right by the numbers that one learner has, and no others', async () => {
    const question = await read('1edtech-3.0/packaging/items/template.xml')
    for (const drawn of draws(question)) {
      const [, diggers, minutes, others] = /takes (\d+)\s+\w+\s+(\d+) minutes[\s\S]*take\s+(\d+)\s/.exec(drawn.text) ?? []
      const right = (Number(diggers) * Number(minutes)) / Number(others)
      expect([scoreOf(drawn, `${right}`), scoreOf(drawn, `${right + 1}`)]).toEqual([1, 0])
    }
  })
})
