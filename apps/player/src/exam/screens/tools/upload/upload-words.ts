import { type FileError, fileErrors } from '@sitwell/exam/answers/file-checks'
import { sizeText } from '@sitwell/exam/answers/file-choice'
import type { MessageId } from '@sitwell/i18n/message-ids'

/** What a dialog of the panel tells of one file: the ids of its texts and what fills them. */
export interface Notice {
  readonly title: MessageId
  readonly text: MessageId
  readonly file: string
  readonly limit?: string
  /** The id of the text that says why, where there is one. */
  readonly why?: MessageId
  /** The file is set aside on this device. */
  readonly isStillHere?: boolean
}

/** What tells the learner why a file isn't taken; undefined where nothing has to be told, as the file is in the list already. */
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

export const notices = {
  list: { title: 'upload.listFailedTitle', text: 'upload.listFailedText', file: '' },
  upload: (file: string, reason?: string): Notice => ({
    title: 'upload.failedTitle',
    text: 'upload.failedText',
    file,
    ...whyOf(reason),
    isStillHere: true,
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
