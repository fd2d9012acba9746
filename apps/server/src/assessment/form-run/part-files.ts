import type { Question, Section } from '@sitwell/contract'
import { questionsOf, type SectionNode, sectionIdsOf } from '@sitwell/exam/paper/paper'
import type { LoadedExam } from './loaded-exam.ts'

/** What a part of an exam holds, as any learner may see it. */
export const contentOfPart = (
  { sections, questions }: { readonly sections: readonly Section[]; readonly questions: readonly Question[] },
  part: SectionNode,
) => {
  const own = new Set([...sectionIdsOf(part), ...questionsOf(part)])
  return { sections: sections.filter(({ id }) => own.has(id)), questions: questions.filter(({ id }) => own.has(id)) }
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Where the files of an exam are used: by the ids of its parts, and `undefined` for what belongs to the exam as a whole. */
export type FileUses = ReadonlyMap<string, ReadonlySet<string | undefined>>

const addressOf = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** As the import writes it: in HTML as an address in quotes, elsewhere as the path itself. */
const isNamedIn = (text: string, path: string) =>
  text === path || text === addressOf(path) || text.includes(`"${addressOf(path)}"`)

/** Whether the text that a learner reads after an exam shows this file. */
export const isFileOfOutro = ({ exam: { settings } }: Pick<LoadedExam, 'exam'>, path: string): boolean =>
  [settings.outroText, settings.proctoredOutroText].some((text) => text !== undefined && isNamedIn(text, path))

/** Whether what a learner is told of their result shows this file. */
export const isFileOfFeedback = (feedback: string, path: string): boolean => isNamedIn(feedback, path)

/** What not everybody reads who sits the exam: what is said of a result and of answers, what is for markers alone, and explanations that it may not offer. */
const unreadTexts = ({ gradeBoundaries, feedback: said = [], sections }: LoadedExam['exam']): string[] => {
  const notesIn = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, one]) => {
      if (name === 'feedback' || name === 'explanations' || name === 'markScheme') return textsOf(one)
      return name === 'markingNotes' && typeof one === 'string' ? [one] : notesIn(one)
    })
  }
  return [...gradeBoundaries.flatMap(({ feedback = '' }) => feedback), ...said.map(({ text }) => text), ...notesIn(sections)]
}

/** What names each file: the ids of sections and questions, and `undefined` for the exam as a whole. */
const namesOf = ({ layout, exam, resources }: LoadedExam): FileUses => {
  const { settings, messages } = exam
  const places = [
    { id: undefined, texts: textsOf({ settings, messages }) },
    ...[...layout.sections, ...layout.questions].map((one) => ({ id: one.id, texts: textsOf(one) })),
  ]
  return new Map(
    resources.map(({ path }) => {
      const isInText = (text: string) => text.includes(path) || text.includes(addressOf(path))
      const named = places.filter(({ texts }) => texts.some((text) => isNamedIn(text, path)))
      // An exam that was imported before addresses were written so.
      const found = named.length > 0 ? named : places.filter(({ texts }) => texts.some(isInText))
      return [path, new Set(found.map(({ id }) => id))]
    }),
  )
}

const knownNames = new WeakMap<LoadedExam, FileUses>()

/** Of an exam that was drawn those of all that it was drawn from: each draw would look through the same texts. */
const fileNamesOf = (loaded: LoadedExam): FileUses => {
  const of = loaded.whole ?? loaded
  const found = knownNames.get(of) ?? namesOf(of)
  knownNames.set(of, found)
  return found
}

/** The texts of questions whose values are drawn, as this learner has them: which of their pictures they show differs. */
const drawnTextsOf = ({ whole, layout }: LoadedExam): ReadonlyMap<string, readonly string[]> => {
  const templates = new Set(whole?.questions.flatMap(({ id, template }) => (template ? [id] : [])))
  return new Map(layout.questions.flatMap((one) => (templates.has(one.id) ? [[one.id, textsOf(one)] as const] : [])))
}

const usesOf = (loaded: LoadedExam): FileUses => {
  const drawnTexts = drawnTextsOf(loaded)
  const partOf = new Map<string, string>(
    loaded.paper.root.sections.flatMap((part) =>
      [...sectionIdsOf(part), ...questionsOf(part)].map((id) => [id, part.id] as const),
    ),
  )
  const usedBy = (id: string | undefined) => {
    const part = id === undefined ? undefined : partOf.get(id)
    return id === undefined || part !== undefined ? [part] : []
  }
  const isShown = (id: string | undefined, path: string) =>
    (id === undefined ? undefined : drawnTexts.get(id))?.some((text) => isNamedIn(text, path)) ?? true
  return new Map(
    [...fileNamesOf(loaded)].map(([path, names]) => [
      path,
      new Set([...names].filter((id) => isShown(id, path)).flatMap(usedBy)),
    ]),
  )
}

const known = new WeakMap<LoadedExam, FileUses>()

/** The same, worked out once for each exam that is loaded. */
export const fileUsesOf = (loaded: LoadedExam): FileUses => {
  const found = known.get(loaded) ?? usesOf(loaded)
  known.set(loaded, found)
  return found
}

const knownHidden = new WeakMap<LoadedExam, ReadonlySet<string>>()

/**
 * The files that an exam names only if nobody reads who sits it: a solution that the feedback links to, a scheme for markers. Whoever
 * sits the exam isn't told that they are there.
 */
export const hiddenFilesOf = (loaded: LoadedExam): ReadonlySet<string> => {
  const found = knownHidden.get(loaded)
  if (found) return found
  const unread = unreadTexts(loaded.exam)
  const isHidden = (path: string) => fileUsesOf(loaded).get(path)?.size === 0 && unread.some((text) => isNamedIn(text, path))
  const hidden = new Set(loaded.resources.map(({ path }) => path).filter(isHidden))
  knownHidden.set(loaded, hidden)
  return hidden
}

/** Whether a file is anything to a learner for whom this exam was drawn: not where it is named by what wasn't drawn for them alone. */
export const isFileDrawn = (loaded: LoadedExam, path: string): boolean => {
  if (fileNamesOf(loaded).get(path)?.size === 0 || fileUsesOf(loaded).get(path)?.size !== 0) return true
  return unreadTexts(loaded.exam).some((text) => isNamedIn(text, path))
}

/**
 * Whether a file may be given out while only these parts are: it belongs to one of them, or to the exam as a whole. What nothing names
 * is given out once nothing is held back any more.
 */
export const isFileOpen = (loaded: LoadedExam, path: string, given: ReadonlySet<string>): boolean => {
  const uses = fileUsesOf(loaded).get(path) ?? new Set()
  if (uses.size === 0) return loaded.paper.root.sections.every(({ id }) => given.has(id))
  return [...uses].some((id) => id === undefined || given.has(id))
}
