import type { Question } from '@sitwell/contract'
import { type Explanation, marksIn, type Support } from '@sitwell/exam/paper/explanations'

const known = new WeakMap<Question, ReadonlyMap<string, Explanation>>()

/** The explanations of a question, by the mark of what they explain. */
export const explanationsOf = (question: Question): ReadonlyMap<string, Explanation> => {
  // Boundary: the server writes what a type adds to a question, and its explanations, from what it has checked.
  const written = (question.explanations ?? []) as readonly Explanation[]
  const found = known.get(question) ?? new Map(written.map((one) => [one.id, one]))
  known.set(question, found)
  return found
}

/** The plain words of some HTML; a document that is only parsed runs and loads nothing. */
export const plainTextOf = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** How words are pronounced that nothing else explains: a screen reader is told that in their place, and there is nothing to open. */
export const onlySpokenAs = ({ cards }: Explanation): string | undefined =>
  cards.every(({ support }) => support === 'pronunciation') ? plainTextOf(cards[0]?.text ?? '') || undefined : undefined

/** Of cards in several languages the one in the learner's, otherwise the first. */
export const inLanguage = <Card extends { readonly lang?: string | undefined }>(
  cards: readonly Card[],
  language: string,
): Card | undefined => {
  const wanted = language.toLowerCase()
  const short = (tag: string) => tag.toLowerCase().split('-')[0]
  return (
    cards.find(({ lang }) => lang?.toLowerCase() === wanted) ??
    cards.find(({ lang }) => lang !== undefined && short(lang) === short(wanted)) ??
    cards[0]
  )
}

/** The cards of each support, in the order in which they are shown. */
export const bySupport = ({ cards }: Explanation, order: readonly Support[]) =>
  order.flatMap((support) => {
    const some = cards.filter((card) => card.support === support)
    return some.length === 0 ? [] : [{ support, cards: some }]
  })

/** Words that are explained, with the mark that says by what. */
export interface ExplainedWords {
  readonly id: string
  readonly words: string
}

/** What is explained in what a question offers as answers, each once, in its order. */
export const explainedInAnswers = (question: Question): ExplainedWords[] => {
  const { text: _text, introText: _intro, explanations: _all, ...offered } = question
  const found = new Map<string, string>()
  const walk = (value: unknown): void => {
    if (typeof value === 'string' && marksIn(value).size > 0) {
      const { body } = new DOMParser().parseFromString(value, 'text/html')
      for (const one of body.querySelectorAll<HTMLElement>('[data-explained]')) {
        const id = one.dataset.explained ?? ''
        if (!found.has(id)) found.set(id, wordsOf(one))
      }
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  walk(offered)
  return [...found]
    .map(([id, words]) => ({ id, words }))
    .filter(({ id }) => {
      const explanation = explanationsOf(question).get(id)
      return explanation !== undefined && onlySpokenAs(explanation) === undefined
    })
}

/** What an element says: its words and those of its pictures, in one line; empty if there are none. */
export const wordsOf = (element: Element): string => {
  const pictures = [element, ...element.querySelectorAll('img')].map((one) => one.getAttribute('alt') ?? '')
  return [element.textContent ?? '', ...pictures].join(' ').replaceAll(/\s+/g, ' ').trim()
}
