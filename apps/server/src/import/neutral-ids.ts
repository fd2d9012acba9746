import { type AuthoredQuestion, type Rename, renamedQuestion } from '@sitwell/question-types/marking'

/** The same option under another id; what its source calls it is kept in `sourceIds`. */
const renaming =
  (nameFor: Rename, sourceIds: Record<string, string>): Rename =>
  (list, id) => {
    const name = nameFor(list, id)
    sourceIds[name] = id
    return name
  }

/**
 * A question whose options have ids that say nothing, since ids go to the learner, and an author may have called the right one `correct`.
 * `nameFor` gives the new id of an id in a list of the question, which nobody may work out. A question is renamed once.
 */
export const withNeutralIds = (question: AuthoredQuestion, nameFor: Rename): AuthoredQuestion => {
  if (question.sourceIds) return question
  const sourceIds: Record<string, string> = {}
  const changed = renamedQuestion(question, renaming(nameFor, sourceIds))
  return Object.keys(sourceIds).length === 0 ? question : { ...changed, sourceIds }
}
