import type { Answer } from '@sitwell/contract'
import type { Label, Response } from './presentation.ts'
import type { Given } from './score-rules.ts'

/** Ids of choices here, by what the item calls them. */
type Ids = ReadonlyMap<string, string>

/** A blank of a text: a place of a response. */
export interface BlankPlace {
  readonly response: string
  /** Counted from 1. */
  readonly at: number
  readonly as: 'id' | 'text' | 'number'
  readonly ids: Ids
  /** What its list shows, by what the item calls its choices. */
  readonly texts: ReadonlyMap<string, string>
}

/** How the responses of an item stand in the question that it becomes. */
export type Layout =
  | { readonly kind: 'choice'; readonly response: string; readonly ids: Ids; readonly isSeveral: boolean }
  | { readonly kind: 'typed'; readonly response: string; readonly as: 'text' | 'number' }
  /** A response for each row. */
  | { readonly kind: 'match'; readonly rows: Ids; readonly ids: ReadonlyMap<string, Ids> }
  /** One response of pairs. */
  | { readonly kind: 'pairs'; readonly response: string; readonly options: Ids; readonly selections: Ids }
  | { readonly kind: 'order'; readonly response: string; readonly ids: Ids }
  | { readonly kind: 'blanks'; readonly blanks: readonly BlankPlace[] }

const idsOf = (labels: readonly Label[], letter: string): Ids =>
  new Map(labels.map(({ ident }, at) => [ident, `${letter}${at + 1}`]))

/** The labels of a response of pairs: those that name others to go with, and the others. */
export const sidesOf = ({ labels }: Response): { options: readonly Label[]; selections: readonly Label[] } => ({
  options: labels.filter(({ group }) => group !== undefined),
  selections: labels.filter(({ group }) => group === undefined),
})

const isListed = ({ kind, accepted }: Response) => kind === 'choice' && accepted === undefined

const sameTexts = (responses: readonly Response[]): boolean => {
  const textsOf = ({ labels }: Response) => JSON.stringify(labels.map(({ html }) => html).sort())
  const [first] = responses
  return first !== undefined && responses.every((one) => textsOf(one) === textsOf(first))
}

/** Each list's choices by the place that their text has in the first list. */
const inFirst = (responses: readonly Response[]): ReadonlyMap<string, Ids> => {
  const texts = responses[0]?.labels.map(({ html }) => html) ?? []
  return new Map(
    responses.map(({ ident, labels }) => [ident, new Map(labels.map((one) => [one.ident, `s${texts.indexOf(one.html) + 1}`]))]),
  )
}

export const blanksFor = (responses: readonly Response[]): BlankPlace[] =>
  responses.flatMap((one) =>
    Array.from(
      { length: one.places },
      (_, at): BlankPlace => ({
        response: one.ident,
        at: at + 1,
        as: isListed(one) ? 'id' : one.kind === 'number' ? 'number' : 'text',
        ids: isListed(one) ? idsOf(one.labels, 'o') : new Map(),
        texts: isListed(one) ? new Map(one.labels.map(({ ident, html }) => [ident, html])) : new Map(),
      }),
    ),
  )

const hasTwice = (all: readonly string[]) => new Set(all).size < all.length

const whyNot = (responses: readonly Response[]): string | undefined => {
  const unread = responses.find((one) => one.unread !== undefined)?.unread
  if (unread !== undefined) return unread
  if (hasTwice(responses.map(({ ident }) => ident))) return 'Two of its responses have the same name.'
  for (const one of responses.filter((each) => isListed(each) || each.kind === 'pairs')) {
    if (one.labels.length === 0 || one.labels.some(({ html }) => html === '')) return 'It has no choices, or an empty one.'
    if (hasTwice(one.labels.map(({ ident }) => ident))) return 'Two of its choices have the same name.'
  }
  return undefined
}

