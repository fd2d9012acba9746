import { type AuthoredQuestion, markingOf } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { readPackage } from '../../read-package.ts'
import { makeZip, onePixel } from '../../testing/make-package.ts'
import { choices12, equal12, fib12, item12, rule12, test12, text12 } from '../../testing/qti1-item.ts'
import { at, chosen, inBlanks, read, typed } from '../../testing/read-bank.ts'

/** The score of a matching question whose options have these selections, by their texts. */
const matched = (question: AuthoredQuestion, pairs: Record<string, string>) => {
  if (question.type !== 'MATCH') throw new Error(question.type)
  const options = Object.entries(pairs).map(([option, selection]) => ({
    optionID: question.options.find(({ text }) => text === option)?.id ?? '',
    optionText: question.selections.find(({ text }) => text === selection)?.id ?? '',
  }))
  return markingOf(question).mark(question, { answerText: '', options }).score
}
const losses = (leftOut: readonly { readonly loss?: string | undefined; readonly what: string }[] = [], wanted = 'marks') =>
  leftOut.filter(({ loss }) => loss === wanted).map(({ what }) => what)

test('Canvas: its types of questions are asked, and each answer is worth what its rules give, in points of the item', async () => {
  const zip = await makeZip({
    'imsmanifest.xml': `<manifest><resources><resource identifier="g1" type="imsqti_xmlv1p2"><file href="g1/g1.xml"/></resource><resource identifier="m" type="associatedcontent/imscc_xmlv1p1/learning-application-resource" href="g1/assessment_meta.xml"><file href="g1/assessment_meta.xml"/></resource></resources></manifest>`,
    'g1/assessment_meta.xml':
      '<quiz><title>Trees of the north</title><description>&lt;p&gt;Read all.&lt;/p&gt;</description><shuffle_answers>true</shuffle_answers><time_limit>45</time_limit></quiz>',
    'g1/g1.xml': test12(
      item12(
        text12('<p>Which? <img src="$IMS-CC-FILEBASE$/pictures/leaf%201.png?canvas_download=1" alt="leaf"></p>') +
          choices12('response1', 'Single', ['Oak', 'Elm', 'Ash']),
        rule12('<other/>', '', 'continue="Yes"') + rule12(equal12('response1', 'b'), 'Set 100', 'continue="No"'),
        { type: 'multiple_choice_question', points: '2.5' },
      ),
      item12(
        text12('Several') + choices12('response1', 'Multiple', ['A', 'B', 'C']),
        rule12(
          `<and>${equal12('response1', 'a')}<not>${equal12('response1', 'b')}</not>${equal12('response1', 'c')}</and>`,
          'Set 100',
        ),
        { type: 'multiple_answers_question', points: '3', ident: 'i2' },
      ),
      item12(
        text12('Short') + fib12('response1'),
        rule12(equal12('response1', 'Holm oak') + equal12('response1', 'Evergreen'), 'Set 100', 'continue="No"'),
        { type: 'short_answer_question', points: '1', ident: 'i3' },
      ),
      item12(
        text12('<p>A [one] and a [two].</p>') +
          choices12('response_one', '', ['red', 'scarlet'], 'one') +
          choices12('response_two', '', ['blue'], 'two'),
        rule12(equal12('response_one', 'a'), 'Add 50.00') + rule12(equal12('response_two', 'a'), 'Add 50.00'),
        { type: 'fill_in_multiple_blanks_question', points: '4', ident: 'i4' },
      ),
      item12(
        text12('<p>[x] then [y] [z]</p>') +
          choices12('response_x', '', ['up', 'down'], 'x') +
          choices12('response_y', '', ['in', 'out'], 'y'),
        rule12(equal12('response_x', 'b'), 'Add 50.00') + rule12(equal12('response_y', 'a'), 'Add 50.00'),
        { type: 'multiple_dropdowns_question', points: '2', ident: 'i5' },
      ),
      item12(
        text12('Match') +
          ['Rome', 'Oslo', 'Bonn'].map((one, n) => choices12(`response_${n}`, '', ['I', 'N', 'G', 'F'], one)).join(''),
        ['a', 'b', 'c'].map((one, n) => rule12(equal12(`response_${n}`, one), 'Add 33.33')).join(''),
        { type: 'matching_question', points: '3', ident: 'i6' },
      ),
      item12(
        text12('Number') + fib12('response1', 'fibtype="Decimal"'),
        rule12(
          `<or>${equal12('response1', '5.0')}<and><vargte respident="response1">4.9</vargte><varlte respident="response1">5.1</varlte></and></or>`,
          'Set 100',
          'continue="No"',
        ) +
          rule12(
            `<or>${equal12('response1', '7')}<and><vargt respident="response1">6.95</vargt><varlte respident="response1">7.05</varlte></and></or>`,
            'Set 100',
            'continue="No"',
          ),
        { type: 'numerical_question', points: '1', ident: 'i7' },
      ),
      item12(text12('Essay') + fib12('response1'), rule12('<other/>', '', 'continue="No"'), {
        type: 'essay_question',
        points: '6',
        ident: 'i8',
      }),
      item12(text12('Only read'), '', { type: 'text_only_question', points: '0', ident: 'i9' }),
      item12(text12('Hand in'), '', { type: 'file_upload_question', points: '5', ident: 'i10' }),
      item12(
        text12('What is [x] + [y]?') + fib12('response1', 'fibtype="Decimal"'),
        rule12('<other/>', 'Set 100') + rule12('<not><other/></not>', 'Set 0'),
        {
          type: 'calculated_question',
          points: '2',
          ident: 'i11',
          more: '<itemproc_extension><calculated><answer_tolerance>10%</answer_tolerance><formulas><formula>x+y</formula></formulas><var_sets><var_set ident="1"><var name="x">3</var><var name="y">7</var><answer>10.0</answer></var_set><var_set ident="2"><var name="x">1</var><var name="y">1</var><answer>2.0</answer></var_set></var_sets></calculated></itemproc_extension>',
        },
      ),
    ),
    'web_resources/pictures/leaf 1.png': onePixel,
  })
  const reading = await readPackage({ path: zip })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const { exam, leftOut, resources, items } = reading.package
  const all = exam.sections.flatMap(({ questions = [] }) => questions)
  expect([exam.name, exam.settings.examTime, exam.settings.introText]).toEqual(['Trees of the north', 2700, '<p>Read all.</p>'])
  expect(all.map((one) => [one.type, one.marks])).toEqual([
    ['RADIO', 2.5],
    ['MULTICHOICE', 3],
    ['MULTITEXT', 1],
    ['BLANKS', 4],
    ['BLANKS', 2],
    ['MATCH', 3],
    ['MULTITEXT', 1],
    ['QUESTIONLTEXT', 6],
    ['STATICTEXT', 0],
    ['EVIDENCE', 5],
    ['MULTITEXT', 2],
  ])
  expect(at(all, 0)).toMatchObject({ shuffle: true, text: expect.stringContaining('web_resources/pictures/leaf%201.png') })
  expect(resources.map(({ path }) => path)).toEqual(['web_resources/pictures/leaf 1.png'])
  expect(['Oak', 'Elm', 'Ash'].map((one) => chosen(at(all, 0), one))).toEqual([0, 2.5, 0])
  expect([chosen(at(all, 1), 'A', 'C'), chosen(at(all, 1), 'A'), chosen(at(all, 1), 'A', 'B', 'C')]).toEqual([3, 0, 0])
  expect(['holm OAK', 'evergreen', 'oak'].map((one) => typed(at(all, 2), one))).toEqual([1, 1, 0])
  expect(at(all, 3).text).toBe('<p>A [V1] and a [V2].</p>')
  expect(['Red|blue', 'scarlet|', '|BLUE', 'blue|red'].map((one) => inBlanks(at(all, 3), one))).toEqual([4, 2, 2, 0])
  expect(at(all, 4).text).toBe('<p>[V1] then [V2] &lbrack;z&rbrack;</p>')
  expect(['down|in', 'up|in', 'down|', 'up|out'].map((one) => inBlanks(at(all, 4), one))).toEqual([2, 1, 1, 0])
  expect([
    matched(at(all, 5), { Rome: 'I', Oslo: 'N', Bonn: 'G' }),
    matched(at(all, 5), { Rome: 'I', Oslo: 'F', Bonn: 'G' }),
    matched(at(all, 5), { Rome: 'N' }),
  ]).toEqual([3, 2, 0])
  expect(['5', '4.9', '5.11', '6.95', '6.96', '7.05'].map((one) => typed(at(all, 6), one))).toEqual([1, 1, 0, 0, 1, 1])
  expect([at(all, 10).text, typed(at(all, 10), '11'), typed(at(all, 10), '11.1'), typed(at(all, 10), '2')]).toEqual([
    'What is 3 + 7?',
    2,
    0,
    0,
  ])
  expect([losses(leftOut), losses(leftOut, 'structure')]).toEqual([[], ['variants']])
  expect(items?.filter(({ question }) => question).length).toBe(11)
})

