import { expect, test } from 'vitest'
import { answer, at, chosen, inBlanks, question, quiz, read, typed } from '../testing/read-bank.ts'

/** What is left out, by the words that tell why. */
const whys = (leftOut: readonly { readonly what: string; readonly why: string }[] = []) =>
  leftOut.filter(({ what }) => what === 'item').map(({ why }) => why)
const ambiguous = expect.stringContaining('an ambiguous number')

test('a number whose comma may part thousands or decimals is left out, whatever bank it stands in; others are read', async () => {
  const fromTable = await read('set.csv', 'question;answer\nm?;1,500\nn?;-12,345,678\no?;0,125\np?;1,5|2,25\nq?;1,5000\n')
  expect(whys(fromTable.leftOut)).toEqual([ambiguous, ambiguous])
  expect(fromTable.all.map((one) => ['0.125', '2.25', '1.5'].map((text) => typed(one, text)))).toEqual([
    [1, 0, 0],
    [0, 1, 1],
    [0, 0, 1],
  ])

  const fromGift = await read('set.gift', 'm?{#1,500}\n\nn?{#1,500..2,500}\n\no?{#=2:1,000}\n\np?{#0,125:0,1}')
  expect(whys(fromGift.leftOut)).toEqual([ambiguous, ambiguous, ambiguous])
  expect(['0.2', '0.3'].map((text) => typed(at(fromGift.all, 0), text))).toEqual([1, 0])

  const number = (text: string, tolerance = '') =>
    question('numerical', 'g?', answer(100, text, `<tolerance>${tolerance}</tolerance>`))
  const fromMoodle = await read(
    'bank.xml',
    quiz(
      number('1,500'),
      number(''),
      number('0x10'),
      number('5', 'some'),
      number('5', '1,000'),
      number('5', '0,1'),
      question('cloze', 'It {1:NM:=1,500}.', ''),
      question('cloze', 'It {1:NM:=0,125:0,1} or {1:NM:=1.5}.', ''),
    ),
  )
  const noNumber = expect.stringContaining('is no number')
  expect(whys(fromMoodle.leftOut)).toEqual([ambiguous, noNumber, noNumber, noNumber, ambiguous, ambiguous])
  expect(['5.1', '5.2'].map((text) => typed(at(fromMoodle.all, 0), text))).toEqual([2, 0])
  expect([inBlanks(at(fromMoodle.all, 1), '0.2|1.5'), inBlanks(at(fromMoodle.all, 1), '0.3|1.51')]).toEqual([2, 0])
})

test('square brackets of a text of Moodle and of its answers stay; what looks like a blank becomes round, which is reported', async () => {
  const { all, leftOut } = await read(
    'bank.xml',
    quiz(
      question('cloze', '<p>Acid [pH] has {1:SA:=[H+]} and {1:MC:=[OH-]~a[1]}.</p>', ''),
      question('cloze', '<p>{1:SA:=[x]} of [v1]</p>', ''),
    ),
  )
  const [one, other] = [at(all, 0), at(all, 1)]
  expect([one.text, other.text]).toEqual(['<p>Acid &lbrack;pH&rbrack; has [V1] and [V2].</p>', '<p>[V1] of (v1)</p>'])
  expect([inBlanks(one, '[H+]|[OH-]'), inBlanks(one, '(H+)|a[1]'), inBlanks(other, '[x]')]).toEqual([2, 0, 1])
  expect(leftOut?.filter(({ what }) => what === 'square brackets')).toHaveLength(1)
})

test('characters by name and by number in the answers of a text are what they show', async () => {
  const { all } = await read(
    'bank.xml',
    quiz(
      question(
        'cloze',
        '{1:SA:=&alpha;&times;2#well~%50%caf&eacute;} {1:SAC:=&#946;&#x3b3; &lt;&rsquo;#no} {1:NM:=&#53;#yes}',
        '',
      ),
    ),
  )
  expect(['α×2|βγ <’|5', 'CAFÉ|βγ <’|5', '&alpha;&times;2|&|5'].map((text) => inBlanks(at(all, 0), text))).toEqual([3, 2.5, 1])
})

test('an answer of a table that is a choice by its words and another by its letter or number leaves the question out', async () => {
  const { all, leftOut } = await read(
    'set.csv',
    [
      'question,type,A,B,C,D,answer',
      'Blood?,,O,A,B,AB,A',
      'Half of 8?,,2,4,6,8,4',
      'Both?,several,x,y,"A,B",z,"A,B"',
      'Some?,several,O,A,B,AB,AB;B',
      'Blood?,,O,A,B,AB,AB',
      'Blood?,,O,A,B,AB,D',
      'First?,,A,B,C,D,b',
      'Count?,,1,2,3,4,2',
      'Ten?,,5,10,15,20,10',
    ].join('\n'),
  )
  expect(whys(leftOut)).toEqual(['"A"', '"4"', '"A,B"', '"B"'].map((one) => expect.stringContaining(one)))
  const right = ['AB', 'AB', 'B', '2', '10']
  expect(all.map((one, index) => chosen(one, right[index] ?? ''))).toEqual(right.map(() => 1))
})

test('what an author calls a question goes to nobody: its id is its number, and the report has its name', async () => {
  const fromGift = await read('set.gift', '::Paris::Capital of France?{=Paris}\n\n::q1::Of Spain?{=Madrid}')
  expect(fromGift.all.map(({ id }) => id)).toEqual(['q1', 'q2'])
  expect(fromGift.items?.map((one) => [one.identifier, one.question?.id])).toEqual([
    ['Paris', 'q1'],
    ['q1', 'q2'],
  ])
  const fromTable = await read('set.csv', 'id,question,answer\nParis,Capital of France?,Paris\n')
  expect([fromTable.items?.[0]?.identifier, at(fromTable.all, 0).id]).toEqual(['Paris', 'q1'])
})
