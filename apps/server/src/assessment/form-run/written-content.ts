import { type ExamContentInput, examContent, examResource, mapping, question } from '@sitwell/contract'
import * as z from 'zod/mini'
import * as core from 'zod/v4/core'
import { compiledSchema } from '../../http/compiled-schema.ts'
import { type CompressedEnd, compressedEnd, gzipWithEnd } from '../../http/gzip-of-parts.ts'
import type { WrittenReply } from '../../http/written-reply.ts'
import type { ExamLayout } from './lay-out-exam.ts'

/** What of an exam all of its learners have alike, with its JSON once somebody has asked for it. */
const shared = new WeakMap<object, string | undefined>()

/** From now on this is written once, however many learners ask for it: nothing may change it any more. */
export const writeOnce = <T extends object>(value: T): T => {
  if (!shared.has(value)) shared.set(value, undefined)
  return value
}

/** An exam as many learners have it, before anything of one learner's is put in. */
export const writeLayoutOnce = ({ questions, mappings }: Pick<ExamLayout, 'questions' | 'mappings'>): void => {
  for (const one of questions) writeOnce(one)
  writeOnce(mappings)
}

/** As the contract names it, and nothing else: the same as every reply is. */
const writtenBy = (schema: z.ZodMiniType) => {
  const reading = compiledSchema(schema)
  return (value: object): string => {
    const known = shared.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(core.parse(reading, value))
    if (shared.has(value)) shared.set(value, text)
    return text
  }
}

const questionText = writtenBy(question)
const mappingsText = writtenBy(z.array(mapping))
const resourcesText = writtenBy(z.array(examResource))
const restText = writtenBy(z.omit(examContent, { questions: true, mappings: true, resources: true }))

type Shared = Pick<ExamContentInput, 'questions' | 'mappings'> & {
  readonly resources: NonNullable<ExamContentInput['resources']>
}

const textOf = ({ questions, mappings, resources }: Shared): string =>
  `"questions":[${questions.map(questionText).join()}],"mappings":${mappingsText(mappings)},"resources":${resourcesText(resources)}}`

interface WrittenEnd {
  readonly of: Shared
  readonly text: string
  compressed: CompressedEnd | undefined
}

/** The end of a content that nobody's own is in, by its list of files, of which each exam has its own. */
const ends = new WeakMap<object, WrittenEnd>()

const isSame = ({ of }: WrittenEnd, { questions, mappings }: Shared) =>
  of.mappings === mappings &&
  of.questions.length === questions.length &&
  of.questions.every((one, index) => one === questions[index])

/** Undefined if something of one learner is in it. */
const endOf = (content: Shared): WrittenEnd | undefined => {
  const known = ends.get(content.resources)
  if (known && isSame(known, content)) return known
  if (![...content.questions, content.mappings, content.resources].every((one) => shared.has(one))) return undefined
  const end = { of: content, text: textOf(content), compressed: undefined }
  ends.set(content.resources, end)
  return end
}

const gzipOf = (beginning: string, end: WrittenEnd): Buffer => {
  end.compressed ??= compressedEnd(end.text)
  return gzipWithEnd(beginning, end.compressed)
}

/**
 * The content of an exam as JSON. A school opens it at the same moment, and most of it is the same for all: to read it by its schema, to
 * write it and to compress it for each of them again took longer than all that is asked of the database.
 */
export const writtenContent = ({ questions, mappings, resources = [], ...rest }: ExamContentInput): WrittenReply => {
  const content = { questions, mappings, resources }
  const beginning = `${restText(rest).slice(0, -1)},`
  const end = endOf(content)
  return {
    text: beginning + (end?.text ?? textOf(content)),
    gzipped: end && (() => gzipOf(beginning, end)),
  }
}
