import type { FeedbackPartInput } from '@sitwell/question-types/marking'
import { choiceFeedback, generalFeedback, type TypedFeedback, typedFeedback } from '../../bank/bank-feedback.ts'
import { type BankHtml, hasTag, plainHtml } from '../../bank/bank-html.ts'
import { bankNumber, bankNumberWithin } from '../../bank/bank-number.ts'
import { type BankAsks, type BankEntry, fractionOf } from '../../bank/bank-question.ts'
import { type GiftBlock, putBack } from './gift-blocks.ts'

interface Written {
  readonly html: string
  readonly isMarkdown: boolean
}

/** A text in the format that it names, or in that of its question. */
const written = (text: string, html: Pick<BankHtml, 'clean'>, inherited = 'moodle'): Written & { readonly format: string } => {
  const [, named, rest] = /^\s*\[(html|moodle|plain|markdown)\]([\s\S]*)$/i.exec(text) ?? []
  const format = named?.toLowerCase() ?? inherited
  const plain = putBack(rest ?? text).trim()
  if (format === 'html') return { html: html.clean(plain), format, isMarkdown: false }
  // Moodle's own format takes tags and keeps lines.
  if (format === 'moodle' && hasTag(plain)) return { html: html.clean(plain.replace(/\n/g, '<br>')), format, isMarkdown: false }
  return { html: plainHtml(plain), format, isMarkdown: format === 'markdown' }
}

/** What is said of an answer as HTML. */
type ReadText = (text: string) => string

const textIn = (text: string, html: BankHtml, format: string): string =>
  written(text, { clean: (one) => html.cleanFeedback(one) }, format).html

interface Answer {
  readonly sign: string
  readonly percent: number | undefined
  readonly text: string
  /** As it is written. */
  readonly feedback: string
}

/** The answers between braces, each with its sign, its weight and its text. */
const answersIn = (inside: string): Answer[] =>
  [...inside.matchAll(/([~=])([^~=]*)/g)].map(([, sign = '', whole = '']) => {
    const at = whole.indexOf('#')
    const body = (at < 0 ? whole : whole.slice(0, at)).trim()
    const [, percent, rest] = /^%(-?\d+(?:[.,]\d*)?)%([\s\S]*)$/.exec(body) ?? []
    return {
      sign,
      percent: percent === undefined ? undefined : Number(percent.replace(',', '.')),
      text: (rest ?? body).trim(),
      feedback: at < 0 ? '' : whole.slice(at + 1).trim(),
    }
  })

const shareOf = ({ sign, percent }: Answer): number =>
  percent === undefined ? (sign === '=' ? 1 : 0) : (fractionOf(percent) ?? Number.NaN)

/** A number with its tolerance, or the middle of a stretch. */
const numberIn = (text: string): ReturnType<typeof bankNumberWithin> => {
  const plain = putBack(text).trim()
  const [from = '', to] = plain.split(/\.\.(?!\.)/)
  if (to !== undefined) {
    const [one, other] = [bankNumber(from), bankNumber(plain.slice(from.length + 2))]
    if ('why' in one) return one
    if ('why' in other) return other
    const [least, most] = [Math.min(one.value, other.value), Math.max(one.value, other.value)]
    const round = (value: number) => Number(value.toPrecision(12))
    return { value: round((least + most) / 2), tolerance: round((most - least) / 2) }
  }
  const [value = '', tolerance, ...more] = plain.split(':')
  return more.length > 0 ? { why: `"${plain.slice(0, 80)}" is not a number.` } : bankNumberWithin(value, tolerance)
}

type Asked =
  | {
      readonly asks: BankAsks
      readonly feedback: readonly FeedbackPartInput[]
      readonly isMarkdown?: boolean
      /** It says something of an answer that nobody can give apart from others. */
      readonly isLost?: boolean
    }
  | { readonly why: string }

