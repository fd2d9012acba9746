import { type BankHtml, wordsIn } from '../../bank/bank-html.ts'
import { looksLikeBlank, namedBrackets } from '../../html/square-brackets.ts'
import { type BlankPlace, blanksFor } from './layout.ts'
import type { Piece, Presentation, Response } from './presentation.ts'

/** Characters of nobody's use represent the places until the HTML is clean. */
const [opens, closes] = ['\ue010', '\ue011']
const markOf = ({ response, at }: Pick<BlankPlace, 'response' | 'at'>) => `${opens}${response}\u0020${at}${closes}`
const marks = /\ue010([^\ue010\ue011]*) (\d+)\ue011/g

/** What Canvas calls a blank, whose place in the text is marked with the name in square brackets. */
const tokenOf = ({ ident, lead }: Response): string => wordsIn(lead) || ident.replace(/^response_/, '')

const isBlock = /^<(p|div|ul|ol|table|h[1-6]|blockquote|pre|figure)\b/i

/** Pieces in one line of HTML; what is in another flow begins its own line. */
const joined = (pieces: readonly Piece[], textFor: (piece: Exclude<Piece, { html: string }>) => string): string => {
  let before: Piece | undefined
  let html = ''
  for (const piece of pieces) {
    const text = 'html' in piece ? piece.html : textFor(piece)
    if (text === '') continue
    const isApart = before && 'html' in before && 'html' in piece && before.flow !== piece.flow
    html += `${html === '' ? '' : isApart && !isBlock.test(text) ? '<br>' : ' '}${text}`
    before = piece
  }
  return html
}

/** The text of an item without its responses; what belongs to the only response is in it, and a gap where its field stood in a sentence. */
export const plainItemText = ({ pieces, responses }: Presentation, html: BankHtml): string => {
  const [only, ...more] = responses
  const last = pieces.findLastIndex((one) => 'html' in one)
  const isGap = (piece: Piece) => only?.labels.length === 0 && more.length === 0 && pieces.indexOf(piece) < last
  const text = joined(pieces, (piece) =>
    [more.length === 0 ? (only?.lead ?? '') : '', isGap(piece) ? '_____' : ''].join(' ').trim(),
  )
  return html.clean(text)
}

/** Whether the text itself names the places of all responses, as Canvas writes it. */
export const namesBlanks = ({ pieces, responses }: Presentation): boolean => {
  const text = joined(pieces, () => '')
  return (
    responses.length > 0 &&
    responses.every((one) => one.kind !== 'pairs' && one.ident.startsWith('response_') && text.includes(`[${tokenOf(one)}]`))
  )
}

interface BlanksText {
  readonly html: string
  /** In the order of the text. */
  readonly blanks: readonly BlankPlace[]
  /** Something of the text itself would be taken for a blank. */
  readonly looksLikeBlank: boolean
}

/** The text of an item with its blanks: `[V1]` and so on; all other square brackets by their names. */
export const blanksText = (presentation: Presentation, html: BankHtml, isNamed: boolean): BlanksText => {
  const { pieces, responses } = presentation
  let text: string
  if (isNamed) {
    text = joined(pieces, () => '')
    for (const one of responses) text = text.replace(`[${tokenOf(one)}]`, () => markOf({ response: one.ident, at: 1 }))
  } else
    text = joined(pieces, ({ ident, at }) => {
      const lead = responses.find((one) => one.ident === ident)?.lead ?? ''
      return `${at === 0 ? lead : ''} ${markOf({ response: ident, at: at + 1 })}`.trim()
    })
  const clean = html.clean(isBlock.test(text) || text.includes('<') ? text : `<p>${text}</p>`)
  const all = blanksFor(responses)
  const blanks: BlankPlace[] = []
  const numbered = namedBrackets(clean).replace(marks, (_, response: string, at: string) => {
    const found = all.find((one) => one.response === response && one.at === Number(at))
    if (!found) return ''
    return `[V${blanks.push(found)}]`
  })
  return { html: numbered, blanks, looksLikeBlank: looksLikeBlank(clean) }
}

/** Rows whose text stands before their response instead of in it, as Blackboard writes it: the text is taken off the pieces. */
export const withLeads = ({ pieces, responses }: Presentation): Presentation => {
  if (responses.length < 2 || responses.some(({ lead }) => lead !== '')) return { pieces, responses }
  const htmls = pieces.filter((one) => 'html' in one).length
  if (htmls < responses.length) return { pieces, responses }
  const taken = new Set<Piece>()
  const led = responses.map((response) => {
    const at = pieces.findIndex((one) => 'ident' in one && one.ident === response.ident)
    const before = pieces[at - 1]
    if (!before || !('html' in before)) return response
    taken.add(before)
    return { ...response, lead: before.html }
  })
  return taken.size === responses.length
    ? { pieces: pieces.filter((one) => !taken.has(one)), responses: led }
    : { pieces, responses }
}
