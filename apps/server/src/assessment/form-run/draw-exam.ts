import { type DrawnMember, type DrawnSection, drawnSection, isDrawn } from '@sitwell/exam/paper/draw'
import { filledQuestion } from '@sitwell/question-types/marking'
import { chanceOf } from '../../chance.ts'
import type { AuthoredExam, AuthoredSection } from '../../import/authored-exam.ts'

type Question = NonNullable<AuthoredSection['questions']>[number]

const hasTemplate = ({ questions = [], sections = [] }: AuthoredSection): boolean =>
  questions.some(({ template }) => template) || sections.some(hasTemplate)

const drawnExams = new WeakMap<AuthoredExam['sections'], boolean>()

/** Whether chance decides which questions of an exam a learner gets, where they stand, or what is in them. */
export const isDrawnExam = ({ sections }: Pick<AuthoredExam, 'sections'>): boolean => {
  const found = drawnExams.get(sections) ?? sections.some((one) => isDrawn(one) || hasTemplate(one))
  drawnExams.set(sections, found)
  return found
}

/** The numbers by which a question's own values are drawn: others than those that shuffle it, so that its order tells nothing of them. */
const templateChance = (seed: string, questionId: string) => chanceOf(`${seed} template ${questionId}`)

interface Contents {
  readonly sections: ReadonlyMap<string, AuthoredSection>
  readonly questions: ReadonlyMap<string, Question>
}

const known = new WeakMap<AuthoredExam, Contents>()

/** What is in an exam, by id, gathered once for all of its draws. */
const contentsOf = (exam: AuthoredExam): Contents => {
  const found = known.get(exam)
  if (found) return found
  const sections = new Map<string, AuthoredSection>()
  const questions = new Map<string, Question>()
  const walk = (section: AuthoredSection) => {
    sections.set(section.id, section)
    for (const question of section.questions ?? []) questions.set(question.id, question)
    for (const one of section.sections ?? []) walk(one)
  }
  for (const section of exam.sections) walk(section)
  known.set(exam, { sections, questions })
  return { sections, questions }
}

/** Questions that stand before a section, where a section's own stand behind its sections. */
type Run = { readonly section: DrawnSection } | { readonly questions: readonly string[] }

const runsOf = (members: readonly DrawnMember[]): Run[] => {
  const runs: ({ section: DrawnSection } | { questions: string[] })[] = []
  for (const member of members) {
    const last = runs.at(-1)
    if ('section' in member) runs.push(member)
    else if (last && 'questions' in last) last.questions.push(member.question)
    else runs.push({ questions: [member.question] })
  }
  return runs
}

/**
 * An exam as it was drawn for one learner, whose `seed` is that of the schedule: with the questions that they get, in their order, with
 * their values in them, and without anything else. Questions between sections get their own section that is called as the one around them.
 */
export const drawExam = (exam: AuthoredExam, seed: string): AuthoredExam => {
  const { sections, questions } = contentsOf(exam)
  let between = 0
  const newId = (): string => {
    between += 1
    const id = `between-${between}`
    return sections.has(id) || questions.has(id) ? newId() : id
  }
  const filled = (question: Question): Question => filledQuestion(question, templateChance(seed, question.id))
  const questionsAt = (ids: readonly string[]) => ids.flatMap((id) => questions.get(id) ?? []).map(filled)
  const sectionAt = ({ id, members }: DrawnSection): AuthoredSection[] => {
    const section = sections.get(id)
    if (!section) return []
    const { sections: _sections, questions: _questions, ...own } = section
    const runs = runsOf(members)
    const last = runs.at(-1)
    const after = last && 'questions' in last ? last.questions : []
    const inside = (after.length > 0 ? runs.slice(0, -1) : runs).flatMap((run) =>
      'section' in run ? sectionAt(run.section) : [{ id: newId(), name: section.name, questions: questionsAt(run.questions) }],
    )
    return [
      {
        ...own,
        ...(inside.length > 0 && { sections: inside }),
        ...(after.length > 0 && { questions: questionsAt(after) }),
      },
    ]
  }
  const chanceIn = (sectionId: string) => chanceOf(`${seed} ${sectionId}`)
  return { ...exam, sections: exam.sections.flatMap((section) => sectionAt(drawnSection(section, chanceIn))) }
}
