import { supports as allSupports } from '@sitwell/exam/paper/explanations'
import { releasePolicies } from '@sitwell/exam/results/release-gate'
import { ConfigurationError } from '../config.ts'
import type { ScheduleTable } from '../db/schema.ts'
import { offeredSupports, proctorProviders } from '../import/authored-exam.ts'
import { safeExamBrowser } from '../import/authored-seb.ts'

/** What somebody says of a schedule on the command line; what is undefined stays as it is. */
export type ScheduleFields = Partial<
  Pick<
    ScheduleTable,
    | 'start_at'
    | 'complete_at'
    | 'practice'
    | 'password_hash'
    | 'extra_time_seconds'
    | 'proctor_provider'
    | 'safe_exam_browser'
    | 'supports'
    | 'release_policy'
  >
>

/** The options as they are typed. */
export interface ScheduleOptions {
  readonly from?: string | undefined
  readonly until?: string | undefined
  /** Minutes. */
  readonly extraTime?: string | undefined
  readonly practice?: boolean | undefined
  /** The exam's password, already read; the empty text takes it away. */
  readonly password?: string | undefined
  /** The name of a provider, `no`, or `exam`: as the exam says. */
  readonly proctoring?: string | undefined
  /** `generate`, `no`, or `exam`: as the exam says. */
  readonly safeExamBrowser?: string | undefined
  readonly configKeys?: readonly string[] | undefined
  readonly browserExamKeys?: readonly string[] | undefined
  /** Names with commas between, `all`, `no`, or `exam`: as the exam says. */
  readonly supports?: string | undefined
  /** `immediately`, `confirmed`, or `exam`: as the exam needs it. */
  readonly release?: string | undefined
}

const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/

/** A moment with its time zone, or `none`; throws with what to type where it is neither. */
const instantOf = (option: string, typed: string): number | null => {
  if (typed === 'none') return null
  const ms = zoned.test(typed) ? Date.parse(typed) : Number.NaN
  // A day that the month doesn't have is moved into the next one by Date.
  const day = Number.isNaN(ms) ? '' : new Date(Date.parse(`${typed.slice(0, 10)}T00:00Z`)).toISOString().slice(0, 10)
  if (Number.isNaN(ms) || day !== typed.slice(0, 10))
    throw new ConfigurationError(
      `${option} has to be a date with its time zone, as 2026-11-21T09:30+01:00 or 2026-11-21T09:30Z, or none; not ${typed}.`,
    )
  return ms
}

const secondsOf = (typed: string): number => {
  if (!/^\d{1,5}$/.test(typed)) throw new ConfigurationError(`--extra-time has to be whole minutes, not ${typed}.`)
  return Number(typed) * 60
}

/** Who is stored as the proctor of a schedule; undefined if nothing was said of it. */
const proctorOf = (word: string | undefined): string | null | undefined => {
  if (word === undefined || word === 'exam') return word && null
  if (word === 'no') return 'none'
  const provider = proctorProviders.find((one) => one.toLowerCase() === word.toLowerCase())
  if (provider === undefined)
    throw new ConfigurationError(`--proctoring has to be ${proctorProviders.join(', ')}, no or exam, not ${word}.`)
  return provider
}

const sebWords: ReadonlySet<string> = new Set(['generate', 'no', 'exam'])

/** What is stored of Safe Exam Browser; undefined if nothing was said of it. */
const sebOf = ({
  safeExamBrowser: word,
  configKeys = [],
  browserExamKeys = [],
}: ScheduleOptions): string | null | undefined => {
  const hasKeys = configKeys.length + browserExamKeys.length > 0
  if (word === undefined && !hasKeys) return undefined
  if (word !== undefined && !sebWords.has(word))
    throw new ConfigurationError(`--safe-exam-browser has to be generate, no or exam, not ${word}.`)
  if (word === 'no' || word === 'exam') {
    if (hasKeys) throw new ConfigurationError(`--safe-exam-browser ${word} takes no keys.`)
    return word === 'no' ? JSON.stringify(false) : null
  }
  const read = safeExamBrowser.safeParse({ generate: word === 'generate', configKeys, browserExamKeys })
  if (!read.success)
    throw new ConfigurationError(
      '--config-key and --browser-exam-key take keys of 64 hexadecimal digits, as the program shows them.',
    )
  return JSON.stringify(read.data)
}

/** What is stored of the explanations that are offered; undefined if nothing was said of them. */
const supportsOf = (word: string | undefined): string | null | undefined => {
  if (word === undefined || word === 'exam') return word && null
  if (word === 'all' || word === 'no') return JSON.stringify(word === 'all' ? allSupports : [])
  const read = offeredSupports.safeParse(word.split(',').map((one) => one.trim()))
  if (!read.success)
    throw new ConfigurationError(
      `--supports has to be some of ${allSupports.join(',')} with commas between, all, no or exam, not ${word}.`,
    )
  return JSON.stringify(read.data)
}

/** What is stored of the release policy; undefined if nothing was said of it. */
const releaseOf = (word: string | undefined): string | null | undefined => {
  if (word === undefined || word === 'exam') return word && null
  if (!releasePolicies.some((one) => one === word))
    throw new ConfigurationError(`--release has to be ${releasePolicies.join(', ')} or exam, not ${word}.`)
  return word
}

/** Reads what was typed; throws an error if it can't be meant. `hash` makes what is stored of a password. */
export const fieldsOf = async (options: ScheduleOptions, hash: (text: string) => Promise<string>): Promise<ScheduleFields> => {
  const { from, until, extraTime, practice, password } = options
  const proctor = proctorOf(options.proctoring)
  const seb = sebOf(options)
  const supports = supportsOf(options.supports)
  const release = releaseOf(options.release)
  const fields: ScheduleFields = {
    ...(from !== undefined && { start_at: instantOf('--from', from) }),
    ...(until !== undefined && { complete_at: instantOf('--until', until) }),
    ...(extraTime !== undefined && { extra_time_seconds: secondsOf(extraTime) || null }),
    ...(practice !== undefined && { practice: practice ? 1 : 0 }),
    ...(password !== undefined && { password_hash: password === '' ? null : await hash(password) }),
    ...(proctor !== undefined && { proctor_provider: proctor }),
    ...(seb !== undefined && { safe_exam_browser: seb }),
    ...(supports !== undefined && { supports }),
    ...(release !== undefined && { release_policy: release }),
  }
  const { start_at, complete_at } = fields
  if (typeof start_at === 'number' && typeof complete_at === 'number' && complete_at <= start_at)
    throw new ConfigurationError('--until has to be later than --from.')
  return fields
}
