import type { FeedbackPartInput } from '@sitwell/question-types/marking'
import { Parser } from 'htmlparser2'
import { choiceFeedback, type TypedFeedback, typedFeedback } from '../../bank/bank-feedback.ts'
import { type BankHtml, plainHtml } from '../../bank/bank-html.ts'
import { bankNumberWithin } from '../../bank/bank-number.ts'
import { type BankBlank, type BankChoice, fractionOf } from '../../bank/bank-question.ts'
import { looksLikeBlank, namedBrackets } from '../../html/square-brackets.ts'

const kinds: Readonly<Record<string, 'text' | 'exact' | 'number' | 'list' | 'shuffled' | 'several'>> = {
  SHORTANSWER: 'text',
  SA: 'text',
  MW: 'text',
  SHORTANSWER_C: 'exact',
  SAC: 'exact',
  MWC: 'exact',
  NUMERICAL: 'number',
  NM: 'number',
  MULTICHOICE: 'list',
  MC: 'list',
  MULTICHOICE_V: 'list',
  MCV: 'list',
  MULTICHOICE_H: 'list',
  MCH: 'list',
  MULTICHOICE_S: 'shuffled',
  MCS: 'shuffled',
  MULTICHOICE_VS: 'shuffled',
  MCVS: 'shuffled',
  MULTICHOICE_HS: 'shuffled',
  MCHS: 'shuffled',
  MULTIRESPONSE: 'several',
  MR: 'several',
  MULTIRESPONSE_H: 'several',
  MRH: 'several',
  MULTIRESPONSE_S: 'several',
  MRS: 'several',
  MULTIRESPONSE_HS: 'several',
  MRHS: 'several',
}

const field = /\{(\d*):([A-Z_]+):((?:\\[\s\S]|[^\\{}])*)\}/g

