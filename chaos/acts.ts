import { largestPieceBytes } from '@sitwell/contract'
import type { Chance } from './chance.ts'
import { checkedQuestions, documentQuestion, evidenceQuestion, optionsOf, questionKinds, questionsOfPart } from './exam.ts'
import type { ChosenFile } from './files.ts'

/** What the learner does at one question, given by its number in the exam, from 0. */
export type Act =
  | { readonly do: 'write'; readonly question: number; readonly keys: readonly string[]; readonly isRewritten: boolean }
  | { readonly do: 'choose' | 'tick'; readonly question: number; readonly option: number }
  | { readonly do: 'bookmark'; readonly question: number }
  /** Has the answer checked that stands there, if there is one and it may be. */
  | { readonly do: 'check'; readonly question: number }
  /** Where answers decide about parts: finishes the first one, in which the question is, and continues once the next one is open. */
  | { readonly do: 'end part'; readonly question: number }
  | { readonly do: 'upload'; readonly question: number; readonly file: ChosenFile }
  /** Deletes a file that was chosen before, where it is listed. */
  | { readonly do: 'remove'; readonly question: number; readonly file: ChosenFile }
  /** Opens the PDF that its question leads to, looks whether it shows, and closes it. `isPatient`: for as long as that takes. */
  | { readonly do: 'read'; readonly question: number; readonly isPatient?: true }
  /** Of a course, at the lesson that is open: closes it, by the player's button or the lesson's own. */
  | { readonly do: 'leave'; readonly question: number; readonly by: 'close' | 'suspend' }
  /**
   * Of a course: stays until the page says that it continues without a network, and nothing waits to be sent. This many acts after it are done
   * wherever there is a network or none. `isRested`: the browser has put its service workers to rest by then.
   */
  | { readonly do: 'carry'; readonly question: number; readonly acts: number; readonly isRested: boolean }
  /** Of a course: completes the lesson that is open. */
  | { readonly do: 'complete'; readonly question: number }
  | { readonly do: 'go'; readonly question: number; readonly by: 'pick' | 'next' | 'previous' }

export const words = [
  'cold',
  'deep',
  'clear',
  'ice',
  'wind',
  'shore',
  'reed',
  'salt',
  'fish',
  'silt',
  'Ärger',
  'été',
  'ماء',
  '湖',
]

/** What is typed between two looks at the field: some keys at once. */
const bursts = (chance: Chance, act: number): string[] =>
  Array.from({ length: chance.whole(1, 4) }, (_, index) => `${chance.pick(words)}${act}.${index} `)

export const actAt = (chance: Chance, question: number, number: number): Act => {
  if (chance.isTrue(0.12)) return { do: 'bookmark', question }
  const kind = questionKinds[question]
  if (kind === 'text') return { do: 'write', question, keys: bursts(chance, number), isRewritten: chance.isTrue(0.25) }
  return { do: kind === 'ticks' ? 'tick' : 'choose', question, option: chance.whole(0, optionsOf(question) - 1) }
}

export const moveFrom = (chance: Chance, at: number): Act => {
  const last = questionKinds.length - 1
  if (at < last && chance.isTrue(0.4)) return { do: 'go', question: at + 1, by: 'next' }
  if (at > 0 && chance.isTrue(0.25)) return { do: 'go', question: at - 1, by: 'previous' }
  const other = chance.whole(0, last - 1)
  return { do: 'go', question: other < at ? other : other + 1, by: 'pick' }
}

/** In bytes: tiny ones, some that go in one request, and some that go in pieces of 4 MiB. */
const fileSizes = [
  [[1, 5000], 4],
  [[5000, 1_500_000], 4],
  [[largestPieceBytes + 1, 2 * largestPieceBytes + 1_000_000], 2],
] as const satisfies (readonly [readonly [number, number], number])[]
export const isLarge = (act: Act) => act.do === 'upload' && act.file.size > largestPieceBytes

/** What is done with files, in its order: some are removed again. */
export const fileActs = (chance: Chance): Act[] => {
  const acts: Act[] = []
  const standing: ChosenFile[] = []
  for (const number of Array.from({ length: chance.whole(1, 3) }, (_, index) => index + 1)) {
    const file = { number, size: chance.whole(...chance.weighted(fileSizes)) }
    acts.push({ do: 'upload', question: evidenceQuestion, file })
    standing.push(file)
    if (!chance.isTrue(0.4)) continue
    const removed = chance.pick(standing)
    standing.splice(standing.indexOf(removed), 1)
    acts.push({ do: 'remove', question: evidenceQuestion, file: removed })
  }
  return acts
}

/** Answers that are checked, each twice or more: one of them is often the last that may be. */
export const checkActs = (chance: Chance): Act[] =>
  Array.from({ length: chance.whole(2, 4) }, () => chance.pick(checkedQuestions)).flatMap((question): Act[] => [
    { do: questionKinds[question] === 'ticks' ? 'tick' : 'choose', question, option: chance.whole(0, optionsOf(question) - 1) },
    { do: 'check', question },
  ])

/** What is done in a part of which answers decide: some acts at its questions, with picks between them. */
const actsInPart = (chance: Chance, first: number, count: number, from: number): Act[] =>
  Array.from({ length: count }, (_, index): Act => actAt(chance, first + chance.whole(0, questionsOfPart - 1), from + index))

/** In an exam whose second part hangs on the first question: that is answered, at times again right before the part is finished. */
export const routedActs = (chance: Chance): Act[] => {
  const decide = (): Act => ({ do: 'choose', question: 0, option: chance.whole(0, 2) })
  const before = actsInPart(chance, 0, chance.whole(4, 7), 1)
  const later = chance.isTrue(0.5) ? [decide()] : []
  const inSecond = actsInPart(chance, questionsOfPart, chance.whole(6, 9), 10)
  return [decide(), ...before, ...later, { do: 'end part', question: questionsOfPart - 1 }, ...inSecond]
}

/** How a document is read now and then. */
export const readingActs = (chance: Chance): Act[] =>
  Array.from({ length: chance.whole(1, 3) }, () => ({ do: 'read', question: documentQuestion }))

/** What a learner does in a course: they type into its lessons, close and open them, and sometimes complete the first one. */
export const courseActs = (chance: Chance): Act[] => {
  const count = chance.whole(8, 14)
  const completedAt = chance.isTrue(0.5) ? chance.whole(3, count - 3) : undefined
  return Array.from({ length: count }, (_, index): Act => {
    // Whichever is open.
    const question = 0
    if (index === completedAt) return { do: 'complete', question }
    if (index > 0 && chance.isTrue(0.25)) return { do: 'leave', question, by: chance.pick(['close', 'suspend']) }
    return { do: 'write', question, keys: bursts(chance, index), isRewritten: chance.isTrue(0.25) }
  })
}
