import { type BankHtml, plainHtml, wordsIn } from '../../bank/bank-html.ts'
import type { BankAsks, BankEntry, BankQuestion } from '../../bank/bank-question.ts'
import { attributeOf, childrenOf, type Element, insideOf, numberIn, textIn } from '../../files/xml.ts'
import { likeBlankNote } from '../../html/square-brackets.ts'
import { variantOf } from './calculated.ts'
import { itemFeedback } from './item-feedback.ts'
import { sourceOf } from './item-source.ts'
import { blanksText, namesBlanks, plainItemText, withLeads } from './item-text.ts'
import { type Layout, layoutOf, sidesOf } from './layout.ts'
import { type MaterialPlace, materialHtml } from './material.ts'
import { type Presentation, presentationOf, type Response } from './presentation.ts'
import { metadataOf } from './question-xml.ts'
import { readRules } from './read-rules.ts'
import { unreadElements, unreadLimits } from './unread-elements.ts'

/** What an item is read with beside itself. */
export interface ItemPlace extends MaterialPlace {
  readonly html: BankHtml
  readonly place: string
  readonly section: string
  /** What its section says that each of its items is worth. */
  readonly points: number | undefined
  /** Whether its test has the choices of all questions in an order of each learner's own. */
  readonly shuffles: boolean
}

type Lost = BankQuestion['lost'][number]

/** What an item is worth, where it says so. */
const pointsOf = (metadata: ReadonlyMap<string, string>): number | undefined => {
  for (const name of ['points_possible', 'qmd_absolutescore_max', 'qmd_weighting', 'cc_weighting', 'weighting']) {
    const points = numberIn(metadata.get(name))
    if (points !== undefined && points >= 0) return points
  }
  return undefined
}

/** Texts that are compared as numbers are numbers, and what Canvas lists for a blank that is typed is what it accepts. */
const asAsked = (item: Element, type: string, response: Response): Response => {
  const tests = insideOf(item, (name) => /^var(gt|gte|lt|lte)$/.test(name))
  const isCompared = tests.some((one) => attributeOf(one, 'respident') === response.ident)
  if (response.kind === 'text' && isCompared) return { ...response, kind: 'number' }
  if (type === 'fill_in_multiple_blanks_question' && response.kind === 'choice') {
    const accepted = response.labels.map(({ html }) => wordsIn(html)).filter((one) => one !== '')
    return { ...response, kind: 'text', labels: [], accepted }
  }
  return response
}

const cleaned = (response: Response, html: BankHtml): Response => ({
  ...response,
  labels: response.labels.map((one) => ({ ...one, html: html.clean(one.html) })),
})

const lostOf = (item: Element, notes: readonly string[], isFeedbackRetained: boolean): Lost[] => {
  const hasText = (name: string) => insideOf(item, name).some((one) => textIn(one) !== '')
  return [
    ...notes.map((why): Lost => ({ what: 'rules', why, loss: 'nothing' })),
    ...(!isFeedbackRetained && childrenOf(item, 'itemfeedback').some((one) => textIn(one) !== '')
      ? [{ what: 'feedback', why: 'It is not shown: nothing here says to whom.' }]
      : []),
    ...(hasText('hint') ? [{ what: 'hints', why: 'There is one try at a question.' }] : []),
    ...(childrenOf(item, 'duration').some((one) => textIn(one) !== '')
      ? [{ what: 'duration', why: 'A question has no time of its own.', loss: 'structure' as const }]
      : []),
    ...unreadElements(item),
    ...unreadLimits(item),
  ]
}

/** What a model answer says goes to whoever marks. */
const notesOf = (item: Element, place: ItemPlace): { notes?: string } => {
  const solutions = childrenOf(item, 'itemfeedback').flatMap((one) => insideOf(one, 'solution'))
  const notes = place.html.clean(
    solutions.flatMap((one) => insideOf(one, 'material').map((material) => materialHtml(material, place))).join('<br>'),
  )
  return notes === '' ? {} : { notes }
}

const asksOf = (layout: Layout, responses: readonly Response[], shuffles: boolean): BankAsks => {
  const [first] = responses
  const labels = first?.labels ?? []
  switch (layout.kind) {
    case 'choice': {
      const most = first?.most !== undefined && first.most < labels.length ? { most: first.most } : {}
      return {
        kind: 'choice',
        isSingle: !layout.isSeveral,
        shuffle: shuffles || (first?.shuffle ?? false),
        choices: labels.map(({ html, isFixed }) => ({ html, fraction: 0, isFixed })),
        ...(layout.isSeveral && most),
      }
    }
    case 'typed':
      return { kind: 'typed', typed: layout.as === 'number' ? { is: 'number', accepted: [] } : noTexts }
    case 'match':
      return {
        kind: 'match',
        pairs: responses.map(({ lead }, at) => ({ html: lead || `${at + 1}`, answer: '' })),
        selections: labels.map(({ html }) => html),
      }
    case 'pairs': {
      const { options, selections } = sidesOf(first ?? never)
      return {
        kind: 'match',
        pairs: options.map(({ html }) => ({ html, answer: '' })),
        selections: selections.map(({ html }) => html),
      }
    }
    case 'order':
      return { kind: 'order', cards: labels.map(({ html }) => html) }
    case 'blanks':
      return {
        kind: 'blanks',
        blanks: layout.blanks.map(({ as, response, texts }) => ({
          weight: 1,
          asks:
            as === 'id'
              ? {
                  is: 'list',
                  choices: [...texts.values()].map((html) => ({ html, fraction: 0 })),
                  shuffle: responses.some((one) => one.ident === response && one.shuffle),
                }
              : as === 'number'
                ? { is: 'number', accepted: [] }
                : noTexts,
        })),
      }
  }
}

