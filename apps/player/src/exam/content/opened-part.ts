import { type ExamContent, type PartContent, type Question, type Section, sealedType } from '@sitwell/contract'
import { type LoadedExam, readQuestion } from './loaded-exam.ts'

/** What of a question that lay here sealed is its learner's own, or from the server's state: it stays. */
const opened = (question: Question, stub: Question): Question => ({
  ...question,
  // Parts before it may have gone since it was sealed.
  number: stub.number,
  workings: stub.workings,
  bookmarked: stub.bookmarked,
  ...(stub.serverAnswer && { serverAnswer: stub.serverAnswer }),
  ...(stub.heard !== undefined && { heard: stub.heard }),
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

/** A part that has been read: its questions, and what puts it into an exam in which it lies sealed. */
export interface ReadPart {
  readonly questions: readonly Question[]
  /**
   * Who holds the exam's questions and sections from before sees those of the part too; what comes back is its own exam all the
   * same, so that what shows of it is made again.
   */
  putInto(exam: LoadedExam): LoadedExam
}

/** Reads a part whole, with what `complete` adds to its questions. Throws an error if one of them can't be read: it stays sealed then. */
export const readPart = async (
  exam: LoadedExam,
  partId: string,
  part: PartContent,
  complete: (question: Question) => Promise<Question>,
): Promise<ReadPart> => {
  const ids = new Set(part.questions.map(({ id }) => id))
  const own = withPart(exam.content, partId, part).questions.filter(({ id }) => ids.has(id))
  const questions = await Promise.all(own.map((question) => complete(readQuestion(question))))
  return {
    questions,
    putInto({ isStored: _, ...into }) {
      const content = withPart(into.content, partId, part)
      const numbers = new Map(content.questions.map(({ id, number }) => [id, number]))
      for (const question of questions)
        into.questions.set(question.id, { ...question, number: numbers.get(question.id) ?? question.number })
      for (const section of content.sections) into.sections.set(section.id, section)
      return { ...into, content }
    },
  }
}