/** A text with its characters by name and by number as such; tags stay as they are written. */
const decoded = (text: string): string => {
  if (!text.includes('&')) return text
  const parts: string[] = []
  const parser = new Parser({ ontext: (part) => void parts.push(part) })
  parser.end(text.replaceAll('<', '&lt;'))
  return parts.join('').replaceAll('\u00a0', ' ')
}
const plain = (text: string) => text.replace(/\\([~#{}=\\/"%])/g, '$1')

interface Answer {
  readonly fraction: number
  readonly text: string
  /** As it is written. */
  readonly feedback: string
}

const answersIn = (inside: string): Answer[] | string => {
  const answers: Answer[] = []
  for (const one of inside.split(/(?<!\\)~/)) {
    // The number sign of &#945; parts nothing.
    const [body = '', feedback = ''] = one.split(/(?<!\\)(?!(?<=&)#(?:\d+|x[\da-f]+);)#([\s\S]*)/i)
    const [, percent, equals, text = ''] = /^\s*(?:%(-?\d+(?:[.,]\d*)?)%)?(=?)([\s\S]*)$/.exec(body) ?? []
    const fraction = percent === undefined ? (equals ? 1 : 0) : fractionOf(Number(percent.replace(',', '.')))
    if (fraction === undefined) return 'An answer is worth more than all, or less than nothing.'
    if (text.trim() !== '') answers.push({ fraction, text: plain(text.trim()), feedback: plain(feedback.trim()) })
  }
  return answers
}

const numberIn = (text: string): ReturnType<typeof bankNumberWithin> => {
  const plain = decoded(text)
  const [value = '', tolerance, ...more] = plain.split(':')
  return more.length > 0 ? { why: `"${plain.slice(0, 80)}" is not a number.` } : bankNumberWithin(value, tolerance)
}

type Cloze =
  | {
      readonly html: string
      readonly blanks: readonly BankBlank[]
      readonly feedback: readonly FeedbackPartInput[]
      /** Something of the text itself would be taken for a blank. */
      readonly looksLikeBlank: boolean
    }
  | { readonly why: string }

/** A text with its answers in braces (docs.moodle.org, “Embedded Answers (Cloze) question type”): each is a blank. */
export const readCloze = (text: string, html: BankHtml): Cloze => {
  const blanks: BankBlank[] = []
  const feedback: FeedbackPartInput[] = []
  let why: string | undefined
  const blankOf = (weight: string, kind: string, inside: string): string => {
    const is = kinds[kind]
    const answers = answersIn(inside)
    if (is === undefined || is === 'several' || typeof answers === 'string') {
      why ??= typeof answers === 'string' ? answers : `Answers of the kind ${kind} in a text are not read.`
      return ''
    }
    const asks = asksOf(is, answers, html)
    if ('why' in asks) why ??= asks.why
    else {
      blanks.push({ weight: weight === '' ? 1 : Number(weight), asks })
      feedback.push(...feedbackOf(`V${blanks.length}`, asks, answers, html))
    }
    return `\ue022${blanks.length}\ue023`
  }
  const withPlaces = text.replace(field, (_, weight: string, kind: string, inside: string) => blankOf(weight, kind, inside))
  if (why !== undefined) return { why }
  if (blanks.length === 0) return { why: 'It holds no answer in braces.' }
  const cleaned = namedBrackets(html.clean(withPlaces)).replace(/\ue022(\d+)\ue023/g, '[V$1]')
  return { html: cleaned, blanks, feedback, looksLikeBlank: looksLikeBlank(withPlaces) }
}

const shownText = (text: string, clean: (html: string) => string) =>
  /<[a-z]/i.test(text) ? clean(text) : plainHtml(decoded(text))

/** What is said of the answers of one blank. */
const feedbackOf = (blank: string, asks: BankBlank['asks'], answers: readonly Answer[], html: BankHtml) => {
  const htmlOf = ({ feedback }: Answer) => (feedback === '' ? '' : shownText(feedback, (one) => html.cleanFeedback(one)))
  if (asks.is === 'list') return choiceFeedback(answers.map(htmlOf), blank)
  const typed = answers.flatMap((one): TypedFeedback[] => {
    const number = asks.is === 'number' ? numberIn(one.text) : undefined
    if (number && !('why' in number)) return [{ html: htmlOf(one), answer: { is: 'number', ...number } }]
    const text = decoded(one.text)
    // Of what is no number only a star says anything of an answer that is one.
    if (number && text.trim() !== '*') return []
    const ignoreCase = asks.is === 'number' || asks.ignoreCase
    return [{ html: htmlOf(one), answer: { is: 'text', text, ignoreCase, hasWildcards: true } }]
  })
  return typedFeedback(blank, typed)
}

/** A wrong answer that is not a number costs nothing to leave out. */
const askingNumber = (answers: readonly Answer[]): BankBlank['asks'] | { readonly why: string } => {
  const accepted: { value: number; tolerance: number; fraction: number }[] = []
  for (const { text, fraction } of answers) {
    const number = numberIn(text)
    if (!('why' in number)) accepted.push({ ...number, fraction })
    else if (number.isAmbiguous || fraction !== 0) return number
  }
  return accepted.length > 0 ? { is: 'number', accepted } : { why: 'It names no number.' }
}

const asksOf = (
  is: 'text' | 'exact' | 'number' | 'list' | 'shuffled',
  answers: readonly Answer[],
  html: BankHtml,
): BankBlank['asks'] | { readonly why: string } => {
  if (is === 'number') return askingNumber(answers)
  if (is === 'text' || is === 'exact') {
    const accepted = answers.map(({ text, fraction }) => ({ text: decoded(text), fraction }))
    return { is: 'text', accepted, ignoreCase: is === 'text', hasWildcards: true }
  }
  const choices = answers.map(
    ({ text, fraction }): BankChoice => ({
      html: shownText(text, (one) => html.clean(one)),
      fraction,
    }),
  )
  if (new Set(choices.map((one) => one.html)).size < choices.length)
    return { why: 'A choice stands twice in one of its lists.' }
  if (choices.some(({ fraction }) => fraction < 0)) return { why: 'A choice of a list costs marks, which a blank can’t.' }
  return { is: 'list', choices, shuffle: is === 'shuffled' }
}
