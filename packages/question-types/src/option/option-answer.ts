import type { Answer, AnswerOption } from '@sitwell/contract'
import type { Option } from './public-option.ts'

/** The ids of the options that an answer names and the question has, each once, in the answer's order. */
export const chosenIds = (options: readonly Option[], answer: Answer): string[] => {
  const known = new Set(options.map((option) => option.id))
  return [...new Set(answer.options.map((chosen) => chosen.optionID))].filter((id) => known.has(id))
}

/** The wire form of the options with these ids, in the order of the ids; an id that the question lacks is passed over. */
export const wireOptions = (options: readonly Option[], ids: readonly string[]): AnswerOption[] =>
  ids.flatMap((id) => {
    const found = options.find((option) => option.id === id)
    return found ? [{ optionID: found.id, optionText: found.text }] : []
  })

/** The chosen texts joined by `|` (spec 2 §3): for people who read answers. Nothing is read back from it, because a text may hold a `|`. */
export const joinedText = (chosen: readonly AnswerOption[]): string => chosen.map((one) => one.optionText).join('|')

interface Limits {
  readonly atMost: number
}

/** What is wrong with an answer that names options: one that isn't the question's, a text that isn't the option's, too many. */
export const problemsOfOptions = (options: readonly Option[], answer: Answer, { atMost }: Limits) => {
  const problems: { path: string; message: string }[] = []
  const seen = new Set<string>()
  for (const [index, chosen] of answer.options.entries()) {
    const path = `options[${index}]`
    const found = options.find((option) => option.id === chosen.optionID)
    if (!found) problems.push({ path: `${path}.optionID`, message: 'This is not an option of the question.' })
    else if (found.text !== chosen.optionText)
      problems.push({ path: `${path}.optionText`, message: 'This is not the text of the option.' })
    if (seen.has(chosen.optionID)) problems.push({ path: `${path}.optionID`, message: 'This option is named twice.' })
    seen.add(chosen.optionID)
  }
  if (answer.options.length > atMost)
    problems.push({ path: 'options', message: `At most ${atMost} may be chosen; these are ${answer.options.length}.` })
  if (problems.length === 0 && answer.answerText !== joinedText(answer.options))
    problems.push({ path: 'answerText', message: 'This is not the text of the chosen options, joined by |.' })
  return problems
}
