import type { Failure } from '@sitwell/client/api'
import type { LibraryUpload } from '@sitwell/contract'
import { nameOfUpload, type SendingParts, sendUpload } from './send-upload.ts'
import { remainingMs, type Sample, withSample } from './sending-rate.ts'
import type { ChosenFile } from './upload-id.ts'

/** A file on its way from this page, as screens show it. */
export interface Sending {
  readonly uploadId: string
  readonly fileName: string
  readonly fileSize: number
  readonly sentBytes: number
  /** Milliseconds until it is there; undefined as long as that can't be told. */
  readonly remainingMs: number | undefined
  /** It doesn't continue for now, and tries again by itself. */
  readonly waitsFor: Failure | undefined
  /** It has ended, and why; it isn't tried again by itself. */
  readonly ended: Failure | 'unreadable' | undefined
}

interface Parts extends Omit<SendingParts, 'wait'> {
  /** By a clock that only goes forward. */
  nowMs(): number
  /** Calls back after this many milliseconds; what it returns takes that back. */
  after(delayMs: number, then: () => void): () => void
  /** The server has begun an upload, or has all of it; `upload` is how it is then. */
  onSent(upload: LibraryUpload): void
}

/** Milliseconds between two changes of what is shown of one file. */
const shownEachMs = 250

/** All files that a page sends to the library, also while other pages of the office are shown. */
export interface Sendings {
  list(): readonly Sending[]
  subscribe(listener: () => void): () => void
  /** Sends a file, unless it is under way. */
  start(uploadId: string, file: ChosenFile): void
  /** Tries again at once what waits or has ended. */
  tryAgain(uploadId: string): void
  /** Gives a file up and forgets it. The upload of the server stays. */
  giveUp(uploadId: string): void
}

interface Running {
  readonly file: ChosenFile
  abort: AbortController
  wake: (() => void) | undefined
  samples: readonly Sample[]
  shownAtMs: number
}

export const createSendings = ({ nowMs, after, onSent, ...parts }: Parts): Sendings => {
  let list: readonly Sending[] = []
  const running = new Map<string, Running>()
  const listeners = new Set<() => void>()

  const show = (next: readonly Sending[]) => {
    list = next
    for (const listener of listeners) listener()
  }
  const change = (uploadId: string, changed: Partial<Sending>) =>
    show(list.map((one) => (one.uploadId === uploadId ? { ...one, ...changed } : one)))
  const forget = (uploadId: string) => {
    running.delete(uploadId)
    show(list.filter((one) => one.uploadId !== uploadId))
  }

  const run = async (uploadId: string, one: Running) => {
    const { file, abort } = one
    const { signal } = abort
    const onProgress = (sentBytes: number) => {
      const atMs = nowMs()
      one.samples = withSample(one.samples, { atMs, bytes: sentBytes })
      if (sentBytes < file.size && atMs - one.shownAtMs < shownEachMs) return
      one.shownAtMs = atMs
      change(uploadId, { sentBytes, remainingMs: remainingMs(one.samples, file.size) })
    }
    const onWaiting = (waitsFor: Failure | undefined) => {
      if (waitsFor === undefined && list.find((shown) => shown.uploadId === uploadId)?.waitsFor === undefined) return
      // Not every step is shown on the way; the last one before a break is.
      const sentBytes = one.samples.at(-1)?.bytes
      // The rate of before says nothing of what comes after a break.
      one.samples = []
      change(uploadId, { waitsFor, remainingMs: undefined, ...(sentBytes !== undefined && { sentBytes }) })
    }
    const wait = (delayMs: number) =>
      new Promise<void>((resolve) => {
        const cancel = after(delayMs, resolve)
        const wake = () => {
          cancel()
          resolve()
        }
        one.wake = wake
        signal.addEventListener('abort', wake, { once: true })
      })
    const sent = await sendUpload({ file, uploadId }, { ...parts, wait }, { signal, onProgress, onWaiting })
    // Given up, or begun again.
    if (one.abort !== abort || signal.aborted) return
    if (sent.is === 'sent') {
      onSent(sent.upload)
      forget(uploadId)
    } else if (sent.is !== 'cancelled')
      change(uploadId, {
        ...{ waitsFor: undefined, remainingMs: undefined },
        ended: sent.is === 'unreadable' ? 'unreadable' : sent.failure,
      })
  }

  const begin = (uploadId: string, one: Running) => {
    one.abort = new AbortController()
    one.samples = []
    change(uploadId, { ended: undefined, waitsFor: undefined })
    void run(uploadId, one)
  }

  return {
    list: () => list,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: (uploadId, file) => {
      const there = running.get(uploadId)
      if (there !== undefined && list.find((shown) => shown.uploadId === uploadId)?.ended === undefined) return
      const one: Running = {
        file,
        abort: new AbortController(),
        wake: undefined,
        samples: [],
        shownAtMs: Number.NEGATIVE_INFINITY,
      }
      running.set(uploadId, one)
      const shown = { uploadId, fileName: nameOfUpload(file), fileSize: file.size, sentBytes: 0 }
      const others = list.filter((other) => other.uploadId !== uploadId)
      show([{ ...shown, remainingMs: undefined, waitsFor: undefined, ended: undefined }, ...others])
      begin(uploadId, one)
    },
    tryAgain: (uploadId) => {
      const one = running.get(uploadId)
      if (one === undefined) return
      if (list.find((shown) => shown.uploadId === uploadId)?.ended !== undefined) begin(uploadId, one)
      else one.wake?.()
    },
    giveUp: (uploadId) => {
      running.get(uploadId)?.abort.abort()
      forget(uploadId)
    },
  }
}
