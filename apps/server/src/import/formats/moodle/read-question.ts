import type { FeedbackPartInput } from '@sitwell/question-types/marking'
import { type BankHtml, plainHtml } from '../../bank/bank-html.ts'
import { bankNumberWithin } from '../../bank/bank-number.ts'
import { type BankAsks, type BankBlank, type BankChoice, type BankEntry, fractionOf } from '../../bank/bank-question.ts'
import { attributeOf, childrenOf, type Element, insideOf } from '../../files/xml.ts'
import { likeBlankNote, looksLikeBlank, namedBrackets } from '../../html/square-brackets.ts'
import { readCloze } from './cloze.ts'
import { readEssay } from './essay.ts'
import { moodleFeedback } from './moodle-feedback.ts'
import { lostFields } from './moodle-fields.ts'
import { childOf, fieldOf, htmlIn, isOn, numberOf, rawText } from './moodle-xml.ts'

interface Place {
  readonly html: BankHtml
  /** Where its files lie. */
  readonly folder: string
}
type Lost = { readonly what: string; readonly why: string; readonly loss?: 'marks' | 'content' | 'nothing' }
type Asked =
  | {
      readonly asks: BankAsks
      readonly html?: string
      readonly isMarkdown?: boolean
      /** Instead of what the question says that it is worth. */
      readonly marks?: number
      readonly lost?: readonly Lost[]
      readonly feedback?: readonly FeedbackPartInput[]
    }
  | { readonly why: string }

const wrongShare: Asked = { why: 'An answer is worth more than all, or costs more than all.' }

const answersOf = (question: Element) =>
  childrenOf(question, 'answer').map((element) => ({
    element,
    fraction: fractionOf(Number(attributeOf(element, 'fraction') ?? 0)),
  }))

const choiceOf = (question: Element, { html, folder }: Place): Asked => {
  const read = answersOf(question).map(({ element, fraction }) => ({ ...htmlIn(element, html, folder), fraction }))
  if (read.some(({ fraction }) => fraction === undefined)) return wrongShare
  const choices = read.map((one): BankChoice => ({ html: one.html, fraction: one.fraction ?? 0 }))
  if (choices.length === 0 || choices.some((one) => one.html === '')) return { why: 'It has no choices, or an empty one.' }
  const isSingle = isOn(question, 'single', true)
  const isStrict = fieldOf(question, 'showstandardinstruction') === '' && attributeOf(question, 'type') === 'multichoiceset'
  if (isStrict) return { why: 'Questions of the type multichoiceset are not read.' }
  return {
    asks: { kind: 'choice', isSingle, shuffle: isOn(question, 'shuffleanswers', true), choices },
    isMarkdown: read.some(({ isMarkdown }) => isMarkdown),
  }
}

const trueFalseOf = (question: Element): Asked => {
  const choices = answersOf(question).map(({ element, fraction = 0 }) => ({
    html: /^true$/i.test(rawText(element).trim()) ? 'True' : 'False',
    fraction,
  }))
  if (new Set(choices.map(({ html }) => html)).size !== 2) return { why: 'Its answers aren’t true and false.' }
  return { asks: { kind: 'choice', isSingle: true, shuffle: false, choices } }
}

const shortOf = (question: Element): Asked => {
  const answers = answersOf(question)
  if (answers.some(({ fraction }) => fraction === undefined || fraction < 0)) return wrongShare
  const accepted = answers
    // Moodle takes no space at the ends of an answer for part of it.
    .map(({ element, fraction = 0 }) => ({ text: rawText(element).trim().replaceAll(String.raw`\*`, '\ue010'), fraction }))
    .filter(({ text }) => text !== '')
  if (accepted.some(({ text }) => text.includes('\ue010')))
    return { why: 'A star that is a star itself is not read in an answer.' }
  return {
    asks: { kind: 'typed', typed: { is: 'text', accepted, ignoreCase: !isOn(question, 'usecase'), hasWildcards: true } },
  }
}

const numericalOf = (question: Element): Asked => {
  const answers = answersOf(question).map(({ element, fraction }) => ({
    fraction,
    isAny: rawText(element).trim() === '*',
    number: bankNumberWithin(rawText(element), fieldOf(element, 'tolerance')),
  }))
  if (answers.some(({ fraction }) => fraction === undefined || fraction < 0)) return wrongShare
  if (answers.some(({ isAny, fraction }) => isAny && fraction !== 0))
    return { why: 'Any number earns marks, which is not read.' }
  const accepted: { value: number; tolerance: number; fraction: number }[] = []
  for (const { isAny, number, fraction = 0 } of answers) {
    if (isAny) continue
    if ('why' in number) return number
    accepted.push({ ...number, fraction })
  }
  if (accepted.length === 0) return { why: 'It names no number.' }
  const units = insideOf(question, 'unit')
  const isGraded = numberOf(question, 'unitgradingtype') === 1 || numberOf(question, 'unitgradingtype') === 2
  const others = units.filter((unit) => Number(fieldOf(unit, 'multiplier') || 1) !== 1)
  const why = isGraded
    ? 'A unit is marked with the number'
    : others.length > 0
      ? 'A number may be given in another unit'
      : undefined
  return {
    asks: { kind: 'typed', typed: { is: 'number', accepted } },
    ...(why && { lost: [{ what: 'units', why: `${why}: here the number alone is asked for.`, loss: 'marks' as const }] }),
  }
}