test('rules of the standard: shares below nothing, bounds, products, what goes on, what is left over, parts of texts, sets', async () => {
  const { all, leftOut } = await read(
    'set.xml',
    `<?xml version="1.0"?><!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2p1.dtd"><questestinterop>${[
      // Goes on, adds and subtracts within bounds.
      `<item ident="one"><presentation>${text12('a')}${choices12('R', 'Multiple', ['A', 'B', 'C'])}</presentation><resprocessing><outcomes><decvar varname="SCORE" vartype="Integer" defaultval="1" minvalue="0" maxvalue="4"/></outcomes>${rule12(equal12('R', 'a'), 'Add 2', 'continue="Yes"')}${rule12(equal12('R', 'b'), 'Subtract 1', 'continue="Yes"')}${rule12(`<unanswered respident="R"/>`, 'Set 0')}</resprocessing></item>`,
      // Stops at the first that holds; what is left over costs a mark.
      `<item ident="two"><presentation>${text12('b')}${choices12('R', 'Single', ['A', 'B', 'C'])}</presentation><resprocessing><outcomes><decvar varname="SCORE"/></outcomes>${rule12(equal12('R', 'a'), 'Set 2')}${rule12(equal12('R', 'b'), 'Set 1')}${rule12('<unanswered respident="R"/>')}${rule12('<other/>', 'Set -1')}</resprocessing></item>`,
      // Part of a text, with and without its capitals; multiplied and divided.
      `<item ident="three"><presentation>${text12('c')}${fib12('R')}</presentation><resprocessing><outcomes><decvar varname="SCORE"/></outcomes>${rule12('<varsubstring respident="R" case="Yes">Oak</varsubstring>', 'Set 4', 'continue="Yes"')}${rule12('<varsubstring respident="R">tree</varsubstring>', 'Multiply 2', 'continue="Yes"')}${rule12(equal12('R', 'Oak', 'case="Yes"'), 'Divide 4', 'continue="Yes"')}</resprocessing></item>`,
      // A set, all of it.
      `<item ident="four"><presentation>${text12('d')}${choices12('R', 'Multiple', ['A', 'B', 'C'])}</presentation><resprocessing><outcomes><decvar varname="SCORE"/></outcomes>${rule12('<varsubset respident="R" setmatch="Exact">a,c</varsubset>', 'Set 1')}</resprocessing></item>`,
      // An order, place by place.
      `<item ident="five"><presentation>${text12('e')}${choices12('R', 'Ordered', ['A', 'B', 'C'])}</presentation><resprocessing><outcomes><decvar varname="SCORE"/></outcomes>${rule12(`<and>${equal12('R', 'c')}${equal12('R', 'a')}${equal12('R', 'b')}</and>`, 'Set 3')}${rule12(equal12('R', 'c', 'index="1"'), 'Set 1')}</resprocessing></item>`,
      // Pairs of a group.
      `<item ident="six"><presentation>${text12('f')}<response_grp ident="R" rcardinality="Multiple"><render_choice><response_label ident="a" match_group="x,y">${text12('A')}</response_label><response_label ident="b" match_group="x,y">${text12('B')}</response_label><response_label ident="x">${text12('X')}</response_label><response_label ident="y">${text12('Y')}</response_label></render_choice></response_grp></presentation><resprocessing><outcomes><decvar varname="SCORE"/></outcomes>${rule12('<varsubset respident="R">a,y</varsubset>', 'Add 1', 'continue="Yes"')}${rule12('<varsubset respident="R">x,b</varsubset>', 'Add 1', 'continue="Yes"')}</resprocessing></item>`,
      // Several blanks of one response.
      `<item ident="seven"><presentation><flow>${text12('From')}<response_str ident="R" rcardinality="Ordered"><render_fib><response_label ident="1"/>${text12('to')}<response_label ident="2"/></render_fib></response_str></flow></presentation><resprocessing><outcomes><decvar varname="SCORE"/></outcomes>${rule12(equal12('R', 'here', 'index="1"'), 'Add 1', 'continue="Yes"')}${rule12(equal12('R', 'there', 'index="2"'), 'Add 2', 'continue="Yes"')}</resprocessing></item>`,
    ].join('')}</questestinterop>`,
  )
  expect(all.map(({ type, marks }) => [type, marks])).toEqual([
    ['MULTICHOICE', 4],
    ['RADIO', 2],
    ['MULTITEXT', 8],
    ['MULTICHOICE', 1],
    ['MATCH', 3],
    ['MATCH', 2],
    ['BLANKS', 3],
  ])
  expect([chosen(at(all, 0)), chosen(at(all, 0), 'A'), chosen(at(all, 0), 'B'), chosen(at(all, 0), 'A', 'B', 'C')]).toEqual([
    0, 3, 0, 2,
  ])
  expect([chosen(at(all, 1)), ...['A', 'B', 'C'].map((one) => chosen(at(all, 1), one))]).toEqual([0, 2, 1, -1])
  expect(['an Oak TREE', 'oak tree', 'Oak', 'an Oak'].map((one) => typed(at(all, 2), one))).toEqual([8, 0, 1, 4])
  expect([chosen(at(all, 3), 'A', 'C'), chosen(at(all, 3), 'A', 'B', 'C'), chosen(at(all, 3), 'A')]).toEqual([1, 0, 0])
  expect([matched(at(all, 4), { 1: 'C', 2: 'A', 3: 'B' }), matched(at(all, 4), { 1: 'C', 2: 'B', 3: 'A' })]).toEqual([3, 1])
  expect([matched(at(all, 5), { A: 'Y', B: 'X' }), matched(at(all, 5), { A: 'X', B: 'X' })]).toEqual([2, 1])
  expect(['Here|There', '|there', 'there|here'].map((one) => inBlanks(at(all, 6), one))).toEqual([3, 2, 0])
  expect(losses(leftOut)).toEqual([])
})

