import { type FileError, fileErrors } from '@sitwell/exam/file-checks'
import { sizeText } from '@sitwell/exam/file-choice'

/** What a dialog of the panel tells of one file: the ids of its texts and what fills them. */
export interface Notice {
  readonly title: string
  readonly text: string
  readonly file: string
  readonly limit?: string
  /** The file is set aside on this device. */
  readonly isStillHere?: boolean
}

/** What tells the learner why a file isn't taken; undefined where nothing has to be told, as the file is in the list already. */
export const noticeOf = (
  error: FileError,
  file: string,
  { minSize, maxSize }: { readonly minSize: number; readonly maxSize: number },
): Notice | undefined => {
  switch (error) {
    case fileErrors.invalidType:
      return { title: 'upload.typeTitle', text: 'upload.typeText', file }
    case fileErrors.tooLarge:
      return { title: 'upload.maxTitle', text: 'upload.maxText', file, limit: sizeText(maxSize) }
    case fileErrors.tooSmall:
      return { title: 'upload.minTitle', text: 'upload.minText', file, limit: sizeText(minSize) }
    case fileErrors.tooMany:
      return { title: 'upload.errorTitle', text: 'upload.errorText', file }
    case fileErrors.sameName:
      return undefined
  }
}

export const notices = {
  list: { title: 'upload.listFailedTitle', text: 'upload.listFailedText', file: '' },
  upload: (file: string): Notice => ({ title: 'upload.failedTitle', text: 'upload.failedText', file, isStillHere: true }),
  delete: (file: string): Notice => ({ title: 'upload.deleteFailedTitle', text: 'upload.deleteFailedText', file }),
  download: (file: string): Notice => ({ title: 'upload.downloadFailedTitle', text: 'upload.downloadFailedText', file }),
} as const

/** What a file chooser shows first: extensions with their point, media types as they are. */
export const chooserTypes = (accepted: readonly string[]): string =>
  accepted.map((type) => (type.includes('/') || type.startsWith('.') ? type : `.${type}`)).join(',')
