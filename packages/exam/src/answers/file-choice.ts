import { checkFile, type FileError, type FileFacts, type FileRules, fileErrors } from './file-checks.ts'

/** What holds of a choice of files besides. */
export interface ChoiceRules extends FileRules {
  /** Several files may be chosen at once. */
  readonly multiple: boolean
  /** Files that may wait at once, and that may be on the server; 0 is no limit. */
  readonly maxQueued: number
  readonly maxUploaded: number
}

/** Whether no more files may be chosen: as many wait as may. */
export const isQueueFull = (queued: number, { maxQueued }: Pick<ChoiceRules, 'maxQueued'>): boolean =>
  maxQueued > 0 && queued >= maxQueued

/** Why a file isn't taken beside those that wait already. */
const whyRefused = (file: FileFacts, waiting: ReadonlySet<string>, rules: ChoiceRules): FileError | undefined => {
  const error = checkFile(file, rules)
  if (error !== undefined) return error
  if (waiting.has(file.name)) return fileErrors.sameName
  return isQueueFull(waiting.size, rules) ? fileErrors.tooMany : undefined
}

/** Why a file isn't looked at: too many wait, as many are on the server as may, or only one may be chosen at once. */
export type DropReason = 'queue-full' | 'no-room' | 'one-at-a-time'

export interface FileChoice<F> {
  readonly taken: readonly F[]
  /** Those that fail a check. */
  readonly refused: readonly { readonly file: F; readonly error: FileError }[]
  /** Those that are beyond a limit. */
  readonly dropped: readonly { readonly file: F; readonly reason: DropReason }[]
}

/**
 * Which of the chosen files are taken, and why the others aren't, in the order in which they were chosen. `queued` are the names of
 * those that wait, `uploaded` of those on the server: one of the same name is replaced, and takes no room of its own. Each file is in
 * one of the three lists.
 */
export const checkChoice = <F extends FileFacts>(
  chosen: readonly F[],
  rules: ChoiceRules,
  { queued, uploaded }: { readonly queued: readonly string[]; readonly uploaded: readonly string[] },
): FileChoice<F> => {
  const names = new Set(queued)
  const onServer = new Set(uploaded)
  const newNames = queued.filter((name) => !onServer.has(name))
  let room = rules.maxUploaded > 0 ? rules.maxUploaded - uploaded.length - newNames.length : Number.POSITIVE_INFINITY
  const taken: F[] = []
  const refused: { file: F; error: FileError }[] = []
  const dropped: { file: F; reason: DropReason }[] = []
  const considered = rules.multiple ? chosen : chosen.slice(0, 1)
  for (const [index, file] of considered.entries()) {
    const error = whyRefused(file, names, rules)
    if (error !== undefined) refused.push({ file, error })
    if (error === fileErrors.tooMany) {
      dropped.push(...considered.slice(index + 1).map((later) => ({ file: later, reason: 'queue-full' as const })))
      break
    }
    if (error !== undefined) continue
    if (!onServer.has(file.name)) room -= 1
    if (room < 0) {
      dropped.push({ file, reason: 'no-room' })
      continue
    }
    names.add(file.name)
    taken.push(file)
  }
  dropped.push(...chosen.slice(considered.length).map((file) => ({ file, reason: 'one-at-a-time' as const })))
  return { taken, refused, dropped }
}

const units = ['bytes', 'kB', 'MB', 'GB'] as const

/** A size as people of a language (its code) read it, with at most one decimal: `1,6 MB`. A unit is 1,024 of the one before. */
export const sizeText = (bytes: number, language: string): string => {
  const unit = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false }).format(bytes / 1024 ** unit)
  return `${number} ${units[unit]}`
}