const numericalOf = (inside: string, readText: ReadText): Asked => {
  const body = inside.slice(1).trim()
  const answers = /^[=~]/.test(body) ? answersIn(body) : answersIn(`=${body}`)
  const accepted = answers.flatMap((one) => {
    const number = numberIn(one.text)
    return 'why' in number ? [] : [{ ...number, fraction: shareOf(one) }]
  })
  // Whatever else is typed may have a word of feedback, and earns nothing.
  for (const one of answers) {
    const number = numberIn(one.text)
    if ('why' in number && one.text !== '' && (number.isAmbiguous || shareOf(one) !== 0)) return number
  }
  if (accepted.length === 0) return { why: 'It asks for a number, and names none that is right.' }
  if (accepted.some(({ fraction }) => !(fraction >= 0)))
    return { why: 'An answer is worth less than nothing or more than all.' }
  return {
    asks: { kind: 'typed', typed: { is: 'number', accepted } },
    feedback: typedFeedback(
      'part-1',
      answers.flatMap((one): TypedFeedback[] => {
        const number = numberIn(one.text)
        if (!('why' in number)) return [{ html: readText(one.feedback), answer: { is: 'number', ...number } }]
        // What stands alone is said of anything else.
        const any = { is: 'text', text: '*', ignoreCase: true, hasWildcards: true } as const
        return ['', '*'].includes(one.text) ? [{ html: readText(one.feedback), answer: any }] : []
      }),
    ),
  }
}

/** Of true and false the first says something of the wrong answer, and the second of the right one. */
const trueFalseOf = (word: string, [wrong = '', right = '']: readonly string[], readText: ReadText): Asked => {
  const isTrue = /^t/i.test(word)
  const choices = [
    { html: 'True', fraction: isTrue ? 1 : 0 },
    { html: 'False', fraction: isTrue ? 0 : 1 },
  ]
  return {
    asks: { kind: 'choice', isSingle: true, shuffle: false, choices },
    feedback: choiceFeedback((isTrue ? [right, wrong] : [wrong, right]).map(readText)),
  }
}

const matchOf = (answers: readonly Answer[], html: BankHtml, format: string): Asked => {
  const pairs = answers.map(({ text }) => {
    const at = text.indexOf('->')
    return { html: at < 0 ? '' : written(text.slice(0, at), html, format).html, answer: plainHtml(putBack(text.slice(at + 2))) }
  })
  if (answers.some(({ text }) => !text.includes('->'))) return { why: 'Not each of its answers is a pair.' }
  return { asks: { kind: 'match', pairs }, feedback: [], isLost: answers.some(({ feedback }) => feedback !== '') }
}

