import { tidy } from '@sitwell/qti/score'
import { wordsIn } from '../../bank/bank-html.ts'
import type { BankAsks, BankQuestion, BankSource, Scored } from '../../bank/bank-question.ts'
import { answerOf, type Layout } from './layout.ts'
import type { Response } from './presentation.ts'
import type { FoundRules } from './read-rules.ts'
import { processingOf } from './rules-processing.ts'
import { type Given, type Reading, type ScoreRules, scoreOf } from './score-rules.ts'
import { triedAnswers } from './tried-answers.ts'

interface Marked {
  readonly source: BankSource
  readonly asks: BankAsks
  readonly marks: number
  readonly lost: BankQuestion['lost']
}

const asWritten: Reading = { isBoundAtEnd: false, isOtherOfScores: false }
const otherReadings: readonly Reading[] = [
  { isBoundAtEnd: true, isOtherOfScores: false },
  { isBoundAtEnd: false, isOtherOfScores: true },
  { isBoundAtEnd: true, isOtherOfScores: true },
]

const describedScore = (responses: readonly Response[], given: Given): string =>
  [...given]
    .flatMap(([ident, values]) => {
      const labels = responses.find((one) => one.ident === ident)?.labels ?? []
      const words = (value: string) => wordsIn(labels.find((one) => one.ident === value)?.html ?? '') || value
      return values.map((value) => value.split(' ').map(words).join(' – '))
    })
    .join(', ')
    .slice(0, 100) || 'nothing'

const forPerson = (asks: BankAsks, marks: number, why: string | undefined): Marked => ({
  source: { processing: { kind: 'person' }, marking: 'by a person', scored: [], isWhole: false },
  asks,
  marks,
  lost: why === undefined ? [] : [{ what: 'rules', why: `${why} A person marks it.`, loss: 'marks' }],
})

/** An answer on whose score two readings of the standard differ, in words. */
const disputed = (rules: ScoreRules, answers: readonly Given[], responses: readonly Response[]): string | undefined => {
  for (const given of answers) {
    const score = scoreOf(rules, given, asWritten)
    const other = otherReadings.map((one) => scoreOf(rules, given, one)).find((one) => Math.abs(one - score) > 1e-9)
    if (other !== undefined)
      return `Its rules can be read in two ways: the answer "${describedScore(responses, given)}" is worth ${tidy(score)} or ${tidy(other)}.`
  }
  return undefined
}

/** The asking with what each choice is worth by the rules, where a key can say that. */
const keyed = (asks: BankAsks, layout: Layout, worth: (given: Given) => number, best: Given): BankAsks => {
  if (asks.kind !== 'choice' || layout.kind !== 'choice') return asks
  const right = best.get(layout.response) ?? []
  const fractions = [...layout.ids.keys()].map((id) =>
    layout.isSeveral ? (right.includes(id) ? 1 : 0) : worth(new Map([[layout.response, [id]]])),
  )
  const choices = asks.choices.map((one, at) => ({ ...one, fraction: fractions[at] ?? 0 }))
  return { ...asks, choices, ...(layout.isSeveral && { isWhole: true }) }
}

/**
 * What marks an item by its rules: what each of its own answers earns by them as they are written, and the same rules for the question that
 * it becomes. `stated` is what it says that it is worth.
 */
export const sourceOf = (
  found: FoundRules,
  responses: readonly Response[],
  layout: Layout,
  stated: number | undefined,
  asks: BankAsks,
): Marked => {
  if (stated === 0)
    return {
      source: { processing: { kind: 'none' }, marking: 'not marked', scored: [], isWhole: false },
      asks,
      marks: 0,
      lost: [{ what: 'marks', why: 'It is worth nothing in its source, and is not marked.', loss: 'nothing' }],
    }
  if (!found) return forPerson(asks, stated ?? 1, 'Its rules give no answer a score.')
  if ('why' in found) return forPerson(asks, stated ?? 1, found.why)
  const { rules } = found
  const { answers, best, isAll } = triedAnswers(responses, layout, rules)
  const most = scoreOf(rules, best, asWritten)
  if (!(most > 0)) return forPerson(asks, stated ?? 1, 'None of its own answers earns anything by its rules.')
  const doubt = disputed(rules, answers, responses)
  if (doubt !== undefined) return forPerson(asks, stated ?? tidy(rules.most ?? most), doubt)
  const scale = rules.most ?? most
  const marks = stated ?? tidy(scale)
  const weight = stated === undefined ? 1 : stated / scale
  const worth = (given: Given) => tidy(scoreOf(rules, given, asWritten) * weight)
  const scored = answers.map(
    (given): Scored => ({
      answer: answerOf(layout, given),
      score: worth(given),
      reported: describedScore(responses, given),
    }),
  )
  const top = tidy(most * weight)
  return {
    source: { processing: processingOf(rules, layout, weight), marking: 'by its rules', scored, isWhole: isAll },
    asks: keyed(asks, layout, (given) => worth(given) / marks, best),
    marks,
    lost:
      Math.abs(top - marks) > 1e-6
        ? [{ what: 'marks', why: `It is worth ${marks}, and its rules give up to ${top}.`, loss: 'nothing' }]
        : [],
  }
}
