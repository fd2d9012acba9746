import type { AuthoredExam, AuthoredSection } from '../../authored-exam.ts'

/** Names of pages in a running exam's address, which no question may take. */
const pages: ReadonlySet<string> = new Set(['intro', 'outro'])

type Path = readonly PropertyKey[]

/** Ids that stand twice: sections and questions share one list, because results and addresses name either. */
export const problemsOfIds = (exam: AuthoredExam): { path: Path; message: string }[] => {
  const problems: { path: Path; message: string }[] = []
  const seen = new Set<string>()
  const check = (id: string, path: Path) => {
    if (seen.has(id)) problems.push({ path, message: `duplicate id "${id}"` })
    if (pages.has(id)) problems.push({ path, message: `"${id}" is the name of a page of the exam; choose another id` })
    seen.add(id)
  }
  const walk = (sections: readonly AuthoredSection[], above: Path) => {
    for (const [index, section] of sections.entries()) {
      const path = [...above, 'sections', index]
      check(section.id, [...path, 'id'])
      for (const [number, question] of (section.questions ?? []).entries())
        check(question.id, [...path, 'questions', number, 'id'])
      walk(section.sections ?? [], path)
    }
  }
  walk(exam.sections, [])
  if (seen.size === exam.sections.length && !exam.sections.some((section) => section.questions?.length))
    problems.push({ path: ['sections'], message: 'there is no question in the exam' })
  return problems
}
