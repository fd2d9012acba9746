import { htmlFieldsOf } from '@sitwell/question-types/marking'
import type { AuthoredExam } from '../authored-exam.ts'
import type { ImportedPackage, LeftOut } from '../imported-package.ts'
import { mapHtml } from '../map-html.ts'
import { formulasInHtml, unreadTex } from './formulas-in-html.ts'
import { texIn } from './tex-in-text.ts'

/** What a field holds at first is plain text that a learner continues with. */
const isOwnText = (path: readonly PropertyKey[]) => path.at(-1) === 'answerText'

/** The question at a path of an exam; undefined for what belongs to none. */
const questionAt = (exam: AuthoredExam, path: readonly PropertyKey[]): string | undefined => {
  const at = path.indexOf('questions')
  let found: unknown = exam
  for (const key of at < 0 ? [] : path.slice(0, at + 2))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined
  return typeof found === 'object' && found !== null && 'id' in found && typeof found.id === 'string' ? found.id : undefined
}

interface Counted {
  read: number
  readonly plain: string[]
  readonly unread: string[]
}

/** Fields that are compared and never shown, what a learner continues with, and what belongs to code of an author's own. */
const unshown: ReadonlySet<string> = new Set([
  ...['processing', 'template', 'sourceIds', 'key', 'answerKey', 'when', 'id'],
  ...['answerText', 'properties', 'markup', 'modules', 'files', 'src'],
])

/** Plain texts of a question, such as the labels of a form, that hold TeX: no formula is in them. */
const texInPlain = (value: unknown, html: ReadonlySet<string>): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => texInPlain(one, html))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => {
    if (unshown.has(name) || (html.has(name) && typeof one === 'string')) return []
    return typeof one === 'string' ? (texIn(one) ?? []) : texInPlain(one, html)
  })
}

const questionsOf = (sections: AuthoredExam['sections']): NonNullable<AuthoredExam['sections'][number]['questions']> =>
  sections.flatMap(({ questions = [], sections: inner = [] }) => [...questions, ...questionsOf(inner)])

const cut = (text: string) => `"${text.replace(/\s+/g, ' ').slice(0, 80)}"`

const reported = (place: string, { read, plain, unread }: Counted): LeftOut[] => [
  ...(read > 0 ? [{ place, what: 'formulas', why: `${read} in TeX, shown as MathML.`, loss: 'nothing' as const }] : []),
  ...(plain[0] === undefined
    ? []
    : [{ place, what: 'formulas', why: `What strikes out, frames or colours a part of ${cut(plain[0])} is not shown.` }]),
  ...(unread[0] === undefined
    ? []
    : [
        {
          place,
          what: 'formulas',
          why: `TeX is shown as it is written: ${unread.length > 1 ? `${unread.length}, such as ` : ''}${cut(unread[0])}.`,
        },
      ]),
]

/**
 * A package whose formulas in TeX are MathML. Other programs have a library on their pages that draws what is in `\(…\)`; here it would
 * be shown as it is written, so what can't be read is a loss of content.
 */
export const withFormulas = (read: ImportedPackage): ImportedPackage => {
  const counts = new Map<string | undefined, Counted>()
  const countOf = (id: string | undefined): Counted => {
    const found = counts.get(id) ?? { read: 0, plain: [], unread: [] }
    counts.set(id, found)
    return found
  }
  const exam = mapHtml(read.exam, (html, path) => {
    if (isOwnText(path)) return html
    const found = formulasInHtml(html)
    const unread = unreadTex(found.html)
    if (found.read === 0 && unread === undefined) return html
    const count = countOf(questionAt(read.exam, path))
    count.read += found.read
    count.plain.push(...found.plain)
    if (unread !== undefined) count.unread.push(unread)
    return found.html
  })
  for (const question of questionsOf(exam.sections)) {
    const unread = texInPlain(question, htmlFieldsOf(question))
    if (unread.length > 0) countOf(question.id).unread.push(...unread)
  }
  if (counts.size === 0) return read
  const places = new Map(read.items?.flatMap(({ place, question }) => (question ? [[question.id, place] as const] : [])))
  const told = [...counts].flatMap(([id, count]) =>
    reported((id === undefined ? undefined : places.get(id)) ?? id ?? 'exam', count),
  )
  return { ...read, exam, leftOut: [...read.leftOut, ...told] }
}