const noTexts = { is: 'text', accepted: [], ignoreCase: true, hasWildcards: false } as const
const never: Pick<Response, 'labels'> & Response = {
  ident: '',
  kind: 'pairs',
  cardinality: 'single',
  lead: '',
  labels: [],
  shuffle: false,
  most: undefined,
  places: 1,
  lines: 1,
  unread: undefined,
}

/** Whether a person reads what is written: nothing in the rules compares it with anything. */
const isEssay = (item: Element, type: string, { responses }: Presentation): boolean => {
  const [only, ...more] = responses
  if (!only || more.length > 0 || only.kind !== 'text' || only.places > 1) return false
  if (/essay|short response/i.test(type)) return true
  return !insideOf(item, (name) => /^(var|dur)/.test(name)).some((one) => attributeOf(one, 'respident') === only.ident)
}

/** The type that the program calls it by which wrote it. */
const typeIn = (metadata: ReadonlyMap<string, string>) =>
  metadata.get('question_type') ?? metadata.get('bbmd_questiontype') ?? metadata.get('cc_profile') ?? ''

/** What is otherwise here than an author may expect. */
const notesOn = ({ responses }: Presentation, type: string, isLikeBlank: boolean): Lost[] => {
  const notes: Omit<Lost, 'loss'>[] = []
  if (isLikeBlank) notes.push(likeBlankNote)
  if (responses.some(({ accepted }) => (accepted?.length ?? 0) > 1))
    notes.push({ what: 'rules', why: 'Any of the answers that it lists for a blank counts, whichever its rules name.' })
  if (type === 'multiple_answers_question')
    notes.push({
      what: 'rules',
      why: 'Only all right choices together count, as it is written; Canvas itself gives a part for some.',
    })
  return notes.map((one) => ({ ...one, loss: 'nothing' }))
}

/** One `item` of QTI 1.2. */
export const readItem = (item: Element, place: ItemPlace): BankEntry => {
  const { html, section } = place
  const metadata = metadataOf(item)
  const type = typeIn(metadata)
  const named = { name: attributeOf(item, 'title') || attributeOf(item, 'ident') || 'item', place: place.place }
  const read = presentationOf(item, place)
  const cleanedResponses = read.responses.map((one) => asAsked(item, type, cleaned(one, html)))
  const isNamed = namesBlanks({ ...read, responses: cleanedResponses })
  const raw: Presentation = { pieces: read.pieces, responses: cleanedResponses }
  const presentation = isNamed ? raw : withLeads(raw)
  const stated = place.points ?? pointsOf(metadata)
  const whole = (asks: BankAsks, text: string, more: Partial<BankQuestion> = {}): BankEntry => ({
    ...named,
    section,
    html: text || plainHtml(named.name),
    marks: stated ?? 1,
    asks,
    ...more,
    lost: [...lostOf(item, [], more.feedback !== undefined), ...(more.lost ?? [])],
  })

  if (/^file.?upload/i.test(type)) return whole({ kind: 'upload', ...notesOf(item, place) }, plainItemText(presentation, html))
  const variant = variantOf(item)
  if (variant) {
    const why = `It is asked with the numbers of the first of its ${variant.count} variants.`
    const text = html.clean(variant.textWith(plainItemText(presentation, html)))
    return whole({ kind: 'typed', typed: variant.typed }, text, { lost: [{ what: 'variants', why, loss: 'structure' }] })
  }
  if (presentation.responses.length === 0) return whole({ kind: 'read' }, plainItemText(presentation, html), { marks: 0 })
  if (isEssay(item, type, presentation)) {
    const lines = Math.max(presentation.responses[0]?.lines ?? 1, 10)
    return whole({ kind: 'essay', lines, ...notesOf(item, place) }, plainItemText(presentation, html))
  }

  const laid = layoutOf(presentation.responses, isNamed)
  if ('why' in laid) return { ...named, why: laid.why }
  const shown =
    laid.kind === 'blanks'
      ? blanksText(presentation, html, isNamed)
      : { html: plainItemText(presentation, html), blanks: [], looksLikeBlank: false }
  const layout: Layout = laid.kind === 'blanks' ? { ...laid, blanks: shown.blanks } : laid
  if (layout.kind === 'blanks' && shown.blanks.length < laidBlanks(laid))
    return { ...named, why: 'One of its blanks has no place in its text.' }
  const found = readRules(item, presentation.responses)
  const asks = asksOf(
    layout,
    presentation.responses.map((one) => ({ ...one, lead: html.clean(one.lead) })),
    place.shuffles,
  )
  const marked = sourceOf(found, presentation.responses, layout, stated, asks)
  return whole(marked.asks, shown.html, {
    marks: marked.marks,
    source: marked.source,
    ...itemFeedback(item, found, layout, place),
    lost: [
      ...(found && 'reported' in found ? found.reported : []).map((why): Lost => ({ what: 'rules', why, loss: 'nothing' })),
      ...notesOn(presentation, type, shown.looksLikeBlank),
      ...marked.lost,
    ],
  })
}

const laidBlanks = (layout: Layout) => (layout.kind === 'blanks' ? layout.blanks.length : 0)