const matchOf = (question: Element, { html, folder }: Place): Asked => {
  const subs = childrenOf(question, 'subquestion').map((element) => ({
    ...htmlIn(element, html, folder),
    answer: plainHtml(rawText(childOf(element, 'answer'))),
  }))
  const pairs = subs.filter(({ answer }) => answer !== '')
  if (!pairs.some((one) => one.html !== '')) return { why: 'It has no pairs.' }
  return { asks: { kind: 'match', pairs }, isMarkdown: subs.some(({ isMarkdown }) => isMarkdown) }
}

const clozeOf = (question: Element, { html, folder }: Place): Asked => {
  const text = rawText(childOf(question, 'questiontext')).replaceAll('@@PLUGINFILE@@/', `${folder}/`)
  const read = readCloze(text, html)
  if ('why' in read) return read
  // As Moodle has it, also if the file says something else.
  const marks = read.blanks.reduce((sum, { weight }) => sum + weight, 0)
  const said = numberOf(question, 'defaultgrade') ?? marks
  const why = `It says ${said} and is worth ${marks}, the sum of its answers, as in Moodle.`
  return {
    html: read.html,
    asks: { kind: 'blanks', blanks: read.blanks },
    marks,
    feedback: read.feedback,
    lost: [
      ...(said === marks ? [] : [{ what: 'defaultgrade', why, loss: 'nothing' as const }]),
      ...(read.looksLikeBlank ? [likeBlankNote] : []),
    ],
  }
}

/** Texts that are put into the gaps `[[1]]` of a text: by dragging, or from lists. */
const gapsOf = (question: Element, { html, folder }: Place): Asked => {
  const name = attributeOf(question, 'type') === 'gapselect' ? 'selectoption' : 'dragbox'
  const boxes = childrenOf(question, name).map((box, at) => ({
    number: at + 1,
    html: html.clean(rawText(box).trim()),
    group: fieldOf(box, 'group') || '1',
  }))
  const blanks: BankBlank[] = []
  let why: string | undefined
  const text = htmlIn(childOf(question, 'questiontext'), html, folder).html
  const gap = /\[\[(\d+)\]\]/g
  const withPlaces = text.replace(gap, '\ue022$1\ue023')
  const rewritten = namedBrackets(withPlaces).replace(/\ue022(\d+)\ue023/g, (_, digits: string) => {
    const right = boxes.find(({ number }) => number === Number(digits))
    if (!right) {
      why ??= `Nothing belongs into its gap ${digits}.`
      return ''
    }
    const own = boxes.filter(({ group }) => group === right.group)
    const texts = [...new Set(own.map((one) => one.html))]
    blanks.push({
      weight: 1,
      asks: {
        is: 'list',
        shuffle: isOn(question, 'shuffleanswers', true),
        choices: texts.map((one) => ({ html: one, fraction: one === right.html ? 1 : 0 })),
      },
    })
    return `[V${blanks.length}]`
  })
  if (why !== undefined || blanks.length === 0) return { why: why ?? 'It has no gap.' }
  return { html: rewritten, asks: { kind: 'blanks', blanks }, lost: looksLikeBlank(withPlaces) ? [likeBlankNote] : [] }
}

const readers: Readonly<Record<string, (question: Element, place: Place) => Asked>> = {
  multichoice: choiceOf,
  truefalse: trueFalseOf,
  shortanswer: shortOf,
  numerical: numericalOf,
  matching: matchOf,
  essay: readEssay,
  description: () => ({ asks: { kind: 'read' } }),
  cloze: clozeOf,
  multianswer: clozeOf,
  gapselect: gapsOf,
  ddwtos: gapsOf,
}

/** One `<question>` of Moodle XML. */
export const readMoodleQuestion = (
  question: Element,
  {
    html,
    folder,
    place,
    section,
    number,
  }: Place & { readonly place: string; readonly section: string; readonly number: number },
): BankEntry => {
  const type = attributeOf(question, 'type') ?? ''
  const name = fieldOf(question, 'idnumber') || fieldOf(question, 'name') || `question ${number}`
  const named = { name, place }
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (!reader) return { ...named, why: `Questions of the type ${type || 'that is not named'} are not read.` }
  const asked = reader(question, { html, folder })
  if ('why' in asked) return { ...named, why: asked.why }
  const stem =
    asked.html === undefined ? htmlIn(childOf(question, 'questiontext'), html, folder) : { html: asked.html, isMarkdown: false }
  const marks = type === 'description' ? 0 : (asked.marks ?? numberOf(question, 'defaultgrade') ?? 1)
  if (marks < 0) return { ...named, why: 'It is worth less than nothing.' }
  return {
    ...named,
    section,
    html: stem.html || plainHtml(fieldOf(question, 'name')),
    marks,
    asks: asked.asks,
    feedback: [...(asked.feedback ?? []), ...moodleFeedback(question, { html, folder })],
    lost: [...(asked.lost ?? []), ...lostFields(question, type, stem.isMarkdown || asked.isMarkdown === true)],
  }
}