const askedIn = (inside: string, html: BankHtml, format: string): Asked => {
  const readText: ReadText = (text) => textIn(text, html, format)
  if (inside === '') return { asks: { kind: 'essay', lines: 10 }, feedback: [] }
  if (inside.startsWith('#')) return numericalOf(inside, readText)
  const [, word, more = ''] = /^(T|TRUE|F|FALSE)\s*(#[\s\S]*)?$/i.exec(inside) ?? []
  if (word !== undefined) return trueFalseOf(word, more.split('#').slice(1), readText)
  // One answer that is right may stand without its sign.
  if (!/^[~=]/.test(inside) && /[~=]/.test(inside)) return { why: 'What stands between its braces is no answer.' }
  const answers = answersIn(/^[~=]/.test(inside) ? inside : `=${inside}`)
  const hasWrong = answers.some(({ sign }) => sign === '~')
  if (!hasWrong && answers.some(({ text }) => text.includes('->'))) return matchOf(answers, html, format)
  if (answers.some((one) => Number.isNaN(shareOf(one))))
    return { why: 'An answer is worth more than all, or less than nothing.' }
  if (hasWrong) {
    const texts = answers.map(({ text }) => written(text, html, format))
    const choices = answers.map((one, at) => ({ html: texts[at]?.html ?? '', fraction: shareOf(one) }))
    const isSingle = answers.some(({ sign }) => sign === '=')
    if (choices.some((one) => one.html === '')) return { why: 'One of its choices is empty.' }
    return {
      asks: { kind: 'choice', isSingle, shuffle: true, choices },
      feedback: choiceFeedback(answers.map((one) => readText(one.feedback))),
      isMarkdown: texts.some((one) => one.isMarkdown),
    }
  }
  const accepted = answers
    .map((one) => ({ text: putBack(one.text).trim(), fraction: shareOf(one) }))
    .filter(({ text }) => text !== '')
  const feedback = answers
    .map((one): TypedFeedback => {
      const text = putBack(one.text).trim()
      return { html: readText(one.feedback), answer: { is: 'text', text, ignoreCase: true, hasWildcards: true } }
    })
    .filter(({ answer }) => answer.is === 'text' && answer.text !== '')
  return {
    asks: { kind: 'typed', typed: { is: 'text', accepted, ignoreCase: true, hasWildcards: true } },
    feedback: typedFeedback('part-1', feedback),
  }
}

/** A text around its answers: where something follows them they are a blank in it. */
const withBlank = (before: string, after: string) => (after === '' ? before : `${before.trimEnd()} _____ ${after}`)

const lostOf = (isFeedbackLost: boolean, isMarkdown: boolean) => [
  ...(isFeedbackLost ? [{ what: 'feedback', why: 'What it says of single pairs is not shown.' }] : []),
  ...(isMarkdown ? [{ what: 'Markdown', why: 'Its signs are shown as they are written.' }] : []),
]

/** Whether several pairs of braces stand beside each other, and not within one. */
const hasSeveralAnswers = (braces: string): boolean => {
  let depth = 0
  for (const { 0: brace, index } of braces.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth === 0) return index < braces.length - 1
  }
  return false
}

/** Why the braces of a question hold no answers; undefined if they do, or if there are none. */
const whyNotBraces = (text: string, begins: number, ends: number): string | undefined => {
  if (begins < 0 !== ends < 0 || ends < begins) return 'Its braces don’t belong together.'
  return begins >= 0 && hasSeveralAnswers(text.slice(begins, ends + 1))
    ? 'It has answers in braces twice: an empty line ends a question.'
    : undefined
}

/** One question of a GIFT file. */
export const readGiftQuestion = ({ line, category, text }: GiftBlock, path: string, html: BankHtml): BankEntry => {
  const place = `${path} line ${line}`
  const [, title, rest = text] = /^\s*::([\s\S]*?)::([\s\S]*)$/.exec(text) ?? []
  const name = putBack(title ?? '').trim()
  const [begins, ends] = [rest.indexOf('{'), rest.lastIndexOf('}')]
  const named = { name: name || `line ${line}`, place }
  const isRead = begins < 0
  const wrong = whyNotBraces(rest, begins, ends)
  if (wrong !== undefined) return { ...named, why: wrong }
  const after = isRead ? '' : rest.slice(ends + 1).trim()
  const before = isRead ? rest : rest.slice(0, begins)
  const stem = written(withBlank(before, after), html)
  const [inside = '', general = ''] = isRead ? [] : rest.slice(begins + 1, ends).split('####')
  const asked: Asked = isRead ? { asks: { kind: 'read' }, feedback: [] } : askedIn(inside.trim(), html, stem.format)
  if ('why' in asked) return { ...named, why: asked.why }
  if (stem.html === '' && name === '') return { ...named, why: 'It has no text.' }
  return {
    ...named,
    section: category.replace(/^\$(course|system|module|cat)\$\//i, '').replace(/^top\//i, ''),
    html: stem.html || plainHtml(name),
    marks: 1,
    asks: asked.asks,
    feedback: [...asked.feedback, ...generalFeedback(textIn(general, html, stem.format))],
    lost: lostOf(asked.isLost === true, stem.isMarkdown || asked.isMarkdown === true),
  }
}
