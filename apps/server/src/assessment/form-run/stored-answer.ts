import { type Answer, answer } from '@sitwell/contract'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * An answer as it was stored; undefined if it is in no form that is read any more. Whoever reads one continues without it, and loses
 * nothing: the text itself stays in the database and in the history. Thrown, it would keep a learner out of their own exam.
 */
export const storedAnswer = (text: string): Answer | undefined => {
  const read = answer.safeParse(parsed(text))
  return read.success ? read.data : undefined
}

/** The same for whoever has to show something: in a form that is read no more, the stored text represents what was typed. */
export const shownAnswer = (text: string): Answer => storedAnswer(text) ?? { answerText: text, options: [] }
