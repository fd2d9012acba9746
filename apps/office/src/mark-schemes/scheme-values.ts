import type { InputOf, officePreviewMarkScheme } from '@sitwell/contract'
import { type SchemeProblem, schemeProblems } from '@sitwell/exam/mark-scheme/scheme-problems'
import { guidanceOfText, textOfGuidance } from './guidance-text.ts'

export type Scheme = InputOf<typeof officePreviewMarkScheme>['body']['scheme']

export interface LevelValues {
  /** Of the line on the page. */
  readonly key: string
  readonly marks: string
  readonly description: string
}

export interface CriterionValues {
  /** Of the lines on the page, and its id in the scheme. */
  readonly key: string
  readonly title: string
  readonly description: string
  readonly minMarks: string
  readonly maxMarks: string
  readonly levels: readonly LevelValues[]
}

/** A scheme as its form shows it. */
export interface SchemeValues {
  readonly criteria: readonly CriterionValues[]
  readonly floor: string
  readonly ceiling: string
  readonly guidance: string
}

/** Why a field can't be as it is. */
export type ValueProblem = Exclude<SchemeProblem['kind'], 'inexact' | 'id-twice' | 'other-marks'> | 'number' | 'empty' | 'sum'

/** By the names of fields: `criteria.0.title`, `floor`. */
export type Problems = Readonly<Record<string, ValueProblem | undefined>>

const typedOf = (marks: number | undefined): string => (marks === undefined ? '' : String(marks))

export const valuesOf = (scheme: Scheme | undefined): SchemeValues => ({
  criteria: (scheme?.criteria ?? []).map(({ id, title, description = '', minMarks, maxMarks, levels = [] }) => ({
    ...{ key: id, title, description, minMarks: typedOf(minMarks), maxMarks: typedOf(maxMarks) },
    levels: levels.map((one, at) => ({ key: `${id}-${at}`, marks: typedOf(one.marks), description: one.description })),
  })),
  floor: typedOf(scheme?.floor),
  ceiling: typedOf(scheme?.ceiling),
  guidance: textOfGuidance(scheme?.guidance ?? ''),
})

/** Marks as they are typed, with a point or a comma; undefined for what is no number with nine decimals at most. */
export const marksTyped = (typed: string): number | undefined => {
  const plain = typed.trim().replace(',', '.').replace('−', '-')
  return /^-?\d{1,6}(?:\.\d{1,9})?$/.test(plain) ? Number(plain) + 0 : undefined
}

const isBlank = (typed: string) => typed.trim() === ''

/** The first id of the form `c1`, `c2`, … that neither the values nor an earlier version have. */
export const freeKey = (taken: ReadonlySet<string>): string => {
  for (let number = taken.size + 1; ; number += 1) if (!taken.has(`c${number}`)) return `c${number}`
}

/** Fields that hold no number, or nothing if something has to be. */
const typingProblems = ({ criteria, floor, ceiling }: SchemeValues): Problems => {
  const found: Record<string, ValueProblem> = {}
  const look = (name: string, typed: string, isOptional: boolean) => {
    if (isBlank(typed) ? !isOptional : marksTyped(typed) === undefined) found[name] = 'number'
  }
  for (const [at, { title, minMarks, maxMarks, levels }] of criteria.entries()) {
    if (isBlank(title)) found[`criteria.${at}.title`] = 'empty'
    look(`criteria.${at}.maxMarks`, maxMarks, false)
    look(`criteria.${at}.minMarks`, minMarks, true)
    const least = marksTyped(minMarks)
    if (least !== undefined && least > 0) found[`criteria.${at}.minMarks`] = 'number'
    for (const [place, one] of levels.entries()) look(`criteria.${at}.levels.${place}.marks`, one.marks, false)
  }
  for (const [name, typed] of Object.entries({ floor, ceiling })) {
    look(name, typed, true)
    if ((marksTyped(typed) ?? 0) < 0) found[name] = 'number'
  }
  return found
}

const schemeIn = ({ criteria, floor, ceiling, guidance }: SchemeValues, before: Scheme | undefined): Scheme => {
  const marksOr = (typed: string) => marksTyped(typed) ?? 0
  const html = before?.guidance ?? ''
  // Guidance that nobody touched keeps its looks.
  const said = guidance === textOfGuidance(html) ? html : guidanceOfText(guidance)
  return {
    criteria: criteria.map(({ key, title, description, minMarks, maxMarks, levels }) => ({
      ...{ id: key, title: title.trim(), maxMarks: marksOr(maxMarks) },
      ...(!isBlank(description) && { description: description.trim() }),
      ...(!isBlank(minMarks) && { minMarks: marksOr(minMarks) }),
      ...(levels.length > 0 && {
        levels: levels.map((one) => ({ marks: marksOr(one.marks), description: one.description.trim() })),
      }),
    })),
    ...(!isBlank(floor) && { floor: marksOr(floor) }),
    ...(!isBlank(ceiling) && { ceiling: marksOr(ceiling) }),
    ...(said !== '' && { guidance: said }),
  }
}

export type ReadValues =
  | { readonly scheme: Scheme; readonly problems?: undefined }
  /** `best`: what the best response gets, where that is not what the question has. */
  | { readonly problems: Problems; readonly best?: number }

/** The scheme that a form holds for a question with this many marks, or what is wrong with it. `before`: what the form began with. */
export const readValues = (values: SchemeValues, before: Scheme | undefined, marks: number): ReadValues => {
  const typing = typingProblems(values)
  if (Object.keys(typing).length > 0) return { problems: typing }
  const scheme = schemeIn(values, before)
  const problems: Record<string, ValueProblem> = {}
  let best: number | undefined
  for (const problem of schemeProblems(scheme, marks)) {
    if (problem.kind === 'other-marks') best = problem.best
    const last = problem.path.at(-1)
    const name = last === 'levels' ? [...problem.path, 0, 'marks'].join('.') : problem.path.join('.')
    // What the whole comes to is said at the first criterion's marks, and in words below the form.
    if (problem.kind === 'other-marks') problems['criteria.0.maxMarks'] ??= 'sum'
    else problems[name] = problem.kind === 'inexact' || problem.kind === 'id-twice' ? 'number' : problem.kind
  }
  if (Object.keys(problems).length === 0) return { scheme }
  return { problems, ...(best !== undefined && { best }) }
}

/** A list with one of its lines moved by this many places; as it was if there is no such place. */
export const moved = <Line>(lines: readonly Line[], at: number, by: number): readonly Line[] => {
  const line = lines[at]
  const to = at + by
  if (line === undefined || to < 0 || to >= lines.length) return lines
  return lines.toSpliced(at, 1).toSpliced(to, 0, line)
}
