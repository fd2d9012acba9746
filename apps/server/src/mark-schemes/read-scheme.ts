import type { MarkScheme } from '@sitwell/exam/mark-scheme/mark-scheme'
import { schemeProblems } from '@sitwell/exam/mark-scheme/scheme-problems'
import { isInlineImage } from '@sitwell/safe-html/addresses'
import type { LoadedExam } from '../assessment/form-run/index.ts'
import { refuse } from '../http/refusal.ts'
import { cleanHtml } from '../import/html/clean-html.ts'
import { ownFile, resolvePath } from '../import/html/find-file.ts'
import type { FindFile } from '../import/html/html-writer.ts'
import { lineOf } from '../office/places/names.ts'

const fits = { image: /^image\//, audio: /^audio\//, video: /^video\//, captions: /^text\/vtt$/, link: /./ } as const

/** Finds the files of an exam and of its organisation, for HTML that staff write. */
const filesIn =
  (resources: LoadedExam['resources']): FindFile =>
  (address, use) => {
    if ((use === 'image' && isInlineImage(address)) || ownFile(address) !== undefined) return address
    const path = resolvePath('', address)
    const found = resources.find((one) => one.path === path)
    return found && fits[use].test(found.media_type) ? address : undefined
  }

const plain = (text: string): string => text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed().trim()

/** A scheme as it is stored, and what was taken out of its guidance. */
export interface CleanScheme {
  readonly scheme: MarkScheme
  readonly removed: readonly string[]
}

/** A scheme as staff sent it, without what no page may show. Guidance that stays as it was is not touched. */
export const cleanScheme = (
  { criteria, floor, ceiling, guidance = '' }: MarkScheme,
  before: MarkScheme | undefined,
  { resources }: Pick<LoadedExam, 'resources'>,
): CleanScheme => {
  const isSame = guidance === (before?.guidance ?? '')
  const cleaned = isSame ? { html: guidance, removed: [] } : cleanHtml(plain(guidance), filesIn(resources))
  const scheme: MarkScheme = {
    criteria: criteria.map(({ id, title, description = '', minMarks, maxMarks, levels }) => ({
      ...{ id, title: lineOf(title), maxMarks },
      ...(plain(description) !== '' && { description: plain(description) }),
      ...(minMarks !== undefined && { minMarks }),
      ...(levels && { levels: levels.map((one) => ({ marks: one.marks, description: plain(one.description) })) }),
    })),
    ...(floor !== undefined && { floor }),
    ...(ceiling !== undefined && { ceiling }),
    ...(cleaned.html !== '' && { guidance: cleaned.html }),
  }
  return { scheme, removed: cleaned.removed }
}

/** The refusal of a scheme that doesn't fit a question with this many marks; undefined if it does. */
export const refusalOf = (scheme: MarkScheme, marks: number) => {
  const blank = scheme.criteria.flatMap(({ title }, at) =>
    title === '' ? [{ path: ['criteria', at, 'title'], kind: 'empty' }] : [],
  )
  const problems = [...blank, ...schemeProblems(scheme, marks)]
  if (problems.length === 0) return undefined
  return refuse('INVALID_REQUEST', 'The mark scheme can not be like this.', {
    details: problems.map(({ path, kind }) => ({ path: ['body', 'scheme', ...path].join('.'), message: kind })),
  })
}
