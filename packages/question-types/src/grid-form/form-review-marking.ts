import type { Question } from '@sitwell/contract'
import { writtenReview } from '../facets-marking.ts'
import type { ReviewOfType } from '../type-marking.ts'
import { formProblems } from './form-problems-marking.ts'
import { heardInForm } from './heard-marking.ts'

type Component = { readonly kind?: unknown; readonly src?: unknown; readonly label?: unknown }
type Cell = { readonly components: readonly Component[] }
type Rows = readonly { readonly cells?: readonly Cell[] }[]

const rowsOf = (question: Question): Rows => (question as { readonly rows?: Rows }).rows ?? []

/** What staff see of a form's answers. */
export const formReview: ReviewOfType = {
  ...writtenReview,
  // What stands in a field for files is the name of a candidate's file; the files themselves are shown.
  withoutFileNames: (question) => ({
    ...question,
    rows: rowsOf(question).map(({ cells = [], ...row }) => ({
      ...row,
      cells: cells.map((cell) => ({ ...cell, components: cell.components.filter(({ kind }) => kind !== 'fileButton') })),
    })),
  }),
  recordingsIn: (question) =>
    rowsOf(question)
      .flatMap(({ cells = [] }) => cells.flatMap(({ components }) => components))
      .flatMap(({ kind, src, label }) => (kind === 'recording' ? [{ title: String(label ?? ''), url: String(src) }] : [])),
  problemsOf: formProblems,
  heardOf: heardInForm,
}
