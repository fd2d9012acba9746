import type { Question, Section } from '@sitwell/contract'
import { questionsOf, type SectionNode } from '@sitwell/exam/paper'
import type { LoadedExam } from '../content/exam-cache.ts'

/** All sections of a part, itself among them. */
export const sectionIdsOf = (part: SectionNode): string[] => [part.id, ...part.sections.flatMap(sectionIdsOf)]

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

/** What nobody reads who sits the exam: what is said of a result, and what is for markers alone. */
const unreadTexts = ({ gradeBoundaries, sections }: LoadedExam['exam']): string[] => {
  const notesIn = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, one]) =>
      name === 'markingNotes' && typeof one === 'string' ? [one] : notesIn(one),
    )
  }
  return [...gradeBoundaries.flatMap(({ feedback = '' }) => feedback), ...notesIn(sections)]
}

const usesOf = ({ layout, exam, paper, resources }: LoadedExam): FileUses => {
  const { settings, messages } = exam
  const places = [
    { id: undefined, texts: textsOf({ settings, messages }) },
    ...paper.root.sections.map((part) => ({ id: part.id, texts: textsOf(contentOfPart(layout, part)) })),
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

const known = new WeakMap<LoadedExam, FileUses>()

/** The same, worked out once for each exam that is loaded. */
export const fileUsesOf = (loaded: LoadedExam): FileUses => {
  const found = known.get(loaded) ?? usesOf(loaded)
  known.set(loaded, found)
  return found
}

const knownHidden = new WeakMap<LoadedExam, ReadonlySet<string>>()

/**
 * The files that an exam names only where nobody reads who sits it: a solution that the feedback links to, a scheme for markers. Whoever
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

/**
 * Whether a file may be given out while only these parts are: it belongs to one of them, or to the exam as a whole. What nothing names
 * is given out once nothing is held back any more.
 */
export const isFileOpen = (loaded: LoadedExam, path: string, given: ReadonlySet<string>): boolean => {
  const uses = fileUsesOf(loaded).get(path) ?? new Set()
  if (uses.size === 0) return loaded.paper.root.sections.every(({ id }) => given.has(id))
  return [...uses].some((id) => id === undefined || given.has(id))
}
