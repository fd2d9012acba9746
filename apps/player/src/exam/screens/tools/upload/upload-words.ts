import { type FileError, fileErrors } from '@sitwell/exam/answers/file-checks'
import { sizeText } from '@sitwell/exam/answers/file-choice'
import type { LaterMessageId, MessageId } from '@sitwell/i18n/message-ids'
import { notStored } from '../../../../sync/files/announce-files.ts'

/** What a dialog of the panel tells of one file: the ids of its texts and what fills them. */
export interface Notice {
  readonly title: MessageId
  readonly text: MessageId
  readonly file: string
  readonly limit?: string
  /** The id of the text that says why, if there is one. */
  readonly why?: MessageId
  /** The id of the text that says why, where it is loaded with the panel. */
  readonly refusal?: LaterMessageId
  /** The file is set aside on this device. */
  readonly isStillHere?: boolean
}

/** What tells the learner why a file isn't taken; undefined if nothing has to be told, as the file is in the list already. */
export const noticeOf = (
  error: FileError,
  file: string,
  { minSize, maxSize }: { readonly minSize: number; readonly maxSize: number },
  language: string,
): Notice | undefined => {
  switch (error) {
    case fileErrors.invalidType:
      return { title: 'upload.typeTitle', text: 'upload.typeText', file }
    case fileErrors.tooLarge:
      return { title: 'upload.maxTitle', text: 'upload.maxText', file, limit: sizeText(maxSize, language) }
    case fileErrors.tooSmall:
      return { title: 'upload.minTitle', text: 'upload.minText', file, limit: sizeText(minSize, language) }
    case fileErrors.tooMany:
      return { title: 'upload.errorTitle', text: 'upload.errorText', file }
    case fileErrors.sameName:
      return undefined
  }
}

/** Why a choice was refused, as the list of refused files names it; undefined if the file is in the list of those that wait. */
export const reasonOfError = (error: FileError): string | undefined => {
  switch (error) {
    case fileErrors.invalidType:
      return 'type'
    case fileErrors.tooLarge:
      return 'too-large'
    case fileErrors.tooSmall:
      return 'too-small'
    case fileErrors.tooMany:
      return 'queue-full'
    case fileErrors.sameName:
      return undefined
  }
}

/** What is said of the reasons that have no text of the player; any other one is the server's, and told in general. */
const refusals: Readonly<Record<string, LaterMessageId>> = {
  type: 'files.type',
  'too-large': 'files.tooLarge',
  'too-small': 'files.tooSmall',
  'queue-full': 'files.queueFull',
  'no-room': 'files.noRoom',
  'one-at-a-time': 'files.oneAtATime',
  folder: 'files.folder',
  INVALID_FILE: 'files.invalid',
  BODY_TOO_LARGE: 'files.largerThanServer',
  TOO_MANY_FILES: 'files.noRoom',
  SERVER_ERROR: 'files.serverFailed',
  [notStored]: 'files.notStored',
}

/** The server looked at it and doesn't take it: another file is wanted, and keeping this one is no comfort. */
const isOfFile: ReadonlySet<string> = new Set(['INVALID_FILE', 'BODY_TOO_LARGE', 'TOO_MANY_FILES'])

/** Why the server doesn't take a file, or a deletion, for good: those that a learner can make something of. */
const reasons: Readonly<Record<string, MessageId>> = {
  FORM_RUN_COMPLETED: 'upload.whyCompleted',
  PART_CLOSED: 'upload.whyClosed',
  READING_TIME: 'upload.whyReading',
  TIME_OVER: 'upload.whyTimeOver',
  EXAM_PAUSED: 'upload.whyPaused',
}
const whyOf = (reason: string | undefined) => {
  const why = reason === undefined ? undefined : reasons[reason]
  return why === undefined ? {} : { why }
}

/** Why a file isn't taken: a text of the player, or one that is loaded with the panel. */
export const whyRefused = (reason: string): Pick<Notice, 'why' | 'refusal'> =>
  reasons[reason] === undefined ? { refusal: refusals[reason] ?? 'files.refused' } : { why: reasons[reason] }

export const notices = {
  list: { title: 'upload.listFailedTitle', text: 'upload.listFailedText', file: '' },
  upload: (file: string, reason?: string): Notice => ({
    title: 'upload.failedTitle',
    text: 'upload.failedText',
    file,
    ...(reason !== undefined && whyRefused(reason)),
    isStillHere: reason === undefined || !isOfFile.has(reason),
  }),
  delete: (file: string, reason?: string): Notice => ({
    title: 'upload.deleteFailedTitle',
    text: 'upload.deleteFailedText',
    file,
    ...whyOf(reason),
  }),
  download: (file: string): Notice => ({ title: 'upload.downloadFailedTitle', text: 'upload.downloadFailedText', file }),
} as const

/** What a file chooser shows first: extensions with their point, media types as they are. */
export const chooserTypes = (accepted: readonly string[]): string =>
  accepted.map((type) => (type.includes('/') || type.startsWith('.') ? type : `.${type}`)).join(',')
