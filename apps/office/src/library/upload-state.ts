import type { UploadState } from '@sitwell/contract'
import type { OfficeMessageId } from '@sitwell/i18n/message-ids'

/** How each state of an upload looks, and what it is called. */
export const uploadLook = {
  receiving: { tone: 'late', id: 'library.state.receiving' },
  waiting: { tone: 'idle', id: 'library.state.reading' },
  reading: { tone: 'idle', id: 'library.state.reading' },
  ready: { tone: 'late', id: 'library.state.ready' },
  refused: { tone: 'bad', id: 'library.state.refused' },
  stored: { tone: 'done', id: 'library.state.stored' },
} as const satisfies Readonly<Record<UploadState, { readonly tone: string; readonly id: OfficeMessageId }>>

/** Milliseconds until an upload is looked at again; false if nothing changes by itself. */
export const lookAgainMs = (state: UploadState | undefined): number | false => {
  if (state === 'waiting' || state === 'reading') return 1000
  // Another tab or computer may be sending it.
  return state === 'receiving' ? 5000 : false
}
