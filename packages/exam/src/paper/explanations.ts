/** What an explanation of a word or passage may be, in the order in which a card shows it. */
export const supports = [
  /** What it means. */
  'glossary',
  /** The same in simpler words. */
  'simplified',
  /** How its language is to be taken: an idiom, a turn of phrase. */
  'guidance',
  /** A picture of what it means. */
  'picture',
  /** What a picture shows, at length. */
  'description',
  /** The word in another language. */
  'translation',
  /** A recording of it, or the words that are to be read out. */
  'spoken',
  /** How it is pronounced, for a program that reads the text out. */
  'pronunciation',
  /** The words for a Braille display. */
  'braille',
] as const
export type Support = (typeof supports)[number]

export interface ExplanationCard {
  readonly support: Support
  /** The tag of the language that it is in; without one that of the text. Of several the first is the one for everybody else. */
  readonly lang?: string | undefined
  /** HTML. */
  readonly text: string
}

/** What explains those words of a question that are marked with its id (`data-explained`). */
export interface Explanation {
  readonly id: string
  readonly cards: readonly ExplanationCard[]
}

/**
 * What is offered where an exam says nothing: all but translations. Whether somebody knows a word in the exam's language is what many
 * exams ask, and only their author knows whether theirs does (decision 107).
 */
export const offeredByDefault: readonly Support[] = supports.filter((one) => one !== 'translation')

const marks = /data-explained="([\w-]+)"/g

/** The ids that the HTML in a value is marked with, at whatever depth. */
export const marksIn = (value: unknown): Set<string> => {
  if (typeof value === 'string') return new Set([...value.matchAll(marks)].flatMap(([, id]) => id ?? []))
  if (typeof value !== 'object' || value === null) return new Set()
  return new Set(Object.values(value).flatMap((one) => [...marksIn(one)]))
}

/** Those of a question's explanations that its exam offers, and of them the cards that it does. */
export const offeredExplanations = <E extends Explanation>(
  explanations: readonly E[],
  offered: readonly Support[] = offeredByDefault,
): E[] =>
  explanations.flatMap((one) => {
    const cards = one.cards.filter(({ support }) => offered.includes(support))
    return cards.length === 0 ? [] : [{ ...one, cards }]
  })
