import type { Question } from '@sitwell/contract'
import { type Offer, offersToRead, textToRead } from '@sitwell/question-types/rules'
import { fill } from '../paper/fill.ts'
import type { PaperPart } from '../paper/paper-parts.ts'
import type { PrintWords } from './print-words.ts'

/** What is printed of a question, as its learner sees it. HTML where it is. */
export interface QuestionToPrint {
  readonly question: Question
  readonly scenario: readonly string[]
}

const bullet = '•'

const html = (text: string): PaperPart[] => (text === '' ? [] : [{ kind: 'html', html: text }])

const offerParts = (offer: Offer): PaperPart[] => {
  if (offer.kind === 'list') {
    const items = offer.items.filter(({ text }) => text.trim() !== '').map((item) => ({ marker: bullet, ...item }))
    if (items.length === 0) return []
    return [...(offer.label ? ([{ kind: 'paragraph', style: 'label', ...offer.label }] as const) : []), { kind: 'list', items }]
  }
  const { head, rows } = offer
  const cells = rows.map((row) => row.map((cell, column) => ({ ...cell, isHeader: column === 0 })))
  return [{ kind: 'table', title: '', head, rows: cells, widths: head.map(() => 1) }]
}

/** A question in the order in which it is read: what stands around it, its text, and what it offers. No marks, no answer, no key. */
export const questionOutline = ({ question, scenario }: QuestionToPrint, words: PrintWords): PaperPart[] => [
  ...(scenario.length > 0 ? [{ kind: 'heading', level: 2, text: words.SCENARIO } as const, ...scenario.flatMap(html)] : []),
  { kind: 'heading', level: 2, text: fill(words.QUESTION_NUMBER, { number: question.number }) },
  ...html(question.introText),
  ...html(textToRead(question)),
  ...offersToRead(question).flatMap(offerParts),
]
