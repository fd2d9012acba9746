import { type Mapping, type Paper, questionsOf, sectionIdsOf } from './paper.ts'

interface Content<S, Q> {
  readonly sections: readonly S[]
  readonly questions: readonly Q[]
  readonly mappings: readonly Mapping[]
}

/** What of a paper is left without some of its parts: its questions are numbered as if these had never been there. */
export const withoutParts = <S extends { readonly id: string }, Q extends { readonly id: string; readonly number: number }>(
  { sections, questions, mappings }: Content<S, Q>,
  { root }: Paper,
  left: ReadonlySet<string>,
) => {
  const parts = root.sections.filter(({ id }) => left.has(id))
  const goneSections = new Set(parts.flatMap(sectionIdsOf))
  const goneQuestions = new Set(parts.flatMap(questionsOf))
  return {
    sections: sections.filter(({ id }) => !goneSections.has(id)),
    questions: questions.filter(({ id }) => !goneQuestions.has(id)).map((question, at) => ({ ...question, number: at + 1 })),
    mappings: mappings
      .filter(({ sectionId }) => !goneSections.has(sectionId))
      .map(({ sectionId, sectionIds, questionIds }) => ({
        sectionId,
        sectionIds: sectionIds.filter((id) => !goneSections.has(id)),
        questionIds: [...questionIds],
      })),
  }
}
