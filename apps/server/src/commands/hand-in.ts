import { readFile, stat } from 'node:fs/promises'
import { maxHandInBytes } from '@sitwell/contract'
import type { LateReason } from '@sitwell/exam/answers/late-answers'
import { counted } from '../assessment/evidence/index.ts'
import { createExamCache } from '../assessment/form-run/index.ts'
import {
  type HandInContext,
  type NotRead,
  type ReadHandIn,
  readHandIn,
  type TakenAnswer,
  type TakenHandIn,
  takeHandIn,
  tryHandIn,
} from '../assessment/hand-in/index.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { selectGeneration } from '../generation/queries.ts'
import { createKeys, type Keys } from '../keys.ts'

export interface HandInWishes {
  readonly orgId: number
  readonly files: readonly string[]
  /** Says what would be taken, and takes nothing. */
  readonly dryRun: boolean
  /** Takes files without a seal too; all of theirs waits to be reviewed. */
  readonly unsealed: boolean
}

/** What happened to an answer, in words. */
const words: Readonly<Record<TakenAnswer['outcome'], string>> = {
  applied: 'taken: it counts',
  'late-applied': 'taken: it counts',
  older: 'kept in the history: a newer answer stands',
  review: 'waits to be reviewed',
  late: 'kept, and does not count',
  'over-time': 'kept, and does not count',
  'in-pause': 'kept, and does not count: it was given in a pause',
  closed: 'kept, and does not count: its part was closed',
  reading: 'kept, and does not count: its part was to be read only',
  mismatched: 'refused: the server has another answer under the same request',
  refused: 'refused',
}

/** What decided of it, where the outcome alone doesn't say. */
const reasons: Partial<Record<LateReason, string>> = {
  'mark-told': 'its mark had been told by then',
  'no-evidence': 'nothing says when it was typed',
  unsealed: 'its file has no seal',
  'moment-unknown': 'nobody can know when it was typed',
  'typed-late': 'it was typed after the end',
  'too-old': 'it came too long after the end',
  'next-part-given': 'the key of another part had been given by then',
  'not-silent': 'the server had heard of the device when it says that it could not be reached',
}

const isReported = ({ outcome, isRepeated }: TakenAnswer) => !isRepeated || outcome === 'mismatched'

const answerLine = (taken: TakenAnswer): string => {
  const question = taken.questionNumber > 0 ? `question ${taken.questionNumber}` : 'a question'
  const why = taken.why ?? (taken.judged && reasons[taken.judged])
  return `  ${question} (${taken.questionId}): ${words[taken.outcome]}${why === undefined ? '' : `: ${why}`}`
}

const inOneLine = (text: string) => JSON.stringify(text).slice(1, -1)

/** What happens to the form run beside its answers. */
const changeLines = ({ changes: { entered, usedMs, completes } }: TakenHandIn): string[] => [
  ...entered.map((part) => `  Moves the learner into the part “${inOneLine(part)}”: an answer in it was given.`),
  ...(usedMs > 0 ? [`  Takes ${Math.round(usedMs / 1000)} seconds out of its time: so long the lost one had been sat.`] : []),
  ...(completes ? ['  Completes it: the learner had finished.'] : []),
]

const targetOf = ({ began, formRunGuid }: TakenHandIn, dryRun: HandInWishes['dryRun']): string =>
  began && dryRun ? 'the one that would be begun' : `form run ${formRunGuid}`

/** What takes the place of a form run that the database has lost. */
const placeWords = (taken: TakenHandIn, dryRun: HandInWishes['dryRun']): string => {
  const { began, isCompleted } = taken
  if (began && dryRun) return 'one would be begun that takes its place'
  return `${targetOf(taken, dryRun)}${began ? ', begun for it,' : ''} has its place${isCompleted ? ', completed' : ''}`
}

const printTaken = ({ file, isSealed }: ReadHandIn, taken: TakenHandIn, { dryRun }: HandInWishes): void => {
  const { learner, exam, formRunGuid, orgId, files } = file
  const { answers } = taken
  const target = targetOf(taken, dryRun)
  console.log(`  organisation ${orgId}, ${inOneLine(learner.name)} (${learner.guid}), ${inOneLine(exam.name)} (${exam.guid})`)
  console.log(
    `  form run ${formRunGuid}, saved by its device at ${inOneLine(file.madeAt)}${isSealed ? '' : ', without a seal'}`,
  )
  if (taken.tookPlace) console.log(`  The database has lost it: ${placeWords(taken, dryRun)}.`)
  const shown = answers.filter(isReported)
  const moved = shown.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'mismatched').length
  if (taken.tookPlace && moved > 0) console.log(`  ${counted(moved, 'answer')} of form run ${formRunGuid} to ${target}:`)
  for (const one of shown) console.log(answerLine(one))
  const repeated = answers.length - shown.length
  if (repeated > 0) console.log(`  ${repeated} of its answers were here before.`)
  if (shown.length === 0) console.log('  There is nothing in it that the server lacks.')
  for (const line of changeLines(taken)) console.log(line)
  for (const { fileName, fileSize } of files)
    console.log(
      `  ${inOneLine(fileName)} (${fileSize} bytes) is on the device alone: sign the learner in there to send it${taken.tookPlace ? `, to ${target}` : ''}.`,
    )
  const accept = `sitwell invigilate accept-late --run ${taken.formRunGuid} --org ${orgId}`
  if (shown.some(({ outcome }) => outcome === 'review') && !dryRun)
    console.log(`  ${accept} --waiting lets count what waits; without --waiting also what came too late.`)
}

const readFrom = async (path: string, keys: Keys, { orgId, unsealed }: HandInWishes): Promise<ReadHandIn | NotRead> => {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return { why: 'There is no such file.' }
  if (found.size > maxHandInBytes)
    return { why: `It is larger than ${maxHandInBytes / 1024 / 1024} MB: no player makes such a file of answers.` }
  return readHandIn(await readFile(path, 'utf8'), { keys, orgId, allowsUnsealed: unsealed })
}

/**
 * `sitwell hand-in`: takes files of answers that learners handed to staff, because they could not be sent. Answers the exit code: 1
 * where a file, or an answer in one, was refused.
 */
export const commandHandIn = async (
  database: Database,
  config: Config,
  wishes: HandInWishes,
  clock: Clock,
): Promise<number> => {
  const generation = (await selectGeneration(database))?.generation
  const keys = createKeys(config.tokenSecret, { accepted: config.acceptedSecret })
  const exams = createExamCache(database, clock.nowMs)
  const context: HandInContext = { database, config, keys, clock, generation, exams }
  /** Answers whether all of it was taken. */
  const takeOne = async (path: string): Promise<boolean> => {
    const read = await readFrom(path, keys, wishes)
    const taken = 'why' in read ? read : await (wishes.dryRun ? tryHandIn : takeHandIn)(context, read)
    if ('why' in taken || 'why' in read) {
      console.error(`${path}: not taken. ${'why' in taken ? taken.why : ''}`)
      return false
    }
    console.log(`${path}:${wishes.dryRun ? ' this would be taken, and nothing has been.' : ''}`)
    printTaken(read, taken, wishes)
    return !taken.answers.some(({ outcome }) => outcome === 'refused' || outcome === 'mismatched')
  }
  let isWhole = true
  for (const path of wishes.files) isWhole = (await takeOne(path)) && isWhole
  return isWhole ? 0 : 1
}
