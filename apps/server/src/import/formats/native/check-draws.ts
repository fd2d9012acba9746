import type { AuthoredExam, AuthoredSection } from '../../authored-exam.ts'
import { whyNotDrawn } from '../qti/prove-drawn.ts'

type Path = readonly PropertyKey[]
type Problem = { readonly path: Path; readonly message: string }

/** What a section has that its learners would miss, or would find elsewhere, if they didn't see it as a section. */
const ownParts = ({ text, scenarioText, media, resourceUrl, ...section }: AuthoredSection): string[] => {
  const { sectionTime, readingTime, warningTime, oneWay, displayAllQuestions, requiresWorkings, requiresCalculator } = section
  const times = { sectionTime, readingTime, warningTime }
  const others = { text, scenarioText, media, resourceUrl, oneWay, displayAllQuestions, requiresWorkings, requiresCalculator }
  return Object.entries({ ...times, ...others }).flatMap(([name, value]) => (value ? [name] : []))
}

const problemsOf = (section: AuthoredSection, isPart: boolean): { at: string; message: string }[] => {
  const { select, shuffle, visible, keepTogether, sections = [], questions = [] } = section
  const members = [...sections, ...questions]
  const required = members.filter((one) => one.required === true).length
  const problems: { at: string; message: string }[] = []
  if ((select !== undefined || shuffle) && sections.length > 0 && questions.length > 0)
    problems.push({
      at: select === undefined ? 'shuffle' : 'select',
      message: 'this section has sections and questions: put its questions into sections with "visible": false',
    })
  if (select !== undefined && select > members.length)
    problems.push({ at: 'select', message: `it draws ${select}, and has ${members.length}` })
  if (select !== undefined && required > select)
    problems.push({ at: 'select', message: `it draws ${select}, and ${required} are required` })
  if (visible === false && isPart) problems.push({ at: 'visible', message: 'a part of the exam is always seen' })
  const own = visible === false ? ownParts(section) : []
  if (own.length > 0) problems.push({ at: 'visible', message: `a section that isn’t seen has no ${own.join(', ')} of its own` })
  if (keepTogether === false && visible !== false)
    problems.push({
      at: 'keepTogether',
      message: 'only what a section with "visible": false holds is mixed with what is around it',
    })
  return problems
}

/** Questions of which some learner would get something else than a question. */
const problemsOfValues = ({ questions = [] }: AuthoredSection, path: Path): Problem[] =>
  questions.flatMap((question, index) => {
    const message = whyNotDrawn(question)
    return message === undefined ? [] : [{ path: [...path, 'questions', index, 'template'], message }]
  })

/** What an exam says of drawing and shuffling that can't be done. */
export const problemsOfDraws = (exam: AuthoredExam): Problem[] => {
  const walk = (sections: readonly AuthoredSection[], above: Path): Problem[] =>
    sections.flatMap((section, index) => {
      const path = [...above, 'sections', index]
      const own = problemsOf(section, above.length === 0)
      return [
        ...own.map(({ at, message }) => ({ path: [...path, at], message })),
        ...problemsOfValues(section, path),
        ...walk(section.sections ?? [], path),
      ]
    })
  return walk(exam.sections, [])
}
