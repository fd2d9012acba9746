import { createHmac } from 'node:crypto'
import type { Answer } from '@sitwell/contract'
import { type AuthoredQuestion, ownMarkingOf } from '@sitwell/question-types/marking'
import type { AuthoredExam, AuthoredSection } from './authored-exam.ts'
import { withNeutralIds } from './neutral-ids.ts'

const hiddenId = (idSeed: string, questionId: string, list: string, id: string): string =>
  createHmac('sha256', idSeed)
    .update(JSON.stringify([questionId, list, id]))
    .digest('hex')
    .slice(0, 12)

/**
 * An exam that came from elsewhere with ids of options that say nothing. `idSeed` is kept with it, so that the same package comes to the
 * same ids again; without it nobody works out which id represents which of the source's.
 */
export const hideIds = (exam: AuthoredExam, idSeed: string): AuthoredExam => {
  const hidden = (section: AuthoredSection): AuthoredSection => ({
    ...section,
    ...(section.questions && {
      questions: section.questions.map((question) =>
        withNeutralIds(question, (list, id) => hiddenId(idSeed, question.id, list, id)),
      ),
    }),
    ...(section.sections && { sections: section.sections.map(hidden) }),
  })
  return { ...exam, idSeed, sections: exam.sections.map(hidden) }
}

/** An answer in the ids that the options of a question of such an exam have here, where it was given in those of their source. */
export const answerInHiddenIds = ({ idSeed }: AuthoredExam, question: AuthoredQuestion, answer: Answer): Answer => {
  if (idSeed === undefined) return answer
  const hide = (list: string, id: string) => {
    const hidden = hiddenId(idSeed, question.id, list, id)
    return Object.hasOwn(question.sourceIds ?? {}, hidden) ? hidden : id
  }
  const { idsInTexts } = ownMarkingOf(question)
  const options = answer.options.map(({ optionID, optionText }) => ({
    optionID: hide('options', optionID),
    optionText: idsInTexts === undefined ? optionText : hide(idsInTexts, optionText),
  }))
  return { ...answer, options }
}
