import type { ExamContent } from '@sitwell/contract'
import { buildPaper, questionsOf, sectionIdsOf } from '@sitwell/exam/paper/paper'
import { planOf } from '@sitwell/exam/time/exam-plan'
import type { LoadedExam } from './loaded-exam.ts'

/** An exam without parts that its learner isn't asked; its questions are numbered as if these had never been there. */
export const withoutParts = ({ isStored: _, ...exam }: LoadedExam, left: ReadonlySet<string>): LoadedExam => {
  const parts = exam.paper.root.sections.filter(({ id }) => left.has(id))
  const sections = new Set(parts.flatMap(sectionIdsOf))
  const questions = new Set(parts.flatMap(questionsOf))
  const content: ExamContent = {
    ...exam.content,
    mappings: exam.content.mappings
      .filter(({ sectionId }) => !sections.has(sectionId))
      .map((mapping) => ({ ...mapping, sectionIds: mapping.sectionIds.filter((id) => !sections.has(id)) })),
    sections: exam.content.sections.filter(({ id }) => !sections.has(id)),
    questions: exam.content.questions
      .filter(({ id }) => !questions.has(id))
      .map((question, at) => ({ ...question, number: at + 1 })),
    sealedParts: (exam.content.sealedParts ?? []).filter(({ partId }) => !left.has(partId)),
  }
  // Those that are gone stay in the map: who still shows the exam as it was looks for them there.
  for (const { id, number } of content.questions) {
    const question = exam.questions.get(id)
    if (question && question.number !== number) exam.questions.set(id, { ...question, number })
  }
  const paper = buildPaper(content.mappings)
  return { ...exam, content, paper, plan: planOf(paper, content.settings, content.sections) }
}
