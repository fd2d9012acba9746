import { buildPaper } from '@sitwell/exam/paper/paper'
import { withoutParts } from '@sitwell/exam/paper/without-parts'
import { planOf } from '@sitwell/exam/time/exam-plan'
import type { LoadedExam } from './loaded-exam.ts'

/** An exam without parts that its learner isn't asked. */
export const examWithoutParts = ({ isStored: _, ...exam }: LoadedExam, left: ReadonlySet<string>): LoadedExam => {
  const sealedParts = (exam.content.sealedParts ?? []).filter(({ partId }) => !left.has(partId))
  const content = { ...exam.content, ...withoutParts(exam.content, exam.paper, left), sealedParts }
  // Those that are gone stay in the map: who still shows the exam as it was looks for them there.
  for (const { id, number } of content.questions) {
    const question = exam.questions.get(id)
    if (question && question.number !== number) exam.questions.set(id, { ...question, number })
  }
  const paper = buildPaper(content.mappings)
  return { ...exam, content, paper, plan: planOf(paper, content.settings, content.sections) }
}