test('rules that nobody can follow, or that can be read in two ways, wait for a person, and the loss is told', async () => {
  const ask = text12('a') + choices12('R', 'Multiple', ['A', 'B', 'C'])
  const { all, leftOut } = await read(
    'set.xml',
    test12(
      // Bounds for each step or for the end: 60 + 60 - 20 is 80 or 100.
      item12(
        ask,
        rule12(equal12('R', 'a'), 'Add 60', 'continue="Yes"') +
          rule12(equal12('R', 'b'), 'Add 60', 'continue="Yes"') +
          rule12(equal12('R', 'c'), 'Subtract 20', 'continue="Yes"'),
      ),
      item12(ask, rule12('<durlte respident="R">60</durlte>', 'Set 100')),
      item12(ask, rule12('<var_extension/>', 'Set 100')),
      item12(ask, rule12(equal12('R', 'a'), 'Set lots')),
      item12(ask, ''),
      item12(ask, rule12(equal12('R', 'zz'), 'Set 100')),
      item12(
        `${text12('a')}<response_xy ident="R"><render_hotspot/></response_xy>`,
        rule12('<varinside respident="R" areatype="Ellipse">1,2</varinside>', 'Set 100'),
      ),
    ),
  )
  expect(all.map(({ processing }) => processing?.kind)).toEqual(['person', 'person', 'person', 'person', 'person', 'person'])
  expect(losses(leftOut)).toEqual(['rules', 'rules', 'rules', 'rules', 'rules', 'rules'])
  expect(leftOut?.find(({ why }) => why.includes('two ways'))?.why).toContain('is worth 80 or 100')
  expect(losses(leftOut, 'structure')).toEqual(['item'])
})

