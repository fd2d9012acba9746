import type { Answer } from '@sitwell/contract'
import { type AuthoredQuestion, earnedFeedback, markingOf } from '@sitwell/question-types/marking'
import { expect, test } from 'vitest'
import { hideIds } from '../hide-ids.ts'
import { choices12, equal12, fib12, item12, rule12, test12, text12 } from '../testing/qti1-item.ts'
import { at, quiz, read } from '../testing/read-bank.ts'

/** What an answer is told of a question, without its tags. */
const feedbackOf = (question: AuthoredQuestion, answer: Answer | undefined) =>
  earnedFeedback(question, answer, markingOf(question).mark(question, answer)).map(({ html }) =>
    html.replaceAll(/<[^>]*>/g, ''),
  )
const typed = (text: string): Answer => ({ answerText: '', options: [{ optionID: 'part-1', optionText: text }] })
const blanks = (answerText: string): Answer => ({ answerText, options: [] })
/** The options with these texts. */
const chosen = (question: AuthoredQuestion, ...texts: string[]): Answer => {
  const all = 'options' in question ? (question.options as readonly { id: string; text: string }[]) : []
  const ids = texts.map((text) => all.find((one) => one.text === text)?.id ?? text)
  return { answerText: '', options: ids.map((optionID) => ({ optionID, optionText: '' })) }
}
/** The questions of a file, whose options have ids that hide those of the source, as they are stored. */
const stored = async (name: string, content: string) => {
  const found = await read(name, content)
  if (!found.exam) throw new Error(found.why)
  const all = hideIds(found.exam, 'seed').sections.flatMap(({ questions = [] }) => questions)
  return { all, lost: found.leftOut.map(({ what }) => what) }
}

