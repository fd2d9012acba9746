import { sectionsAround } from '@sitwell/exam/paper/paper'
import type { ExamFiles } from '../../content/exam-files.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** A PDF of an exam. */
export interface ExamDocument {
  /** Where it is loaded from. */
  readonly address: string
  /** What the learner knows it by. */
  readonly name: string
}

/** Names a document from one loading of the exam to the next: its address without what lets somebody load it. */
export const documentKey = ({ address }: Pick<ExamDocument, 'address'>): string => new URL(address).pathname

const linkTargets = (html: string) =>
  [...html.matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, a, b]) => a ?? b ?? '')

/** Where links of a text lead, and the resource that a question or a section names (spec 3 §3), wherever in it they stand. */
const namedIn = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') return key === 'resourceUrl' ? [value] : value.includes('<') ? linkTargets(value) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => namedIn(each, name))
}

/** A file's name as words: `resources/harbour-rules_2.pdf` is “Harbour rules 2”. */
export const documentName = (path: string): string => {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
  const words = file.replaceAll(/[-_\s]+/g, ' ').trim() || path
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/**
 * The PDFs that stand beside a question, in the exam's order: those that it or a section around it names or links to, and those of the
 * exam as a whole, which are named by its settings, or by nothing in particular.
 */
export const documentFinder = (
  exam: Pick<LoadedExam, 'content' | 'paper' | 'questions' | 'sections'>,
  pdfs: ExamFiles['pdfs'],
  resolve: (address: string) => string | undefined,
): ((questionId: string) => ExamDocument[]) => {
  const addressesIn = (value: unknown) => new Set(namedIn(value).flatMap((named) => resolve(named) ?? []))
  const { content, paper, questions, sections } = exam
  // Read once: an exam has hundreds of questions, and its learner moves through them.
  const ofExam = addressesIn(content.settings)
  const ofOthers = addressesIn([...questions.values(), ...sections.values()])
  return (questionId) => {
    const ofPlace = addressesIn([
      questions.get(questionId),
      sectionsAround(paper, questionId).map(({ id }) => sections.get(id)),
    ])
    return pdfs
      .filter(({ address }) => ofPlace.has(address) || ofExam.has(address) || !ofOthers.has(address))
      .map(({ address, name }) => ({ address, name: documentName(name) }))
  }
}

/** The document that a link of a text leads to, as it came or as this device has it; undefined if it leads elsewhere. */
export const linkedDocument = (
  documents: readonly ExamDocument[],
  files: ReadonlyMap<string, string>,
  address: string,
): ExamDocument | undefined => documents.find((each) => each.address === address || files.get(each.address) === address)