test('several tests and banks of a package are sections of one exam; a test that stands in two forms is read in the whole one', async () => {
  const choice = (ident: string) =>
    item12(text12('a') + choices12('R', 'Single', ['A', 'B']), rule12(equal12('R', 'a'), 'Set 100'), { ident, points: '1' })
  const bank = (inside: string) =>
    `<questestinterop><objectbank ident="b1"><qtimetadata><qtimetadatafield><fieldlabel>bank_title</fieldlabel><fieldentry>My bank</fieldentry></qtimetadatafield></qtimetadata>${inside}</objectbank></questestinterop>`
  const zip = await makeZip({
    'imsmanifest.xml':
      '<manifest><resources><resource identifier="a1" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment"><file href="a1/assessment_qti.xml"/></resource></resources></manifest>',
    'a1/assessment_qti.xml': test12(choice('q1')),
    'non_cc_assessments/a1.xml.qti': `<questestinterop><assessment ident="a1" title="Test"><section ident="root">${choice('q1')}<itemref linkrefid="q9"/><itemref linkrefid="gone"/><section ident="g" title="Group"><selection_ordering><selection><selection_number>1</selection_number><selection_extension><points_per_item>4</points_per_item></selection_extension></selection></selection_ordering>${choice('q2')}${choice('q3')}</section></section></assessment></questestinterop>`,
    'b1/b1.dat': bank(choice('q9')),
    'res0001.xml': '<questestinterop><item',
  })
  const reading = await readPackage({ path: zip })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const { exam, leftOut, items } = reading.package
  expect(exam.sections.map(({ name, questions }) => [name, questions?.map(({ marks }) => marks)])).toEqual([
    ['Test', [1]],
    ['Test / Group', [4, 4]],
    ['My bank', [1]],
  ])
  expect(items?.length).toBe(4)
  expect(leftOut.map(({ what, loss }) => [what, loss])).toEqual(
    expect.arrayContaining([
      ['file', 'structure'],
      ['second form', 'nothing'],
      ['selection', 'structure'],
      ['item by name', 'nothing'],
      ['item gone', 'structure'],
    ]),
  )
})

