import { type ExamContent, type PartContent, type Question, type SealedPart, type Section, sealedType } from '@sitwell/contract'
import { partOf } from '@sitwell/exam/navigation'
import { type LoadedExam, readQuestion } from '../loaded-exam.ts'

/** The part in which a question stands, where it is still sealed. */
export const sealedPartOf = (exam: LoadedExam, questionId: string): SealedPart | undefined => {
  if (exam.questions.get(questionId)?.type !== sealedType) return undefined
  const part = partOf(exam.paper, questionId)
  return exam.content.sealedParts?.find(({ partId }) => partId === part?.id)
}

/** What of a question that lay here sealed is its learner's own, or from the server's state: it stays. */
const opened = (question: Question, stub: Question): Question => ({
  ...question,
  workings: stub.workings,
  bookmarked: stub.bookmarked,
  ...(stub.serverAnswer && { serverAnswer: stub.serverAnswer }),
  ...(stub.serverSequence !== undefined && { serverSequence: stub.serverSequence }),
})

const timesOf = ({ sectionTime, sectionTimeRemaining, readingTimeRemaining, complete }: Section) => ({
  sectionTime,
  sectionTimeRemaining,
  readingTimeRemaining,
  complete,
})

/** An exam's content with a part in its place that lay in it sealed. */
export const withPart = (content: ExamContent, partId: string, part: PartContent): ExamContent => {
  const questions = new Map(part.questions.map((question) => [question.id, question]))
  const sections = new Map(part.sections.map((section) => [section.id, section]))
  const known = new Set(content.resources.map(({ url }) => url))
  return {
    ...content,
    questions: content.questions.map((stub) => {
      const question = questions.get(stub.id)
      return question && stub.type === sealedType ? opened(question, stub) : stub
    }),
    sections: content.sections.map((outline) => {
      const section = sections.get(outline.id)
      return section ? { ...section, ...timesOf(outline) } : outline
    }),
    resources: [...content.resources, ...part.resources.filter(({ url }) => !known.has(url))],
    sealedParts: (content.sealedParts ?? []).filter((sealed) => sealed.partId !== partId),
  }
}

/**
 * The exam with a part opened. Who holds its questions and sections from before sees those of the part too; it is an exam of its own
 * all the same, so that what shows of it is made anew. Throws where a question of the part can't be read.
 */
export const openedExam = async (
  latest: () => LoadedExam,
  partId: string,
  part: PartContent,
  complete: (question: Question) => Promise<Question>,
): Promise<{ exam: LoadedExam; questions: Question[] }> => {
  const ids = new Set(part.questions.map(({ id }) => id))
  const own = withPart(latest().content, partId, part).questions.filter(({ id }) => ids.has(id))
  // All of them before any is put in place: a part is open whole, or not yet.
  const questions = await Promise.all(own.map((question) => complete(readQuestion(question))))
  // Another part may have been opened meanwhile.
  const { isKept: _, ...exam } = latest()
  const content = withPart(exam.content, partId, part)
  for (const question of questions) exam.questions.set(question.id, question)
  for (const section of content.sections) exam.sections.set(section.id, section)
  return { exam: { ...exam, content }, questions }
}
