import type { Answer } from '@sitwell/contract'
import { comparableText } from '@sitwell/qti/comparable-text'
import { foldCase } from '@sitwell/qti/fold-case'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import { wordsIn } from './bank-html.ts'
import type { BankAsks, BankChoice, BankQuestion, BankTyped, Scored } from './bank-question.ts'

const noAnswer: Answer = { answerText: '', options: [] }

/** What some choices are worth by their shares: one alone may cost marks, several together never less than nothing. */
const worthOf = (chosen: readonly BankChoice[], isSingle: boolean): number => {
  const sum = chosen.reduce((total, { fraction }) => total + fraction, 0)
  return isSingle ? sum : Math.min(1, Math.max(0, sum))
}

const choiceScores = (
  question: BankQuestion,
  { isSingle, isWhole, choices }: Extract<BankAsks, { kind: 'choice' }>,
): Scored[] => {
  const right = choices.filter(({ fraction }) => fraction > 0)
  const some = isSingle
    ? []
    : [
        right,
        choices,
        ...right.map((one) => right.filter((other) => other !== one)),
        ...choices.slice(0, 10).map((one) => [...new Set([...right, one])]),
      ]
  return [...choices.map((one) => [one]), ...some].map((chosen) => ({
    answer: { answerText: '', options: chosen.map((one) => ({ optionID: `o${choices.indexOf(one) + 1}`, optionText: '' })) },
    score: (isWhole ? wholeWorth(chosen, right) : worthOf(chosen, isSingle)) * question.marks,
    reported: chosen
      .map(({ html }) => wordsIn(html))
      .join(', ')
      .slice(0, 100),
  }))
}

/** All that are right, and nothing else. */
const wholeWorth = (chosen: readonly BankChoice[], right: readonly BankChoice[]): number =>
  chosen.length === right.length && chosen.every((one) => right.includes(one)) ? 1 : 0

/** Whether a text fits one in which each `*` represents anything, found part after part: no text is gone through twice. */
const fitsStars = (starred: string, text: string): boolean => {
  const [first = '', ...parts] = starred.split('*')
  const last = parts.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= end
}

/** The first of the answers that a text or number fits. */
const typedWorth = (typed: BankTyped, given: string): number => {
  if (typed.is === 'number')
    return (
      typed.accepted.find(({ value, tolerance }) => Math.abs(Number(given) - value) <= tolerance + 1e-12 * Math.abs(value))
        ?.fraction ?? 0
    )
  const fold = (text: string) => (typed.ignoreCase ? foldCase(comparableText(text)) : comparableText(text)).trim()
  const fits = (text: string) =>
    typed.hasWildcards && text.includes('*') ? fitsStars(fold(text), fold(given)) : fold(text) === fold(given)
  return typed.accepted.find(({ text }) => fits(text))?.fraction ?? 0
}

const typedScores = (question: BankQuestion, typed: BankTyped): Scored[] => {
  const given =
    typed.is === 'number'
      ? typed.accepted.flatMap(({ value, tolerance }) => [String(value), String(value + tolerance * 2 + 1)])
      : typed.accepted.flatMap(({ text }) => [text, text.replaceAll('*', 'x'), text.toUpperCase()])
  return [...new Set([...given, 'no such answer'])]
    .filter((text) => text.trim() !== '' && !/e/.test(typed.is === 'number' ? text : ''))
    .slice(0, 60)
    .map((text) => ({
      answer: { answerText: '', options: [{ optionID: 'part-1', optionText: text }] },
      score: typed.is === 'number' && !Number.isFinite(Number(text)) ? 0 : typedWorth(typed, text) * question.marks,
      reported: text.slice(0, 100),
    }))
}

/**
 * Answers of a question with what they are worth by the shares of its bank, worked out apart from the question that it became: what the two
 * say has to be the same.
 */
export const scoresIn = (entry: BankQuestion, question: AuthoredQuestion): readonly Scored[] => {
  const { asks } = entry
  if (entry.source) return entry.source.scored
  const empty: Scored = { answer: noAnswer, score: 0, reported: 'nothing' }
  switch (asks.kind) {
    case 'choice':
      return [empty, ...choiceScores(entry, asks)]
    case 'typed':
      return [empty, ...typedScores(entry, asks.typed)]
    case 'blanks': {
      if (!('variableOptions' in question)) return []
      const all = asks.blanks.reduce((sum, { weight }) => sum + weight, 0)
      const tried = asks.blanks.map(({ asks: one }) => {
        if (one.is === 'list') return one.choices.map(({ html, fraction }) => ({ text: html, fraction }))
        const texts =
          one.is === 'number' ? one.accepted.map(({ value }) => String(value)) : one.accepted.map(({ text }) => text)
        return texts.filter((text) => !text.includes('*')).map((text) => ({ text, fraction: typedWorth(one, text) }))
      })
      const most = Math.min(8, Math.max(0, ...tried.map(({ length }) => length)))
      return [
        empty,
        ...Array.from({ length: most }, (_, at): Scored => {
          const row = tried.map((texts) => texts[at % Math.max(1, texts.length)] ?? { text: '', fraction: 0 })
          const score = row.reduce(
            (sum, { fraction }, index) => sum + (fraction * (asks.blanks[index]?.weight ?? 0) * entry.marks) / all,
            0,
          )
          return {
            answer: { answerText: row.map(({ text }) => text.replace(/[\\|]/g, String.raw`\$&`)).join('|'), options: [] },
            score,
            reported: row
              .map(({ text }) => wordsIn(text))
              .join(', ')
              .slice(0, 100),
          }
        }),
      ]
    }
    default:
      return []
  }
}