// CONST-108
test('what would act, or read other files, comes in from no item; a file with entities is none', async () => {
  const { all, leftOut } = await read(
    'set.xml',
    test12(
      item12(
        text12('<p onclick="x()">a<script>alert(1)</script><img src="https://elsewhere.example/a.png"></p>') +
          choices12('R', 'Single', ['<b onmouseover="x()">A</b>', 'B<iframe src="x"></iframe>']),
        rule12(equal12('R', 'a'), 'Set 100'),
        { more: `<itemfeedback ident="f">${text12('Right: A')}</itemfeedback>` },
      ),
    ),
  )
  expect(JSON.stringify(at(all, 0))).not.toMatch(/onclick|onmouseover|script|iframe|elsewhere|Right/)
  expect(leftOut?.map(({ what }) => what)).toEqual(expect.arrayContaining(['<script>', 'onclick']))
  const withType = (type: string) =>
    `<?xml version="1.0"?>${type}${test12(item12(text12('a'), '')).replace(/<\?xml[^>]*>/, '')}`
  for (const type of [
    '<!DOCTYPE questestinterop [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE questestinterop SYSTEM "a.dtd" [<!ENTITY a "b">]>',
    '<!DOCTYPE other SYSTEM "a.dtd">',
    // Each of them was two kinds of white space once, and two to the power of sixty ways to read them all.
    `${'\ufeff'.repeat(60)}<!DOCTYPE questestinterop SYSTEM "a.dtd" x>`,
  ]) {
    const refused = await readPackage({ path: await makeZip({ 'set.xml': withType(type) }) })
    expect(refused.ok ? 'read' : refused.problems[0]?.message).toMatch(/document type|no exam package/)
  }
})

test('thousands of small rules and conditions deep in each other end, and are refused where they are too many', async () => {
  const deep = `${'<not>'.repeat(150)}${equal12('R', 'a')}${'</not>'.repeat(150)}`
  const many = (count: number) => Array.from({ length: count }, (_, n) => rule12(equal12('R', `word ${n}`), 'Set 100')).join('')
  const { all, why, leftOut } = await read(
    'set.xml',
    test12(
      item12(text12('a') + choices12('R', 'Single', ['A', 'B']), rule12(deep, 'Set 100')),
      item12(text12('a') + fib12('R'), many(400)),
      item12(text12('a') + fib12('R'), many(3000)),
    ),
  )
  expect([why, all.length, typed(at(all, 1), 'word 399')]).toEqual([undefined, 3, 100])
  expect(leftOut?.filter(({ loss }) => loss === 'marks').map((one) => one.why)).toEqual([expect.stringContaining('more rules')])
})
