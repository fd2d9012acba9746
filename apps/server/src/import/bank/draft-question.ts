import { wordsIn } from './bank-html.ts'
import { processingOf } from './bank-processing.ts'
import type { BankAsks, BankBlank, BankChoice, BankQuestion, BankTyped } from './bank-question.ts'

/** A question in the authored form, before its schema has read it, and how it is marked, in words. */
interface BankDraft {
  readonly question: Record<string, unknown>
  readonly marking: string
}

const person = { kind: 'person' } as const
const byKey = 'by its key'
const byPerson = 'by a person'

const idAt = (at: number) => `o${at + 1}`
const optionsOf = (choices: readonly BankChoice[]) =>
  choices.map(({ html, isFixed }, at) => ({ id: idAt(at), text: html, ...(isFixed && { fixed: true }) }))

const isPlain = (choices: readonly BankChoice[]) =>
  choices.every(({ fraction }) => fraction === 0 || fraction === 1) &&
  choices.filter(({ fraction }) => fraction === 1).length === 1

const choiceOf = ({ marks }: BankQuestion, asks: Extract<BankAsks, { kind: 'choice' }>): BankDraft => {
  const { choices, isSingle, shuffle } = asks
  const shuffled = shuffle && { shuffle: true }
  const best = Math.max(...choices.map(({ fraction }) => fraction))
  if (best <= 0)
    return {
      question: {
        type: isSingle ? 'RADIO' : 'MULTICHOICE',
        options: optionsOf(choices),
        key: isSingle ? '' : [],
        ...(asks.most && { maxOptions: asks.most }),
        ...shuffled,
        processing: person,
      },
      marking: byPerson,
    }
  const weights = Object.fromEntries(choices.map(({ fraction }, at) => [idAt(at), fraction * marks]))
  if (isSingle) {
    const words = choices.map(({ html }) => wordsIn(html).toLowerCase()).sort()
    const credit = isPlain(choices)
      ? { kind: 'all' }
      : { kind: 'weights', weights, least: Math.min(0, ...Object.values(weights)) }
    return {
      question: {
        type: words.join() === 'false,true' ? 'TRUEFALSE' : 'RADIO',
        options: optionsOf(choices),
        key: idAt(choices.findIndex(({ fraction }) => fraction === best)),
        credit,
        ...shuffled,
      },
      marking: byKey,
    }
  }
  const key = choices.flatMap(({ fraction }, at) => (fraction > 0 ? [idAt(at)] : []))
  return {
    question: {
      type: 'MULTICHOICE',
      options: optionsOf(choices),
      key,
      ...(asks.most && { maxOptions: asks.most }),
      credit: asks.isWhole ? { kind: 'all' } : { kind: 'weights', weights, least: 0 },
      ...shuffled,
    },
    marking: byKey,
  }
}

/** A typed key with the shares of its answers; undefined if no answer earns anything. */
const keyOf = (typed: BankTyped): Record<string, unknown> | undefined => {
  const worthy = (fraction: number) => fraction > 0
  if (typed.is === 'number') {
    const accepted = typed.accepted
      .filter(({ fraction }) => worthy(fraction))
      .map(({ value, tolerance, fraction }) => ({ value, tolerance, ...(fraction !== 1 && { share: fraction }) }))
    return accepted.length === 0 ? undefined : { kind: 'numbers', accepted }
  }
  const accepted = typed.accepted
    .filter(({ fraction }) => worthy(fraction))
    .map(({ text, fraction }) => ({ value: text, ...(fraction !== 1 && { share: fraction }) }))
  return accepted.length === 0 ? undefined : { kind: 'texts', accepted, ...(!typed.ignoreCase && { ignoreCase: false }) }
}

/** Whether the first answer that fits may earn less than a later one: only rules say that. */
const needsRules = (typed: BankTyped): boolean => {
  if (typed.is === 'text') return typed.hasWildcards && typed.accepted.some(({ text }) => text.includes('*'))
  return typed.accepted.some((one, at) =>
    typed.accepted
      .slice(at + 1)
      .some((other) => other.fraction > one.fraction && Math.abs(other.value - one.value) <= one.tolerance + other.tolerance),
  )
}

const typedOf = ({ marks }: BankQuestion, typed: BankTyped): BankDraft => {
  const key = keyOf(typed)
  const part = { id: 'part-1', marks }
  if (!key) return { question: { type: 'MULTITEXT', parts: [part], processing: person }, marking: byPerson }
  if (!needsRules(typed)) return { question: { type: 'MULTITEXT', parts: [{ ...part, key }] }, marking: byKey }
  const processing = processingOf([{ binding: { from: 'part', part: part.id }, asks: typed, marks }])
  return { question: { type: 'MULTITEXT', parts: [part], processing }, marking: 'by its answers in their order' }
}

const isWhole = ({ asks }: BankBlank) => {
  if (asks.is === 'list') return asks.choices.every(({ fraction }) => fraction === 0 || fraction === 1)
  return (
    !needsRules(asks) &&
    (asks.accepted as readonly { fraction: number }[]).every(({ fraction }) => fraction === 0 || fraction === 1)
  )
}