const xml = (name: string, html: string) => `<${name} format="html"><text><![CDATA[${html}]]></text></${name}>`
const answer = (fraction: number, text: string, html = '', more = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text>${more}${xml('feedback', html)}</answer>`
const question = (type: string, text: string, inside: string) =>
  `<question type="${type}">${xml('questiontext', text)}<defaultgrade>2</defaultgrade>${inside}</question>`
const combined =
  xml('correctfeedback', 'All right') + xml('partiallycorrectfeedback', 'In part') + xml('incorrectfeedback', 'Wrong')

test('Moodle: of each choice, of all by what they are worth, and to everyone, in this order', async () => {
  const several = question(
    'multichoice',
    'Which?',
    `<single>false</single>${answer(50, 'Ash', 'Of ash')}${answer(50, 'Birch')}${answer(-100, 'Cat', '<b>Of cat</b>')}${combined}${xml('generalfeedback', 'In general')}`,
  )
  const truth = question('truefalse', 'Is it?', answer(100, 'true', 'Yes') + answer(0, 'false', 'No'))
  const { all, lost } = await stored('set.xml', quiz(several, truth))
  const one = at(all, 0)
  expect(feedbackOf(one, chosen(one, 'Ash', 'Birch'))).toEqual(['Of ash', 'All right', 'In general'])
  expect(feedbackOf(one, chosen(one, 'Ash'))).toEqual(['Of ash', 'In part', 'In general'])
  expect(feedbackOf(one, chosen(one, 'Cat'))).toEqual(['Of cat', 'Wrong', 'In general'])
  expect(feedbackOf(at(all, 1), chosen(at(all, 1), 'False'))).toEqual(['No'])
  expect(lost).not.toContain('feedback')
})

test('Moodle: of what was typed the first answer that fits says its word, a star of anything else', async () => {
  const short = question(
    'shortanswer',
    'Who?',
    answer(100, 'Ada Wood', 'Both names') + answer(50, 'Ada*') + answer(0, '*', 'Somebody else'),
  )
  const number = question(
    'numerical',
    'How many?',
    answer(100, '4', 'Four', '<tolerance>0.5</tolerance>') + answer(0, '*', 'Not four'),
  )
  const { all } = await stored('set.xml', quiz(short, number))
  expect(['ada wood', 'Ada', 'Eve', ''].map((text) => feedbackOf(at(all, 0), typed(text)))).toEqual([
    ['Both names'],
    [],
    ['Somebody else'],
    [],
  ])
  expect(['4.5', '5', 'x'].map((text) => feedbackOf(at(all, 1), typed(text)))).toEqual([['Four'], ['Not four'], ['Not four']])
})

test('Moodle: of each blank of a text, and of gaps and pairs by what they are worth', async () => {
  const cloze = question(
    'cloze',
    'A {1:SHORTANSWER:=ash#A tree~*#No tree} and {1:MULTICHOICE:=two#Two it is~three#Not three}',
    xml('generalfeedback', 'In general'),
  )
  const pairs = question(
    'matching',
    'Match.',
    `<subquestion format="html"><text>a</text><answer><text>1</text></answer></subquestion><subquestion format="html"><text>b</text><answer><text>2</text></answer></subquestion>${combined}`,
  )
  const { all, lost } = await stored('set.xml', quiz(cloze, pairs))
  expect(feedbackOf(at(all, 0), blanks('Ash|three'))).toEqual(['A tree', 'Not three', 'In general'])
  expect(feedbackOf(at(all, 0), blanks('oak|two'))).toEqual(['No tree', 'Two it is', 'In general'])
  expect(feedbackOf(at(all, 0), blanks('|two'))).toEqual(['Two it is', 'In general'])
  expect(feedbackOf(at(all, 1), undefined)).toEqual(['Wrong'])
  expect(lost).not.toContain('feedback')
})

test('a picture of feedback that is missing is told, and its question is asked all the same', async () => {
  const { all, lost } = await stored(
    'set.xml',
    quiz(question('truefalse', 'Is it?', answer(100, 'true', 'Yes <img src="gone.png">') + answer(0, 'false'))),
  )
  expect(feedbackOf(at(all, 0), chosen(at(all, 0), 'True'))).toEqual(['Yes '].map((text) => text.trimEnd()))
  expect(lost).toContain('feedback')
})

test('GIFT: of each answer, of true and false the wrong one first, and to everyone', async () => {
  const { all, lost } = await stored(
    'set.gift',
    [
      'Which? {=Ash#Well \\= done ~Cat#An animal ####In general}',
      'Is it? {T#It is#Right}',
      'Who? {=Ada#She =A*#Nearly}',
      'How many? {#=4:0.5#Four ~#Not four}',
      'Match. {=a -> 1#lost =b -> 2 =c -> 3}',
    ].join('\n\n'),
  )
  expect(feedbackOf(at(all, 0), chosen(at(all, 0), 'Ash'))).toEqual(['Well = done', 'In general'])
  expect(feedbackOf(at(all, 0), chosen(at(all, 0), 'Cat'))).toEqual(['An animal', 'In general'])
  expect(feedbackOf(at(all, 1), chosen(at(all, 1), 'True'))).toEqual(['Right'])
  expect(feedbackOf(at(all, 1), chosen(at(all, 1), 'False'))).toEqual(['It is'])
  expect(['Ada', 'Abe', 'Eve'].map((text) => feedbackOf(at(all, 2), typed(text)))).toEqual([['She'], ['Nearly'], []])
  expect(['4.2', '7'].map((text) => feedbackOf(at(all, 3), typed(text)))).toEqual([['Four'], ['Not four']])
  expect(lost).toEqual(['feedback'])
})

test('QTI 1.2: what its rules show of an answer, whether its key or its rules mark it; hints and what no rule shows are told to nobody', async () => {
  const feedback = (ident: string, inside: string) => `<itemfeedback ident="${ident}">${inside}</itemfeedback>`
  const shows = (ident: string) => `<displayfeedback feedbacktype="Response" linkrefid="${ident}"/>`
  const more =
    feedback('general fb', text12('In general')) +
    feedback(
      'a_fb',
      `<flow_mat>${text12('<b>Of ash</b>')}</flow_mat><hint><hintmaterial>${text12('A hint')}</hintmaterial></hint>`,
    ) +
    feedback('b_fb', `<solution><solutionmaterial>${text12('It is ash')}</solutionmaterial></solution>`) +
    feedback('unlinked', text12('To nobody'))
  const withShown = (rule: string, ident: string) => rule.replace('</respcondition>', `${shows(ident)}</respcondition>`)
  const rules = (of: string) =>
    withShown(rule12('<other/>', '', 'continue="Yes"'), 'general fb') +
    withShown(rule12(equal12('r', of, ''), '', 'continue="Yes"'), 'a_fb') +
    withShown(rule12(`<not>${equal12('r', of, '')}</not>`, '', 'continue="Yes"'), 'b_fb') +
    rule12(equal12('r', of, ''), 'Set 100', 'continue="No"')
  const choice = item12(text12('Which?') + choices12('r', 'Single', ['Ash', 'Cat']), rules('a'), { points: '2', more })
  const text = item12(text12('Which?') + fib12('r'), rules('ash'), { ident: 'i2', points: '2', more })
  const { all, lost } = await stored('set.xml', test12(choice, text))
  expect(feedbackOf(at(all, 0), chosen(at(all, 0), 'Ash'))).toEqual(['In general', 'Of ash'])
  expect(feedbackOf(at(all, 0), chosen(at(all, 0), 'Cat'))).toEqual(['In general', 'It is ash'])
  expect(feedbackOf(at(all, 1), typed('ash'))).toEqual(['In general', 'Of ash'])
  expect(JSON.stringify(all)).not.toMatch(/A hint|To nobody/)
  expect(lost).not.toContain('feedback')
})

test('a table has a column for what everyone is told', async () => {
  const { all } = await stored('set.csv', 'question,answer,feedback\nWhich?,ash,"It <b>is</b> ash"\nWhy?,,\n')
  expect(feedbackOf(at(all, 0), typed('oak'))).toEqual(['It is ash'])
  expect(at(all, 1).feedback).toBeUndefined()
})