/** How a response is asked that is the only one; undefined if it is a blank. */
const layoutOfOne = (only: Response, isText: boolean): Layout | { readonly why: string } | undefined => {
  if (only.kind === 'pairs') {
    const { options, selections } = sidesOf(only)
    if (options.length === 0 || selections.length === 0) return { why: 'Any of its choices may go with any other.' }
    return { kind: 'pairs', response: only.ident, options: idsOf(options, 'o'), selections: idsOf(selections, 's') }
  }
  if (isText) return undefined
  if (only.isInText) return undefined
  if (isListed(only)) {
    if (only.cardinality === 'ordered') return { kind: 'order', response: only.ident, ids: idsOf(only.labels, 's') }
    return { kind: 'choice', response: only.ident, ids: idsOf(only.labels, 'o'), isSeveral: only.cardinality === 'multiple' }
  }
  if (only.places !== 1) return undefined
  return { kind: 'typed', response: only.ident, as: only.kind === 'number' ? 'number' : 'text' }
}

/** How responses can be asked together, or why they can't; `isText`: they have places in a text. */
export const layoutOf = (responses: readonly Response[], isText: boolean): Layout | { readonly why: string } => {
  const why = whyNot(responses)
  if (why !== undefined) return { why }
  const [only, ...more] = responses
  if (!only) return { why: 'It asks for nothing.' }
  const alone = more.length === 0 ? layoutOfOne(only, isText) : undefined
  if (alone) return alone
  const others = responses.find((one) => one.kind === 'pairs' || (isListed(one) && one.cardinality !== 'single'))
  if (others) return { why: 'It asks for several choices, or an order, beside something else.' }
  const areRows = !isText && responses.every((one) => isListed(one) && !one.isInText)
  if (areRows && sameTexts(responses)) {
    if (hasTwice(only.labels.map(({ html }) => html))) return { why: 'A choice stands twice in its list.' }
    return { kind: 'match', rows: new Map(responses.map(({ ident }, at) => [ident, `o${at + 1}`])), ids: inFirst(responses) }
  }
  if (responses.some((one) => isListed(one) && hasTwice(one.labels.map(({ html }) => html))))
    return { why: 'A choice stands twice in one of its lists.' }
  return { kind: 'blanks', blanks: blanksFor(responses) }
}

const chosen = (entries: readonly (readonly [string | undefined, string | undefined])[]): Answer => ({
  answerText: '',
  options: entries.flatMap(([optionID, optionText]) =>
    optionID && optionText !== undefined ? [{ optionID, optionText }] : [],
  ),
})

/** The answer of a learner who gives these responses. */
export const answerOf = (layout: Layout, given: Given): Answer => {
  const all = (response: string) => given.get(response) ?? []
  switch (layout.kind) {
    case 'choice':
      return chosen(all(layout.response).map((one) => [layout.ids.get(one), '']))
    case 'typed':
      return chosen(all(layout.response).flatMap((one) => (one === '' ? [] : [['part-1', one] as const])))
    case 'match':
      return chosen([...layout.rows].map(([ident, id]) => [id, layout.ids.get(ident)?.get(all(ident)[0] ?? '')]))
    case 'pairs':
      return chosen(
        all(layout.response).map((pair) => {
          const [one = '', other = ''] = pair.split(' ')
          return [layout.options.get(one), layout.selections.get(other)]
        }),
      )
    case 'order':
      return chosen(all(layout.response).map((one, at) => [`o${at + 1}`, layout.ids.get(one)]))
    case 'blanks': {
      const texts = layout.blanks.map(({ response, at, as, texts: shown }) => {
        const value = all(response)[at - 1] ?? ''
        return as === 'id' ? (shown.get(value) ?? '') : value
      })
      if (texts.every((one) => one === '')) return chosen([])
      return { answerText: texts.map((one) => one.replace(/[\\|]/g, String.raw`\$&`)).join('|'), options: [] }
    }
  }
}
