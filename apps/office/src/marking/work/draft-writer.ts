import type { MarkDraft } from '../mark/mark-draft.ts'

/** Writes the newest draft of one response, one write at a time, and none after `stop`: the mark that it became has taken its place. */
export const createDraftWriter = (
  write: (draft: MarkDraft | undefined) => Promise<void>,
  onError: (error: unknown) => void,
) => {
  let pending: { readonly draft: MarkDraft | undefined } | undefined
  let isWriting = false
  let isStopped = false

  const writeNext = async () => {
    while (pending !== undefined && !isStopped) {
      const { draft } = pending
      pending = undefined
      // A draft that can't be kept is in the page all the same.
      await write(draft).catch(onError)
    }
    isWriting = false
  }
  return {
    write(draft: MarkDraft | undefined): void {
      if (isStopped) return
      pending = { draft }
      if (isWriting) return
      isWriting = true
      void writeNext()
    },
    stop(): void {
      isStopped = true
      pending = undefined
    },
  }
}

export type DraftWriter = ReturnType<typeof createDraftWriter>