const blanksOf = ({ marks }: BankQuestion, blanks: readonly BankBlank[]): BankDraft => {
  const all = blanks.reduce((sum, { weight }) => sum + weight, 0)
  const lists = blanks.flatMap(({ asks }, at) =>
    asks.is === 'list' ? [{ id: `V${at + 1}`, options: optionsOf(asks.choices), ...(asks.shuffle && { shuffle: true }) }] : [],
  )
  const common = { type: 'BLANKS', variableOptions: lists }
  if (all <= 0) return { question: { ...common, processing: person }, marking: byPerson }
  const isEven = blanks.every(({ weight }) => weight === blanks[0]?.weight)
  const keys = blanks.map(({ asks }) => {
    if (asks.is !== 'list') return keyOf(asks)
    const right = asks.choices.flatMap(({ fraction }, at) => (fraction === 1 ? [idAt(at)] : []))
    return right.length > 0 ? { options: right } : undefined
  })
  if (isEven && blanks.every(isWhole) && keys.every(Boolean))
    return {
      question: { ...common, key: Object.fromEntries(keys.map((key, at) => [`V${at + 1}`, key])), credit: { kind: 'each' } },
      marking: byKey,
    }
  const processing = processingOf(
    blanks.map(({ weight, asks }, at) => ({
      binding: { from: 'blank', blank: `V${at + 1}` },
      asks:
        asks.is === 'list'
          ? { is: 'list', entries: asks.choices.map(({ fraction }, index) => ({ id: idAt(index), fraction })) }
          : asks,
      marks: (marks * weight) / all,
    })),
  )
  return { question: { ...common, processing }, marking: 'blank by blank, each with its weight' }
}

const matchOf = ({ pairs, selections }: Extract<BankAsks, { kind: 'match' }>): BankDraft => {
  const answers = selections ?? [...new Set(pairs.map(({ answer }) => answer))]
  const asked = pairs.filter(({ html }) => html !== '')
  return {
    question: {
      type: 'MATCH',
      options: asked.map(({ html }, at) => ({ id: idAt(at), text: html })),
      selections: answers.map((text, at) => ({ id: `s${at + 1}`, text })),
      key: Object.fromEntries(asked.map(({ answer }, at) => [idAt(at), `s${answers.indexOf(answer) + 1}`])),
      credit: { kind: 'each' },
    },
    marking: byKey,
  }
}

/** The places, counted from 1, with what stands there. */
const orderOf = (cards: readonly string[]): BankDraft => ({
  question: {
    type: 'MATCH',
    options: cards.map((_, at) => ({ id: idAt(at), text: `${at + 1}` })),
    selections: cards.map((text, at) => ({ id: `s${at + 1}`, text })),
    processing: person,
  },
  marking: byPerson,
})

/** Pixels of a line in the editor. */
const lineHeight = 25

const essayOf = ({ marks }: BankQuestion, { lines, notes, template }: Extract<BankAsks, { kind: 'essay' }>): BankDraft => {
  const forMarker = notes && { markingNotes: notes }
  if (!template) return { question: { type: 'QUESTIONLTEXT', lineCount: lines, ...forMarker }, marking: byPerson }
  const field = template.isRich
    ? { usesRichText: true, workingAreaSize: Math.max(200, lines * lineHeight) }
    : { lineCount: Math.max(2, lines) }
  const part = { id: 'part-1', marks, answerText: template.text, ...field, ...forMarker }
  return { question: { type: 'MULTITEXT', parts: [part] }, marking: byPerson }
}

/** A question that is marked by rules which it brings: its shape without a key. */
const shapeOf = (question: BankQuestion): Record<string, unknown> => {
  const { asks } = question
  if (asks.kind === 'typed') return { type: 'MULTITEXT', parts: [{ id: 'part-1', marks: question.marks }] }
  const bare: BankAsks =
    asks.kind === 'choice' ? { ...asks, choices: asks.choices.map((one) => ({ ...one, fraction: 0 })) } : asks
  const { key, credit, ...shape } = draftOf({ ...question, asks: bare }).question
  return asks.kind === 'choice' ? { ...shape, key } : shape
}

/** The ways to ask and mark a question, the simplest first: the first that marks as its source does is taken. */
export const draftsOf = (question: BankQuestion): BankDraft[] => {
  const { source } = question
  if (!source) return [draftOf(question)]
  const bySource = { question: { ...shapeOf(question), processing: source.processing }, marking: source.marking }
  return source.isWhole ? [draftOf(question), bySource] : [bySource]
}

/** A question of a bank in the authored form. */
const draftOf = (question: BankQuestion): BankDraft => {
  const { asks } = question
  switch (asks.kind) {
    case 'choice':
      return choiceOf(question, asks)
    case 'typed':
      return typedOf(question, asks.typed)
    case 'match':
      return matchOf(asks)
    case 'order':
      return orderOf(asks.cards)
    case 'blanks':
      return blanksOf(question, asks.blanks)
    case 'essay':
      return essayOf(question, asks)
    case 'upload':
      return { question: { type: 'EVIDENCE', ...(asks.notes && { markingNotes: asks.notes }) }, marking: byPerson }
    case 'read':
      return { question: { type: 'STATICTEXT' }, marking: 'not marked' }
  }
}
