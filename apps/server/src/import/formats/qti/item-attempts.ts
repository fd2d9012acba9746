import { type AuthoredQuestion, mostAttempts, type QuestionAttempts } from '@sitwell/question-types/marking'
import { attributeOf, childrenOf, type Element, insideOf, nameOf, numberIn } from '../../files/xml.ts'

export const isEnding = (element: Element): boolean => nameOf(element) === 'endattemptinteraction'

export const isAdaptive = (item: Element): boolean => attributeOf(item, 'adaptive') === 'true'

type Ending = NonNullable<QuestionAttempts['endings']>[number]

/** The buttons of an item, each of which ends an attempt. */
const endingsIn = (body: Element): Ending[] =>
  insideOf(body, (name) => name === 'endattemptinteraction').map((one) => ({
    response: attributeOf(one, 'responseidentifier')?.trim() ?? '',
    title: (attributeOf(one, 'title') ?? '').trim().slice(0, 200),
  }))

/** Why an item that continues from its own outcomes, or has its own buttons, can't be asked; undefined if it can. */
export const whyNoAttempts = (item: Element, body: Element): string | undefined => {
  const endings = endingsIn(body)
  if (endings.some(({ response, title }) => response === '' || title === ''))
    return 'One of its buttons has no title or no response.'
  if (new Set(endings.map(({ response }) => response)).size < endings.length) return 'Two of its buttons set the same response.'
  if (endings.length > 10) return 'It has more than ten buttons.'
  if (!isAdaptive(item)) return undefined
  const [asking] = insideOf(body, (name) => name === 'feedbackblock' || name === 'feedbackinline').filter(
    (one) => insideOf(one, (name) => name.endsWith('interaction')).length > 0,
  )
  return asking && `A <${asking.tagName}> asks for something: what is asked would change with each attempt.`
}

/** The question with the attempts that its item itself has; or why it can't be asked. */
export const withItemAttempts = (question: AuthoredQuestion, item: Element, body: Element): AuthoredQuestion | string => {
  const endings = endingsIn(body)
  const adaptive = isAdaptive(item)
  if (!adaptive && endings.length === 0) return question
  if (question.processing?.kind !== 'qti')
    return adaptive
      ? 'It is adaptive, and its rules can’t be followed.'
      : 'It has buttons that end an attempt, and its rules can’t be followed.'
  return { ...question, attempts: { ...(adaptive && { adaptive }), ...(endings.length > 0 && { endings }) } }
}

/** What a test says of the attempts at its items, the nearest to the item first. */
export interface AttemptsSaid {
  readonly isIndividual: boolean
  /** 0: as many as its learner likes. Undefined if nothing is said. */
  readonly most: number | undefined
  readonly showsFeedback: boolean | undefined
}

/** What an element says of how many attempts there may be, or what is said around it. */
export const maxAttemptsOf = (element: Element, around?: number): number | undefined => {
  const [control] = childrenOf(element, 'itemsessioncontrol')
  const most = control && numberIn(attributeOf(control, 'maxattempts'))
  return most !== undefined && Number.isInteger(most) && most >= 0 ? most : around
}

const limited = (most: number | undefined) => (most !== undefined && most > 0 ? { most: Math.min(most, mostAttempts) } : {})

/**
 * The question as the test has it answered: of an adaptive item nothing but its own rules say how many attempts there are. If nothing of an answer is told, an attempt is nothing but the answer at the end, and
 * stays that. `showFeedback` says by the standard whether feedback is shown after the last attempt; it is not if nothing is said, but adaptive
 * items are nothing without theirs.
 */
export const withTestAttempts = (
  question: AuthoredQuestion,
  { isIndividual, most, showsFeedback }: AttemptsSaid,
): AuthoredQuestion => {
  const own = question.attempts || undefined
  if (own?.adaptive) return showsFeedback === false ? { ...question, attempts: { ...own, feedback: 'before-last' } } : question
  const isLimited = (most ?? 1) === 1
  const hidden = showsFeedback === true ? {} : { feedback: 'before-last' as const }
  // A hint that took the only attempt would leave nobody an answer.
  if (own) return { ...question, attempts: isLimited ? undefined : { ...own, ...limited(most), ...hidden } }
  if (!isIndividual || !question.feedback || question.processing?.kind !== 'qti') return question
  if (isLimited && showsFeedback !== true) return question
  return {
    ...question,
    attempts: { ...limited(most ?? 1), ...hidden },
  }
}
